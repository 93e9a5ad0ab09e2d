/* A person's own working time and work reports as a table; all other data about them is in the JSON. */
import type { TFunction } from 'i18next';
import type { UserData } from '#contract/own-data.ts';
import { dateIn, dateTimeIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import type { Table } from '#server/platform/table-files/tables.ts';
import { entryNotes, workCells } from '#server/platform/texts/work-text.ts';

const columns = {
  date: 'date',
  location: 'text',
  checkIn: 'dateTime',
  checkOut: 'dateTime',
  hours: 'hours',
  checkInBy: 'text',
  checkOutBy: 'text',
  notes: 'text',
  work: 'text',
  remarks: 'text',
  seconds: 'seconds',
} as const;

/** A row for each entry, newest first, with its reports; then one for each report without an entry. Times in `timeZone`. */
export function ownTimeTable(
  { timeEntries, workReports }: Pick<UserData, 'timeEntries' | 'workReports'>,
  { t, language, timeZone }: { t: TFunction; language: Language; timeZone: string },
): Table {
  const byEntry = Map.groupBy(workReports.toReversed(), ({ timeEntryId }) => timeEntryId);
  const known = new Set<string | null>(timeEntries.map(({ id }) => id));
  const sourceOf = (source: string | null) => source && t(`working-time:source.${source}`);
  const moment = (instant: string | null) => instant && dateTimeIn(instant, timeZone);
  const ofEntries = timeEntries.map((entry) => {
    const { id, location, checkIn, checkOut, checkInSource, checkOutSource, isCorrected, approval } = entry;
    const ms = checkOut === null ? null : Date.parse(checkOut) - Date.parse(checkIn);
    const isEstimated = checkOutSource === 'estimate';
    const notes = entryNotes({ isEstimated, isCorrected, approval }, t);
    return {
      key: id,
      cells: [
        ...[dateIn(checkIn, timeZone), location, moment(checkIn), moment(checkOut), ms],
        ...[sourceOf(checkInSource), sourceOf(checkOutSource), notes],
        ...[...workCells(byEntry.get(id) ?? [], t, language), ms],
      ],
    };
  });
  const ofNone = workReports
    .filter(({ timeEntryId }) => !known.has(timeEntryId))
    .map((report) => ({
      key: report.id,
      cells: [
        ...[dateIn(report.createdAt, timeZone), '', null, null, null, '', '', ''],
        ...[...workCells([report], t, language), null],
      ],
    }));
  return {
    name: '',
    columns: Object.entries(columns).map(([name, kind]) => ({
      label: t(`account:ownData.headers.${name}`),
      kind,
    })),
    rows: [...ofEntries, ...ofNone],
  };
}
