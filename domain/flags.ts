/*
 * What an administrator may want to ask about a scan: rules over recorded scans (decisions.md §11, "Flags"). A flag says
 * what was seen. It blocks nothing, changes no hours and adds up to no score.
 */

import { MAX_ENTRIES_A_DAY } from './shifts.ts';

export const FLAG_KINDS = [
  'shared-phone',
  'too-far',
  'clock-wrong',
  'clock-set',
  'both-late',
  'poster',
  'full-day',
] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** The longest way between two locations that can be entered, and how many pairs of locations. */
export const MAX_MINUTES_BETWEEN = 24 * 60;
export const MAX_DISTANCES = 1000;

/** A recorded scan; instants in epoch milliseconds. */
export type SeenScan = {
  id: string;
  userId: string;
  locationId: string;
  action: 'check-in' | 'check-out' | 'location-switch';
  /** The phone; null if unknown, and for kiosks and crews, whose device is not the person's own. */
  device: string | null;
  /** The printed code was scanned or typed, or the code of the screen was scanned; null for anything else. */
  code: 'poster' | 'rotating' | 'typed' | null;
  /** Sent later than it was made, because there was no signal. */
  isOffline: boolean;
  /** When it counts. */
  at: number;
  receivedAt: number;
  /** When it was made by the phone's clock, and by the server's clock as the phone knew it; null for an online scan. */
  deviceAt: number | null;
  scannedAt: number | null;
  /** What the phone's clock showed when it sent the scan. */
  deviceNow: number | null;
  /** The phone's clock was set, before the scan or after it, so nobody can tell when the scan was made. */
  isUncertain: boolean;
  /** Arrived since the rules last looked. Older scans are only there to compare it with. */
  isNew: boolean;
};

/** The figures of each kind's sentence; instants in ISO 8601 UTC. */
export type FlagFigures = {
  /** This many people used one phone within this time. */
  'shared-phone': { people: number; from: string; to: string };
  /** The minutes between this scan and the person's last one, at another location, and the minutes that the way takes. */
  'too-far': { fromLocationId: string; leftAt: string; minutes: number; needed: number };
  /** By how many minutes the phone's clock is ahead; negative: behind. */
  'clock-wrong': { minutes: number };
  /** By how many minutes the phone's clock was set forward, or back if negative, after the scan and before it arrived. */
  'clock-set': { minutes: number };
  /** When the check-in was made and arrived; the check-out is the scan itself. */
  'both-late': { checkIn: string; checkInArrived: string; checkOutArrived: string };
  /** How many of the scans at the location in the last days used the code on the screen. */
  poster: { screen: number; scans: number; days: number };
  /** How many entries began within 24 hours. */
  'full-day': { entries: number };
};

/** One flag; `others` are the other people that it tells of. */
export type SeenFlag = {
  [Kind in FlagKind]: {
    kind: Kind;
    userId: string;
    scanId: string;
    locationId: string;
    at: number;
    figures: FlagFigures[Kind];
    others: string[];
  };
}[FlagKind];

/** What the rules go by besides the scans. */
export type FlagFacts = {
  /** Minutes that the way between two locations takes at least; undefined if nobody has said. */
  minutesBetween: (locationId: string, otherLocationId: string) => number | undefined;
  /** The scans of printed codes and of the screen at a location in the last `POSTER_DAYS`. */
  codesAt: (locationId: string) => { screen: number; printed: number } | undefined;
};

const MS_PER_MINUTE = 60_000;
/** Scans of one phone that are no further apart belong together. */
const SHARED_WITHIN_MS = 5 * MS_PER_MINUTE;
/** A phone's clock may be wrong by this much. */
const CLOCK_TOLERANCE_MINUTES = 10;
/** As in `process_scan`: only a scan that arrives later than this is late. */
export const LATE_AFTER_MS = 15 * MS_PER_MINUTE;
export const POSTER_DAYS = 7;
/** "Most" are at least three quarters, and this many scans. */
const MOST = 0.75;
const MOST_AT_LEAST = 5;

const DAY_MS = 24 * 60 * MS_PER_MINUTE;

const iso = (ms: number) => new Date(ms).toISOString();

/** Each rule gets the scans of one person, or of one phone, in the order in which they were made. */
const RULES: {
  of: 'userId' | 'device';
  see: (scans: readonly SeenScan[], facts: FlagFacts) => SeenFlag[];
}[] = [
  { of: 'device', see: sharedPhones },
  { of: 'userId', see: (scans, facts) => pairs(scans).flatMap((pair) => tooFar(pair, facts)) },
  { of: 'userId', see: (scans) => scans.filter(isNew).flatMap(wrongClock) },
  { of: 'userId', see: (scans) => pairs(scans).flatMap(bothLate) },
  { of: 'userId', see: (scans, facts) => scans.filter(isNew).flatMap((scan) => poster(scan, facts)) },
  { of: 'userId', see: fullDays },
];

/** What the rules see in the new ones of these scans of one company. The same scans always give the same flags. */
export function flagsIn(scans: readonly SeenScan[], facts: FlagFacts): SeenFlag[] {
  const inOrder = scans.toSorted((a, b) => a.at - b.at || a.receivedAt - b.receivedAt);
  return RULES.flatMap(({ of, see }) =>
    [...Map.groupBy(inOrder, (scan) => scan[of])].flatMap(([key, group]) =>
      key === null ? [] : see(group, facts),
    ),
  );
}

const isNew = (scan: SeenScan) => scan.isNew;

/** Each new scan with the one before it. */
const pairs = (scans: readonly SeenScan[]): [SeenScan, SeenScan][] =>
  scans.flatMap((scan, index) => {
    const before = scans[index - 1];
    return before && scan.isNew ? [[before, scan]] : [];
  });

const flag = <Kind extends FlagKind>(
  kind: Kind,
  { userId, id, locationId, at }: SeenScan,
  figures: FlagFigures[Kind],
  others: string[] = [],
) => ({ kind, userId, scanId: id, locationId, at, figures, others }) as SeenFlag;

/** One flag for each person in a row of scans of one phone that are minutes apart, at the person's first scan in it. */
function sharedPhones(scans: readonly SeenScan[]): SeenFlag[] {
  const rows: SeenScan[][] = [];
  for (const scan of scans) {
    const row = rows.at(-1);
    if (row && scan.at - (row.at(-1)?.at ?? 0) <= SHARED_WITHIN_MS) row.push(scan);
    else rows.push([scan]);
  }
  return rows.flatMap((row) => {
    const firsts = [...Map.groupBy(row, ({ userId }) => userId).values()].map((own) => own[0] as SeenScan);
    if (firsts.length < 2 || !row.some(isNew)) return [];
    const figures = { people: firsts.length, from: iso(row[0]?.at ?? 0), to: iso(row.at(-1)?.at ?? 0) };
    return firsts.map((scan) =>
      flag(
        'shared-phone',
        scan,
        figures,
        firsts.flatMap(({ userId }) => (userId === scan.userId ? [] : [userId])),
      ),
    );
  });
}

/** A switch of location or a check-in, after a scan at another location, in fewer minutes than the way takes. */
function tooFar([before, scan]: [SeenScan, SeenScan], { minutesBetween }: FlagFacts): SeenFlag[] {
  if (scan.action === 'check-out' || before.locationId === scan.locationId) return [];
  const needed = minutesBetween(before.locationId, scan.locationId);
  const minutes = Math.floor((scan.at - before.at) / MS_PER_MINUTE);
  if (needed === undefined || minutes >= needed) return [];
  const figures = { fromLocationId: before.locationId, leftAt: iso(before.at), minutes, needed };
  return [flag('too-far', scan, figures)];
}

/** The phone's clock was set between the scan and its arrival or, if it was not, is wrong. */
function wrongClock(scan: SeenScan): SeenFlag[] {
  const { deviceNow, receivedAt, deviceAt, scannedAt } = scan;
  if (deviceNow === null) return [];
  const ahead = deviceNow - receivedAt;
  // Where the time by the phone's clock counts, that clock was still as wrong when the scan was sent.
  if (scan.isUncertain && deviceAt !== null && scannedAt !== null && scan.at === scannedAt) {
    const minutes = Math.round((ahead - (deviceAt - scannedAt)) / MS_PER_MINUTE);
    return [flag('clock-set', scan, { minutes })];
  }
  const minutes = Math.round(ahead / MS_PER_MINUTE);
  return Math.abs(minutes) > CLOCK_TOLERANCE_MINUTES ? [flag('clock-wrong', scan, { minutes })] : [];
}

const isLate = ({ isOffline, at, receivedAt }: SeenScan) => isOffline && receivedAt - at > LATE_AFTER_MS;

/** A check-out, or a switch, and the check-in before it that both arrived late. */
function bothLate([before, scan]: [SeenScan, SeenScan]): SeenFlag[] {
  if (before.action === 'check-out' || scan.action === 'check-in') return [];
  if (!isLate(before) || !isLate(scan)) return [];
  const figures = {
    checkIn: iso(before.at),
    checkInArrived: iso(before.receivedAt),
    checkOutArrived: iso(scan.receivedAt),
  };
  return [flag('both-late', scan, figures)];
}

/** The printed code, where most people scan the one on the screen. */
function poster(scan: SeenScan, { codesAt }: FlagFacts): SeenFlag[] {
  if (scan.code !== 'poster' && scan.code !== 'typed') return [];
  const codes = codesAt(scan.locationId);
  if (!codes || codes.screen < MOST_AT_LEAST) return [];
  const scans = codes.screen + codes.printed;
  if (codes.screen < MOST * scans) return [];
  return [flag('poster', scan, { screen: codes.screen, scans, days: POSTER_DAYS })];
}

/** The scan that begins the last entry that may begin within 24 hours; the next such scan a day later. */
function fullDays(scans: readonly SeenScan[]): SeenFlag[] {
  const begun = scans.filter(({ action }) => action !== 'check-out');
  let last = Number.NEGATIVE_INFINITY;
  return begun.flatMap((scan, index) => {
    const first = begun[index - MAX_ENTRIES_A_DAY + 1];
    if (!first || scan.at - first.at > DAY_MS || scan.at - last < DAY_MS) return [];
    last = scan.at;
    return scan.isNew ? [flag('full-day', scan, { entries: MAX_ENTRIES_A_DAY })] : [];
  });
}
