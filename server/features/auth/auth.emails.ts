import type { Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';

type Recipient = { language: Language; origin: string; firstName: string; email: string };

/** Tells the owner of an account that strangers have tried so many wrong passwords that new devices must wait. */
export function lockoutMail(to: Recipient): Mail {
  const t = mailTranslator(to.language);
  return accountMail(to, t('mail:lockoutSubject'), {
    paragraphs: [t('mail:lockoutBody'), t('mail:lockoutAdvice')],
    button: { label: t('mail:openAccount'), url: `${to.origin}${pathFor('account', to.language)}` },
    footer: t('mail:lockoutFooter'),
  });
}

/** The one-time temporary password, and a link whose token contains it too (decisions.md §4). */
export function temporaryPasswordMail(
  to: Recipient & { password: string; token: string; validMinutes: number },
): Mail {
  const t = mailTranslator(to.language);
  return accountMail(to, t('mail:resetSubject'), {
    paragraphs: [t('mail:resetBody', { count: to.validMinutes }), t('mail:resetIgnore')],
    facts: [{ label: t('mail:temporaryPassword'), value: to.password }],
    button: {
      label: t('mail:choosePassword'),
      url: `${to.origin}${pathFor('resetPassword', to.language)}?token=${encodeURIComponent(to.token)}`,
    },
    footer: t('mail:resetFooter'),
  });
}

function accountMail(
  { language, firstName, email }: Recipient,
  subject: string,
  layout: Omit<Parameters<typeof layoutMail>[0], 'language' | 'title'>,
): Mail {
  const greeting = mailTranslator(language)('mail:greeting', { firstName });
  const paragraphs = [greeting, ...layout.paragraphs];
  return { to: email, subject, ...layoutMail({ ...layout, language, title: subject, paragraphs }) };
}
