import { inject } from 'vitest';

/** Whether property tests run all their examples: on the first engine. */
export const runsAllSamples = (): boolean => inject('engine') === 'embedded';

/**
 * How many random examples a property test with a database runs. The second engine gets a quarter: another example has
 * other dates and another order, but no other statements.
 */
export const samples = (count: number): number => (runsAllSamples() ? count : Math.ceil(count / 4));
