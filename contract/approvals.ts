import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { calendarMonth, id, instant, optionalLongText, requiredLongText } from './fields.ts';
import { MONTH_ANSWERS, MONTH_REFUSALS, maxText, ownMonth, personMonth } from './months.ts';

/** How far the closing of a month is. */
const monthClosing = z.object({
  month: z.string(),
  /** Only an ended month can be approved. */
  hasEnded: z.boolean(),
  /** How many people are in the month, have something to settle first, and are approved. */
  people: z.number(),
  withQuestions: z.number(),
  approved: z.number(),
  /** The viewer's own month is not approved, and another administrator has to do it. */
  needsAnotherAdmin: z.boolean(),
  /** Once everybody is approved: when, and the ledger's record of the last approval; no hash if it was erased. */
  closed: z.nullable(
    z.object({ at: instant, record: z.nullable(z.object({ seq: z.number(), hash: z.string() })) }),
  ),
  /** When it was mailed to the accountants of the settings. */
  mailedAt: z.nullable(instant),
});
export type MonthClosing = z.infer<typeof monthClosing>;

export const approvalsEndpoints = {
  /**
   * How far the closing of a month is. Without `month`: of the last one until a week after it was closed, and of the running
   * one from its last working day on; null: nothing is to be closed.
   */
  getMonthClosing: get('/api/months/closing', 'books', {
    reads: ['time-records', 'months'],
    query: z.object({ month: z.optional(calendarMonth) }),
    response: z.nullable(monthClosing),
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
