import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { dateTimeText, layoutMail } from './layout.ts';
import { type Mail, mailQueueName } from './mail.ts';
import { mailTranslator, nameInMail } from './mail-text.ts';

export type SecurityChange =
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'secondFactorReset'
  | 'passkeyAdded'
  | 'apiKeyCreated'
  | 'aiEndpointChanged';

/** Tells somebody what changed about the security of their account, and what to do if it was not them. */
export function securityMail(
  { viewer, origin, clock }: Context,
  to: { firstName: string; email: string },
  change: SecurityChange,
): Mail {
  const { companyLanguage: language, companyName: company, timeZone } = viewer;
  const t = mailTranslator(language);
  const subject = t(`mail:${change}Subject`);
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t(`mail:${change}Body`),
        t('mail:securityWarning'),
      ],
      facts: [
        { label: t('mail:changedAt'), value: dateTimeText(clock.now().toISOString(), language, timeZone) },
        ...(change === 'secondFactorReset'
          ? [{ label: t('mail:changedBy'), value: nameInMail(`${viewer.firstName} ${viewer.lastName}`) }]
          : []),
      ],
      button: { label: t('mail:openAccount'), url: `${origin}${pathFor('account', language)}` },
      footer: t('mail:employeeFooter', { company }),
    }),
  };
}

/** Mails the viewer a change that they made themselves, so that they learn of it if somebody else did. */
export async function notifyOwner(context: Context, transaction: Db, change: SecurityChange): Promise<void> {
  await context.jobs.send(transaction, mailQueueName, securityMail(context, context.viewer, change));
}
