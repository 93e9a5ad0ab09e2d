import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
import { dateTimeText } from '#server/platform/time-text.ts';

type Reminder = {
  language: Language;
  timezone: string;
  origin: string;
  /** The company's time zone. */
  name: string;
  firstName: string;
  email: string;
  trialEndsAt: string;
  daysBefore: number;
  hasEnded: boolean;
};

/** Says when the free trial of the company ends and what that means. */
export function trialReminderMail(to: Reminder): Mail {
  const t = mailTranslator(to.language);
  const subject = to.hasEnded
    ? t('mail:trialEndedSubject')
    : to.daysBefore === 0
      ? t('mail:trialTodaySubject')
      : t('mail:trialSubject', { count: to.daysBefore });
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language: to.language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t(to.hasEnded ? 'mail:trialEndedBody' : 'mail:trialBody'),
        t('mail:trialKept'),
      ],
      facts: [
        { label: t('mail:company'), value: to.name },
        { label: t('mail:trialEnd'), value: dateTimeText(to.trialEndsAt, to.language, to.timezone) },
      ],
      button: {
        label: t('mail:choosePlan'),
        url: `${to.origin}${pathFor('subscription', to.language)}`,
      },
      footer: t('mail:adminFooter', { company: to.name }),
    }),
  };
}
