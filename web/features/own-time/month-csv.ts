/* A month of one person as CSV: one record for each part of an entry inside a day, and their sum. */
import type { HoursExplanation } from '#contract/hours.ts';
import { HUNDREDTH_MS, hundredthsText, secondsText } from '#domain/apportion.ts';
import { localDecimal, toCsv } from '#domain/csv.ts';
import { dateTimeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { partsColumn } from '#web/working-time/explained-column.ts';

type Entry = HoursExplanation['entries'][number];

type MonthCsvTexts = {
  headers: Record<
    'date' | 'location' | 'checkIn' | 'checkOut' | 'breaks' | 'hours' | 'notes' | 'seconds',
    string
  >;
  total: string;
  /** How an entry differs from a plain scanned one. */
  notesOf: (entry: Entry) => string;
  language: Language;
};

/**
 * Times in the explanation's time zone; parts that do not count are included with zero hours. Hours of work and of unpaid
 * breaks add up to their totals as printed; seconds of work are exact.
 */
export function monthCsv(explanation: HoursExplanation, texts: MonthCsvTexts): string {
  const { days, entries, total, timeZone } = explanation;
  const { headers, notesOf, language } = texts;
  const column = partsColumn(explanation, HUNDREDTH_MS);
  const breaks = partsColumn(explanation, HUNDREDTH_MS, ({ breakMs }) => breakMs);
  const hours = (hundredths: number) => localDecimal(hundredthsText(hundredths), language);
  const seconds = (ms: number) => localDecimal(secondsText(ms), language);
  const moment = (instant: string | null) => (instant ? dateTimeIn(instant, timeZone) : '');
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const counted = days.flatMap(({ date, parts }) =>
    parts.map((part) => {
      const entry = byId.get(part.timeEntryId);
      return [
        date,
        entry?.location.name ?? '',
        moment(part.start),
        moment(part.end),
        hours(breaks.stepsOf(part) ?? 0),
        hours(column.stepsOf(part) ?? 0),
        entry ? notesOf(entry) : '',
        seconds(part.ms),
      ];
    }),
  );
  const uncounted = entries
    .filter(({ notCounted }) => notCounted)
    .map((entry) => {
      const checkIn = moment(entry.checkIn);
      return [
        checkIn.slice(0, 10),
        entry.location.name,
        checkIn,
        moment(entry.checkOut),
        hours(0),
        hours(0),
        notesOf(entry),
        seconds(0),
      ];
    });
  const { date, location, checkIn, checkOut, notes } = headers;
  return toCsv(
    [
      [date, location, checkIn, checkOut, headers.breaks, headers.hours, notes, headers.seconds],
      ...[...counted, ...uncounted].toSorted(([, , a = ''], [, , b = '']) => a.localeCompare(b, 'en')),
      [texts.total, '', '', '', hours(breaks.total), hours(column.total), '', seconds(total.ms)],
    ],
    language,
  );
}
