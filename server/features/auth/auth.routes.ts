import type { EndpointRequest } from '#contract/index.ts';
import type { PublicContext } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/bind.ts';
import type { SessionCookie } from '#server/platform/http/session-cookie.ts';
import { endSession, endSessionById, endSessionsOf, listSessions } from '#server/platform/sessions.ts';
import * as service from './auth.service.ts';

async function register(
  context: PublicContext,
  { body }: EndpointRequest<'registerCompany'>,
  session: SessionCookie,
) {
  const { user, token } = await service.registerCompany(context, body);
  if (session.token) await endSession(context.db, session.token);
  session.start(token);
  return user;
}

export const authHandlers: Handlers<
  | 'getUser'
  | 'updateUser'
  | 'listSessions'
  | 'endSession'
  | 'endAllSessions'
  | 'login'
  | 'logout'
  | 'register'
  | 'registerCompany'
  | 'forgotPassword'
  | 'resetPassword'
  | 'changePassword'
> = {
  getUser: async ({ viewer }) => service.toCurrentUser(viewer),
  updateUser: (context, { body }) => service.setLanguage(context, body),
  listSessions: ({ db, clock, viewer }, _request, session) => listSessions(db, clock, viewer, session.token),
  async endSession({ db, viewer }, { params }) {
    if (!(await endSessionById(db, viewer, params.id))) throw new AppError('not_found');
    return null;
  },
  async endAllSessions({ db, viewer }, _request, session) {
    await endSessionsOf(db, viewer.companyId, viewer.userId);
    session.end();
    return {};
  },
  async login(context, { body }, session) {
    const { user, token } = await service.login(context, body);
    if (session.token) await endSession(context.db, session.token);
    session.start(token);
    return user;
  },
  async logout({ db, identify }, _request, session) {
    const ended = session.token ? await endSession(db, session.token) : undefined;
    if (ended) identify(ended);
    session.end();
    return {};
  },
  register,
  registerCompany: register,
  async forgotPassword(context, { body }) {
    await service.forgotPassword(context, body.email);
    return { message: context.t('errors:resetMailSent') };
  },
  async resetPassword(context, { body }) {
    await service.resetPassword(context, body);
    return { message: context.t('errors:passwordChanged') };
  },
  async changePassword(context, { body }, session) {
    const { user, token } = await service.changePassword(context, body);
    session.start(token);
    return user;
  },
};
