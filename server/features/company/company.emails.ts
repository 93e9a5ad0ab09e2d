import { fullName } from '#domain/names.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { layoutMail, originForMails } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
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
