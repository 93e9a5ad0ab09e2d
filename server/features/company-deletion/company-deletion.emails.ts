import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
import { dateTimeText } from '#server/platform/time-text.ts';

/** Tells an administrator that the company was deleted and by which link that is undone. */
export function companyDeletedMail(to: {
  language: Language;
  timezone: string;
  origin: string;
  companyName: string;
  deletedBy: string;
  firstName: string;
  email: string;
  dueAt: string;
  token: string;
}): Mail {
  const t = mailTranslator(to.language);
  const subject = t('mail:companyDeletedSubject', { company: to.companyName });
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language: to.language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t('mail:companyDeletedBody', { company: to.companyName, person: to.deletedBy }),
        t('mail:companyDeletedUndo'),
      ],
      facts: [{ label: t('mail:erasedOn'), value: dateTimeText(to.dueAt, to.language, to.timezone) }],
      button: {
        label: t('mail:keepCompany'),
        url: `${to.origin}${pathFor('restoreCompany', to.language)}?token=${encodeURIComponent(to.token)}`,
      },
      footer: t('mail:adminFooter', { company: to.companyName }),
    }),
  };
}
