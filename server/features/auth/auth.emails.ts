import type { Language } from '#domain/languages.ts';
import type { Services } from '#server/context.ts';
import { composeMail, type MailCompany, type MailReader } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';

type Config = Services['config'];
type Recipient = MailReader & { language: Language };

/** Tells the owner of an account that strangers have tried so many wrong passwords that new devices must wait. */
export function lockoutMail(config: Config, to: Recipient): Mail {
  return composeMail(config, to, to, (t) => ({
    subject: t('mail:lockoutSubject'),
    paragraphs: [t('mail:lockoutBody'), t('mail:lockoutAdvice')],
    button: { label: t('mail:openAccount'), page: 'account' },
    footer: t('mail:lockoutFooter'),
  }));
}

/** Tells an administrator that somebody tries PINs of the company's people, and how to end it. */
export function guessingMail(config: Config, company: MailCompany, to: MailReader): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:guessingSubject'),
    paragraphs: [t('mail:guessingBody', { company: nameInMail(company.name) }), t('mail:guessingAdvice')],
    button: { label: t('mail:openSettings'), page: 'kiosks' },
    footer: t('mail:employeeFooter'),
  }));
}

/** The one-time temporary password, and a link whose token contains it too (decisions.md §4). */
export function temporaryPasswordMail(
  config: Config,
  to: Recipient,
  { password, token, validMinutes }: { password: string; token: string; validMinutes: number },
): Mail {
  return composeMail(config, to, to, (t) => ({
    subject: t('mail:resetSubject'),
    paragraphs: [t('mail:resetBody', { count: validMinutes }), t('mail:resetIgnore')],
    facts: [{ label: t('mail:temporaryPassword'), value: password }],
    button: { label: t('mail:choosePassword'), page: 'resetPassword', query: { token } },
    footer: t('mail:resetFooter'),
  }));
}
