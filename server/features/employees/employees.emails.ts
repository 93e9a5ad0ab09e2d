import type { Context } from '#server/context.ts';
import { composeMail, type MailCompany, type MailReader } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

type Config = Context['config'];

/** Asks a new address to confirm that it belongs to the person, with a link. */
export function confirmEmailMail(config: Config, company: MailCompany, to: MailReader, token: string): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:confirmEmailSubject'),
    paragraphs: [t('mail:confirmEmailBody'), t('mail:confirmEmailIgnore')],
    facts: [{ label: t('mail:newEmail'), value: to.email }],
    button: { label: t('mail:confirmEmail'), page: 'confirmEmail', query: { token } },
    footer: t('mail:employeeFooter'),
  }));
}

/** The link by which a person chooses how to sign in; it works until `until`, in words. */
export function invitationMail(
  config: Config,
  company: MailCompany,
  to: MailReader,
  { token, until }: { token: string; until: string },
): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:invitationSubject'),
    paragraphs: [t('mail:invitationBody'), t('mail:invitationUntil', { until })],
    facts: [{ label: t('mail:email'), value: to.email }],
    button: { label: t('mail:openInvitation'), page: 'invitation', query: { token } },
    footer: t('mail:employeeFooter'),
  }));
}

/** The credentials, for a person to whom an administrator gave an account or a new password. */
export function credentialsMail(
  config: Config,
  company: MailCompany,
  to: MailReader,
  { password, occasion }: { password: string; occasion: 'welcome' | 'newPassword' },
): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: t(`mail:${occasion}Subject`),
    paragraphs: [t(`mail:${occasion}Body`), t('mail:chooseOwnPassword')],
    facts: [
      { label: t('mail:email'), value: to.email },
      { label: t('mail:temporaryPassword'), value: password },
    ],
    button: { label: t('mail:signIn'), page: 'auth' },
    footer: t('mail:employeeFooter'),
  }));
}
