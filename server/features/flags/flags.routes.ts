import { serve } from '#server/platform/http/bind.ts';
import { dismissFlag, listFlags, listOwnFlags } from './flags.service.ts';

export const flagsHandlers = serve({
  listFlags: (context, { query }) => listFlags(context, query.userId),
  listOwnFlags: (context) => listOwnFlags(context),
  dismissFlag: (context, { params, body }) => dismissFlag(context, params.id, body.note),
});
