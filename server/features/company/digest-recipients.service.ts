import type { Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { digestChangedMail } from './company.emails.ts';
import { type DigestRecipient, findCompany, listDigestRecipients } from './company.queries.ts';

/** Who changed it; without a name where nobody was signed in. */
type Act = { companyId: string; actorId: string | null; actorName?: string };

/**
 * Records in the ledger that the daily digest goes to others than `before`, or to nobody, and tells everybody in
 * `before`. The ledger gets no addresses, only how many were added and removed: it cannot be corrected. Does nothing if
 * they are still the same.
 */
export async function noteDigestChange(
  services: Pick<Services, 'clock' | 'config' | 'jobs' | 'secretBox'>,
  transaction: Db,
  { companyId, actorId, actorName }: Act,
  before: DigestRecipient[],
): Promise<void> {
  const { clock, config } = services;
  const after = await listDigestRecipients(transaction, companyId);
  const addresses = (list: DigestRecipient[]) => new Set(list.map(({ email }) => email));
  const [old, now] = [addresses(before), addresses(after)];
  const [added, removed] = [now.difference(old).size, old.difference(now).size];
  const company = await findCompany(transaction, companyId);
  if (!company || added + removed === 0) return;
  await appendToLedger(transaction, companyId, {
    kind: 'digest-changed',
    actorId,
    at: clock.now(),
    why: { sendsDigest: company.sendsDigest, before: old.size, after: now.size, added, removed },
  });
  for (const to of before) {
    const mail = digestChangedMail(config, company, to, { before, after, at: clock.now(), by: actorName });
    await sendMail(services, transaction, companyId, mail);
  }
}
