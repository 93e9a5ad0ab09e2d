import type { Handlers } from '#server/platform/http/bind.ts';
import { listOwnMonths } from './months.service.ts';

export const monthsHandlers: Handlers<'listOwnMonths'> = {
  listOwnMonths: (context) => listOwnMonths(context),
};
