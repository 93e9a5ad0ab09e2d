import type { Handlers } from '#server/platform/http/bind.ts';
import { getBadge, listBadges, renewBadge } from './badges.service.ts';

export const badgesHandlers: Handlers<'getBadge' | 'renewBadge' | 'listBadges'> = {
  getBadge: (context, { params }) => getBadge(context, params.id),
  renewBadge: (context, { params }) => renewBadge(context, params.id),
  listBadges: (context, { body }) => listBadges(context, body.userIds),
};
