/* Work reports and the marks of entries as words. */
import type { TFunction } from 'i18next';
import type { TimeEntry, WorkReport } from '#contract/time-tracking.ts';
import type { Language } from '#domain/languages.ts';
import { quantityText } from '#domain/quantity.ts';
import { isWorkUnit } from '#domain/work-units.ts';

/** A unit of work in the reader's language, in the plural form for the quantity; custom units stay as typed. */
export function unitLabel(units: string, t: TFunction, quantity?: number): string {
  return isWorkUnit(units) ? t(`common:units.${units}`, { count: quantity }) : units;
}

type Work = Pick<WorkReport, 'quantity' | 'units' | 'description' | 'generalNotes'>;

/** Work reports in two cells of a file: what was done, and the general notes, each once since the rows of a report share theirs. */
export function workCells(reports: readonly Work[], t: TFunction, language: Language): [string, string] {
  const done = reports.map(({ quantity, units, description }) =>
    // None was typed.
    quantity === 0
      ? description
      : `${quantityText(quantity, language)} ${unitLabel(units, t, quantity)} ${description}`,
  );
  return [
    done.join('; '),
    [...new Set(reports.flatMap(({ generalNotes }) => generalNotes ?? []))].join('; '),
  ];
}

type Marked = Pick<TimeEntry, 'isEstimated' | 'isCorrected' | 'approval'> &
  Partial<Pick<TimeEntry, 'needsAttention' | 'status'>>;

/** How an entry differs from a plain scanned one. */
export function entryNotes(
  { needsAttention, status, isEstimated, isCorrected, approval }: Marked,
  t: TFunction,
): string {
  const marks = [
    needsAttention && 'needsAttention',
    status === 'working' && !needsAttention && status,
    isEstimated && 'estimated',
    isCorrected && 'corrected',
    approval,
  ];
  return marks.flatMap((mark) => (mark ? t(`working-time:status.${mark}`) : [])).join(', ');
}
