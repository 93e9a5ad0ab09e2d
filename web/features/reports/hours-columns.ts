/* The columns of hours of the reports, as the table prints them; the files have the same on the server. */
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { groupedColumn, type PrintedColumn, printedColumn } from '#domain/apportion.ts';
import { msFromHours } from '#domain/hours.ts';
import { workedMs } from '#domain/report-rows.ts';

/** The entries of each person add up to the person's figure, which is rounded alone; these add up to the total. */
export const entriesColumn = (
  entries: readonly ReportedTimeEntry[],
  stepMs: number,
): PrintedColumn<ReportedTimeEntry> =>
  groupedColumn(
    entries,
    ({ userId }) => userId,
    ({ id }) => id,
    workedMs,
    stepMs,
  );

export const summariesColumn = (
  summaries: readonly DailySummary[],
  stepMs: number,
): PrintedColumn<DailySummary> =>
  printedColumn(
    summaries,
    ({ id }) => id,
    ({ totalHours }) => msFromHours(totalHours),
    stepMs,
  );
