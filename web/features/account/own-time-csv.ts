/*
 * A person's own working time and work reports as CSV, for a spreadsheet; all other data about them is in the JSON
 * export.
 */
import type { UserData } from '#contract/own-data.ts';
import { HUNDREDTH_MS, hundredthsText, printedColumn, secondsText } from '#domain/apportion.ts';
import { localDecimal, toCsv } from '#domain/csv.ts';
import { dateIn, dateTimeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { generalNotesOf } from '#web/work-reports/general-notes.ts';

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
  'seconds',
] as const;

type OwnTimeTexts = {
  headerOf: (column: (typeof columns)[number]) => string;
  /** How a check-in or check-out was made. */
  sourceOf: (source: Entry['checkInSource']) => string;
  /** How an entry differs from a plain scanned one. */
  notesOf: (entry: Entry) => string;
  /** Quantity and unit: "2.5 kg". */
  amountInFile: (quantity: number, units: string) => string;
  language: Language;
};

/**
 * One record for each entry, newest first, with its reports; then one for each report without an entry. Dates and times
 * in `timeZone`; hours add up as printed, seconds are exact.
 */
export function ownTimeCsv(
  { timeEntries, workReports }: Pick<UserData, 'timeEntries' | 'workReports'>,
  { headerOf, sourceOf, notesOf, amountInFile, language }: OwnTimeTexts,
  timeZone: string,
): string {
  const work = (reports: Report[]) => [
    reports
      .map(({ quantity, units, description }) => `${amountInFile(quantity, units)} ${description}`)
      .join('; '),
    generalNotesOf(reports).join('; '),
  ];
  const byEntry = Map.groupBy(workReports.toReversed(), ({ timeEntryId }) => timeEntryId);
  const msOf = ({ checkIn, checkOut }: Entry) =>
    checkOut === null ? null : Date.parse(checkOut) - Date.parse(checkIn);
  const column = printedColumn(timeEntries, ({ id }) => id, msOf, HUNDREDTH_MS);
  const ofEntries = timeEntries.map((entry) => {
    const { id, location, checkIn, checkOut, checkInSource, checkOutSource } = entry;
    const hundredths = column.stepsOf(entry);
    const ms = msOf(entry);
    return [
      dateIn(checkIn, timeZone),
      location,
      dateTimeIn(checkIn, timeZone),
      checkOut ? dateTimeIn(checkOut, timeZone) : '',
      hundredths === undefined ? '' : localDecimal(hundredthsText(hundredths), language),
      sourceOf(checkInSource),
      checkOutSource ? sourceOf(checkOutSource) : '',
      notesOf(entry),
      ...work(byEntry.get(id) ?? []),
      ms === null ? '' : localDecimal(secondsText(ms), language),
    ];
  });
  const known = new Set<string | null>(timeEntries.map(({ id }) => id));
  const ofNone = workReports
    .filter(({ timeEntryId }) => !known.has(timeEntryId))
    .map((report) => {
      const { createdAt } = report;
      return [dateIn(createdAt, timeZone), '', '', '', '', '', '', '', ...work([report]), ''];
    });
  return toCsv([columns.map(headerOf), ...ofEntries, ...ofNone], language);
}
