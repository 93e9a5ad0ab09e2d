import type { Services } from '#server/context.ts';
import { composeMail, type MailCompany, type MailReader } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';

type Trial = { trialEndsAt: string; daysBefore: number; hasEnded: boolean };

/** Says when the free trial of the company ends and what that means. */
export function trialReminderMail(
  config: Services['config'],
  company: MailCompany,
  to: MailReader,
  { trialEndsAt, daysBefore, hasEnded }: Trial,
): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: hasEnded
      ? t('mail:trialEndedSubject')
      : daysBefore === 0
        ? t('mail:trialTodaySubject')
        : t('mail:trialSubject', { count: daysBefore }),
    paragraphs: [t(hasEnded ? 'mail:trialEndedBody' : 'mail:trialBody'), t('mail:trialKept')],
    facts: [
      { label: t('mail:company'), value: company.name },
      { label: t('mail:trialEnd'), value: dateTimeText(trialEndsAt, company.language, company.timezone) },
    ],
    button: { label: t('mail:choosePlan'), page: 'subscription' },
    footer: t('mail:adminFooter'),
  }));
}
