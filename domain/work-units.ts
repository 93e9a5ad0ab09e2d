/** The units in which work is reported (product.md §3). */
export const WORK_UNITS = [
  'pcs',
  'units',
  'tasks',
  'orders',
  'm',
  'ft',
  'm2',
  'sqft',
  'kg',
  'lbs',
  'deliveries',
  'hours',
] as const;
export type WorkUnit = (typeof WORK_UNITS)[number];
export const isWorkUnit = (text: string): text is WorkUnit => WORK_UNITS.some((unit) => unit === text);
export const DEFAULT_WORK_UNIT: WorkUnit = 'hours';
