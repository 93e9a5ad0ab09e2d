import type { Handlers } from '#server/platform/http/bind.ts';
import * as service from './passkeys.service.ts';

export const passkeysHandlers: Handlers<
  'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'deletePasskey' | 'beginPasskeySignIn'
> = {
  listPasskeys: (context) => service.listPasskeys(context),
  beginPasskey: (context, { body }) => service.beginPasskey(context, body),
  addPasskey: (context, { body }, session) => service.addPasskey(context, body, session.token),
  async deletePasskey(context, { params }) {
    await service.deletePasskey(context, params.id);
    return null;
  },
  beginPasskeySignIn: (context) => service.beginPasskeySignIn(context),
};
