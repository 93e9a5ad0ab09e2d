import type { Handlers } from '#server/platform/http/bind.ts';
import { getCompany, updateCompanySettings } from './company.service.ts';
import { getConfirmation, resendConfirmation } from './confirmation.service.ts';

export const companyHandlers: Handlers<
  'getCompany' | 'updateCompany' | 'getConfirmation' | 'resendConfirmation'
> = {
  getCompany: (context) => getCompany(context),
  updateCompany: (context, { body }) => updateCompanySettings(context, body),
  getConfirmation: (context) => getConfirmation(context),
  async resendConfirmation(context) {
    await resendConfirmation(context);
    return {};
  },
};
