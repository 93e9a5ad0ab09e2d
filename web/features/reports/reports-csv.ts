/* The reports as CSV files for a spreadsheet set to the reader's language (product.md §7). */
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { HUNDREDTH_MS, hundredthsText, roundedSteps, secondsText } from '#domain/apportion.ts';
import { localDecimal, toCsv } from '#domain/csv.ts';
import { type DatePeriod, dateTimeIn } from '#domain/dates.ts';
import { hoursFromMs, roundHalfUp } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { generalNotesOf } from '#web/work-reports/general-notes.ts';
import { entriesColumn, summariesColumn, summaryMs } from './hours-columns.ts';
import { type ReportStatus, reportStatus } from './report-status.ts';
import { type TaskTexts, taskText, workedMs } from './work-text.ts';

type TimeEntriesTexts = TaskTexts & {
  headers: Record<
    | 'employee'
    | 'location'
    | 'checkIn'
    | 'checkOut'
    | 'totalHours'
    | 'status'
    | 'tasks'
    | 'seconds'
    | 'generalNotes'
    | 'breaks',
    string
  >;
  status: Record<ReportStatus, string>;
};

/** One record for each entry, in the given order; times in `timeZone`. */
export function timeEntriesCsv(
  entries: readonly ReportedTimeEntry[],
  texts: TimeEntriesTexts,
  timeZone: string,
): string {
  const { headers, status, language } = texts;
  const column = entriesColumn(entries, HUNDREDTH_MS);
  const records = entries.map((entry) => {
    const hundredths = column.stepsOf(entry);
    const ms = workedMs(entry);
    return [
      fullName(entry.user),
      entry.location.name,
      dateTimeIn(entry.checkIn, timeZone),
      entry.checkOut ? dateTimeIn(entry.checkOut, timeZone) : '',
      hundredths === undefined ? '' : localDecimal(hundredthsText(hundredths), language),
      status[reportStatus(entry)],
      entry.workReports.map((report) => taskText(report, texts)).join('; '),
      ms === null ? '' : localDecimal(secondsText(ms), language),
      generalNotesOf(entry.workReports).join('; '),
      ms === null ? '' : localDecimal(hundredthsText(roundedSteps(entry.breakMs, HUNDREDTH_MS)), language),
    ];
  });
  const { employee, location, checkIn, checkOut, totalHours, tasks, seconds, generalNotes, breaks } = headers;
  return toCsv(
    [
      [
        ...[employee, location, checkIn, checkOut, totalHours, headers.status, tasks],
        ...[seconds, generalNotes, breaks],
      ],
      ...records,
    ],
    language,
  );
}

type DailySummariesTexts = {
  headers: Record<
    'date' | 'location' | 'totalHours' | 'uniqueEmployees' | 'averageHours' | 'seconds',
    string
  >;
  language: Language;
};

/** One record for each day and location, in the given order, with the average hours per person. */
export function dailySummariesCsv(
  summaries: readonly DailySummary[],
  { headers, language }: DailySummariesTexts,
): string {
  const column = summariesColumn(summaries, HUNDREDTH_MS);
  const records = summaries.map((summary) => {
    const { date, location, uniqueEmployees } = summary;
    const ms = summaryMs(summary);
    const average = uniqueEmployees > 0 ? hoursFromMs(ms) / uniqueEmployees : 0;
    return [
      date,
      location.name,
      localDecimal(hundredthsText(column.stepsOf(summary) ?? 0), language),
      String(uniqueEmployees),
      localDecimal(roundHalfUp(average, 2).toFixed(2), language),
      localDecimal(secondsText(ms), language),
    ];
  });
  const { date, location, totalHours, uniqueEmployees, averageHours, seconds } = headers;
  return toCsv([[date, location, totalHours, uniqueEmployees, averageHours, seconds], ...records], language);
}

/** For example `time-entries-2026-11-01-2026-11-30.csv`. */
export function csvFileName(report: 'time-entries' | 'daily-summaries', { start, end }: DatePeriod): string {
  return `${report}-${start}-${end}.csv`;
}
