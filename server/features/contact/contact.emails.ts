import { LANGUAGE_NAMES, type Language } from '#domain/languages.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { translator } from '#server/platform/texts/i18n.ts';

/** A visitor's message to the support address; a reply goes to the visitor. */
export function contactMail(message: {
  to: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** The visitor's language, for the reply. */
  language: Language;
  isPriority: boolean;
  /** Of somebody who is signed in; `status` is that of the subscription. */
  company: { name: string; plan: string; status: string } | undefined;
}): Mail {
  const t = translator(message.language);
  return {
    to: message.to,
    replyTo: message.email,
    subject: t(message.isPriority ? 'mail:contactPrioritySubject' : 'mail:contactSubject', {
      subject: message.subject,
    }),
    ...layoutMail({
      language: message.language,
      title: message.subject,
      paragraphs: message.message.split(/\n\s*\n/),
      facts: [
        { label: t('mail:contactName'), value: message.name },
        { label: t('mail:email'), value: message.email },
        { label: t('mail:contactLanguage'), value: LANGUAGE_NAMES[message.language] },
        ...(message.company
          ? [
              { label: t('mail:contactCompany'), value: message.company.name },
              { label: t('mail:contactPlan'), value: `${message.company.plan} (${message.company.status})` },
            ]
          : []),
      ],
      footer: t('mail:contactFooter'),
    }),
  };
}
