import { inject } from 'vitest';

/** Whether property tests run all their examples: in `npm run test:full`, on the first engine. */
export const runsAllSamples = (): boolean => inject('isFull') && inject('engine') === 'embedded';

/**
 * How many random examples a property test with a database runs: a tenth before a commit and on the second engine. Another
 * example has other dates and another order, but no other rule and no other statements.
 */
export const samples = (count: number): number => (runsAllSamples() ? count : Math.ceil(count / 10));
