import type { Handlers } from '#server/platform/http/bind.ts';
import { dismissFlag, listFlags, listOwnFlags } from './flags.service.ts';

export const flagsHandlers: Handlers<'listFlags' | 'listOwnFlags' | 'dismissFlag'> = {
  listFlags: (context, { query }) => listFlags(context, query.userId),
  listOwnFlags: (context) => listOwnFlags(context),
  async dismissFlag(context, { params, body }) {
    await dismissFlag(context, params.id, body.note);
    return null;
  },
};
