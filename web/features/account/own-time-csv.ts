/* A person's own working time and work reports as CSV, for a spreadsheet; what else is kept of them is in the JSON. */
import type { UserData } from '#contract/own-data.ts';
import { HUNDREDTH_MS, hundredthsText, printedColumn, secondsText } from '#domain/apportion.ts';
import { dateIn, dateTimeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { localDecimal, toCsv } from '#web/files/csv.ts';
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
  headers: Record<(typeof columns)[number], string>;
  /** How a check-in or check-out was made, in words. */
  sourceOf: (source: Entry['checkInSource']) => string;
  /** What makes an entry other than plainly scanned. */
  notesOf: (entry: Entry) => string;
  /** Quantity and unit: "2.5 kg". */
  amountInFile: (quantity: number, units: string) => string;
  language: Language;
};

/**
 * One record for each entry, the latest first, with the reports on it; then one for each report that belongs to none. Dates
 * and times on the wall clock of `timeZone`; hours add up as printed, seconds are exact.
 */
export function ownTimeCsv(
  { timeEntries, workReports }: Pick<UserData, 'timeEntries' | 'workReports'>,
  { headers, sourceOf, notesOf, amountInFile, language }: OwnTimeTexts,
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
  return toCsv([columns.map((name) => headers[name]), ...ofEntries, ...ofNone], language);
}
