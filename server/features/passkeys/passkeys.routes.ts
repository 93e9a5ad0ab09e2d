import { serve } from '#server/platform/http/bind.ts';
import * as service from './passkeys.service.ts';

export const passkeysHandlers = serve({
  listPasskeys: (context) => service.listPasskeys(context),
  beginPasskey: (context, { body }) => service.beginPasskey(context, body),
  addPasskey: (context, { body }, session) => service.addPasskey(context, body, session.token),
  deletePasskey: (context, { params }) => service.deletePasskey(context, params.id),
  beginPasskeySignIn: (context) => service.beginPasskeySignIn(context),
});
