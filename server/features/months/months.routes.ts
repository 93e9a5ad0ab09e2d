import { serve } from '#server/platform/http/bind.ts';
import { listOwnMonths } from './months.service.ts';

export const monthsHandlers = serve({
  listOwnMonths: (context) => listOwnMonths(context),
});
