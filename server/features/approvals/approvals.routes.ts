import { serve } from '#server/platform/http/bind.ts';
import { answerOwnMonth, approveMonth, listDependentMonths, unlockMonth } from './approvals.service.ts';

export const approvalsHandlers = serve({
  approveMonth: (context, { body }) => approveMonth(context, body),
  listDependentMonths: (context, { query }) => listDependentMonths(context, query),
  unlockMonth: (context, { body }) => unlockMonth(context, body),
  answerOwnMonth: (context, { body }) => answerOwnMonth(context, body),
});
