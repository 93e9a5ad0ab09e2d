/*
 * What the outbox stores, and in which state. These shapes lie in IndexedDB: to rename a field, raise the version of the
 * database and convert the stored items (`database.ts`).
 */
import type { ErrorCode } from '#contract/error.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';

/** Why the server did not do what was requested; status 0 when it did not answer. */
export type Failure = {
  status: number;
  /** Undefined when the answer was not one of ours. */
  code: ErrorCode | 'network' | undefined;
  /** A sentence for the reader. */
  message: string;
  retryAfterSeconds?: number;
};

/** The state of an item. */
type Fate<Result> =
  | { state: 'waiting' }
  | { state: 'refused'; code: Failure['code']; message: string }
  | { state: 'done'; result: Result };
/** A scan that can be recorded as soon as the person says when they left before it. */
type Held = { state: 'held' };

/** The entry that a report is about: known to the server, or started by a scan that may still be waiting. */
type EntryReference = { timeEntryId: string } | { begunByScan: string };

/** Where the person works, since when. The location is known by its code, by its id, or by both. */
export type ShownEntry = {
  reference: EntryReference;
  checkIn: string;
  location: { name: string; code?: string; id?: string };
  /** From then on the check-out is missing; known only of entries that came from the server. */
  needsAttentionAt?: string;
};

/** What a scan is likely to do, by what the phone last knew. */
export type Expected = {
  action: ScanResult['action'];
  /** The location's name. */
  location: string;
  /** Where the person works after it; null after a check-out. */
  entry: ShownEntry | null;
};

type Common = {
  /** `clientScanId` or `clientReportId`: sent again with it, the item counts once. */
  id: string;
  userId: string;
  /** When it was made, by the server's clock as the phone last knew it; ISO 8601 UTC. */
  scannedAt: string;
  /** What the phone's own clock showed then. The last known offset is the difference of the two. */
  deviceAt: string;
};

export type ScanDraft = Common & {
  kind: 'scan';
  /** What was scanned or typed; null for the check-out button. */
  qrCode: string | null;
  /** `scannedAt` by the monotonic clock: never later than the true time, even if the phone's clock was set forward. */
  earliestAt: string;
  /** Null where the phone knows too little. */
  expected: Expected | null;
  /** The person's answer about the check-out that they forgot. */
  previousEnd?: PreviousEnd;
};
export type PreviousEnd = NonNullable<EndpointInput<'checkOut'>['body']['previousEnd']>;
export type ReportDraft = Common & {
  kind: 'work-report';
  items: EndpointInput<'createWorkReports'>['body']['items'];
  generalNotes: string | null;
  entry: EntryReference;
};
/** Takes a check-out back. */
export type UndoDraft = Common & {
  kind: 'undo';
  /** The check-out's `clientScanId`. */
  checkOut: string;
  /** The entry that is open again after it. */
  entry: ShownEntry;
};
export type Draft = ScanDraft | ReportDraft | UndoDraft;

/** Numbers the items in the order in which they were made; assigned by the storage. */
type Numbered = { seq: number };
export type ScanItem = ScanDraft &
  Numbered & {
    fate: Fate<ScanResult> | Held;
    /** The server may have received it; set only for a check-out, which may be undone. */
    wasSent?: true;
  };
export type ReportItem = ReportDraft & Numbered & { fate: Fate<WorkReportSubmission> };
export type UndoItem = UndoDraft & Numbered & { fate: Fate<ActiveEntry | null> };
export type OutboxItem = ScanItem | ReportItem | UndoItem;

/** Whether the scan waits for the person to say when they left before it. */
export function isHeld(item: OutboxItem): item is ScanItem {
  return item.fate.state === 'held';
}

/** Whether it is a scan that waits and has certainly not reached the server. */
export function isUnsent(item: OutboxItem): boolean {
  return item.kind === 'scan' && item.fate.state === 'waiting' && !item.wasSent;
}
