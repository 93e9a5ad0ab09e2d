import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { CSV_FORMAT, LANGUAGES } from '#domain/languages.ts';
import { csvFileName, dailySummariesCsv, timeEntriesCsv, toCsv } from './csv.ts';

const BOM = '\uFEFF';

/** RFC 4180 as a state machine over characters; strict: anything it does not allow throws. */
function parseCsv(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new Error('A quote is not closed');
        if (text[at] === '"') at += 1;
        cell += text[at];
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== separator && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error('A bare quote or line feed');
        cell += text[at];
        at += 1;
      }
    }
    record.push(cell);
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) throw new Error('The last line is not ended');
    } else if (text.startsWith('\r\n', at)) {
      at += 2;
      records.push(record);
      record = [];
    } else throw new Error(`Neither a separator nor the end of a line at ${at}`);
  }
  if (record.length > 0) throw new Error('The last line is not ended');
  return records;
}

const isFormula = (cell: string) => ['=', '+', '-', '@', '\t', '\r'].includes(cell.charAt(0));

describe('toCsv', () => {
  it('writes what an independent reader reads back, with formulas made harmless', () => {
    const character = fc.constantFrom(...';,"\r\n\t=+-@\' aāŁ€🙂');
    const cell = fc.oneof(fc.string({ unit: character }), fc.string({ unit: 'grapheme' }));
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(records, fc.constantFrom(...LANGUAGES), (given, language) => {
        const csv = toCsv(given, language);
        expect(csv.startsWith(BOM)).toBe(true);
        const read = parseCsv(csv.slice(1), CSV_FORMAT[language].separator);
        expect(read).toEqual(given.map((line) => line.map((text) => (isFormula(text) ? `'${text}` : text))));
        expect(read.flat().some(isFormula)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('quotes only where needed', () => {
    expect(toCsv([['a', 'b,c', 'd;e', 'f"g', '']], 'en')).toBe(`${BOM}a,"b,c",d;e,"f""g",\r\n`);
    expect(toCsv([['b,c', 'd;e']], 'lv')).toBe(`${BOM}b,c;"d;e"\r\n`);
    expect(toCsv([['=SUM(A1,A2)', '-', "'=1"]], 'en')).toBe(`${BOM}"'=SUM(A1,A2)",'-,'=1\r\n`);
  });
});

const entry = (over: Partial<TimeEntry>): TimeEntry => ({
  id: '01900000-0000-7000-8000-000000000001',
  userId: '01900000-0000-7000-8000-000000000002',
  locationId: '01900000-0000-7000-8000-000000000003',
  checkIn: '2026-11-02T05:58:07.000Z',
  checkOut: '2026-11-02T14:31:07.000Z',
  status: 'completed',
  totalHours: 8.55,
  createdAt: '2026-11-02T05:58:07.000Z',
  checkInSource: 'qr',
  checkOutSource: 'qr',
  needsAttention: false,
  approval: null,
  isEstimated: false,
  isCorrected: false,
  location: { name: 'Hall 3' },
  user: { firstName: 'Jānis', lastName: 'Bērziņš' },
  workReports: [],
  ...over,
});

const report = (quantity: number, units: string, description: string): TimeEntry['workReports'][number] => ({
  id: '01900000-0000-7000-8000-000000000004',
  quantity,
  units,
  description,
  generalNotes: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  correctedAt: null,
});

const entryTexts = {
  headers: {
    employee: 'Employee',
    location: 'Location',
    checkIn: 'Check-in',
    checkOut: 'Check-out',
    totalHours: 'Total hours',
    status: 'Status',
    tasks: 'Tasks',
  },
  status: { working: 'Working', completed: 'Completed' },
  unit: (units: string) => `<${units}>`,
};

describe('timeEntriesCsv', () => {
  const rows = [
    entry({ workReports: [report(2.5, 'kg', 'Screws'), report(1, 'hours', 'Said "done"')] }),
    entry({ checkOut: null, status: 'working', totalHours: null, location: { name: '=HYPERLINK("x")' } }),
  ];
  const header = 'Employee,Location,Check-in,Check-out,Total hours,Status,Tasks';

  it('has the columns of the specification in company time', () => {
    expect(timeEntriesCsv(rows, { ...entryTexts, language: 'en' }, 'Europe/Riga')).toBe(
      `${BOM}${header}\r\n` +
        'Jānis Bērziņš,Hall 3,2026-11-02 07:58:07,2026-11-02 16:31:07,8.55,Completed,' +
        '"2.5 <kg> Screws; 1 <hours> Said ""done"""\r\n' +
        `Jānis Bērziņš,"'=HYPERLINK(""x"")",2026-11-02 07:58:07,,,Working,\r\n`,
    );
  });

  it('has decimal commas where the language has them', () => {
    const csv = timeEntriesCsv(rows, { ...entryTexts, language: 'lt' }, 'Europe/Vilnius');
    expect(csv).toContain(';8,55;Completed;"2,5 <kg> Screws; 1 <hours> Said ""done"""\r\n');
  });

  it('rounds half up from milliseconds', () => {
    const hoursOf = (ms: number) => {
      const checkOut = new Date(Date.parse('2026-11-02T05:00:00Z') + ms).toISOString();
      const rows = [entry({ checkIn: '2026-11-02T05:00:00.000Z', checkOut })];
      const csv = timeEntriesCsv(rows, { ...entryTexts, language: 'en' }, 'UTC');
      return parseCsv(csv.slice(1), ',')[1]?.[4];
    };
    expect(hoursOf(17_999)).toBe('0.00');
    expect(hoursOf(18_000)).toBe('0.01');
    expect(hoursOf(3_618_000)).toBe('1.01');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 72 * 3_600_000 }), (ms) => {
        const hundredths = (BigInt(ms) * 100n + 1_800_000n) / 3_600_000n;
        expect(hoursOf(ms)).toBe(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
      }),
    );
  });
});

describe('dailySummariesCsv', () => {
  const headers = {
    date: 'Date',
    location: 'Location',
    totalHours: 'Total hours',
    uniqueEmployees: 'Employees',
    averageHours: 'Average',
  };
  const summary = (totalHours: number, uniqueEmployees: number): DailySummary => ({
    id: '01900000-0000-7000-8000-000000000001',
    companyId: '01900000-0000-7000-8000-000000000002',
    locationId: '01900000-0000-7000-8000-000000000003',
    date: '2026-11-02',
    totalHours,
    uniqueEmployees,
    createdAt: '2026-11-02T10:00:00.000Z',
    location: { name: 'Hall 3' },
  });

  it('adds the average, zero without people', () => {
    const rows = [summary(24.005, 3), summary(0, 0)];
    expect(dailySummariesCsv(rows, { headers, language: 'en' })).toBe(
      `${BOM}Date,Location,Total hours,Employees,Average\r\n` +
        '2026-11-02,Hall 3,24.01,3,8.00\r\n2026-11-02,Hall 3,0.00,0,0.00\r\n',
    );
    expect(dailySummariesCsv(rows, { headers, language: 'pl' })).toContain(';24,01;3;8,00\r\n');
  });
});

it('names files after the report and its dates', () => {
  const period = { start: '2026-11-01', end: '2026-11-30' };
  expect(csvFileName('time-entries', period)).toBe('time-entries-2026-11-01-2026-11-30.csv');
});
