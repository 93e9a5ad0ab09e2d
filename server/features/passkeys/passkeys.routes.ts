import type { Handlers } from '#server/platform/http/bind.ts';
import { endSession } from '#server/platform/sessions.ts';
import * as service from './passkeys.service.ts';

export const passkeysHandlers: Handlers<
  | 'listPasskeys'
  | 'beginPasskey'
  | 'addPasskey'
  | 'deletePasskey'
  | 'beginPasskeySignIn'
  | 'signInWithPasskey'
> = {
  listPasskeys: (context) => service.listPasskeys(context),
  beginPasskey: (context, { body }) => service.beginPasskey(context, body),
  addPasskey: (context, { body }) => service.addPasskey(context, body),
  async deletePasskey(context, { params }) {
    await service.deletePasskey(context, params.id);
    return null;
  },
  beginPasskeySignIn: (context) => service.beginPasskeySignIn(context),
  async signInWithPasskey(context, { body }, session) {
    const { user, token } = await service.signInWithPasskey(context, body);
    if (session.token) await endSession(context.db, session.token);
    session.start(token);
    return user;
  },
};
