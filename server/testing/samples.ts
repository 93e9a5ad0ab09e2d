import { inject } from 'vitest';

/** True under `npm run test:full`. */
export const isFull = import.meta.env.MODE === 'long';

/** Whether property tests run all their examples: in the full run on the first engine. */
export const runsAllSamples = (): boolean => isFull && inject('engine') === 'embedded';

/**
 * How many random examples a property test with a database runs: a quarter before a commit and on the second engine. Another
 * example has other dates and another order, but no other rule and no other statements.
 */
export const samples = (count: number): number => (runsAllSamples() ? count : Math.ceil(count / 4));
