import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { PublicContext } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { serve } from '#server/platform/http/bind.ts';
import type { SessionCookie } from '#server/platform/http/session-cookie.ts';
import { readKnownDevice, sealKnownDevice } from '#server/platform/known-device.ts';
import {
  endSession,
  endSessionById,
  endSessionsOf,
  listSessions,
  markNoticeSeen,
} from '#server/platform/sessions.ts';
import * as service from './auth.service.ts';
import {
  acceptInvitation,
  acceptWithPasskey,
  acceptWithPin,
  beginInvitedPasskey,
  getInvitation,
} from './invitations.service.ts';

/** Starts the new session on this device, ends the one it had, and remembers the device. */
async function replaceSession(
  context: PublicContext,
  session: SessionCookie,
  { user, token }: service.SignedIn,
): Promise<CurrentUser> {
  if (session.token) await endSession(context.db, session.token);
  session.start(token);
  if (!(await readKnownDevice(context, session.device, user.id))) {
    session.rememberDevice(await sealKnownDevice(context, user.id));
  }
  return user;
}

const register = async (
  context: PublicContext,
  { body }: EndpointRequest<'registerCompany'>,
  session: SessionCookie,
) => replaceSession(context, session, await service.registerCompany(context, body));

export const authHandlers = serve({
  getUser: (context) => service.toCurrentUser(context, context.viewer),
  updateUser: (context, { body }) => service.setLanguage(context, body),
  dismissNotice: ({ db, clock }, _request, session) => markNoticeSeen(db, session.token, clock.now()),
  listSessions: ({ db, clock, viewer }, _request, session) => listSessions(db, clock, viewer, session.token),
  async endSession({ db, clock, viewer }, { params }, session) {
    if (viewer.isFromPin) {
      const sessions = await listSessions(db, clock, viewer, session.token);
      if (sessions.some(({ id, isCurrent }) => id === params.id.toLowerCase() && !isCurrent))
        throw new AppError('pin_session');
    }
    if (!(await endSessionById(db, viewer, params.id))) throw new AppError('not_found');
  },
  async endAllSessions({ db, viewer }, _request, session) {
    if (viewer.isFromPin) throw new AppError('pin_session');
    await endSessionsOf(db, viewer.companyId, viewer.userId);
    session.end();
  },
  login: async (context, { body }, session) =>
    replaceSession(context, session, await service.login(context, body, session.device)),
  signInWithPasskey: async (context, { body }, session) =>
    replaceSession(context, session, await service.signInWithPasskey(context, body)),
  getInvitation: (context, { params }) => getInvitation(context, params.token),
  beginInvitedPasskey: (context, { params }) => beginInvitedPasskey(context, params.token),
  acceptInvitation: async (context, { params, body }, session) =>
    replaceSession(context, session, await acceptInvitation(context, params.token, body)),
  acceptWithPasskey: async (context, { params, body }, session) =>
    replaceSession(context, session, await acceptWithPasskey(context, params.token, body)),
  acceptWithPin: async (context, { params, body }, session) =>
    replaceSession(context, session, await acceptWithPin(context, params.token, body)),
  async logout({ db, identify }, _request, session) {
    const ended = session.token ? await endSession(db, session.token) : undefined;
    if (ended) identify(ended);
    session.end();
  },
  register,
  registerCompany: register,
  async forgotPassword(context, { body }) {
    await service.forgotPassword(context, body.email);
    return { message: context.t('answers:resetMailSent') };
  },
  async resetPassword(context, { body }) {
    await service.resetPassword(context, body);
    return { message: context.t('answers:passwordChanged') };
  },
  async changePassword(context, { body }, session) {
    const { user, token } = await service.changePassword(context, body, session.token);
    session.start(token);
    return user;
  },
});
