import type { LedgerDigest } from '#contract/ledger.ts';
import { pathFor } from '#domain/paths.ts';
import { layoutMail } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { mailTranslator } from '#server/platform/mail/mail-text.ts';
import type { DigestRecipient } from '../company/company.queries.ts';
import type { DigestCompany } from './ledger.queries.ts';

type Digest = DigestCompany & DigestRecipient & { digest: LedgerDigest; origin: string };

/** The ledger's last hash, kept where nobody who can write to the database can change it. */
export function digestMail({ language, name, email, firstName, digest, digestSeq, origin }: Digest): Mail {
  const t = mailTranslator(language);
  const subject = t('mail:digestSubject', { company: name });
  return {
    to: email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        ...(firstName === null ? [] : [t('mail:greeting', { firstName })]),
        t('mail:digestBody', { count: digest.seq - digestSeq }),
        t('mail:digestKeep'),
        ...(firstName === null ? [t('mail:digestOutside', { company: name })] : [t('mail:digestSwitchOff')]),
      ],
      facts: [
        { label: t('mail:digestSeq'), value: String(digest.seq) },
        { label: t('mail:digestHash'), value: digest.hash },
      ],
      ...(firstName !== null && {
        button: { label: t('mail:openProduct'), url: `${origin}${pathFor('reports', language)}` },
      }),
      footer: t('mail:digestFooter', { company: name }),
    }),
  };
}
