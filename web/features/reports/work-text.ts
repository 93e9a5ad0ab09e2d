import type { ReportedTimeEntry } from '#contract/reports.ts';
import type { WorkReport } from '#contract/time-tracking.ts';
import { CSV_FORMAT, type Language } from '#domain/languages.ts';

/** Milliseconds of the entry inside the period, up to now while working; null where the check-out is missing. */
export function workedMs({
  countedMs,
  needsAttention,
}: Pick<ReportedTimeEntry, 'countedMs' | 'needsAttention'>): number | null {
  return needsAttention ? null : countedMs;
}

export type TaskTexts = {
  language: Language;
  /** The word for a unit of work; one that is not of our list stays as it is. */
  unit: (units: string) => string;
};

/** Quantity, unit and comment: "2.5 kg Screws". */
export function taskText(
  { quantity, units, description }: Pick<WorkReport, 'quantity' | 'units' | 'description'>,
  { language, unit }: TaskTexts,
): string {
  return `${String(quantity).replace('.', CSV_FORMAT[language].decimal)} ${unit(units)} ${description}`;
}
