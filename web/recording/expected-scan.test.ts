import { expect, it } from 'vitest';
import { generateLocationCode } from '#domain/location-code.ts';
import type { OutboxItem, ScanItem } from '#web/queue/outbox-items.ts';
import { entryAfter, expectedScan, type KnownEntry, lastWaitingMove } from './expected-scan.ts';

const codeOf = (digit: number) => generateLocationCode((count) => new Uint8Array(count).fill(digit));
const [hall, yard, never] = [codeOf(1), codeOf(2), codeOf(3)];
const at = '2026-03-05T07:00:00.000Z';
const told = {
  id: 'entry-1',
  checkIn: at,
  needsAttentionAt: '2026-03-05T21:00:00.000Z',
  location: { id: 'hall', name: 'Hall' },
  recordsBreaks: true,
  breaks: [],
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

/** A code that this phone has scanned before, so its location is known. */
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
  const reports = { workReports: [], workReportCount: 0 };
  return item(1, `https://maina.test/lv/time-tracking?code=${code}`, {
    state: 'done',
    result: {
      action: 'check-in',
      location: { id, name },
      timeEntry: { id: 'x', ...timeEntry, ...names, ...sources, ...marks, ...reports },
    },
  });
}

const known = [seen(hall, 'hall', 'Hall'), seen(yard, 'yard', 'Yard')];
const expectAt = (code: string | null, entry: KnownEntry, items = known) =>
  expectedScan({ clientScanId: 'new', code, scannedAt: at }, entry, items);

it('predicts from the last known server state', () => {
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

it('names a location by its code if the phone has never seen it', () => {
  const name = `${never.slice(0, 4)}-${never.slice(4, 8)}-${never.slice(8)}`;
  expect(expectAt(never, null)).toMatchObject({ action: 'check-in', location: name });
  // The phone knows the code of the current location, and this is a different one.
  expect(expectAt(never, entryAfter(known, told))).toMatchObject({ action: 'location-switch' });
});

it('predicts nothing if it cannot know', () => {
  expect(expectAt(hall, undefined)).toBeNull();
  expect(expectAt(null, null)).toBeNull();
  // The phone has never seen the code of the current location: this one may belong to it.
  expect(expectAt(never, entryAfter([], told), [])).toBeNull();
});

it('applies waiting scans after the server state', () => {
  const expected = expectAt(yard, null);
  const items = [...known, item(2, yard, { state: 'waiting' }, expected)];
  expect(entryAfter(items, null)).toEqual(expected?.entry);
  expect(expectAt(yard, entryAfter(items, null), items)).toMatchObject({
    action: 'check-out',
    location: 'Yard',
  });
  expect(entryAfter([...items, item(3, never, { state: 'waiting' })], null)).toBeUndefined();
});

it('what the service worker has sent counts before what the server said earlier', () => {
  const [answered] = [seen(hall, 'hall', 'Hall')];
  if (answered?.kind !== 'scan' || answered.fate.state !== 'done') throw new Error('not answered');
  const untold: OutboxItem = { ...answered, fate: { ...answered.fate, untoldSince: 1 } };
  expect(entryAfter([answered], null)).toBeNull();
  expect(entryAfter([untold], null)).toEqual({
    reference: { timeEntryId: 'x' },
    checkIn: at,
    location: { id: 'hall', name: 'Hall' },
  });
  // And what waits counts after it.
  const waiting = item(2, null, { state: 'waiting' }, { action: 'check-out', location: 'Hall', entry: null });
  expect(entryAfter([untold, waiting], null)).toBeNull();
});

it('what depends on a refused scan is not counted, and a new scan builds on what the server said', () => {
  const checkIn = { action: 'check-in' as const, location: 'Hall', entry: null };
  const checkOut = { ...checkIn, action: 'check-out' as const };
  const refused = item(1, hall, { state: 'refused', code: 'scan_too_old', message: '' }, checkIn);
  const dependent = { ...item(2, null, { state: 'waiting' }, checkOut), basedOn: 'scan-1' };
  expect(lastWaitingMove([refused, dependent])).toBeUndefined();
  expect(entryAfter([refused, dependent], told)).toMatchObject({ reference: { timeEntryId: 'entry-1' } });
  const free = { ...item(3, yard, { state: 'waiting' }, checkIn), basedOn: 'scan-2' };
  expect(lastWaitingMove([refused, dependent, free])).toBe(free);
});

it('a location whose name was asked for is known without a scan', () => {
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

it('a break that waits, and one that the server knows', () => {
  const onBreak = entryAfter([], { ...told, breaks: [{ startedAt: at, endedAt: null, isPaid: false }] });
  expect(onBreak).toMatchObject({ onBreakSince: at, recordsBreaks: true });
  const over = { startedAt: at, endedAt: '2026-03-05T07:30:00.000Z', isPaid: false };
  expect(entryAfter([], { ...told, breaks: [over] })?.onBreakSince).toBeUndefined();
  if (!onBreak) throw new Error('no entry');
  const waiting: OutboxItem = {
    ...{ kind: 'break', action: 'end', id: 'break', seq: 9, userId: 'user', fate: { state: 'waiting' } },
    ...{ scannedAt: at, earliestAt: at, deviceAt: at, entry: { ...onBreak, onBreakSince: undefined } },
  };
  expect(entryAfter([waiting], told)).toEqual({ ...onBreak, onBreakSince: undefined });
  expect(lastWaitingMove([waiting])).toBe(waiting);
});

it('an undone check-out that waits: the entry is open', () => {
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
  expect(lastWaitingMove([out, undo])).toBe(undo);

  // Sent by the service worker, and no page has shown it.
  const sent: OutboxItem = { ...undo, fate: { state: 'done', result: null } };
  expect(entryAfter([...known, sent], told)).toMatchObject({ reference: { timeEntryId: 'entry-1' } });

  // A refused check-out needs no undo: the person is still checked in, and what they do next does not wait.
  const refused = item(3, null, { state: 'refused', code: 'month_locked', message: '' });
  const next = {
    ...item(5, null, { state: 'waiting' }, { action: 'check-out', location: 'Hall', entry: null }),
    basedOn: undo.id,
  };
  expect(lastWaitingMove([refused, undo])).toBeUndefined();
  expect(lastWaitingMove([refused, undo, next])).toBe(next);
  // An undo that was refused: what was built on it waits.
  const lost: OutboxItem = { ...undo, fate: { state: 'refused', code: 'undo_too_late', message: '' } };
  expect(lastWaitingMove([lost, next])).toBeUndefined();
});
