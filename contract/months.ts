import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { calendarMonth, id, instant, namedPerson, personName } from './fields.ts';

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
export const maxText = 500;

export const MONTH_ANSWERS = ['confirmed', 'disputed'] as const;

/** Why a person's month was not approved. */
export const MONTH_REFUSALS = ['open_questions', 'already_approved', 'needs_another_admin'] as const;

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
    /** Open entries; while the month runs, only those open for longer than the longest shift. */
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
  /** The viewer's own months since their first entry, newest first, at most 36. */
  listOwnMonths: get('/api/months/own', 'signed-in', {
    reads: ['time-records', 'months'],
    response: z.array(ownMonth),
  }),
};
