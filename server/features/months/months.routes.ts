import type { Handlers } from '#server/platform/http/bind.ts';
import { answerOwnMonth, listMonth, listOwnMonths } from './months.service.ts';

export const monthsHandlers: Handlers<'listMonth' | 'listOwnMonths' | 'answerOwnMonth'> = {
  listMonth: (context, { query }) => listMonth(context, query.month),
  listOwnMonths: (context) => listOwnMonths(context),
  answerOwnMonth: (context, { body }) => answerOwnMonth(context, body),
};
