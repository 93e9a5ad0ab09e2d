/* The columns of hours of the reports, as the table and the file print them. */
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { type PrintedColumn, printedColumn } from '#domain/apportion.ts';
import { msFromHours } from '#domain/hours.ts';
import { workedMs } from './work-text.ts';

/** Milliseconds of all people at the location on the day. */
export const summaryMs = ({ totalHours }: Pick<DailySummary, 'totalHours'>) => msFromHours(totalHours);

export const entriesColumn = (
  entries: readonly ReportedTimeEntry[],
  stepMs: number,
): PrintedColumn<ReportedTimeEntry> => printedColumn(entries, ({ id }) => id, workedMs, stepMs);

export const summariesColumn = (
  summaries: readonly DailySummary[],
  stepMs: number,
): PrintedColumn<DailySummary> => printedColumn(summaries, ({ id }) => id, summaryMs, stepMs);
