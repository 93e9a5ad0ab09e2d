import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator, nameInMail } from '#server/platform/mail/mail-text.ts';
import { dateTimeText } from '#server/platform/time-text.ts';
import type { Forgotten } from './missing-check-outs.queries.ts';

/** Asks a person who forgot to check out when they left. */
export function missingCheckOutMail(to: Forgotten & { origin: string }): Mail {
  const { language } = to;
  const t = mailTranslator(language);
  const subject = t('mail:missingCheckOutSubject');
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [t('mail:greeting', { firstName: to.firstName }), t('mail:missingCheckOutBody')],
      facts: [
        { label: t('mail:location'), value: nameInMail(to.location) },
        { label: t('mail:checkIn'), value: dateTimeText(to.checkIn, language, to.timezone) },
      ],
      button: { label: t('mail:sayWhenLeft'), url: `${to.origin}${pathFor('employee', language)}` },
      footer: t('mail:employeeFooter', { company: to.company }),
    }),
  };
}
