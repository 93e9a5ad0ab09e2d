import { expect, it } from 'vitest';
import type { HoursExplanation } from '#contract/time-entries.ts';
import { BOM, parseCsv } from '#domain/csv.fixture.ts';
import { tableCsv } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { ownHoursTable } from './own-hours-file.ts';

const figures = (ms: number) => ({ ms, breakMs: 0, hours: ms / 3_600_000, oneDecimal: 0, twoDecimals: 0 });
const part = (timeEntryId: string, start: string, end: string, breakMs = 0) => ({
  ...{ timeEntryId, start, end, startOffset: '+02:00', endOffset: '+02:00' },
  ...{ ms: Date.parse(end) - Date.parse(start) - breakMs, breakMs, beganEarlier: false, wentOn: false },
});
const entry = (
  id: string,
  checkIn: string,
  checkOut: string | null,
): HoursExplanation['entries'][number] => ({
  ...{ id, userId: 'u', locationId: 'l', checkIn, checkOut, createdAt: checkIn, totalHours: null },
  ...{ status: checkOut ? 'completed' : 'working', checkInSource: 'qr', checkOutSource: null },
  ...{ needsAttention: checkOut === null, approval: null, isEstimated: false, isCorrected: false },
  ...{ workedMs: 0, breakMs: 0, isGrowing: false },
  ...{
    location: { name: 'Hall; 3' },
    user: { firstName: 'Jānis', lastName: 'Bērziņš' },
    scans: [],
    breaks: [],
  },
  notCounted: checkOut === null ? 'needs-attention' : null,
});

it('has a record for each part, with zero hours if it does not count, and the sum rounded once', () => {
  const night = entry('a', '2026-11-02T20:00:00.000Z', '2026-11-03T04:00:18.000Z');
  const forgotten = entry('b', '2026-11-02T05:00:00.000Z', null);
  const parts = [
    part('a', night.checkIn, '2026-11-02T22:00:00.000Z'),
    part('a', '2026-11-02T22:00:00.000Z', night.checkOut ?? '', 1_800_000),
  ];
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  const table = ownHoursTable(
    {
      ...{ startDate: '2026-11-01', endDate: '2026-11-30', timeZone: 'Europe/Riga' },
      ...{
        countedUpTo: '2026-12-01T00:00:00.000Z',
        total: { ...figures(total), breakMs: 1_800_000, minutes: 0 },
        entries: [forgotten, night],
      },
      days: [
        { date: '2026-11-02', dayMs: 86_400_000, ...figures(7_200_000), parts: parts.slice(0, 1) },
        { date: '2026-11-03', dayMs: 86_400_000, ...figures(19_818_000), parts: parts.slice(1) },
      ],
    },
    translator('lv'),
  );
  const csv = tableCsv(table, 'lv');
  expect(parseCsv(csv.slice(BOM.length), ';')).toEqual([
    [
      'Datums',
      'Objekts',
      'Ierašanās',
      'Aiziešana',
      'Neapmaksāti pārtraukumi',
      'Stundas',
      'Piezīmes',
      'Sekundes',
    ],
    ['2026-11-02', 'Hall; 3', '2026-11-02 07:00:00', '', '0,00', '0,00', 'Jāizskata', '0'],
    ['2026-11-02', 'Hall; 3', '2026-11-02 22:00:00', '2026-11-03 00:00:00', '0,00', '2,00', '', '7200'],
    ['2026-11-03', 'Hall; 3', '2026-11-03 00:00:00', '2026-11-03 06:00:18', '0,50', '5,51', '', '19818'],
    ['Kopā', '', '', '', '0,50', '7,51', '', '27018'],
  ]);
});
