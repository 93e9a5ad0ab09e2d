import * as z from 'zod/mini';
import { id, idParams, instant, optionalLongText, requiredLongText } from './fields.ts';
import { APPROVALS, approval, timeEntry } from './time-tracking.ts';

const sentInstant = z.iso.datetime({ offset: true, error: 'invalid' });
const maxReason = 500;
const reason = requiredLongText('reasonRequired', maxReason);
const endAfterStart = z.refine<{ checkIn: string; checkOut: string | null }>(
  ({ checkIn, checkOut }) => checkOut === null || Date.parse(checkIn) < Date.parse(checkOut),
  { error: 'checkOutOrder', path: ['checkOut'] },
);

/** A time entry that an administrator adds for somebody; it has ended. */
const timeEntryInput = z
  .object({ userId: id, locationId: id, checkIn: sentInstant, checkOut: sentInstant, reason })
  .check(endAfterStart);

/** `checkOut` null leaves an open entry open. */
const timeEntryChanges = z
  .object({ locationId: id, checkIn: sentInstant, checkOut: z.nullable(sentInstant), reason })
  .check(endAfterStart);

const deletionInput = z.object({ reason });

/** What an employee may ask for. */
export const REQUEST_KINDS = ['add', 'edit', 'delete'] as const;
/** And `estimate`: a check-out that the person entered from memory; already recorded, it awaits approval. */
const CORRECTION_KINDS = [...REQUEST_KINDS, 'estimate'] as const;

const person = z.object({ id, firstName: z.string(), lastName: z.string() });
const times = {
  locationId: z.nullish(id),
  checkIn: z.nullish(sentInstant),
  checkOut: z.nullish(sentInstant),
};

/** `add` needs the location and both times; `edit` the entry and at least one of those; `delete` only the entry. */
const correctionRequestInput = z
  .object({ kind: z.enum(REQUEST_KINDS, 'invalid'), timeEntryId: z.nullish(id), ...times, reason })
  .check(
    z.refine(({ kind, timeEntryId }) => kind === 'add' || Boolean(timeEntryId), {
      error: 'invalid',
      path: ['timeEntryId'],
    }),
    z.refine(
      ({ kind, locationId, checkIn, checkOut }) =>
        kind === 'add'
          ? Boolean(locationId && checkIn && checkOut)
          : kind === 'delete' || Boolean(locationId || checkIn || checkOut),
      { error: 'correctionIncomplete', path: ['kind'] },
    ),
  );

/** `changes` replace parts of what was requested. A rejection and a change need a reason. */
const decisionInput = z
  .object({
    decision: z.enum(['approved', 'rejected'], 'invalid'),
    reason: optionalLongText(maxReason),
    changes: z.optional(z.object(times)),
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

/** Location and times of an entry, as they are, were, or should be. */
const entryTimes = z.object({ location, checkIn: instant, checkOut: z.nullable(instant) });

export const correctionRequest = z.object({
  id,
  kind: z.enum(CORRECTION_KINDS),
  user: person,
  /** The entry it is about; for `add`, the id of the entry once it is approved. */
  timeEntryId: id,
  /** The entry as it is now; null when it does not exist yet or any more. */
  current: z.nullable(entryTimes),
  /** What is requested; null leaves the value as it is. */
  wanted: z.object({
    location: z.nullable(location),
    checkIn: z.nullable(instant),
    checkOut: z.nullable(instant),
  }),
  /** Null for an estimate. */
  reason: z.nullable(z.string()),
  status: approval,
  createdAt: instant,
  /** Null while it is pending; `recorded` is null when it was rejected or deleted the entry. */
  decision: z.nullable(
    z.object({
      by: person,
      at: instant,
      /** As of `entryEvent` (contract/ledger.ts): the deciding account was new, and made by the person themselves. */
      actorIsNew: z.boolean(),
      reason: z.nullable(z.string()),
      recorded: z.nullable(entryTimes),
    }),
  ),
});
export type CorrectionRequest = z.infer<typeof correctionRequest>;

/** What awaits an administrator. */
export const attention = z.object({
  /** Open entries over the longest shift, the earliest first. */
  missingCheckOuts: z.array(timeEntry),
  /** Pending requests and estimates, the earliest first. */
  requests: z.array(correctionRequest),
});
export type Attention = z.infer<typeof attention>;

export const correctionsEndpoints = {
  listAttention: { response: attention },
  /**
   * Adds, changes or deletes an entry, with a reason. 409 `needs_another_admin` for one's own while there is another
   * active administrator; `entry_overlaps`, `entry_in_future`, `entry_too_long`, `month_locked`.
   */
  createTimeEntry: { body: timeEntryInput, response: timeEntry, status: 201 },
  updateTimeEntry: { params: idParams, body: timeEntryChanges, response: timeEntry },
  deleteTimeEntry: { params: idParams, body: deletionInput, response: z.null(), status: 204 },

  /** The viewer's own, the latest first. */
  listOwnCorrectionRequests: { response: z.array(correctionRequest) },
  /** Everybody's, the latest first: the last 200. */
  listCorrectionRequests: {
    query: z.object({ status: z.optional(z.enum(APPROVALS, 'invalid')) }),
    response: z.array(correctionRequest),
  },
  /** 409 `request_pending` while another request about the entry waits; the refusals of an entry's times as above. */
  createCorrectionRequest: { body: correctionRequestInput, response: correctionRequest, status: 201 },
  /** The viewer's own while nobody has decided it; else 409 `already_decided`. */
  withdrawCorrectionRequest: { params: idParams, response: z.null(), status: 204 },
  /**
   * 409 `already_decided`, `needs_another_admin`, and the refusals of an entry's times. A rejected estimate leaves an
   * entry without hours, ended at its check-in, until somebody corrects it.
   */
  decideCorrectionRequest: { params: idParams, body: decisionInput, response: correctionRequest },
} as const;
