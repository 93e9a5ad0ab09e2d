import { serve } from '#server/platform/http/bind.ts';
import { getMonthHours, listMonth, listWarnings } from './hours.service.ts';

export const hoursHandlers = serve({
  listMonth: (context, { query }) => listMonth(context, query.month),
  getMonthHours: (context, { params, query }) => getMonthHours(context, params.month, query),
  listWarnings: (context, { query }) => listWarnings(context, query.month),
});
