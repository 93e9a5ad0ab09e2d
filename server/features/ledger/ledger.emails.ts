import type { LedgerDigest } from '#contract/ledger.ts';
import type { Services } from '#server/context.ts';
import { composeMail, type MailReader } from '#server/platform/mail/compose-mail.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import type { DigestCompany } from './ledger.queries.ts';

/** The ledger's last hash, kept where nobody who can write to the database can change it. */
export function digestMail(
  config: Services['config'],
  company: DigestCompany,
  to: MailReader,
  digest: LedgerDigest,
): Mail {
  const isOutside = to.firstName === null;
  return composeMail(config, company, to, (t) => ({
    subject: t('mail:digestSubject'),
    paragraphs: [
      t('mail:digestBody', { count: digest.seq - company.digestSeq }),
      t('mail:digestKeep'),
      t(isOutside ? 'mail:digestOutside' : 'mail:digestSwitchOff'),
    ],
    facts: [
      { label: t('mail:digestSeq'), value: String(digest.seq) },
      { label: t('mail:digestHash'), value: digest.hash },
    ],
    button: isOutside ? undefined : { label: t('mail:openProduct'), page: 'reports' },
    footer: t('mail:digestFooter'),
  }));
}
