import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReportFilters, readFilters, writeFilters } from './report-filters.ts';

const today = '2026-11-21';
const november = { start: '2026-11-01', end: '2026-11-30' };
const read = (query: string) => readFilters(new URLSearchParams(query), today);

describe('readFilters', () => {
  it('is the overview of the current month, of all employees, without a query', () => {
    expect(read('')).toEqual({
      report: 'overview',
      period: november,
      employeeId: undefined,
      locationId: undefined,
    });
  });

  it('is the time entries for an address that names filters but no report', () => {
    expect(read('start=2026-11-05&end=2026-11-06').report).toBe('time-entries');
  });

  it.each([
    'start=2026-11-05',
    'start=2026-11-31&end=2026-12-01',
    'start=0001-01-01&end=9999-12-31',
    'start=today&end=%00',
  ])('takes the current month for %s', (query) => {
    expect(read(query).period).toEqual(november);
  });

  it.each(['1', "' or 1=1 --", '<script>', '../../user', 'null', '00000000-0000-0000-0000-000000000000'])(
    'takes everybody for the id %s',
    (id) => {
      const { employeeId, locationId } = readFilters(
        new URLSearchParams({ employee: id, location: id }),
        today,
      );
      expect([employeeId, locationId]).toEqual([undefined, undefined]);
    },
  );

  it('reads back what writeFilters writes', () => {
    const date = fc
      .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const uuid = fc.option(fc.uuid({ version: [4, 7] }), { nil: undefined });
    const filters: fc.Arbitrary<ReportFilters> = fc.record({
      report: fc.constantFrom('time-entries', 'daily-summaries'),
      period: fc.record({ start: date, end: date }),
      employeeId: uuid,
      locationId: uuid,
    });
    fc.assert(
      fc.property(filters, (given) => {
        expect(readFilters(new URLSearchParams(writeFilters(given).toString()), today)).toEqual(given);
      }),
    );
  });
});
