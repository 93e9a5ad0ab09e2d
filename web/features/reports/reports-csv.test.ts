import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DailySummary } from '#contract/reports.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { BOM, parseCsv } from '#web/files/csv.fixture.ts';
import { csvFileName, dailySummariesCsv, timeEntriesCsv } from './reports-csv.ts';

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
  offlineCheckIn: null,
  offlineCheckOut: null,
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
  status: {
    working: 'Working',
    needsAttention: 'Check-out missing',
    completed: 'Completed',
    pending: 'Awaits approval',
    approved: 'Approved',
    rejected: 'Rejected',
  },
  unit: (units: string) => `<${units}>`,
};

describe('timeEntriesCsv', () => {
  const rows = [
    entry({ workReports: [report(2.5, 'kg', 'Screws'), report(1, 'hours', 'Said "done"')] }),
    entry({ checkOut: null, status: 'working', totalHours: null, location: { name: '=HYPERLINK("x")' } }),
  ];
  const header = 'Employee,Location,Check-in,Check-out,Total hours,Status,Tasks';

  it("shows an administrator's decision and a missing check-out", () => {
    const statuses = [
      entry({ approval: 'pending' }),
      entry({ approval: 'approved' }),
      entry({ approval: 'rejected' }),
      entry({ checkOut: null, status: 'working', needsAttention: true }),
    ];
    const [, ...records] = parseCsv(timeEntriesCsv(statuses, { ...entryTexts, language: 'en' }, 'UTC'), ',');
    expect(records.map((cells) => cells[5])).toEqual([
      'Awaits approval',
      'Approved',
      'Rejected',
      'Check-out missing',
    ]);
  });

  it('has the columns of the specification in company time', () => {
    expect(timeEntriesCsv(rows, { ...entryTexts, language: 'en' }, 'Europe/Riga')).toBe(
      `${BOM}${header}\r\n` +
        'Jānis Bērziņš,Hall 3,2026-11-02 07:58:07,2026-11-02 16:31:07,8.55,Completed,' +
        '"2.5 <kg> Screws; 1 <hours> Said ""done"""\r\n' +
        `Jānis Bērziņš,"'=HYPERLINK(""x"")",2026-11-02 07:58:07,,,Working,\r\n`,
    );
  });

  it('uses decimal commas in languages that have them', () => {
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

  it('adds the average, which is zero without people', () => {
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
