import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import {
  calendarMonth,
  id,
  instant,
  namedPerson,
  optionalLongText,
  personName,
  requiredLongText,
} from './fields.ts';

const person = z.object({ id, ...namedPerson });
const approvalBy = <Person extends z.ZodMiniType>(by: Person) =>
  z.nullable(
    z.object({
      by,
      at: instant,
      /** As in `entryEvent` (contract/ledger.ts): the approving account was new, and made by the person themselves. */
      actorIsNew: z.boolean(),
    }),
  );
const maxText = 500;

const MONTH_ANSWERS = ['confirmed', 'disputed'] as const;

/** Why a person's month was not approved. */
const MONTH_REFUSALS = ['open_questions', 'already_approved', 'needs_another_admin'] as const;

const monthFigures = {
  /** `yyyy-MM` in company time. */
  month: z.string(),
  /**
   * The month's first instant and the one after its last: midnights in company time, or, where this month or one beside it
   * was approved before the company's time zone changed, those of its approval.
   */
  startsAt: instant,
  endsAt: instant,
  /** Only an ended month can be approved. */
  hasEnded: z.boolean(),
  /** Working time of the month's dates (work-rules.md §1 and §2), up to now. */
  hours: z.number(),
  /** The same, in milliseconds. */
  ms: z.number(),
  /** Entries whose check-in is in the month. */
  entries: z.number(),
  /** What must be settled before approval, for entries with a part in the month. */
  openQuestions: z.object({
    /** Open entries. */
    openEntries: z.number(),
    /** Estimated ends that await approval. */
    estimates: z.number(),
    /** Pending requests. */
    requests: z.number(),
  }),
  /** Null: not approved, or unlocked since. While it is set, no entry with a part in the month can change. */
  approval: approvalBy(person),
  /** The person's answer about the month; `hours` are those they saw. */
  answer: z.nullable(
    z.object({
      answer: z.enum(MONTH_ANSWERS),
      text: z.nullable(z.string()),
      at: instant,
      hours: z.number(),
    }),
  ),
};

/** As its own person sees it: without the address of the administrator who approved it. */
export const ownMonth = z.object({ ...monthFigures, approval: approvalBy(z.object({ id, ...personName })) });
export type OwnMonth = z.infer<typeof ownMonth>;

export const personMonth = z.object({ user: person, ...monthFigures });
export type PersonMonth = z.infer<typeof personMonth>;

export const monthsEndpoints = {
  /** Everybody who is in the month: employed in it, or with time, an absence or an approval in it; by name. */
  listMonth: get('/api/months', 'months', {
    reads: ['time-records', 'months'],
    apiKey: true,
    replica: true,
    query: z.object({ month: calendarMonth }),
    response: z.array(personMonth),
  }),
  /**
   * Approves the month of one person, or of everybody who is in it, hours or not, and keeps what it says. What prevents it
   * is reported for each person: `refusal` null means approved.
   */
  approveMonth: post('/api/months/approve', 'admin', {
    changes: ['time-records'],
    audit: 'month.approved',
    body: z.object({ month: calendarMonth, userId: z.nullish(id) }),
    response: z.array(z.object({ userId: id, refusal: z.nullable(z.enum(MONTH_REFUSALS)) })),
    throws: ['not_found', 'month_not_ended'],
  }),
  /**
   * The person's approved months after this one, `yyyy-MM`, that a correction in it can change: the next one and those of
   * the same settlement period. While one of them is approved, a correction that would change it is refused.
   */
  listDependentMonths: get('/api/months/dependent', 'admin', {
    reads: ['time-records', 'months'],
    query: z.object({ month: calendarMonth, userId: id }),
    response: z.array(z.string()),
  }),
  /** `withLater` unlocks those of `listDependentMonths` too. */
  unlockMonth: post('/api/months/unlock', 'admin', {
    changes: ['time-records'],
    audit: 'month.unlocked',
    body: z.object({
      month: calendarMonth,
      userId: id,
      reason: requiredLongText('reasonRequired', maxText),
      withLater: z.optional(z.boolean()),
    }),
    response: personMonth,
    throws: ['not_found', 'month_not_approved'],
  }),
  /** The viewer's own months since their first entry, newest first, at most 36. */
  listOwnMonths: get('/api/months/own', 'signed-in', {
    reads: ['time-records', 'months'],
    response: z.array(ownMonth),
  }),
  /** A dispute needs a text. The latest answer counts; the ledger keeps all. */
  answerOwnMonth: post('/api/months/own', 'signed-in', {
    changes: ['time-records'],
    body: z
      .object({
        month: calendarMonth,
        answer: z.enum(MONTH_ANSWERS, 'invalid'),
        text: optionalLongText(maxText),
      })
      .check(
        z.refine(({ answer, text }) => answer === 'confirmed' || Boolean(text), {
          error: 'reasonRequired',
          path: ['text'],
        }),
      ),
    response: ownMonth,
    throws: ['not_found', 'month_not_ended'],
  }),
};
