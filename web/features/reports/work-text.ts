import type { WorkReport } from '#contract/time-tracking.ts';
import type { Language } from '#domain/languages.ts';

export type TaskTexts = {
  language: Language;
  /** Quantity and unit: "2.5 kg"; empty for 0. */
  amountInFile: (quantity: number, units: string) => string;
};

/** Quantity, unit and comment: "2.5 kg Screws". */
export function taskText(
  { quantity, units, description }: Pick<WorkReport, 'quantity' | 'units' | 'description'>,
  { amountInFile }: TaskTexts,
): string {
  return `${amountInFile(quantity, units)} ${description}`.trimStart();
}
