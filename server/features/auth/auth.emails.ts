import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';

/** Tells the owner of an account that so many wrong passwords were tried that strangers have to wait. */
export function lockoutMail(to: {
  language: Language;
  origin: string;
  firstName: string;
  email: string;
}): Mail {
  const t = mailTranslator(to.language);
  const subject = t('mail:lockoutSubject');
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language: to.language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t('mail:lockoutBody'),
        t('mail:lockoutAdvice'),
      ],
      button: { label: t('mail:openAccount'), url: `${to.origin}${pathFor('account', to.language)}` },
      footer: t('mail:lockoutFooter'),
    }),
  };
}

/** The one-time temporary password, and a link whose token carries it too (decisions.md §4). */
export function temporaryPasswordMail(to: {
  language: Language;
  origin: string;
  firstName: string;
  email: string;
  password: string;
  token: string;
  validMinutes: number;
}): Mail {
  const t = mailTranslator(to.language);
  const subject = t('mail:resetSubject');
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language: to.language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t('mail:resetBody', { count: to.validMinutes }),
        t('mail:resetIgnore'),
      ],
      facts: [{ label: t('mail:temporaryPassword'), value: to.password }],
      button: {
        label: t('mail:choosePassword'),
        url: `${to.origin}${pathFor('resetPassword', to.language)}?token=${encodeURIComponent(to.token)}`,
      },
      footer: t('mail:resetFooter'),
    }),
  };
}
