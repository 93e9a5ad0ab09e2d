import { serve } from '#server/platform/http/bind.ts';
import { getWorkRules, listHolidays, updateWorkRules } from './work-rules.service.ts';

export const workRulesHandlers = serve({
  getWorkRules: (context) => getWorkRules(context),
  updateWorkRules: (context, { body }) => updateWorkRules(context, body),
  listHolidays: (context, { query }) => listHolidays(context, Number(query.year)),
});
