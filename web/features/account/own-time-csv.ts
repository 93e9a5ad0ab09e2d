/*
 * A person's own working time and work reports as CSV, for a spreadsheet; all other data about them is in the JSON
 * export.
 */
import type { UserData } from '#contract/own-data.ts';
import { dateIn, dateTimeIn } from '#domain/dates.ts';
import { formatHours } from '#domain/hours.ts';
import { CSV_FORMAT, type Language } from '#domain/languages.ts';
import { localDecimal, toCsv } from '#web/files/csv.ts';

type Entry = UserData['timeEntries'][number];
type Report = UserData['workReports'][number];

const columns = [
  'date',
  'location',
  'checkIn',
  'checkOut',
  'hours',
  'checkInBy',
  'checkOutBy',
  'notes',
  'work',
  'remarks',
] as const;

type OwnTimeTexts = {
  headerOf: (column: (typeof columns)[number]) => string;
  /** How a check-in or check-out was made. */
  sourceOf: (source: Entry['checkInSource']) => string;
  /** How an entry differs from a plain scanned one. */
  notesOf: (entry: Entry) => string;
  /** The name of the unit of work. */
  unit: (units: string) => string;
  language: Language;
};

/**
 * One record for each entry, newest first, with its reports; then one for each report without an entry. Dates and times
 * in `timeZone`.
 */
export function ownTimeCsv(
  { timeEntries, workReports }: Pick<UserData, 'timeEntries' | 'workReports'>,
  { headerOf, sourceOf, notesOf, unit, language }: OwnTimeTexts,
  timeZone: string,
): string {
  const decimal = (value: number) => String(value).replace('.', CSV_FORMAT[language].decimal);
  const work = (reports: Report[]) => [
    reports
      .map(({ quantity, units, description }) => `${decimal(quantity)} ${unit(units)} ${description}`)
      .join('; '),
    [...new Set(reports.flatMap(({ generalNotes }) => generalNotes ?? []))].join('; '),
  ];
  const byEntry = Map.groupBy(workReports.toReversed(), ({ timeEntryId }) => timeEntryId);
  const ofEntries = timeEntries.map((entry) => {
    const { id, location, checkIn, checkOut, checkInSource, checkOutSource } = entry;
    const ms = checkOut && Date.parse(checkOut) - Date.parse(checkIn);
    return [
      dateIn(checkIn, timeZone),
      location,
      dateTimeIn(checkIn, timeZone),
      checkOut ? dateTimeIn(checkOut, timeZone) : '',
      ms === null ? '' : localDecimal(formatHours(Number(ms), 2), language),
      sourceOf(checkInSource),
      checkOutSource ? sourceOf(checkOutSource) : '',
      notesOf(entry),
      ...work(byEntry.get(id) ?? []),
    ];
  });
  const known = new Set<string | null>(timeEntries.map(({ id }) => id));
  const ofNone = workReports
    .filter(({ timeEntryId }) => !known.has(timeEntryId))
    .map((report) => [dateIn(report.createdAt, timeZone), '', '', '', '', '', '', '', ...work([report])]);
  return toCsv([columns.map(headerOf), ...ofEntries, ...ofNone], language);
}
