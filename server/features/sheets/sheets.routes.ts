import { serve } from '#server/platform/http/bind.ts';
import { getSheetSettings, updateSheetSettings } from './sheet-settings.service.ts';
import { getMonthPayroll, getMonthSheet } from './sheets.service.ts';

export const sheetsHandlers = serve({
  getMonthSheet: (context, { params, query }) => getMonthSheet(context, params.month, query),
  getMonthPayroll: (context, { params, query }) => getMonthPayroll(context, params.month, query),
  getSheetSettings: (context) => getSheetSettings(context),
  updateSheetSettings: (context, { body }) => updateSheetSettings(context, body),
});
