import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';

type Credentials = {
  language: Language;
  origin: string;
  companyName: string;
  firstName: string;
  email: string;
  password: string;
  /** A new account, or an administrator's new password for an existing one. */
  occasion: 'welcome' | 'newPassword';
};

/** Asks a new address to confirm that it belongs to the person, with a link. */
export function confirmEmailMail(to: {
  language: Language;
  origin: string;
  companyName: string;
  firstName: string;
  email: string;
  token: string;
}): Mail {
  const t = mailTranslator(to.language);
  const names = { firstName: to.firstName, company: to.companyName };
  const subject = t('mail:confirmEmailSubject');
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language: to.language,
      title: subject,
      paragraphs: [
        t('mail:greeting', names),
        t('mail:confirmEmailBody', names),
        t('mail:confirmEmailIgnore'),
      ],
      facts: [{ label: t('mail:newEmail'), value: to.email }],
      button: {
        label: t('mail:confirmEmail'),
        url: `${to.origin}${pathFor('confirmEmail', to.language)}?token=${to.token}`,
      },
      footer: t('mail:employeeFooter', names),
    }),
  };
}

/** The credentials, for a person to whom an administrator gave an account or a new password. */
export function credentialsMail(to: Credentials): Mail {
  const t = mailTranslator(to.language);
  const names = { firstName: to.firstName, company: to.companyName };
  const subject = t(`mail:${to.occasion}Subject`, names);
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language: to.language,
      title: subject,
      paragraphs: [
        t('mail:greeting', names),
        t(`mail:${to.occasion}Body`, names),
        t('mail:chooseOwnPassword'),
      ],
      facts: [
        { label: t('mail:email'), value: to.email },
        { label: t('mail:temporaryPassword'), value: to.password },
      ],
      button: { label: t('mail:signIn'), url: `${to.origin}${pathFor('auth', to.language)}` },
      footer: t('mail:employeeFooter', names),
    }),
  };
}
