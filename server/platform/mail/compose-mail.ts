import type { Language } from '#domain/languages.ts';
import { type PageName, type PathParams, pathFor } from '#domain/paths.ts';
import type { CompanyViewer } from '#server/context.ts';
import { layoutMail, originForMails } from './layout.ts';
import type { Mail } from './mail.ts';
import { mailTranslator } from './mail-text.ts';

/** Whose mail it is. The time zone is an IANA name. */
export type MailCompany = { language: Language; name: string; timezone: string };

/** Without a first name, an address that belongs to nobody: the mail has no greeting. */
export type MailReader = { email: string; firstName: string | null };

/** Whether somebody has an e-mail address; what others are mailed, they are told otherwise or not at all. */
export const hasEmail = <T extends { email: string | null }>(person: T): person is T & { email: string } =>
  person.email !== null;

export type MailFact = { label: string; value: string };

type MailLink = { label: string; page: PageName; params?: PathParams; query?: Record<string, string> };

type Letter = {
  subject: string;
  /** Without the greeting. */
  paragraphs: string[];
  facts?: MailFact[];
  button?: MailLink | undefined;
  stop?: MailLink | undefined;
  footer: string;
};

/** The viewer's company, as mails name it. */
export const mailCompanyOf = ({
  companyLanguage,
  companyName,
  timeZone,
}: Pick<CompanyViewer, 'companyLanguage' | 'companyName' | 'timeZone'>): MailCompany => ({
  language: companyLanguage,
  name: companyName,
  timezone: timeZone,
});

/**
 * Writes a mail to one reader in the company's language, with a greeting and a link to a page. All texts may use
 * `firstName` and `company`.
 */
export function composeMail(
  config: Parameters<typeof originForMails>[0],
  { language, name: company }: Pick<MailCompany, 'language'> & { name?: string },
  { email, firstName }: MailReader,
  write: (t: ReturnType<typeof mailTranslator>) => Letter,
): Mail {
  const t = mailTranslator(language, { firstName: firstName ?? '', company: company ?? '' });
  const { button, stop, paragraphs, ...letter } = write(t);
  const linkOf = ({ label, page, params, query }: MailLink) => ({
    label,
    url: `${originForMails(config)}${pathFor(page, language, params)}${query ? `?${new URLSearchParams(query)}` : ''}`,
  });
  return {
    to: email,
    subject: letter.subject,
    ...layoutMail({
      ...letter,
      language,
      title: letter.subject,
      paragraphs: firstName === null ? paragraphs : [t('mail:greeting'), ...paragraphs],
      ...(button && { button: linkOf(button) }),
      stop: stop && linkOf(stop),
    }),
  };
}
