import * as z from 'zod/mini';
import { get, post } from './endpoint.ts';
import { calendarMonth, id, optionalLongText, requiredLongText } from './fields.ts';
import { MONTH_ANSWERS, MONTH_REFUSALS, maxText, ownMonth, personMonth } from './months.ts';

export const approvalsEndpoints = {
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
