import type { CurrentUser } from '#contract/auth.ts';
import type { PublicContext } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { readKnownDevice, sealKnownDevice } from '../identity/known-device.ts';
import * as sessions from '../identity/sessions.queries.ts';
import * as service from './auth.service.ts';

/** Starts the new session on this device, ends the one it had, and remembers the device. */
export async function replaceSession(
  context: PublicContext,
  { user, token }: service.SignedIn,
): Promise<CurrentUser> {
  const { session } = context;
  await endOwnSession(context);
  session.start(token);
  if (!(await readKnownDevice(context, session.device, user.id))) {
    session.rememberDevice(await sealKnownDevice(context, user.id));
  }
  return user;
}

/** Ends the session that this browser has, with the streams in it. Returns its person. */
async function endOwnSession({ db, session, changes }: PublicContext) {
  const ended = session.token ? await sessions.endSession(db, session.token) : undefined;
  if (ended) {
    changes.publish({ companyId: ended.companyId, tags: ['account'], about: [{ userId: ended.userId }] });
  }
  return ended;
}

export const getUser: Handler<'getUser'> = (context) => service.toCurrentUser(context, context.viewer);

export const updateUser: Handler<'updateUser'> = (context, { body }) => service.setLanguage(context, body);

export const dismissNotice: Handler<'dismissNotice'> = ({ db, clock, session }) =>
  sessions.markNoticeSeen(db, session.token, clock.now());

export const listSessions: Handler<'listSessions'> = ({ db, clock, viewer, session }) =>
  sessions.listSessions(db, clock, viewer, session.token);

export const endSession: Handler<'endSession'> = async (context, { params: { id } }) => {
  const { db, viewer } = context;
  if (viewer.isFromPin) {
    const listed = await listSessions(context);
    if (listed.some((other) => other.id === id.toLowerCase() && !other.isCurrent))
      throw new AppError('pin_session');
  }
  if (!(await sessions.endSessionById(db, viewer, id))) throw new AppError('not_found');
};

export const endAllSessions: Handler<'endAllSessions'> = async ({ db, viewer, session, changes }) => {
  if (viewer.isFromPin) throw new AppError('pin_session');
  const { companyId, userId } = viewer;
  await sessions.endSessionsOf(db, companyId, userId);
  changes.publish({ companyId, tags: ['account'], about: [{ userId }] });
  session.end();
};

export const login: Handler<'login'> = async (context, { body }) =>
  replaceSession(context, await service.login(context, body, context.session.device));

export const signInWithPasskey: Handler<'signInWithPasskey'> = async (context, { body }) =>
  replaceSession(context, await service.signInWithPasskey(context, body));

export const logout: Handler<'logout'> = async (context) => {
  const ended = await endOwnSession(context);
  if (ended) context.identify(ended);
  context.session.end();
};

export const registerCompany: Handler<'registerCompany'> = async (context, { body }) =>
  replaceSession(context, await service.registerCompany(context, body));

export const register: Handler<'register'> = (context, request) => registerCompany(context, request);

export const forgotPassword: Handler<'forgotPassword'> = async (context, { body }) => {
  await service.forgotPassword(context, body.email);
  return { message: context.t('answers:resetMailSent') };
};

export const resetPassword: Handler<'resetPassword'> = async (context, { body }) => {
  await service.resetPassword(context, body);
  return { message: context.t('answers:passwordChanged') };
};

export const changePassword: Handler<'changePassword'> = async (context, { body }) => {
  const { user, token } = await service.changePassword(context, body, context.session.token);
  context.session.start(token);
  return user;
};
