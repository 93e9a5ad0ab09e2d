import { type DatePeriod, isDate, monthOf } from '#domain/dates.ts';

export const REPORTS = ['overview', 'time-entries', 'daily-summaries', 'months', 'output'] as const;
export type ReportName = (typeof REPORTS)[number];

/** The filters in the page's URL; dates are calendar dates of the company, both inclusive. */
export type ReportFilters = {
  report: ReportName;
  period: DatePeriod;
  /** Undefined for all. */
  employeeId: string | undefined;
  locationId: string | undefined;
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Whether the report has a period that ends before it begins: the filters say so, and nothing is asked for. */
export const isReversed = ({ report, period }: ReportFilters): boolean =>
  report !== 'months' && period.start > period.end;

/**
 * Missing or invalid values fall back to the current month of `today`, all employees and all locations. The page begins with
 * the overview; an address that filters without naming a report is of the time entries, which came first before.
 */
export function readFilters(params: URLSearchParams, today: string): ReportFilters {
  const start = params.get('start') ?? '';
  const end = params.get('end') ?? '';
  const isPeriod = isDate(start) && isDate(end);
  return {
    report:
      REPORTS.find((report) => report === params.get('tab')) ??
      (params.size === 0 ? 'overview' : 'time-entries'),
    period: isPeriod ? { start, end } : monthOf(today),
    employeeId: readId(params.get('employee')),
    locationId: readId(params.get('location')),
  };
}

function readId(text: string | null): string | undefined {
  return text && UUID.test(text) ? text : undefined;
}

/** Returns the query string that shows these filters. */
export function writeFilters({ report, period, employeeId, locationId }: ReportFilters): URLSearchParams {
  const params = new URLSearchParams({ tab: report, start: period.start, end: period.end });
  if (employeeId) params.set('employee', employeeId);
  if (locationId) params.set('location', locationId);
  return params;
}
