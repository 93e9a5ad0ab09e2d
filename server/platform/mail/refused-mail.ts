import { composeMail, type MailCompany, type MailReader } from './compose-mail.ts';
import type { originForMails } from './layout.ts';
import type { Mail } from './mail.ts';

/** The mail with what tells these people if it is refused: whoever asked for it by a button. */
export function withNotices(
  config: Parameters<typeof originForMails>[0],
  company: MailCompany,
  askedBy: MailReader[],
  mail: Mail,
): Mail {
  const ifRefused = askedBy.map((reader) =>
    composeMail(config, company, reader, (t) => ({
      subject: t('mail:refusedSubject'),
      paragraphs: [t('mail:refusedBody')],
      facts: [
        { label: t('mail:refusedAddress'), value: mail.to },
        { label: t('mail:refusedMail'), value: mail.subject },
      ],
      footer: t('mail:employeeFooter'),
    })),
  );
  return { ...mail, ifRefused };
}
