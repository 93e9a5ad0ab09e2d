/* The reports as CSV files for a spreadsheet set to the reader's language (product.md §7). */
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry, WorkReport } from '#contract/time-tracking.ts';
import { type DatePeriod, dateTimeIn } from '#domain/dates.ts';
import { formatHours, roundHalfUp } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { localDecimal, toCsv } from '#web/files/csv.ts';
import { type ReportStatus, reportStatus } from './report-status.ts';
import { type TaskTexts, taskText, workedMs } from './work-text.ts';

type TimeEntriesTexts = TaskTexts & {
  headers: Record<
    'employee' | 'location' | 'checkIn' | 'checkOut' | 'totalHours' | 'status' | 'tasks',
    string
  >;
  status: Record<ReportStatus, string>;
};

/** One record for each entry, in the given order; times in `timeZone`. */
export function timeEntriesCsv(
  entries: readonly TimeEntry[],
  texts: TimeEntriesTexts,
  timeZone: string,
): string {
  const { headers, status, language } = texts;
  const records = entries.map((entry) => {
    const ms = workedMs(entry);
    return [
      fullName(entry.user),
      entry.location.name,
      dateTimeIn(entry.checkIn, timeZone),
      entry.checkOut ? dateTimeIn(entry.checkOut, timeZone) : '',
      ms === null ? '' : localDecimal(formatHours(ms, 2), language),
      status[reportStatus(entry)],
      entry.workReports.map((report: WorkReport) => taskText(report, texts)).join('; '),
    ];
  });
  const { employee, location, checkIn, checkOut, totalHours, tasks } = headers;
  return toCsv(
    [[employee, location, checkIn, checkOut, totalHours, headers.status, tasks], ...records],
    language,
  );
}

type DailySummariesTexts = {
  headers: Record<'date' | 'location' | 'totalHours' | 'uniqueEmployees' | 'averageHours', string>;
  language: Language;
};

/** One record for each day and location, in the given order, with the average hours per person. */
export function dailySummariesCsv(
  summaries: readonly DailySummary[],
  { headers, language }: DailySummariesTexts,
): string {
  const hours = (value: number) => localDecimal(roundHalfUp(value, 2).toFixed(2), language);
  const records = summaries.map(({ date, location, totalHours, uniqueEmployees }) => [
    date,
    location.name,
    hours(totalHours),
    String(uniqueEmployees),
    hours(uniqueEmployees > 0 ? totalHours / uniqueEmployees : 0),
  ]);
  const { date, location, totalHours, uniqueEmployees, averageHours } = headers;
  return toCsv([[date, location, totalHours, uniqueEmployees, averageHours], ...records], language);
}

/** For example `time-entries-2026-11-01-2026-11-30.csv`. */
export function csvFileName(report: 'time-entries' | 'daily-summaries', { start, end }: DatePeriod): string {
  return `${report}-${start}-${end}.csv`;
}
