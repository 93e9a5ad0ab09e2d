import type { ReportedTimeEntry } from '#contract/reports.ts';
import type { WorkReport } from '#contract/time-tracking.ts';
import type { Language } from '#domain/languages.ts';

/** Milliseconds of the entry inside the period, up to now while working; null where the check-out is missing. */
export function workedMs({
  countedMs,
  needsAttention,
}: Pick<ReportedTimeEntry, 'countedMs' | 'needsAttention'>): number | null {
  return needsAttention ? null : countedMs;
}

export type TaskTexts = {
  language: Language;
  /** Quantity and unit: "2.5 kg". */
  amountInFile: (quantity: number, units: string) => string;
};

/** Quantity, unit and comment: "2.5 kg Screws". */
export function taskText(
  { quantity, units, description }: Pick<WorkReport, 'quantity' | 'units' | 'description'>,
  { amountInFile }: TaskTexts,
): string {
  return `${amountInFile(quantity, units)} ${description}`;
}
