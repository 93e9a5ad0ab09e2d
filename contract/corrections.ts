import * as z from 'zod/mini';
import { RECORDED_KINDS } from '#domain/corrections.ts';
import { MAX_BREAKS } from '#domain/shifts.ts';
import { keptDays } from './absences.ts';
import { del, get, post } from './endpoint.ts';
import {
  calendarDate,
  id,
  idParams,
  instant,
  namedPerson,
  optionalLongText,
  personName,
  requiredLongText,
} from './fields.ts';
import { flag } from './flags.ts';
import { APPROVALS, approval, refusedScan, timeEntry, workBreak } from './time-tracking.ts';

export const ENTRY_ERRORS = ['entry_in_future', 'entry_overlaps', 'entry_limit', 'month_locked'] as const;

const sentInstant = z.iso.datetime({ offset: true, error: 'invalid' });
const maxReason = 500;
const reason = requiredLongText('reasonRequired', maxReason);
const endAfterStart = z.refine<{ checkIn: string; checkOut: string | null }>(
  ({ checkIn, checkOut }) => checkOut === null || Date.parse(checkIn) < Date.parse(checkOut),
  { error: 'checkOutOrder', path: ['checkOut'] },
);

/** All breaks of the entry; absent, they stay. The last one may have no end: then it ends with the entry. */
const breaks = z.optional(
  z
    .array(
      z.object({
        startedAt: sentInstant,
        endedAt: z.nullable(sentInstant),
        isPaid: z.boolean('invalid'),
      }),
      'invalid',
    )
    .check(z.maxLength(MAX_BREAKS, 'tooMany')),
);

/** Worked under an agreement on additional work (LT), which is no overtime. Left out, it stays as it is. */
const isAdditional = z.optional(z.boolean('invalid'));
/** A time entry that an administrator adds for an employee; it has ended. */
export const timeEntryInput = z
  .object({
    userId: id,
    locationId: id,
    checkIn: sentInstant,
    checkOut: sentInstant,
    breaks,
    isAdditional,
    reason,
  })
  .check(endAfterStart);

/** `checkOut` null leaves an open entry open. */
export const timeEntryChanges = z
  .object({
    locationId: id,
    checkIn: sentInstant,
    checkOut: z.nullable(sentInstant),
    breaks,
    isAdditional,
    reason,
  })
  .check(endAfterStart);

export const deletionInput = z.object({ reason });

/** The kinds of requests that an employee can make. */
export const REQUEST_KINDS = ['add', 'edit', 'delete'] as const;
/** `absence` is asked for by `createAbsence` and `requestAbsenceChange`. */
export const CORRECTION_KINDS = [...REQUEST_KINDS, ...RECORDED_KINDS, 'absence'] as const;

const person = z.object({ id, ...namedPerson });
const times = {
  locationId: z.nullish(id),
  checkIn: z.nullish(sentInstant),
  checkOut: z.nullish(sentInstant),
};

/**
 * Breaks of the entry as the person took them; one that overlaps a recorded one replaces it. Those that the person knew
 * (`knownBreaks`, by their starts) and does not state were not taken. Only a recorded break may have no end.
 */
const takenBreaks = {
  breaks: z.optional(
    z
      .array(z.object({ startedAt: sentInstant, endedAt: z.nullable(sentInstant) }), 'invalid')
      .check(z.maxLength(MAX_BREAKS, 'tooMany')),
  ),
  knownBreaks: z.optional(z.array(sentInstant, 'invalid').check(z.maxLength(MAX_BREAKS, 'tooMany'))),
};

/** `add` needs the location and both times; `edit` the entry and a change of those or of breaks; `delete` only the entry. */
const correctionRequestInput = z
  .object({
    kind: z.enum(REQUEST_KINDS, 'invalid'),
    timeEntryId: z.nullish(id),
    ...times,
    ...takenBreaks,
    reason,
  })
  .check(
    z.refine(({ kind, timeEntryId }) => kind === 'add' || Boolean(timeEntryId), {
      error: 'invalid',
      path: ['timeEntryId'],
    }),
    z.refine(
      ({ kind, locationId, checkIn, checkOut, breaks: taken }) =>
        kind === 'add'
          ? Boolean(locationId && checkIn && checkOut)
          : kind === 'delete' || Boolean(locationId || checkIn || checkOut || taken),
      { error: 'correctionIncomplete', path: ['kind'] },
    ),
  );

/** `changes` replace parts of what was requested. A rejection and a change need a reason. */
const decisionInput = z
  .object({
    decision: z.enum(['approved', 'rejected'], 'invalid'),
    reason: optionalLongText(maxReason),
    changes: z.optional(z.object({ ...times, breaks })),
  })
  .check(
    z.refine(
      ({ decision, reason: given, changes }) => Boolean(given) || (decision === 'approved' && !changes),
      {
        error: 'reasonRequired',
        path: ['reason'],
      },
    ),
  );

const location = z.object({ id, name: z.string() });

/** Location and times of an entry, before or after a change. */
const entryTimes = z.object({ location, checkIn: instant, checkOut: z.nullable(instant) });

/** What a request changes: breaks that were taken, and the starts of recorded ones that were not. */
export const breakChanges = z.object({
  added: z.array(z.object({ startedAt: instant, endedAt: instant, isPaid: z.boolean() })),
  removed: z.array(instant),
});

const decisionBy = <Person extends z.ZodMiniType>(by: Person) =>
  z.object({
    by,
    at: instant,
    /** As in `entryEvent` (contract/ledger.ts): the deciding account was new, and made by the person themselves. */
    actorIsNew: z.boolean(),
    reason: z.nullable(z.string()),
    /** The entry before an approval; null if there was none, or its record was erased. */
    before: z.nullable(entryTimes),
    recorded: z.nullable(entryTimes),
  });

export const correctionRequest = z.object({
  id,
  kind: z.enum(CORRECTION_KINDS),
  user: person,
  /** The entry it is about; for `add`, the id of the entry once it is approved; null for an absence. */
  timeEntryId: z.nullable(id),
  /** The entry as it is now; null if it does not exist yet or any more. */
  current: z.nullable(z.extend(entryTimes, { breaks: z.array(workBreak) })),
  /** What is requested; null leaves the value unchanged. */
  wanted: z.object({
    location: z.nullable(location),
    checkIn: z.nullable(instant),
    checkOut: z.nullable(instant),
    breaks: z.nullable(breakChanges),
  }),
  /** For an absence: what is requested; `reason` is its note. */
  absence: z.nullable(
    z.object({
      code: z.string(),
      startDate: calendarDate,
      endDate: calendarDate,
      part: z.nullable(z.number()),
      /** For a request to cancel or shorten an absence, which is as above until then; null for a new absence. */
      change: z.nullable(z.object({ kept: keptDays })),
    }),
  ),
  /** Null for an estimate and a late scan. */
  reason: z.nullable(z.string()),
  status: approval,
  createdAt: instant,
  /** Null while it is pending; `recorded` is null if it was rejected or deleted the entry. */
  decision: z.nullable(decisionBy(person)),
});
/** As its own person sees it: without the address of the administrator who decided. */
const ownCorrectionRequest = z.extend(correctionRequest, {
  decision: z.nullable(decisionBy(z.object({ id, ...personName }))),
});

export type CorrectionRequest = z.infer<typeof correctionRequest>;

/** Everything that awaits an administrator. */
export const attention = z.object({
  /** Open entries over the longest shift, oldest first. */
  missingCheckOuts: z.array(timeEntry),
  /** Pending requests and estimates, oldest first: the first 100. */
  requests: z.array(correctionRequest),
  /** How many there are, and how many of them ask for an absence. */
  requestCount: z.number(),
  absenceRequestCount: z.number(),
  /** Scans that were refused and that no administrator has settled, the earliest first: the first 200. */
  refusedScans: z.array(refusedScan),
  /** What was seen in scans and nobody has dismissed, newest first: the first 200. */
  flags: z.array(flag),
});
export type Attention = z.infer<typeof attention>;

export const correctionsEndpoints = {
  listAttention: get('/api/time-entries/attention', 'team', {
    reads: ['time-records', 'corrections'],
    response: attention,
  }),

  /** The viewer's own 100 newest, newest first. */
  listOwnCorrectionRequests: get('/api/correction-requests/own', 'signed-in', {
    reads: ['time-records', 'corrections'],
    response: z.array(ownCorrectionRequest),
  }),
  /** The 100 newest in the caller's scope, of one person if given, newest first. */
  listCorrectionRequests: get('/api/correction-requests', 'team', {
    reads: ['time-records', 'corrections'],
    query: z.object({ status: z.optional(z.enum(APPROVALS, 'invalid')), userId: z.optional(id) }),
    response: z.array(correctionRequest),
  }),
  createCorrectionRequest: post('/api/correction-requests', 'signed-in', {
    changes: ['time-records'],
    body: correctionRequestInput,
    response: correctionRequest,
    status: 201,
    throws: ['not_found', 'request_pending', 'request_limit', ...ENTRY_ERRORS, 'email_unconfirmed'],
  }),
  /** Withdraws the viewer's own undecided request. */
  withdrawCorrectionRequest: del('/api/correction-requests/:id', 'signed-in', {
    changes: ['time-records'],
    params: idParams,
    response: z.null(),
    status: 204,
    throws: ['already_decided'],
  }),
  /**
   * An absence takes no `changes`. A rejected estimate leaves an entry without hours, ended at its check-in, until it is
   * corrected.
   */
  decideCorrectionRequest: post('/api/correction-requests/:id/decision', 'team', {
    changes: ['time-records'],
    audit: 'correction.decided',
    params: idParams,
    body: decisionInput,
    response: correctionRequest,
    throws: [
      'already_decided',
      'own_record',
      'needs_another_admin',
      'absence_overlaps',
      ...ENTRY_ERRORS,
      'email_unconfirmed',
    ],
  }),
};
