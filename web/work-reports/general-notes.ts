import type { WorkReport } from '#contract/time-tracking.ts';

/** The general notes of an entry's work reports, each once: the rows of one report share theirs. */
export function generalNotesOf(reports: readonly Pick<WorkReport, 'generalNotes'>[]): string[] {
  return [...new Set(reports.flatMap(({ generalNotes }) => generalNotes ?? []))];
}
