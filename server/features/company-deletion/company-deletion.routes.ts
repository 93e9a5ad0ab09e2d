import { serve } from '#server/platform/http/bind.ts';
import { deleteCompany, restoreCompany } from './company-deletion.service.ts';

export const companyDeletionHandlers = serve({
  async deleteCompany(context, { body }, session) {
    const answer = await deleteCompany(context, body);
    session.end();
    return answer;
  },
  restoreCompany: (context, { body }) => restoreCompany(context, body),
});
