import { serve } from '#server/platform/http/bind.ts';
import * as billing from './billing.service.ts';
import { getSubscriptionStatus, listPlans } from './subscription.service.ts';

export const subscriptionHandlers = serve({
  listPlans: async (context) => listPlans(context),
  getSubscriptionStatus: (context) => getSubscriptionStatus(context),
  upgradeFromTrial: (context, { body }) => billing.choosePlan(context, body),
  confirmSandboxPayment: (context, { body }) => billing.confirmSandboxPayment(context, body),
  changePlan: (context, { body }) => billing.choosePlan(context, body),
  cancelSubscription: (context) => billing.cancelSubscription(context),
  resumeSubscription: (context) => billing.resumeSubscription(context),
  listInvoices: (context) => billing.listInvoices(context),
});
