import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FlagFacts, flagsIn, type SeenScan } from './flags.ts';

const minute = 60_000;
const seven = Date.parse('2026-11-23T05:00:00Z');
const nothing: FlagFacts = { minutesBetween: () => undefined, codesAt: () => undefined };
let count = 0;

/** A scan made and received so many minutes after seven. */
function scanAt(minutes: number, changes: Partial<SeenScan> = {}): SeenScan {
  const at = seven + minutes * minute;
  return {
    id: `scan-${++count}`,
    userId: 'anna',
    locationId: 'hall',
    action: 'check-in',
    device: null,
    code: null,
    isOffline: false,
    at,
    receivedAt: at,
    deviceAt: null,
    scannedAt: null,
    deviceNow: at,
    isUncertain: false,
    isNew: true,
    ...changes,
  };
}

const kinds = (scans: SeenScan[], facts = nothing) => flagsIn(scans, facts).map(({ kind }) => kind);

describe('one phone for several people', () => {
  const phone = { device: 'phone' };

  it('is seen for each of them, with how many they were and in which time', () => {
    const scans = [
      scanAt(0, phone),
      scanAt(4, { ...phone, userId: 'juris' }),
      scanAt(9, { ...phone, userId: 'zane' }),
    ];
    const figures = { people: 3, from: '2026-11-23T05:00:00.000Z', to: '2026-11-23T05:09:00.000Z' };
    expect(flagsIn(scans, nothing)).toMatchObject([
      { kind: 'shared-phone', userId: 'anna', figures, others: ['juris', 'zane'] },
      { kind: 'shared-phone', userId: 'juris', figures, others: ['anna', 'zane'] },
      { kind: 'shared-phone', userId: 'zane', figures, others: ['anna', 'juris'] },
    ]);
  });

  it.each([
    ['one person twice', [scanAt(0, phone), scanAt(1, phone)]],
    ['six minutes apart', [scanAt(0, phone), scanAt(6, { ...phone, userId: 'juris' })]],
    ['two phones', [scanAt(0, phone), scanAt(1, { device: 'other', userId: 'juris' })]],
    ['unknown phones, kiosks and crews', [scanAt(0), scanAt(1, { userId: 'juris' })]],
  ])('is not seen: %s', (_, scans) => {
    expect(kinds(scans)).toEqual([]);
  });

  it('tells of people seen earlier when a new scan joins them, and of nothing else that is old', () => {
    const old = { ...phone, isNew: false };
    const before = [scanAt(0, old), scanAt(2, { ...old, userId: 'juris' })];
    expect(kinds(before)).toEqual([]);
    expect(kinds([...before, scanAt(4, { ...phone, userId: 'zane' })])).toHaveLength(3);
    expect(kinds([scanAt(0, { isNew: false, deviceNow: 0 })])).toEqual([]);
  });

  it('each person has one flag in a row of scans, and the order of arrival does not matter', () => {
    const made = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 40 }), userId: fc.constantFrom('anna', 'juris', 'zane') }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(made, (list) => {
        const scans = list.map(({ at, userId }) => scanAt(at, { userId, device: 'phone' }));
        const seen = flagsIn(scans, nothing);
        const key = ({ userId, figures }: (typeof seen)[number]) => `${userId} ${JSON.stringify(figures)}`;
        expect(new Set(seen.map(key)).size).toBe(seen.length);
        expect(flagsIn(scans.toReversed(), nothing).map(key).toSorted()).toEqual(seen.map(key).toSorted());
        // By its definition: somebody else used the phone within five minutes, directly or through others.
        for (const scan of scans) {
          const near = scans.some(
            (other) => other.userId !== scan.userId && Math.abs(other.at - scan.at) <= 5 * minute,
          );
          if (near) expect(seen.map(({ userId }) => userId)).toContain(scan.userId);
        }
        if (new Set(list.map(({ userId }) => userId)).size < 2) expect(seen).toEqual([]);
      }),
    );
  });
});

describe('two locations too far apart', () => {
  const facts: FlagFacts = {
    ...nothing,
    minutesBetween: (...ids) => (ids.includes('yard') && ids.includes('hall') ? 40 : undefined),
  };
  const leaving = (minutes: number) => scanAt(minutes, { action: 'check-out' });
  const arriving = (minutes: number, locationId = 'yard') => scanAt(minutes, { locationId });

  it('says when the person was where, and how long the way takes', () => {
    const [flag] = flagsIn([leaving(0), arriving(39.9)], facts);
    const figures = { fromLocationId: 'hall', leftAt: '2026-11-23T05:00:00.000Z', minutes: 39, needed: 40 };
    expect(flag).toMatchObject({ kind: 'too-far', userId: 'anna', locationId: 'yard', figures });
  });

  it('counts a switch of location from the scan before it, either way round', () => {
    const scans = [scanAt(0, { locationId: 'yard' }), scanAt(10, { action: 'location-switch' })];
    expect(kinds(scans, facts)).toEqual(['too-far']);
  });

  it.each([
    ['the minutes are enough', [leaving(0), arriving(40)]],
    ['nobody has entered the distance', [leaving(0), arriving(1, 'shop')]],
    ['the same location', [leaving(0), arriving(1, 'hall')]],
    ['somebody else', [leaving(0), { ...arriving(1), userId: 'juris' }]],
  ])('is not seen: %s', (_, scans) => {
    expect(kinds(scans, facts)).toEqual([]);
  });
});

describe('the clock of the phone', () => {
  it('is wrong by more than ten minutes, ahead or behind', () => {
    const wrongBy = (minutes: number) => [scanAt(0, { deviceNow: seven + minutes * minute })];
    expect(flagsIn(wrongBy(34), nothing)).toMatchObject([{ kind: 'clock-wrong', figures: { minutes: 34 } }]);
    expect(flagsIn(wrongBy(-11), nothing)).toMatchObject([
      { kind: 'clock-wrong', figures: { minutes: -11 } },
    ]);
    expect(kinds(wrongBy(10))).toEqual([]);
    expect(kinds([scanAt(0, { deviceNow: null })])).toEqual([]);
  });

  it('was set between the scan and its arrival', () => {
    const scan = scanAt(0, {
      isOffline: true,
      isUncertain: true,
      // It was right, and is 45 minutes ahead an hour later.
      scannedAt: seven,
      deviceAt: seven,
      receivedAt: seven + 5 * minute,
      deviceNow: seven + 50 * minute,
    });
    expect(flagsIn([scan], nothing)).toMatchObject([{ kind: 'clock-set', figures: { minutes: 45 } }]);
  });

  it('was set before the scan and is still wrong, as the phone knew', () => {
    const scan = scanAt(0, {
      isOffline: true,
      isUncertain: true,
      // Three hours behind; half an hour before the scan the phone last heard from the server.
      scannedAt: seven - 30 * minute,
      deviceAt: seven - 180 * minute,
      receivedAt: seven + 5 * minute,
      deviceNow: seven - 175 * minute,
    });
    expect(flagsIn([scan], nothing)).toMatchObject([{ kind: 'clock-wrong', figures: { minutes: -180 } }]);
  });
});

describe('both scans late', () => {
  const late = (minutes: number, action: SeenScan['action'], by: number) =>
    scanAt(minutes, {
      action,
      isOffline: true,
      deviceNow: null,
      receivedAt: seven + (minutes + by) * minute,
    });

  it('says when the check-in was made and when both arrived', () => {
    const figures = {
      checkIn: '2026-11-23T05:00:00.000Z',
      checkInArrived: '2026-11-23T13:10:00.000Z',
      checkOutArrived: '2026-11-23T13:10:00.000Z',
    };
    expect(flagsIn([late(0, 'check-in', 490), late(470, 'check-out', 20)], nothing)).toMatchObject([
      { kind: 'both-late', figures },
    ]);
  });

  it.each([
    ['one of them was in time', [late(0, 'check-in', 15), late(470, 'check-out', 20)]],
    ['the check-in of the next day', [late(0, 'check-out', 490), late(470, 'check-in', 20)]],
  ])('is not seen: %s', (_, scans) => {
    expect(kinds(scans)).toEqual([]);
  });
});

describe('as many entries within 24 hours as may begin', () => {
  const day = (minutes: number, entries: number) =>
    Array.from({ length: entries }, (_, index) => [
      scanAt(minutes + index, { action: index % 2 ? 'location-switch' : 'check-in' }),
      scanAt(minutes + index + 0.5, { action: 'check-out' }),
    ]).flat();

  it('is seen at the last of them, once until the day is over', () => {
    const scans = [...day(0, 205), ...day(24 * 60, 3), ...day(50 * 60, 200)];
    expect(flagsIn(scans, nothing)).toMatchObject([
      { kind: 'full-day', at: seven + 199 * minute, figures: { entries: 200 } },
      { kind: 'full-day', at: seven + (50 * 60 + 199) * minute },
    ]);
    const known = scans.map((scan) => ({ ...scan, isNew: scan.at > seven + 200 * minute }));
    expect(flagsIn(known, nothing)).toHaveLength(1);
  });

  it('is not seen in fewer, in more than a day, or of two people', () => {
    expect(kinds(day(0, 199))).toEqual([]);
    expect(kinds([...day(0, 100), ...day(24 * 60 + 101, 100)])).toEqual([]);
    const others = day(0, 100).map((scan) => ({ ...scan, userId: 'juris' }));
    expect(kinds([...day(0, 100), ...others])).toEqual([]);
  });
});

describe('the printed code where most use the screen', () => {
  const at = (screen: number, printed: number): FlagFacts => ({
    ...nothing,
    codesAt: () => ({ screen, printed }),
  });

  it('is seen from three quarters on, and from five scans of the screen', () => {
    const scans = [scanAt(0, { code: 'poster' }), scanAt(9, { userId: 'juris', code: 'typed' })];
    expect(flagsIn(scans, at(6, 2))).toMatchObject([
      { kind: 'poster', userId: 'anna', figures: { screen: 6, scans: 8, days: 7 } },
      { kind: 'poster', userId: 'juris' },
    ]);
    expect(kinds(scans, at(5, 2))).toEqual([]);
    expect(kinds(scans, at(4, 1))).toEqual([]);
    expect(kinds([scanAt(0, { code: 'rotating' }), scanAt(9)], at(9, 0))).toEqual([]);
  });
});
