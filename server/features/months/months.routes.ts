import type { Handlers } from '#server/platform/http/bind.ts';
import { answerOwnMonth, approveMonth, listMonth, listOwnMonths, unlockMonth } from './months.service.ts';

export const monthsHandlers: Handlers<
  'listMonth' | 'approveMonth' | 'unlockMonth' | 'listOwnMonths' | 'answerOwnMonth'
> = {
  listMonth: (context, { query }) => listMonth(context, query.month),
  approveMonth: (context, { body }) => approveMonth(context, body),
  unlockMonth: (context, { body }) => unlockMonth(context, body),
  listOwnMonths: (context) => listOwnMonths(context),
  answerOwnMonth: (context, { body }) => answerOwnMonth(context, body),
};
