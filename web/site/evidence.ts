/** What was measured (docs/performance.md), and a number of tests that is not more than there are: see prerender.test.ts. */
export const FIGURES = [
  { id: 'scan', value: 4.2, unit: 'ms' },
  { id: 'report', value: 0.34, unit: 's' },
  { id: 'tests', value: 1200, unit: null },
] as const;
