import { expect, test } from 'vitest';
import { generateLocationCode } from '#domain/location-code.ts';
import type { OutboxItem, ScanItem } from '#web/offline/outbox-items.ts';
import { entryAfter, expectedScan, type KnownEntry } from './expected-scan.ts';

const codeOf = (digit: number) => generateLocationCode((count) => new Uint8Array(count).fill(digit));
const [hall, yard, never] = [codeOf(1), codeOf(2), codeOf(3)];
const at = '2026-03-05T07:00:00.000Z';
const told = {
  id: 'entry-1',
  checkIn: at,
  needsAttentionAt: '2026-03-05T21:00:00.000Z',
  location: { id: 'hall', name: 'Hall' },
};

const item = (
  seq: number,
  qrCode: string | null,
  fate: ScanItem['fate'],
  expected: ScanItem['expected'] = null,
): OutboxItem => ({
  ...{ kind: 'scan', id: `scan-${seq}`, seq, userId: 'user', qrCode, fate, expected },
  ...{ scannedAt: at, deviceAt: at, earliestAt: at },
});

/** The phone has scanned this code before, and the server said which location it is. */
function seen(code: string, id: string, name: string): OutboxItem {
  const timeEntry = {
    userId: 'user',
    locationId: id,
    checkIn: at,
    checkOut: null,
    status: 'working',
  } as const;
  const names = { location: { name }, user: { firstName: 'Jānis', lastName: 'Kalniņš' } };
  const sources = { checkInSource: 'qr', checkOutSource: null, totalHours: null, createdAt: at } as const;
  const marks = { needsAttention: false, approval: null, isEstimated: false, isCorrected: false };
  return item(1, `https://maina.test/lv/time-tracking?code=${code}`, {
    state: 'done',
    result: {
      action: 'check-in',
      location: { id, name },
      timeEntry: { id: 'x', ...timeEntry, ...names, ...sources, ...marks },
    },
  });
}

const known = [seen(hall, 'hall', 'Hall'), seen(yard, 'yard', 'Yard')];
const expectAt = (code: string | null, entry: KnownEntry, items = known) =>
  expectedScan({ clientScanId: 'new', code, scannedAt: at }, entry, items);

test('by what the server said last', () => {
  const atHall = entryAfter(known, told);
  expect(atHall).toMatchObject({
    reference: { timeEntryId: 'entry-1' },
    location: { name: 'Hall', code: hall },
  });
  expect(expectAt(hall, atHall)).toEqual({ action: 'check-out', location: 'Hall', entry: null });
  expect(expectAt(null, atHall)).toEqual({ action: 'check-out', location: 'Hall', entry: null });
  expect(expectAt(yard, atHall)).toMatchObject({ action: 'location-switch', location: 'Yard' });
  expect(expectAt(yard, null)).toMatchObject({
    action: 'check-in',
    entry: { reference: { begunByScan: 'new' }, checkIn: at, location: { name: 'Yard', id: 'yard' } },
  });
});

test('a location that the phone has never seen is named by its code', () => {
  const name = `${never.slice(0, 4)}-${never.slice(4, 8)}-${never.slice(8)}`;
  expect(expectAt(never, null)).toMatchObject({ action: 'check-in', location: name });
  // The code of the location where the person works is known, and it is another one.
  expect(expectAt(never, entryAfter(known, told))).toMatchObject({ action: 'location-switch' });
});

test('says nothing where it cannot know', () => {
  expect(expectAt(hall, undefined)).toBeNull();
  expect(expectAt(null, null)).toBeNull();
  // At work at a location whose code this phone has never seen: it may be this one.
  expect(expectAt(never, entryAfter([], told), [])).toBeNull();
});

test('what waits comes after what the server said', () => {
  const expected = expectAt(yard, null);
  const items = [...known, item(2, yard, { state: 'waiting' }, expected)];
  expect(entryAfter(items, null)).toEqual(expected?.entry);
  expect(expectAt(yard, entryAfter(items, null), items)).toMatchObject({
    action: 'check-out',
    location: 'Yard',
  });
  expect(entryAfter([...items, item(3, never, { state: 'waiting' })], null)).toBeUndefined();
});

test('a location whose name was asked for is known without a scan', () => {
  const named = [{ code: never, id: 'never', name: 'Never scanned' }];
  expect(expectedScan({ clientScanId: 'new', code: never, scannedAt: at }, null, [], named)).toMatchObject({
    action: 'check-in',
    location: 'Never scanned',
  });
  const elsewhere = entryAfter([], { ...told, location: { id: 'never', name: 'Never scanned' } }, named);
  expect(
    expectedScan({ clientScanId: 'new', code: never, scannedAt: at }, elsewhere, [], named)?.action,
  ).toBe('check-out');
});

test('an undone check-out that waits: the entry is open', () => {
  const entry = {
    reference: { timeEntryId: 'entry-1' },
    checkIn: at,
    location: { name: 'Hall', code: hall },
  };
  const out = item(3, null, { state: 'waiting' }, { action: 'check-out', location: 'Hall', entry: null });
  const undo: OutboxItem = {
    ...{
      kind: 'undo',
      id: 'undo',
      seq: 4,
      userId: 'user',
      checkOut: out.id,
      entry,
      fate: { state: 'waiting' },
    },
    ...{ scannedAt: at, deviceAt: at },
  };
  expect(entryAfter([...known, out], told)).toBeNull();
  expect(entryAfter([...known, out, undo], told)).toEqual(entry);
});
