import type { Handlers } from '#server/platform/http/bind.ts';
import { getMonthHours, listWarnings } from './hours.service.ts';

export const hoursHandlers: Handlers<'getMonthHours' | 'listWarnings'> = {
  getMonthHours: (context, { params, query }) => getMonthHours(context, params.month, query),
  listWarnings: (context, { query }) => listWarnings(context, query.month),
};
