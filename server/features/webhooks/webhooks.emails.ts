import type { Services } from '#server/context.ts';
import { composeMail, type MailCompany } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** Tells an administrator that a webhook was turned off, and why. */
export function webhookOffMail(
  config: Services['config'],
  company: MailCompany,
  to: { email: string; firstName: string },
  url: string,
  reason: 'failing' | 'gone',
): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:webhookOffSubject'),
    paragraphs: [
      t(reason === 'gone' ? 'mail:webhookGoneBody' : 'mail:webhookFailingBody'),
      t('mail:webhookOffKept'),
    ],
    facts: [{ label: t('mail:webhookAddress'), value: new URL(url).host }],
    button: { label: t('mail:openSettings'), page: 'kiosks' },
    footer: t('mail:employeeFooter'),
  }));
}
