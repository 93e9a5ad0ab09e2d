import { SHARED_DEMO_COMPANY_ID } from '#domain/demo.ts';
import { hasFeature, PLANS } from '#domain/plans.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { mailQueueName } from '#server/platform/mail/mail.ts';
import { findViewer } from '../identity/sessions.queries.ts';
import { contactMail } from './contact.emails.ts';

/**
 * Mails a visitor's message to the support address. A message with the honeypot field filled in is discarded, with the
 * same response. One of somebody who is signed in names their company and plan; if the plan includes priority support and
 * the operator provides it, it goes there.
 */
export const sendContactMessage: Handler<'sendContactMessage'> = async (
  { db, clock, jobs, throttle, address, config, language, session: { token } },
  { body: { website, ...message } },
) => {
  await throttle.take('contact', address);
  if (website !== null) return;
  const found = token ? await findViewer(db, clock, token) : null;
  const viewer = found?.viewer.companyId === SHARED_DEMO_COMPANY_ID ? undefined : found?.viewer;
  const hasPriority = viewer && hasFeature(viewer.subscription, 'prioritySupport', clock.now());
  const priority = hasPriority ? config.prioritySupport : undefined;
  const mail = contactMail({
    ...message,
    to: priority?.email ?? config.supportEmail,
    language,
    isPriority: priority !== undefined,
    company: viewer && {
      name: viewer.companyName,
      plan: PLANS[viewer.subscription.plan].name,
      status: viewer.subscription.status,
    },
  });
  await jobs.send(db, mailQueueName, mail);
};
