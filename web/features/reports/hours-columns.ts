/* The columns of hours of the reports, as the table and the file print them. */
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { type PrintedColumn, printedColumn } from '#domain/apportion.ts';
import { msFromHours } from '#domain/hours.ts';
import { workedMs } from './work-text.ts';

/** Milliseconds of all people at the location on the day. */
export const summaryMs = ({ totalHours }: Pick<DailySummary, 'totalHours'>) => msFromHours(totalHours);

/** The entries of each person add up to the person's figure, which is rounded alone; these add up to the total. */
export function entriesColumn(
  entries: readonly ReportedTimeEntry[],
  stepMs: number,
): PrintedColumn<ReportedTimeEntry> {
  const columns = new Map(
    [...Map.groupBy(entries, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      printedColumn(own, ({ id }) => id, workedMs, stepMs),
    ]),
  );
  return {
    stepsOf: (entry) => columns.get(entry.userId)?.stepsOf(entry),
    total: [...columns.values()].reduce((sum, { total }) => sum + total, 0),
  };
}

export const summariesColumn = (
  summaries: readonly DailySummary[],
  stepMs: number,
): PrintedColumn<DailySummary> => printedColumn(summaries, ({ id }) => id, summaryMs, stepMs);
