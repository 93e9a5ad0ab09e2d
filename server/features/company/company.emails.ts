import { fullName } from '#domain/names.ts';
import type { Context } from '#server/context.ts';
import {
  composeMail,
  type MailCompany,
  type MailFact,
  type MailReader,
  mailCompanyOf,
} from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { nameInMail } from '#server/platform/mail/mail-text.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';

type Config = Context['config'];

/** Tells an administrator who shortened the retention, and until when that can be undone. */
export function retentionShorterMail(
  { viewer, config }: Pick<Context, 'viewer' | 'config'>,
  to: MailReader,
  erasureNotBefore: string,
): Mail {
  const company = mailCompanyOf(viewer);
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:retentionShorterSubject'),
    paragraphs: [t('mail:retentionShorterBody', { person: fullName(viewer) })],
    facts: [
      {
        label: t('mail:erasedOn'),
        value: dateTimeText(erasureNotBefore, company.language, company.timezone),
      },
    ],
    button: { label: t('mail:openSettings'), page: 'settingsData' },
    footer: t('mail:adminFooter'),
  }));
}

/** Tells the company's old address which one has taken its place, who changed it and when. */
export function companyEmailChangedMail(
  { viewer, config, clock }: Pick<Context, 'viewer' | 'config' | 'clock'>,
  oldEmail: string,
  newEmail: string,
): Mail {
  const company = mailCompanyOf(viewer);
  return composeMail(config, company, { email: oldEmail, firstName: null }, (t) => ({
    subject: t('mail:companyEmailChangedSubject'),
    paragraphs: [t('mail:companyEmailChangedBody')],
    facts: [
      { label: t('mail:newCompanyEmail'), value: newEmail },
      {
        label: t('mail:changedAt'),
        value: dateTimeText(clock.now().toISOString(), company.language, company.timezone),
      },
      { label: t('mail:changedBy'), value: nameInMail(fullName(viewer)) },
    ],
    button: { label: t('mail:openSettings'), page: 'settings' },
    footer: t('mail:companyFooter'),
  }));
}

/** Tells somebody who has got the daily digest until now that it goes to others, or to nobody. */
export function digestChangedMail(
  config: Config,
  company: MailCompany,
  to: MailReader,
  change: { before: MailReader[]; after: MailReader[]; at: Date; by: string | undefined },
): Mail {
  return composeMail(config, company, to, (t) => {
    const addressesOf = (readers: MailReader[]) =>
      readers.map(({ email }) => email).join(', ') || t('mail:digestToNobody');
    const changedBy: MailFact[] = change.by
      ? [{ label: t('mail:changedBy'), value: nameInMail(change.by) }]
      : [];
    return {
      subject: t('mail:digestChangedSubject'),
      paragraphs: [t('mail:digestChangedBody'), t('mail:digestChangedAdvice')],
      facts: [
        { label: t('mail:digestBefore'), value: addressesOf(change.before) },
        { label: t('mail:digestNow'), value: addressesOf(change.after) },
        {
          label: t('mail:changedAt'),
          value: dateTimeText(change.at.toISOString(), company.language, company.timezone),
        },
        ...changedBy,
      ],
      button: to.firstName === null ? undefined : { label: t('mail:openSettings'), page: 'settingsData' },
      footer: t('mail:digestFooter'),
    };
  });
}

/** Asks the person who has signed a company up whether the address is theirs. */
export function confirmCompanyMail(
  config: Config,
  company: MailCompany,
  to: MailReader,
  token: string,
): Mail {
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:confirmCompanySubject'),
    paragraphs: [t('mail:confirmCompanyBody'), t('mail:confirmCompanyIgnore')],
    button: { label: t('mail:confirmEmail'), page: 'confirmEmail', query: { of: 'company', token } },
    footer: t('mail:confirmCompanyFooter'),
  }));
}
