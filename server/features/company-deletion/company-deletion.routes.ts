import type { Handlers } from '#server/platform/http/bind.ts';
import { deleteCompany, restoreCompany } from './company-deletion.service.ts';

export const companyDeletionHandlers: Handlers<'deleteCompany' | 'restoreCompany'> = {
  async deleteCompany(context, { body }, session) {
    const answer = await deleteCompany(context, body);
    session.end();
    return answer;
  },
  restoreCompany: (context, { body }) => restoreCompany(context, body),
};
