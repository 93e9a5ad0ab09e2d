import * as z from 'zod/mini';
import { calendarMonth, id, instant, optionalLongText, requiredLongText } from './fields.ts';

const person = z.object({ id, firstName: z.string(), lastName: z.string() });
const maxText = 500;

const MONTH_ANSWERS = ['confirmed', 'disputed'] as const;

/** Why a person's month was not approved. */
const MONTH_REFUSALS = ['open_questions', 'already_approved', 'needs_another_admin'] as const;

const monthFigures = {
  /** `yyyy-MM` in company time. */
  month: z.string(),
  /** In company time; only such a month can be approved. */
  hasEnded: z.boolean(),
  /** What lies inside the month, split at local midnight; open entries up to now. */
  hours: z.number(),
  /** The same, exactly. */
  ms: z.number(),
  /** Those whose check-in falls into the month. */
  entries: z.number(),
  /** What must be settled before approval, of entries with a part in the month. */
  openQuestions: z.object({
    /** Open entries. */
    openEntries: z.number(),
    /** Estimated ends that await approval. */
    estimates: z.number(),
    /** Pending requests. */
    requests: z.number(),
  }),
  /** Null: not approved, or unlocked since. While it stands, no entry with a part in the month can change. */
  approval: z.nullable(
    z.object({
      by: person,
      at: instant,
      /** As of `entryEvent` (contract/ledger.ts): the approving account was new, and made by the person themselves. */
      actorIsNew: z.boolean(),
    }),
  ),
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

export const ownMonth = z.object(monthFigures);
export type OwnMonth = z.infer<typeof ownMonth>;

export const personMonth = z.object({ user: person, ...monthFigures });
export type PersonMonth = z.infer<typeof personMonth>;

export const monthsEndpoints = {
  /** Everybody who is in the company, or has hours or an approval in the month; by name. */
  listMonth: { query: z.object({ month: calendarMonth }), response: z.array(personMonth) },
  /**
   * Approves the month of one person, or of everybody with hours in it. 409 `month_not_ended`, 404 for an unknown person;
   * everything else is reported for each person: `refusal` null means approved.
   */
  approveMonth: {
    body: z.object({ month: calendarMonth, userId: z.nullish(id) }),
    response: z.array(z.object({ userId: id, refusal: z.nullable(z.enum(MONTH_REFUSALS)) })),
  },
  /** 409 `month_not_approved`. */
  unlockMonth: {
    body: z.object({ month: calendarMonth, userId: id, reason: requiredLongText('reasonRequired', maxText) }),
    response: personMonth,
  },
  /** The viewer's own months since their first entry, the latest first, at most 36. */
  listOwnMonths: { response: z.array(ownMonth) },
  /** A dispute needs a text. The last answer counts; the ledger keeps all. 409 `month_not_ended`. */
  answerOwnMonth: {
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
  },
} as const;
