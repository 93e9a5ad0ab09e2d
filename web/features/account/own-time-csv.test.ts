import { describe, expect, it } from 'vitest';
import { BOM, parseCsv } from '#domain/csv.fixture.ts';
import { CSV_FORMAT, LANGUAGES } from '#domain/languages.ts';
import { ownTimeCsv } from './own-time-csv.ts';

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
const headers = {
  ...{ date: 'Datums', location: 'Objekts', checkIn: 'Ierašanās', checkOut: 'Aiziešana', hours: 'Stundas' },
  ...{
    checkInBy: 'Veids 1',
    checkOutBy: 'Veids 2',
    notes: 'Piezīmes',
    work: 'Darbi',
    remarks: 'Vispārīgi',
    seconds: 'Sekundes',
  },
};

describe.each(LANGUAGES)('in %s', (language) => {
  const { separator, decimal } = CSV_FORMAT[language];
  const texts = {
    headerOf: (column: keyof typeof headers) => headers[column],
    sourceOf: (source: string) => `<${source}>`,
    notesOf: ({ isCorrected }: { isCorrected: boolean }) => (isCorrected ? '-labots' : ''),
    amountInFile: (quantity: number, units: string) =>
      `${String(quantity).replace('.', decimal)} ${units.toUpperCase()}`,
    language,
  };
  const read = (csv: string) => parseCsv(csv.slice(1), separator);

  it('contains entries and their reports in company time, with formulas escaped', () => {
    const workReports = [
      { ...report, id: 'late', timeEntryId: null },
      { ...report, id: 'second', description: 'siena' },
      report,
    ];
    const csv = ownTimeCsv({ timeEntries: [open, entry], workReports }, texts, 'Europe/Riga');
    expect(csv.startsWith(BOM)).toBe(true);
    const amount = `2${decimal}5 M2`;
    expect(read(csv)).toEqual([
      Object.values(headers),
      ['2026-03-30', `'=Hala; "A"`, '2026-03-30 08:00:00', '', '', '<offline>', '', "'-labots", '', '', ''],
      [
        ...['2026-03-28', `'=Hala; "A"`, '2026-03-28 22:00:00', '2026-03-29 07:00:00', `8${decimal}00`],
        ...['<offline>', '<button>', "'-labots", `${amount} @jumts; ${amount} siena`, 'Lietus', '28800'],
      ],
      // 01:30 local time.
      ['2026-03-30', '', '', '', '', '', '', '', `${amount} @jumts`, 'Lietus', ''],
    ]);
  });

  it('is only the header if there is no data', () => {
    expect(read(ownTimeCsv({ timeEntries: [], workReports: [] }, texts, 'Europe/Riga'))).toEqual([
      Object.values(headers),
    ]);
  });
});
