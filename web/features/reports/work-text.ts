import type { TimeEntry, WorkReport } from '#contract/time-tracking.ts';
import { CSV_FORMAT, type Language } from '#domain/languages.ts';

/** Milliseconds from check-in to check-out, or null while working. */
export function workedMs({ checkIn, checkOut }: Pick<TimeEntry, 'checkIn' | 'checkOut'>): number | null {
  return checkOut === null ? null : Date.parse(checkOut) - Date.parse(checkIn);
}

export type TaskTexts = {
  language: Language;
  /** The name of a unit of work; custom units stay as they are. */
  unit: (units: string) => string;
};

/** Quantity, unit and comment: "2.5 kg Screws". */
export function taskText(
  { quantity, units, description }: Pick<WorkReport, 'quantity' | 'units' | 'description'>,
  { language, unit }: TaskTexts,
): string {
  return `${String(quantity).replace('.', CSV_FORMAT[language].decimal)} ${unit(units)} ${description}`;
}
