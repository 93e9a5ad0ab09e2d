import type { Language } from '#domain/languages.ts';
import { fullName } from '#domain/names.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context } from '#server/context.ts';
import { layoutMail, originForMails } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator, nameInMail } from '#server/platform/mail/mail-text.ts';
import { dateTimeText } from '#server/platform/time-text.ts';
import type { DigestRecipient } from './company.queries.ts';

/** Tells an administrator who shortened the retention, and until when that can be undone. */
export function retentionShorterMail(
  { viewer, config }: Pick<Context, 'viewer' | 'config'>,
  to: { firstName: string; email: string },
  erasureNotBefore: string,
): Mail {
  const { companyLanguage: language, companyName: company, timeZone } = viewer;
  const t = mailTranslator(language);
  const subject = t('mail:retentionShorterSubject', { company });
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t('mail:retentionShorterBody', { company, person: fullName(viewer) }),
      ],
      facts: [{ label: t('mail:erasedOn'), value: dateTimeText(erasureNotBefore, language, timeZone) }],
      button: {
        label: t('mail:openSettings'),
        url: `${originForMails(config)}${pathFor('settings', language)}`,
      },
      footer: t('mail:adminFooter', { company }),
    }),
  };
}

/** Tells the company's old address which one has taken its place, who changed it and when. */
export function companyEmailChangedMail(
  { viewer, config, clock }: Pick<Context, 'viewer' | 'config' | 'clock'>,
  oldEmail: string,
  newEmail: string,
): Mail {
  const { companyLanguage: language, companyName: company, timeZone } = viewer;
  const t = mailTranslator(language);
  const subject = t('mail:companyEmailChangedSubject');
  return {
    to: oldEmail,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [t('mail:companyEmailChangedBody', { company })],
      facts: [
        { label: t('mail:newCompanyEmail'), value: newEmail },
        { label: t('mail:changedAt'), value: dateTimeText(clock.now().toISOString(), language, timeZone) },
        { label: t('mail:changedBy'), value: nameInMail(fullName(viewer)) },
      ],
      button: {
        label: t('mail:openSettings'),
        url: `${originForMails(config)}${pathFor('settings', language)}`,
      },
      footer: t('mail:companyFooter', { company }),
    }),
  };
}

/** Tells somebody who has got the daily digest until now that it goes to others, or to nobody. */
export function digestChangedMail(
  config: Context['config'],
  company: { name: string; language: Language; timezone: string },
  to: DigestRecipient,
  change: { before: DigestRecipient[]; after: DigestRecipient[]; at: Date; by: string | undefined },
): Mail {
  const { language, name } = company;
  const t = mailTranslator(language);
  const subject = t('mail:digestChangedSubject', { company: name });
  const addressesOf = (recipients: DigestRecipient[]) =>
    recipients.map(({ email }) => email).join(', ') || t('mail:digestToNobody');
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        ...(to.firstName === null ? [] : [t('mail:greeting', { firstName: to.firstName })]),
        t('mail:digestChangedBody', { company: name }),
        t('mail:digestChangedAdvice'),
      ],
      facts: [
        { label: t('mail:digestBefore'), value: addressesOf(change.before) },
        { label: t('mail:digestNow'), value: addressesOf(change.after) },
        {
          label: t('mail:changedAt'),
          value: dateTimeText(change.at.toISOString(), language, company.timezone),
        },
        ...(change.by ? [{ label: t('mail:changedBy'), value: nameInMail(change.by) }] : []),
      ],
      ...(to.firstName !== null && {
        button: {
          label: t('mail:openSettings'),
          url: `${originForMails(config)}${pathFor('settings', language)}`,
        },
      }),
      footer: t('mail:digestFooter', { company: name }),
    }),
  };
}

/** Asks whoever has signed a company up whether the address is theirs. */
export function confirmCompanyMail(
  config: Context['config'],
  { name, language }: { name: string; language: Language },
  to: { email: string; firstName: string },
  token: string,
): Mail {
  const t = mailTranslator(language);
  const subject = t('mail:confirmCompanySubject');
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t('mail:confirmCompanyBody', { company: name }),
        t('mail:confirmCompanyIgnore'),
      ],
      button: {
        label: t('mail:confirmEmail'),
        url: `${originForMails(config)}${pathFor('confirmEmail', language)}?of=company&token=${token}`,
      },
      footer: t('mail:confirmCompanyFooter', { company: name }),
    }),
  };
}
