import { serve } from '#server/platform/http/bind.ts';
import { getCompany, renewCompanyCode, updateCompanySettings } from './company.service.ts';
import { getConfirmation, resendConfirmation } from './confirmation.service.ts';

export const companyHandlers = serve({
  getCompany: (context) => getCompany(context),
  updateCompany: (context, { body }) => updateCompanySettings(context, body),
  renewCompanyCode: (context) => renewCompanyCode(context),
  getConfirmation: (context) => getConfirmation(context),
  resendConfirmation: (context) => resendConfirmation(context),
});
