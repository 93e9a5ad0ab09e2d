/* A month of one person as CSV: one record for each part of an entry inside a day, and their sum. */
import type { HoursExplanation } from '#contract/hours.ts';
import { dateTimeIn } from '#domain/dates.ts';
import { formatHours } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { localDecimal, toCsv } from '#web/files/csv.ts';

type Entry = HoursExplanation['entries'][number];

type MonthCsvTexts = {
  headers: Record<'date' | 'location' | 'checkIn' | 'checkOut' | 'hours' | 'notes', string>;
  total: string;
  /** How an entry differs from a plain scanned one. */
  notesOf: (entry: Entry) => string;
  language: Language;
};

/** Times in the explanation's time zone; parts that do not count are included with zero hours. */
export function monthCsv({ days, entries, total, timeZone }: HoursExplanation, texts: MonthCsvTexts): string {
  const { headers, notesOf, language } = texts;
  const hours = (ms: number) => localDecimal(formatHours(ms, 2), language);
  const moment = (instant: string | null) => (instant ? dateTimeIn(instant, timeZone) : '');
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const counted = days.flatMap(({ date, parts }) =>
    parts.map(({ timeEntryId, start, end, ms }) => {
      const entry = byId.get(timeEntryId);
      return [
        date,
        entry?.location.name ?? '',
        moment(start),
        moment(end),
        hours(ms),
        entry ? notesOf(entry) : '',
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
        notesOf(entry),
      ];
    });
  const { date, location, checkIn, checkOut, notes } = headers;
  return toCsv(
    [
      [date, location, checkIn, checkOut, headers.hours, notes],
      ...[...counted, ...uncounted].toSorted(([, , a = ''], [, , b = '']) => a.localeCompare(b, 'en')),
      [texts.total, '', '', '', hours(total.ms), ''],
    ],
    language,
  );
}
