import * as z from 'zod/mini';
import { breakChanges, CORRECTION_KINDS } from './corrections.ts';
import { get } from './endpoint.ts';
import { calendarDate, id, idParams, instant, namedPerson } from './fields.ts';
import { approval, scanSource, workBreak } from './time-tracking.ts';

/** The kinds of records in the ledger. */
export const LEDGER_KINDS = [
  /** An entry older than the ledger. */
  'opening',
  'scan',
  'estimated-end',
  /** The person took a check-out back right after it: the entry is open again. */
  'check-out-undone',
  'request',
  'withdrawal',
  'decision',
  'entry-added',
  'entry-edited',
  'entry-deleted',
  /** An open entry ended because an administrator deleted or deactivated its person, or deleted its location. */
  'entry-closed',
  'month-approved',
  'month-unlocked',
  'month-confirmed',
  'month-disputed',
  /** A break was started or ended, by its person or a check-out, or corrected by an administrator. */
  'break',
  /** An administrator recorded, changed or deleted an absence; one that was asked for is a `decision`. */
  'absence-added',
  'absence-changed',
  'absence-deleted',
  /** A published schedule was announced to a person, and the person said that they have seen it. */
  'schedule-announced',
  'schedule-seen',
  'settings-changed',
  /** The rules for hours by category, or the company's own days off. */
  'work-rules-changed',
  /** A person's dates of employment or agreed hours. */
  'employment-changed',
  /** Somebody became an administrator, or is one no longer; `why.how` says by what. */
  'administrator-added',
  'administrator-removed',
  /** Somebody became a manager or accountant, is one no longer, or looks after other locations; `why.before`, `why.after`. */
  'role-changed',
  'owner-changed',
  /** Whether and to whom the daily digest is mailed. */
  'digest-changed',
  /** To whom approved months are mailed. */
  'month-recipients-changed',
  /** The mail of an approved month has left (`why.to`, the address), or was refused (`why.refused`). */
  'month-sent',
  /** A PIN was set (`why.how`: `kiosk`, `account`, `link`), or removed (`administrator`, `badge-renewed`). */
  'pin-set',
  'pin-removed',
  /** The contents of records were erased at the end of the retention. */
  'erasure',
  /** Changed directly in the database. */
  'outside',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

const entryState = z.object({
  location: z.object({ id, name: z.string() }),
  checkIn: instant,
  checkOut: z.nullable(instant),
  checkInSource: scanSource,
  checkOutSource: z.nullable(scanSource),
  approval: z.nullable(approval),
});

/** One step in the life of a time entry. */
const absenceState = z.object({
  code: z.string(),
  startDate: calendarDate,
  endDate: calendarDate,
  part: z.nullable(z.number()),
  /** Of on-call time. */
  begins: z.nullish(z.number()),
  place: z.nullish(z.string()),
});

export const entryEvent = z.object({
  at: instant,
  kind: z.enum(LEDGER_KINDS),
  /** Null: the product itself, or unknown. */
  actor: z.nullable(z.object({ id, ...namedPerson })),
  /**
   * True: the actor's account was created, activated or given other credentials by the entry's own person less than 24
   * hours before.
   */
  actorIsNew: z.boolean(),
  /** The name of the API key with which the actor's program made it. */
  apiKey: z.nullable(z.string()),
  /** Both null: the step did not change the entry (a request, a rejection). Only `before` null: it was added. */
  before: z.nullable(entryState),
  after: z.nullable(entryState),
  /** For a request: what is requested. */
  wanted: z.nullable(
    z.object({
      location: z.nullable(z.object({ id, name: z.string() })),
      checkIn: z.nullable(instant),
      checkOut: z.nullable(instant),
      breaks: z.nullable(breakChanges),
    }),
  ),
  /** For a request and a decision: its subject, and how it was decided. */
  request: z.nullable(z.enum(CORRECTION_KINDS)),
  decision: z.nullable(z.enum(['approved', 'rejected'])),
  reason: z.nullable(z.string()),
  /** For `break`: the break as it is since then, or, if it was removed, as it was. */
  break: z.nullable(workBreak),
  isBreakRemoved: z.boolean(),
  /** The absence as it was and is, as far as the step is about one; only `after` for a request and its decision. */
  absence: z.nullable(z.object({ before: z.nullable(absenceState), after: z.nullable(absenceState) })),
});
export type EntryEvent = z.infer<typeof entryEvent>;

/** A step that concerns a person: of one of their time entries, or of a month `yyyy-MM`, or of neither. */
const personEvent = z.extend(entryEvent, { timeEntryId: z.nullable(id), month: z.nullable(z.string()) });
export type PersonEvent = z.infer<typeof personEvent>;

export const ledgerDigest = z.object({
  /** The last record's number, 0 for none. */
  seq: z.number(),
  /** SHA-256 of the last record, which covers all before it: 64 hexadecimal digits, zeros if there is none. */
  hash: z.string(),
  at: z.nullable(instant),
});
export type LedgerDigest = z.infer<typeof ledgerDigest>;

export const ledgerEndpoints = {
  /** For administrators and the entry's own person, even after its deletion. Oldest first. */
  getTimeEntryHistory: get('/api/time-entries/:id/history', 'months-or-own', {
    reads: ['time-records'],
    params: idParams,
    response: z.array(entryEvent),
  }),
  /**
   * What was changed about a person, and by whom, newest first: the newest 200. Without their own scans and breaks; to managers
   * without what concerns account and employment.
   */
  listEmployeeHistory: get('/api/employees/:id/history', 'months', {
    reads: ['time-records'],
    cost: 5,
    params: idParams,
    response: z.array(personEvent),
  }),
  getLedgerDigest: get('/api/ledger/digest', 'books', { apiKey: true, response: ledgerDigest }),
  /**
   * Up to 1000 records after this number, oldest first. Each line is one record as canonical JSON (RFC 8785); joined by
   * line feeds they are the file that `npm run verify-ledger` checks. `nextAfter` is null after the last record.
   */
  listLedger: get('/api/ledger', 'books', {
    apiKey: true,
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'invalid'))) }),
    response: z.object({ lines: z.array(z.string()), nextAfter: z.nullable(z.number()) }),
  }),
};
