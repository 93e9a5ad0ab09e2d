import type { Handlers } from '#server/platform/http/bind.ts';
import { getSubscriptionStatus, listPlans } from './subscription.service.ts';

export const subscriptionHandlers: Handlers<'listPlans' | 'getSubscriptionStatus'> = {
  listPlans: async () => listPlans(),
  getSubscriptionStatus: (context) => getSubscriptionStatus(context),
};
