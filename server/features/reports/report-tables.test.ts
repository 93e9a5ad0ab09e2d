import { describe, expect, it } from 'vitest';
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import { BOM, parseCsv } from '#domain/csv.fixture.ts';
import type { Language } from '#domain/languages.ts';
import { tableCsv } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { dailySummariesTable, timeEntriesTable } from './report-tables.ts';

const timeEntriesCsv = (entries: ReportedTimeEntry[], language: Language, timeZone: string) =>
  tableCsv(timeEntriesTable(entries, { t: translator(language), language, timeZone }), language);
const dailySummariesCsv = (summaries: DailySummary[], language: Language) =>
  tableCsv(dailySummariesTable(summaries, { t: translator(language), language, timeZone: 'UTC' }), language);

const entry = (over: Partial<ReportedTimeEntry>): ReportedTimeEntry => ({
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
  offlineCheckIn: null,
  offlineCheckOut: null,
  location: { name: 'Hall 3' },
  user: { firstName: 'Jānis', lastName: 'Bērziņš' },
  breaks: [],
  workReports: [],
  countedMs: 30_780_000,
  workedMs: 30_780_000,
  breakMs: 0,
  isGrowing: false,
  ...over,
});

const report = (
  quantity: number,
  units: string,
  description: string,
): ReportedTimeEntry['workReports'][number] => ({
  id: '01900000-0000-7000-8000-000000000004',
  userId: '01900000-0000-7000-8000-000000000002',
  timeEntryId: '01900000-0000-7000-8000-000000000001',
  quantity,
  units,
  description,
  generalNotes: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  correctedAt: null,
});

describe('timeEntriesCsv', () => {
  const rows = [
    entry({
      breakMs: 1_800_000,
      workReports: [
        { ...report(2.5, 'kg', 'Screws'), generalNotes: 'Rain; late' },
        { ...report(1, 'hours', 'Said "done"'), generalNotes: 'Rain; late' },
      ],
    }),
    entry({
      checkOut: null,
      status: 'working',
      totalHours: null,
      needsAttention: true,
      countedMs: 0,
      location: { name: '=HYPERLINK("x")' },
    }),
  ];
  const header =
    'Employee,Location,Check-in,Check-out,Total hours,Status,Tasks and comments,Seconds,General notes,Unpaid breaks';

  it("shows an administrator's decision and a missing check-out", () => {
    const statuses = [
      entry({ approval: 'pending' }),
      entry({ approval: 'approved' }),
      entry({ approval: 'rejected' }),
      entry({ checkOut: null, status: 'working', needsAttention: true }),
    ];
    const [, ...records] = parseCsv(timeEntriesCsv(statuses, 'en', 'UTC'), ',');
    expect(records.map((cells) => cells[5])).toEqual([
      'Awaits approval',
      'Approved',
      'Rejected',
      'Check-out missing',
    ]);
  });

  it('has the columns of the specification in company time', () => {
    expect(timeEntriesCsv(rows, 'en', 'Europe/Riga')).toBe(
      `${BOM}${header}\r\n` +
        'Jānis Bērziņš,Hall 3,2026-11-02 07:58:07,2026-11-02 16:31:07,8.55,Completed,' +
        '"2.5 kg Screws; 1 h Said ""done""",30780,Rain; late,0.50\r\n' +
        `Jānis Bērziņš,"'=HYPERLINK(""x"")",2026-11-02 07:58:07,,,Check-out missing,,,,\r\n`,
    );
  });

  it('uses decimal commas in languages that have them', () => {
    const csv = timeEntriesCsv(rows, 'lt', 'Europe/Vilnius');
    expect(csv).toContain(';8,55;Baigta;"2,5 kg Screws; 1 val. Said ""done""";30780;"Rain; late";0,50\r\n');
  });

  it('counts an open entry as far as it has come, and nothing without a check-out', () => {
    const running = entry({
      id: 'a',
      checkOut: null,
      status: 'working',
      totalHours: null,
      countedMs: 1_200_000,
    });
    const [, record] = parseCsv(timeEntriesCsv([running], 'en', 'UTC'), ',');
    expect([record?.[4], record?.[7]]).toEqual(['0.33', '1200']);
  });

  it('adds up each person’s entries to the person’s figure, and rounds breaks alone', () => {
    const all = ['a', 'b', 'c'].map((id) => entry({ id, userId: id, countedMs: 17_000, breakMs: 18_000 }));
    const cellsOf = (entries: ReportedTimeEntry[]) =>
      parseCsv(timeEntriesCsv(entries, 'en', 'UTC').slice(1), ',')
        .slice(1)
        .map((cells) => [cells[4], cells[9]]);
    expect(cellsOf(all)).toEqual(all.map(() => ['0.00', '0.01']));
    expect(cellsOf(all.map((one) => ({ ...one, userId: 'a' })))).toEqual([
      ...[
        ['0.01', '0.01'],
        ['0.00', '0.01'],
        ['0.00', '0.01'],
      ],
    ]);
  });

  it('rounds one row half up, and several so that they add up', () => {
    const hoursOf = (...all: number[]) => {
      const rows = all.map((countedMs, index) => entry({ id: String(index), countedMs }));
      const csv = timeEntriesCsv(rows, 'en', 'UTC');
      return parseCsv(csv.slice(1), ',')
        .slice(1)
        .map((cells) => cells[4]);
    };
    expect(hoursOf(17_999)).toEqual(['0.00']);
    expect(hoursOf(18_000)).toEqual(['0.01']);
    expect(hoursOf(3_618_000)).toEqual(['1.01']);
    expect(hoursOf(28_800_000, 28_800_000, 1_200_000, 1_200_000, 1_200_000)).toEqual([
      ...['8.00', '8.00', '0.34', '0.33', '0.33'],
    ]);
  });
});

describe('dailySummariesCsv', () => {
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

  it('adds the average, which is zero without people', () => {
    const rows = [summary(24.005, 3), summary(0, 0)];
    expect(dailySummariesCsv(rows, 'en')).toBe(
      `${BOM}Date,Location,Total hours,Unique employees,Average hours per employee,Seconds\r\n` +
        '2026-11-02,Hall 3,24.01,3,8.00,86418\r\n2026-11-02,Hall 3,0.00,0,0.00,0\r\n',
    );
    expect(dailySummariesCsv(rows, 'pl')).toContain(';24,01;3;8,00;86418\r\n');
  });
});
