import { fullName } from '#domain/names.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { layoutMail, originForMails } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator, nameInMail } from '#server/platform/mail/mail-text.ts';
import { dateTimeText } from '#server/platform/time-text.ts';

/** Tells an administrator who shortened the retention, and until when that can be undone. */
export function retentionShorterMail(
  { viewer, config }: Pick<Context, 'viewer' | 'config'>,
  to: { firstName: string; email: string },
  erasureNotBefore: string,
): Mail {
  const { companyLanguage: language, companyName: company, timeZone } = viewer;
  const t = mailTranslator(language);
  const subject = t('mail:retentionShorterSubject', { company });
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t('mail:retentionShorterBody', { company, person: fullName(viewer) }),
      ],
      facts: [{ label: t('mail:erasedOn'), value: dateTimeText(erasureNotBefore, language, timeZone) }],
      button: {
        label: t('mail:openSettings'),
        url: `${originForMails(config)}${pathFor('settings', language)}`,
      },
      footer: t('mail:adminFooter', { company }),
    }),
  };
}

/** Tells the company's old address which one has taken its place, who changed it and when. */
export function companyEmailChangedMail(
  { viewer, config, clock }: Pick<Context, 'viewer' | 'config' | 'clock'>,
  oldEmail: string,
  newEmail: string,
): Mail {
  const { companyLanguage: language, companyName: company, timeZone } = viewer;
  const t = mailTranslator(language);
  const subject = t('mail:companyEmailChangedSubject');
  return {
    to: oldEmail,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [t('mail:companyEmailChangedBody', { company })],
      facts: [
        { label: t('mail:newCompanyEmail'), value: newEmail },
        { label: t('mail:changedAt'), value: dateTimeText(clock.now().toISOString(), language, timeZone) },
        { label: t('mail:changedBy'), value: nameInMail(fullName(viewer)) },
      ],
      button: {
        label: t('mail:openSettings'),
        url: `${originForMails(config)}${pathFor('settings', language)}`,
      },
      footer: t('mail:companyFooter', { company }),
    }),
  };
}
