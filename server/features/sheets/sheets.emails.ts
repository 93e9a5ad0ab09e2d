import { durationText } from '#domain/apportion.ts';
import type { Context, Services } from '#server/context.ts';
import type { FileAnswer } from '#server/platform/http/file-answer.ts';
import {
  composeMail,
  type MailCompany,
  type MailReader,
  mailCompanyOf,
} from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import type { Correction } from './sheets.queries.ts';

/** People whose changed hours a mail lists. */
const MAX_CORRECTIONS = 20;

/**
 * The approved month's files for the accountant, and what has changed since they were sent before; without `files` they are too
 * large for a mail.
 */
export function monthMail(
  config: Services['config'],
  company: MailCompany,
  email: string,
  { month, files, corrections }: { month: string; files: FileAnswer[]; corrections: Correction[] },
): Mail {
  const isAgain = corrections.length > 0;
  const hoursText = (ms: number) => translator(company.language)('common:hours', { hours: durationText(ms) });
  const mail = composeMail(config, company, { email, firstName: null }, (t) => ({
    subject: t(isAgain ? 'mail:monthCorrectedSubject' : 'mail:monthSentSubject', { month }),
    paragraphs: [
      ...(isAgain ? [t('mail:monthCorrectedBody', { month })] : []),
      ...(files.length > 0 ? [t('mail:monthSentBody', { month })] : [t('mail:monthSentTooLarge')]),
    ],
    facts: [
      ...corrections.slice(0, MAX_CORRECTIONS).map(({ name, before, after }) => ({
        label: nameInMail(name),
        value: `${hoursText(before)} → ${hoursText(after)}`,
      })),
      ...(corrections.length > MAX_CORRECTIONS ? [{ label: '…', value: String(corrections.length) }] : []),
      ...files.map(({ name }) => ({ label: t('mail:monthSentFiles'), value: name })),
    ],
    footer: t('mail:monthSentFooter'),
  }));
  const attachments = files.map(({ name, type, bytes }) => ({
    filename: name,
    contentType: type,
    encoding: 'base64' as const,
    content: bytes.toString('base64'),
  }));
  return { ...mail, attachments };
}

/** Tells the owner, and those who got approved months until now, that others get them. */
export function monthRecipientsMail(
  { viewer, config, clock }: Pick<Context, 'viewer' | 'config' | 'clock'>,
  to: MailReader,
  change: { before: string[]; after: string[]; by: string },
): Mail {
  const company = mailCompanyOf(viewer);
  return composeMail(config, company, to, (t) => {
    const listed = (emails: string[]) => emails.join(', ') || t('mail:digestToNobody');
    return {
      subject: t('mail:monthRecipientsSubject'),
      paragraphs: [t('mail:monthRecipientsBody')],
      facts: [
        { label: t('mail:digestBefore'), value: listed(change.before) },
        { label: t('mail:digestNow'), value: listed(change.after) },
        {
          label: t('mail:changedAt'),
          value: dateTimeText(clock.now().toISOString(), company.language, company.timezone),
        },
        { label: t('mail:changedBy'), value: nameInMail(change.by) },
      ],
      button: to.firstName === null ? undefined : { label: t('mail:openSettings'), page: 'settingsPayroll' },
      footer: t('mail:monthSentFooter'),
    };
  });
}
