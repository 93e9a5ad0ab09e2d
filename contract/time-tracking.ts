import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import type { ErrorCode } from './error.ts';
import { id, idParams, instant, locationCode, namedPerson } from './fields.ts';

const TIME_ENTRY_STATUSES = ['working', 'completed'] as const;
export const timeEntryStatus = z.enum(TIME_ENTRY_STATUSES);

/**
 * How a check-in or check-out was made: QR link, typed code, check-out button, offline, by an administrator, as an estimate
 * (the person's later answer to when they left), with a badge or PIN at a kiosk, or by a manager for their crew.
 */
const SCAN_SOURCES = [
  'qr',
  'code',
  'button',
  'offline',
  'admin',
  'estimate',
  'badge',
  'pin',
  'crew',
] as const;
export const scanSource = z.enum(SCAN_SOURCES);

/** The decision on an estimate or a correction request; null if none was needed. */
export const APPROVALS = ['pending', 'approved', 'rejected'] as const;
export const approval = z.enum(APPROVALS);

export const workReport = z.object({
  id,
  userId: id,
  /** Null where it was made without an entry, or the entry was deleted. */
  timeEntryId: z.nullable(id),
  units: z.string(),
  quantity: z.number(),
  description: z.string(),
  generalNotes: z.nullable(z.string()),
  createdAt: instant,
  /** When its author last corrected it. */
  correctedAt: z.nullable(instant),
});
export type WorkReport = z.infer<typeof workReport>;

export const timeEntry = z.object({
  id,
  userId: id,
  locationId: id,
  checkIn: instant,
  checkOut: z.nullable(instant),
  status: timeEntryStatus,
  /** Hours from check-in to check-out, unrounded; null while working (decisions.md §1). */
  totalHours: z.nullable(z.number()),
  createdAt: instant,
  checkInSource: scanSource,
  checkOutSource: z.nullable(scanSource),
  /** Open for longer than the company's longest shift: counts no hours until its end is known. */
  needsAttention: z.boolean(),
  approval: z.nullable(approval),
  /** The person entered the check-out later, from memory. */
  isEstimated: z.boolean(),
  /** An administrator added or changed it, or approved a request to. */
  isCorrected: z.boolean(),
  /** Worked under an agreement on additional work (LT); left out where it is not. */
  isAdditional: z.optional(z.literal(true)),
  location: z.object({ name: z.string() }),
  user: z.object(namedPerson),
});

/** How an offline check-in or check-out reached us; the time that counts is in the entry. */
export const offlineEvent = z.object({
  receivedAt: instant,
  /** Milliseconds by which the phone's clock was ahead of the server's; null when the phone did not report it. */
  clockAheadMs: z.nullable(z.number()),
  /** The phone's clock was set after the scan and before it was sent, so its time may be wrong. */
  isUncertain: z.boolean(),
});
export type OfflineEvent = z.infer<typeof offlineEvent>;

/** Null if the scan was made online. */
export const offlineEvents = {
  offlineCheckIn: z.nullable(offlineEvent),
  offlineCheckOut: z.nullable(offlineEvent),
};

/** A recorded break. What of it lies outside the time entry does not count. */
export const workBreak = z.object({
  startedAt: instant,
  /** Null while it lasts. */
  endedAt: z.nullable(instant),
  /** By the company's rules when it began; unpaid breaks are no working time. */
  isPaid: z.boolean(),
});
export type WorkBreak = z.infer<typeof workBreak>;

export const timeEntryWithReports = z.extend(timeEntry, {
  ...offlineEvents,
  /** Oldest first. */
  breaks: z.array(workBreak),
  workReports: z.array(workReport),
});
export type TimeEntry = z.infer<typeof timeEntryWithReports>;

/** What an entry counts: 0 where it needs attention. In milliseconds, up to now while it is open. */
export const countedTime = {
  /** Working time: from check-in to check-out without unpaid breaks, recorded and automatic (work-rules.md §1). */
  workedMs: z.number(),
  /** Unpaid breaks. */
  breakMs: z.number(),
  /** The working time grows with the clock: the person works, or is on a paid break. */
  isGrowing: z.boolean(),
};
const countedTimeObject = z.object(countedTime);
export type CountedTime = z.infer<typeof countedTimeObject>;

/** `workReports` holds the newest three of so many. */
export const newestReports = { workReports: z.array(workReport), workReportCount: z.number() };

/** As one entry by itself is answered. */
export const singleTimeEntry = z.extend(timeEntry, newestReports);

export const activeEntry = z.object({
  id,
  checkIn: instant,
  checkOut: z.null(),
  status: z.literal('working'),
  totalHours: z.null(),
  /** Check-in plus the company's longest shift: from then on a scan asks when the person left. */
  needsAttentionAt: instant,
  needsAttention: z.boolean(),
  location: z.object({ id, name: z.string() }),
  /** Whether the company's rules record breaks, so that one can be started. */
  recordsBreaks: z.boolean(),
  /** Oldest first. While the last one has no end, the person is on a break. */
  breaks: z.array(workBreak),
});
export type ActiveEntry = z.infer<typeof activeEntry>;

/** Where a scanned location code came from: the paper poster, a screen with the rotating code, or the keyboard. */
export const CODE_FORMS = ['poster', 'rotating', 'typed'] as const;

export const SCAN_ACTIONS = ['check-in', 'check-out', 'location-switch'] as const;

const sentInstant = z.iso.datetime({ offset: true, error: 'invalid' });

/** The answer to "When did you leave?" for an entry with a missing check-out. */
const previousEnd = z.object({ timeEntryId: id, leftAt: sentInstant });

export const scanTiming = {
  /** Generated once for each physical scan, so that a retry is harmless (decisions.md §2). */
  clientScanId: z.optional(id),
  /** When an offline scan was made, by the server's clock as the phone last estimated it. */
  scannedAt: z.optional(sentInstant),
  /** What the phone's own clock showed; stored, but never used for calculations. */
  deviceAt: z.optional(sentInstant),
  /** What the phone's own clock shows when it sends the scan; by it the server finds a wrong `scannedAt`. */
  deviceNow: z.optional(sentInstant),
  /**
   * The phone's clock lies before a time of the server that it knew, so it was set: `scannedAt` is then the earliest time at
   * which it can have been made, and what is recorded awaits approval.
   */
  isUncertain: z.optional(z.boolean('invalid')),
  /**
   * What the person was shown that it would do; otherwise nothing changes. Null, with `scannedAt`: the phone did not know
   * and showed nothing, so a time entry that it ends awaits approval.
   */
  expectedAction: z.optional(z.nullable(z.enum(SCAN_ACTIONS, 'invalid'))),
  /** Who made it: a scan stored on a shared phone is never recorded for a person who signed in later. */
  userId: z.optional(id),
  /** Required if the open entry needs attention. */
  previousEnd: z.optional(previousEnd),
};

const { expectedAction: _, previousEnd: __, ...breakTiming } = scanTiming;
export const BREAK_ACTIONS = ['start', 'end'] as const;
const breakInput = z.object({ action: z.enum(BREAK_ACTIONS, 'invalid'), ...breakTiming });

const scanInput = z.object({
  qrCode: z
    .string('codeRequired')
    .check(z.trim(), z.minLength(1, 'codeRequired'), z.maxLength(500, 'tooLong')),
  ...scanTiming,
});

const checkOutInput = z.object(scanTiming);

export const scanResult = z.object({
  action: z.enum(SCAN_ACTIONS),
  location: z.object({ id, name: z.string() }),
  timeEntry: singleTimeEntry,
  /** The entry that a switch of locations, or the given `previousEnd`, ended. */
  closedEntry: z.optional(singleTimeEntry),
});
export type ScanResult = z.infer<typeof scanResult>;

/** Refusals after which it is kept that somebody wanted to undo a check-out. */
export const UNDO_REFUSALS = [
  'undo_too_late',
  'changed_since_check_out',
] as const satisfies readonly ErrorCode[];

const LOCATION_CODE_ERRORS = [
  'location_code_unknown',
  'location_code_retired',
  'location_inactive',
  'rotating_code_expired',
  'rotating_code_required',
] as const;

/** What a scan may be refused for, whatever tells the location. */
export const SCAN_ERRORS = [
  'scan_of_another_person',
  'scan_too_old',
  'scan_in_future',
  'scan_out_of_order',
  'scan_contradicts',
  'check_out_missing',
  'check_out_not_missing',
  'left_before_check_in',
  'left_in_future',
  'left_beyond_longest_shift',
  'entry_overlaps',
  'month_locked',
] as const;

export const BREAK_ERRORS = [
  'not_checked_in',
  'check_out_missing',
  'breaks_not_recorded',
  'already_on_break',
  'not_on_break',
  'break_limit',
  'scan_too_old',
  'scan_in_future',
  'scan_out_of_order',
] as const;

/**
 * Refusals after which a scan is kept for the administrators; the phone asks the person about the others. A missing
 * check-out is asked for by the phone too, but not by a kiosk that was offline.
 */
export const REFUSED_SCAN_REASONS = [
  'location_code_unknown',
  'location_code_retired',
  'rotating_code_expired',
  'rotating_code_required',
  'location_inactive',
  'scan_too_old',
  'scan_in_future',
  'scan_out_of_order',
  'scan_contradicts',
  'not_checked_in',
  'check_out_missing',
  'badge_retired',
  'pin_wrong',
  'account_inactive',
  'subscription_required',
  'month_locked',
  'entry_overlaps',
  'entry_limit',
  ...UNDO_REFUSALS,
] as const satisfies readonly ErrorCode[];

/** A scan of somebody, or the undoing of a check-out (UNDO_REFUSALS), that was refused: it changed nothing. */
export const refusedScan = z.object({
  id,
  user: z.object({ id, firstName: z.string(), lastName: z.string() }),
  /** Null where the code leads to no location of the company, or the button was pressed by somebody not checked in. */
  location: z.nullable(z.object({ id, name: z.string() })),
  /** What the person was shown that it would do; null where the phone did not know. */
  expectedAction: z.nullable(z.enum(SCAN_ACTIONS)),
  /** The check-out button, not a scan. */
  isButton: z.boolean(),
  /**
   * Of an offline scan: when it was made by the server's clock as the phone knew it, and what the phone's clock showed. Of an
   * undoing, `scannedAt` is when the check-out counts.
   */
  scannedAt: z.nullable(instant),
  deviceAt: z.nullable(instant),
  receivedAt: instant,
  reason: z.enum(REFUSED_SCAN_REASONS),
});
export type RefusedScan = z.infer<typeof refusedScan>;

/** The source of a suggested end: the planned shift, the entry's last work report, the person's habit, colleagues that day. */
const PROPOSAL_KINDS = ['schedule', 'work-report', 'usual', 'colleagues'] as const;

/** When somebody may have left: at most one of each kind, the most reliable first; none that would be refused. */
const endProposals = z.array(z.object({ kind: z.enum(PROPOSAL_KINDS), at: instant }));
export type EndProposals = z.infer<typeof endProposals>;

export const missingCheckOut = z.object({
  timeEntryId: id,
  checkIn: instant,
  location: z.object({ id, name: z.string() }),
  /** The latest end accepted: check-in plus 24 hours. The earliest is just after the check-in. */
  latestEnd: instant,
  proposals: endProposals,
});
export type MissingCheckOut = z.infer<typeof missingCheckOut>;

export const timeTrackingEndpoints = {
  getActiveEntry: get('/api/time-tracking/active', 'signed-in', {
    reads: ['time-records'],
    response: z.nullable(activeEntry),
  }),
  scan: post('/api/time-tracking/scan', 'signed-in', {
    changes: ['time-records'],
    demo: true,
    body: scanInput,
    response: scanResult,
    throws: [
      'location_code_malformed',
      'location_code_mistyped',
      'qr_code_foreign',
      ...LOCATION_CODE_ERRORS,
      ...SCAN_ERRORS,
      'subscription_required',
      'entry_limit',
    ],
  }),
  /** With `previousEnd`, only ends that entry, as an estimate. */
  checkOut: post('/api/time-tracking/check-out', 'signed-in', {
    changes: ['time-records'],
    demo: true,
    body: checkOutInput,
    response: scanResult,
    throws: [...SCAN_ERRORS, 'not_checked_in'],
  }),
  /**
   * Opens the entry again that the check-out with this `clientScanId` has just ended, as if nothing had happened. Answers
   * as `getActiveEntry`. Repeating it changes nothing.
   */
  undoCheckOut: post('/api/time-tracking/undo-check-out', 'signed-in', {
    changes: ['time-records'],
    demo: true,
    body: z.object({ clientScanId: id, userId: scanTiming.userId }),
    response: z.nullable(activeEntry),
    throws: ['not_found', 'scan_of_another_person', 'month_locked', ...UNDO_REFUSALS],
  }),
  /**
   * Starts or ends a break of the viewer's open time entry; answers as `getActiveEntry`. Repeating it with the same
   * `clientScanId` changes nothing. The times of an offline one have the bounds of a scan.
   */
  recordBreak: post('/api/time-tracking/break', 'signed-in', {
    changes: ['time-records'],
    body: breakInput,
    response: z.nullable(activeEntry),
    throws: [...BREAK_ERRORS, 'scan_of_another_person'],
  }),
  /** The location whose code this is. Refused where a scan of it would be. */
  getLocationOfCode: get('/api/time-tracking/location', 'signed-in', {
    query: z.object({
      code: locationCode,
      /** The rotating part of a code on a screen. */
      t: z.optional(z.string('invalid').check(z.regex(/^[0-9A-Z]{10}$/, 'invalid'))),
    }),
    response: z.object({ id, name: z.string() }),
    throws: LOCATION_CODE_ERRORS,
  }),
  /** The same proposals for another person's entry whose check-out is missing; none for any other entry. */
  listEndProposals: get('/api/time-entries/:id/end-proposals', 'team', {
    reads: ['time-records'],
    params: idParams,
    response: endProposals,
  }),
  /** The viewer's open entry that needs attention, or null. */
  getMissingCheckOut: get('/api/time-tracking/missing-check-out', 'signed-in', {
    reads: ['time-records'],
    response: z.nullable(missingCheckOut),
  }),
  /** Ends that entry as an estimate that awaits approval; repeating the same answer changes nothing. */
  answerMissingCheckOut: post('/api/time-tracking/missing-check-out', 'signed-in', {
    changes: ['time-records'],
    demo: true,
    body: previousEnd,
    response: singleTimeEntry,
    throws: [
      'not_found',
      'check_out_missing',
      'check_out_not_missing',
      'left_before_check_in',
      'left_in_future',
      'left_beyond_longest_shift',
    ],
  }),
  /** Takes a refused scan off the list of what needs attention. */
  settleRefusedScan: post('/api/time-entries/refused-scans/:id/settle', 'team', {
    changes: ['corrections'],
    audit: 'refused-scan.settled',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
};
