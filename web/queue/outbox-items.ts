/*
 * What the outbox stores, and in which state. These shapes lie in IndexedDB: to rename a field, raise the version of the
 * database and convert the stored items (`database.ts`).
 */
import type { CrewOutcome } from '#contract/crew.ts';
import type { ErrorCode } from '#contract/error.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';

export type Reply<Result> = { result: Result; failure?: undefined } | { failure: Failure };

/** Why the server refused the item; status 0 if it did not answer. */
export type Failure = {
  status: number;
  /** Undefined if the response was not ours. */
  code: ErrorCode | 'network' | undefined;
  /** A sentence for the reader. */
  message: string;
  retryAfterSeconds?: number;
};

type Fate<Result> =
  | { state: 'waiting' }
  | { state: 'refused'; code: Failure['code']; message: string }
  | Orphaned
  | {
      state: 'done';
      result: Result;
      /** When it was sent by the service worker (epoch ms of the phone's clock), until a page has shown the answer. */
      untoldSince?: number;
    };
/**
 * It depended on something that was not recorded and that the person has settled. It is never sent: the person asks for a
 * correction of it, or discards it too. `base` as in `dependenciesOf`.
 */
type Orphaned = { state: 'orphaned'; base: Base | undefined };
/** Whether the person was checked in before the scan that was not recorded. */
type Base = { wasWorking: boolean };
/** A scan that can be recorded as soon as the person says when they left before it. */
type Held = { state: 'held' };

/** The entry that a report belongs to: known to the server, or started by a scan that may still be waiting. */
type EntryReference = { timeEntryId: string } | { begunByScan: string };

/** Where and since when the person works. The location is known by its code, by its id, or by both. */
export type ShownEntry = {
  reference: EntryReference;
  checkIn: string;
  location: { name: string; code?: string; id?: string };
  /** From this time on the check-out is missing; known only for entries that came from the server. */
  needsAttentionAt?: string;
  /** Since when the person is on a break. */
  onBreakSince?: string | undefined;
  /** Whether breaks are recorded; known only for entries that came from the server. */
  recordsBreaks?: boolean;
};

/** What a scan is likely to do, according to the phone's last known state. */
export type Expected = {
  action: ScanResult['action'];
  location: string;
  /** The open entry after the scan; null after a check-out. */
  entry: ShownEntry | null;
};

type Common = {
  /** `clientScanId` or `clientReportId`: sent again with it, the item counts once. */
  id: string;
  userId: string;
  /** When it was made, by the server's clock as the phone last estimated it; ISO 8601 UTC. */
  scannedAt: string;
  /** What the phone's own clock showed. The last known offset is the difference of the two. */
  deviceAt: string;
  /** The device's clock was known to be wrong: `scannedAt` is the earliest possible time. */
  isUncertain?: true;
};

export type ScanDraft = Common & {
  kind: 'scan';
  /** What was scanned or typed; null for the check-out button. */
  qrCode: string | null;
  /** `scannedAt` by the monotonic clock: never later than the true time, even if the phone's clock was set forward. */
  earliestAt: string;
  /** Null if the phone knows too little. */
  expected: Expected | null;
  /** The waiting scan or undo whose expected state `expected` builds on; undefined where it builds on what the server said. */
  basedOn?: string;
  /** The person's answer about the check-out that they forgot. */
  previousEnd?: PreviousEnd;
  /** It was held until that answer: what it does then, nobody was shown. */
  wasHeld?: boolean;
};
export type PreviousEnd = NonNullable<EndpointInput<'checkOut'>['body']['previousEnd']>;
export type ReportDraft = Common & {
  kind: 'work-report';
  items: EndpointInput<'createWorkReports'>['body']['items'];
  generalNotes: string | null;
  entry: EntryReference;
};
export type UndoDraft = Common & {
  kind: 'undo';
  /** The check-out's `clientScanId`. */
  checkOut: string;
  /** The entry that is open again after it. */
  entry: ShownEntry;
};
export type BreakDraft = Common &
  Pick<ScanDraft, 'earliestAt' | 'basedOn'> & {
    kind: 'break';
    action: 'start' | 'end';
    /** The open entry after it. */
    entry: ShownEntry;
  };
/** What a manager has confirmed for several people at once. */
export type CrewDraft = Common & {
  kind: 'crew';
  action: ScanResult['action'];
  location: { id: string; name: string };
  people: {
    clientScanId: string;
    /** The text of the badge that was shown; or the person who was ticked. */
    badge?: string;
    userId?: string;
    /** As the manager saw it. */
    name: string;
  }[];
};
export type Draft = ScanDraft | ReportDraft | UndoDraft | BreakDraft | CrewDraft;

/** What the server answers to an item of each kind. */
type Results = {
  scan: ScanResult;
  'work-report': WorkReportSubmission;
  undo: ActiveEntry | null;
  break: ActiveEntry | null;
  crew: CrewOutcome[];
};
export type ResultOf<D extends Draft> = Results[D['kind']];

/** `seq` numbers the items in the order they were made; assigned by the storage. */
type Stored<D extends Draft, Other = never> = D & { seq: number; fate: Fate<ResultOf<D>> | Other };
export type ScanItem = Stored<ScanDraft, Held> & {
  /** The server may have received it; set only for a check-out, which may be undone. */
  wasSent?: true;
};
export type ReportItem = Stored<ReportDraft>;
export type UndoItem = Stored<UndoDraft>;
export type BreakItem = Stored<BreakDraft>;
export type CrewItem = Stored<CrewDraft>;
export type OutboxItem = ScanItem | ReportItem | UndoItem | BreakItem | CrewItem;

/**
 * The ids of waiting items that depend on something that was not recorded (a refused scan, break or undo, or an orphan), and so
 * are not sent: what they were shown at the time can no longer come true.
 */
export const blockedItems = (items: readonly OutboxItem[]): Set<string> => dependenciesOf(items).blocked;

/** Whether the server refused it, or it depended on such an item: the person settles it. */
export const isUnrecorded = ({ fate }: Pick<OutboxItem, 'fate'>): boolean =>
  fate.state === 'refused' || fate.state === 'orphaned';

/** What an item depends on directly: the id of a scan, break or undo. */
function baseOf(item: OutboxItem): string | undefined {
  if (item.kind === 'scan' || item.kind === 'break') return item.basedOn;
  if (item.kind === 'undo') return item.checkOut;
  return item.kind === 'work-report' && 'begunByScan' in item.entry ? item.entry.begunByScan : undefined;
}

/**
 * What becomes of the items that depend directly on these, which the person has settled and which are about to be removed:
 * they are orphans, except for the undo of a check-out that was refused, which has nothing left to undo.
 */
export function orphansOf(
  items: readonly OutboxItem[],
  settled: ReadonlySet<string>,
): { orphans: { seq: number; fate: Orphaned }[]; pointless: number[] } {
  const { blocked, unrecorded } = dependenciesOf(items);
  const left = items.filter(
    (item) => !settled.has(item.id) && blocked.has(item.id) && settled.has(baseOf(item) ?? ''),
  );
  const isPointless = (item: OutboxItem) =>
    item.kind === 'undo' && items.some(({ id, fate }) => id === item.checkOut && fate.state === 'refused');
  return {
    orphans: left
      .filter((item) => !isPointless(item))
      .map(({ seq, id }) => ({ seq, fate: { state: 'orphaned', base: unrecorded.get(id) } })),
    pointless: left.filter(isPointless).map(({ seq }) => seq),
  };
}

/**
 * Which waiting items are blocked, and the scans that the server did not record. A check-in after a refused check-in and its
 * check-out depends on neither. The end of a break depends on its start, and a break on a scan that is held.
 */
function dependenciesOf(items: readonly OutboxItem[]) {
  const unrecorded = new Map<string, Base>();
  const blocked = new Set<string>();
  /** Held scans, unrecorded starts of breaks, and the breaks that depend on them. */
  const withoutBreak = new Set<string | undefined>();
  for (const item of items) {
    const { id, fate } = item;
    // Others' scans depend on nothing of one's own.
    if (item.kind === 'crew') continue;
    if (fate.state === 'orphaned') {
      if (fate.base) unrecorded.set(id, fate.base);
      else withoutBreak.add(id);
      continue;
    }
    const base = unrecorded.get(baseOf(item) ?? '');
    if (item.kind === 'work-report') {
      if (fate.state === 'waiting' && base) blocked.add(id);
      continue;
    }
    if (item.kind === 'undo') {
      const checkOut = items.find((other) => other.id === item.checkOut);
      if (fate.state === 'refused') unrecorded.set(id, { wasWorking: false });
      if (fate.state !== 'waiting' || !base) continue;
      blocked.add(id);
      // A refused check-out needs no undo: the person is checked in, as they were shown.
      if (checkOut?.fate.state !== 'refused') unrecorded.set(id, base);
      continue;
    }
    if (item.kind === 'break') {
      if (fate.state === 'refused') withoutBreak.add(id);
      if (fate.state !== 'waiting' || !(base || withoutBreak.has(item.basedOn))) continue;
      blocked.add(id);
      if (base) unrecorded.set(id, base);
      else withoutBreak.add(id);
      continue;
    }
    if (fate.state === 'held') withoutBreak.add(id);
    const isCheckIn = item.expected?.action === 'check-in';
    if (fate.state === 'refused') unrecorded.set(id, { wasWorking: !isCheckIn });
    if (fate.state !== 'waiting' || !base || (isCheckIn && !base.wasWorking)) continue;
    unrecorded.set(id, base);
    blocked.add(id);
  }
  return { blocked, unrecorded };
}

/** Whether the scan waits for the person to say when they left before it. */
export function isHeld(item: OutboxItem): item is ScanItem {
  return item.fate.state === 'held';
}

/** Whether it is a scan that waits and has certainly not reached the server. */
export function isUnsent(item: OutboxItem): boolean {
  return item.kind === 'scan' && item.fate.state === 'waiting' && !item.wasSent;
}
