import type { Handlers } from '#server/platform/http/bind.ts';
import { getCompany, updateCompanySettings } from './company.service.ts';

export const companyHandlers: Handlers<'getCompany' | 'updateCompany'> = {
  getCompany: (context) => getCompany(context),
  updateCompany: (context, { body }) => updateCompanySettings(context, body),
};
