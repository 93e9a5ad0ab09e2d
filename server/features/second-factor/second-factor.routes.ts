import { serve } from '#server/platform/http/bind.ts';
import { startSession } from '#server/platform/sessions.ts';
import * as service from './second-factor.service.ts';

export const secondFactorHandlers = serve({
  getSecondFactor: (context) => service.getSecondFactor(context),
  proposeSecondFactor: (context) => service.proposeSecondFactor(context),
  async enableSecondFactor(context, { body }, session) {
    const answer = await service.enableSecondFactor(context, body);
    // This device has just proved both factors; the others have not.
    session.start(await startSession(context, context.viewer, { fromPin: context.viewer.isFromPin }));
    return answer;
  },
  renewRecoveryCodes: (context, { body }) => service.renewRecoveryCodes(context, body),
  disableSecondFactor: (context, { body }) => service.disableSecondFactor(context, body),
  resetSecondFactor: (context, { params, body }) => service.resetSecondFactor(context, params.id, body),
});
