import { describe, expect, it } from 'vitest';
import { BOM, parseCsv } from '#domain/csv.fixture.ts';
import { CSV_FORMAT, LANGUAGES } from '#domain/languages.ts';
import { tableCsv } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { ownTimeTable } from './own-data-file.ts';

const entry = {
  id: 'a',
  location: '=Hala; "A"',
  checkIn: '2026-03-28T20:00:00.000Z',
  // Across the night when the clocks go forward.
  checkOut: '2026-03-29T04:00:00.000Z',
  totalHours: 8,
  checkInSource: 'offline' as const,
  checkOutSource: 'button' as const,
  approval: null,
  isCorrected: true,
  isAdditional: false,
  createdAt: '2026-03-28T20:00:00.000Z',
  remindedAt: null,
};
const open = {
  ...entry,
  id: 'b',
  checkIn: '2026-03-30T05:00:00.000Z',
  checkOut: null,
  totalHours: null,
  checkOutSource: null,
};
const report = {
  id: 'r',
  timeEntryId: 'a',
  units: 'm2',
  quantity: 2.5,
  description: '@jumts',
  generalNotes: 'Lietus',
  createdAt: '2026-03-29T22:30:00.000Z',
  corrections: [],
};
describe.each(LANGUAGES)('in %s', (language) => {
  const { separator, decimal } = CSV_FORMAT[language];
  const t = translator(language);
  const csvOf = (data: Parameters<typeof ownTimeTable>[0]) =>
    tableCsv(ownTimeTable(data, { t, language, timeZone: 'Europe/Riga' }), language);
  const columns = [
    ...['date', 'location', 'checkIn', 'checkOut', 'hours', 'checkInBy', 'checkOutBy', 'notes', 'work'],
    ...['remarks', 'seconds'],
  ];
  const headers = columns.map((column) => t(`account:ownData.headers.${column}`));
  const [offline, button] = [t('working-time:source.offline'), t('working-time:source.button')];
  const corrected = t('working-time:status.corrected');
  const read = (csv: string) => parseCsv(csv.slice(1), separator);

  it('contains entries and their reports in company time, with formulas escaped', () => {
    const workReports = [
      { ...report, id: 'late', timeEntryId: null },
      { ...report, id: 'second', description: 'siena' },
      report,
    ];
    const csv = csvOf({ timeEntries: [open, entry], workReports });
    expect(csv.startsWith(BOM)).toBe(true);
    const amount = `2${decimal}5 m²`;
    expect(read(csv)).toEqual([
      headers,
      ['2026-03-30', `'=Hala; "A"`, '2026-03-30 08:00:00', '', '', offline, '', corrected, '', '', ''],
      [
        ...['2026-03-28', `'=Hala; "A"`, '2026-03-28 22:00:00', '2026-03-29 07:00:00', `8${decimal}00`],
        ...[offline, button, corrected, `${amount} @jumts; ${amount} siena`, 'Lietus', '28800'],
      ],
      // 01:30 local time.
      ['2026-03-30', '', '', '', '', '', '', '', `${amount} @jumts`, 'Lietus', ''],
    ]);
  });

  it('is only the header if there is no data', () => {
    expect(read(csvOf({ timeEntries: [], workReports: [] }))).toEqual([headers]);
  });
});
