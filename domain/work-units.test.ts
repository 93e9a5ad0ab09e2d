import { expect, it } from 'vitest';
import { DEFAULT_WORK_UNIT, WORK_UNITS } from './work-units.ts';

it('the units are those of product.md §3', () => {
  expect(WORK_UNITS.join(', ')).toBe(
    'pcs, units, tasks, orders, m, ft, m2, sqft, kg, lbs, deliveries, hours',
  );
  expect(DEFAULT_WORK_UNIT).toBe('hours');
});
