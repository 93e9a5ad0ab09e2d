import { fullName } from '#domain/names.ts';
import type { Context } from '#server/context.ts';
import { composeMail, type MailReader, mailCompanyOf } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';

/** Tells an administrator that the company was deleted and by which link that is undone. */
export function companyDeletedMail(
  { viewer, config }: Pick<Context, 'viewer' | 'config'>,
  to: MailReader,
  { dueAt, token }: { dueAt: string; token: string },
): Mail {
  const company = mailCompanyOf(viewer);
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:companyDeletedSubject'),
    paragraphs: [t('mail:companyDeletedBody', { person: fullName(viewer) }), t('mail:companyDeletedUndo')],
    facts: [{ label: t('mail:erasedOn'), value: dateTimeText(dueAt, company.language, company.timezone) }],
    button: { label: t('mail:keepCompany'), page: 'restoreCompany', query: { token } },
    footer: t('mail:adminFooter'),
  }));
}
