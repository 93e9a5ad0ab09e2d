import { serve } from '#server/platform/http/bind.ts';
import { getBadge, listBadges, renewBadge } from './badges.service.ts';

export const badgesHandlers = serve({
  getBadge: (context, { params }) => getBadge(context, params.id),
  renewBadge: (context, { params }) => renewBadge(context, params.id),
  listBadges: (context, { body }) => listBadges(context, body.userIds),
});
