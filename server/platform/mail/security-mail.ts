import { sql } from 'kysely';
import type { AccountNotice } from '#contract/auth.ts';
import { fullName } from '#domain/names.ts';
import type { PageName } from '#domain/paths.ts';
import type { Context, Services, Viewer } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { dateTimeText } from '../texts/time-text.ts';
import {
  composeMail,
  hasEmail,
  type MailCompany,
  type MailFact,
  type MailReader,
  mailCompanyOf,
} from './compose-mail.ts';
import type { Mail } from './mail.ts';
import { nameInMail } from './mail-text.ts';
import { sendMail } from './send-mail.ts';

export type SecurityChange =
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'secondFactorReset'
  | 'adminReset'
  | AccountNotice['change']
  | 'apiKeyCreated'
  | 'aiEndpointChanged'
  | 'webhookChanged'
  | 'singleSignOnChanged'
  | 'singleSignOnUsed'
  | 'emailChanged'
  | 'emailChangeUndone'
  | 'accountChanged'
  | 'ownerChanged'
  | 'invitationAccepted';

/** Changes that another person may have made: the mail names them. */
const byOthers = new Set<SecurityChange>([
  'secondFactorReset',
  'adminReset',
  'emailChanged',
  'accountChanged',
  'ownerChanged',
  'pinRemoved',
  'singleSignOnChanged',
]);

/** Nobody may be signed in: then the company is given. */
type Sender = Pick<Context, 'config' | 'clock'> &
  ({ viewer: Viewer } | { company: MailCompany; viewer?: never });

/** Tells somebody what changed about the security of their account, and what to do if it was not them. */
export function securityMail(
  { config, clock, ...sender }: Sender,
  to: MailReader,
  change: SecurityChange,
  facts: MailFact[] = [],
  button?: { label: string; page: PageName; query: Record<string, string> },
): Mail {
  const company = sender.viewer ? mailCompanyOf(sender.viewer) : sender.company;
  return composeMail(config, company, to, (t) => ({
    subject: t(`mail:${change}Subject`),
    paragraphs: [t(`mail:${change}Body`), t('mail:securityWarning')],
    facts: [
      ...facts,
      {
        label: t('mail:changedAt'),
        value: dateTimeText(clock.now().toISOString(), company.language, company.timezone),
      },
      ...(byOthers.has(change) && sender.viewer
        ? [{ label: t('mail:changedBy'), value: nameInMail(fullName(sender.viewer)) }]
        : []),
    ],
    button: button ?? { label: t('mail:openAccount'), page: 'account' },
    footer: t('mail:employeeFooter'),
  }));
}

/**
 * Tells a person how their account is opened from now on, so that they learn of it if it was somebody else: by mail or,
 * without an e-mail address, on their screens.
 */
export async function notifyOfAccess(
  services: Services,
  sender: { viewer: Viewer } | { company: MailCompany; viewer?: never },
  transaction: Db,
  person: { companyId: string; userId: string; email: string | null; firstName: string },
  change: AccountNotice['change'],
): Promise<void> {
  const { companyId, userId } = person;
  if (hasEmail(person)) {
    const mail = securityMail({ ...services, ...sender }, person, change);
    await sendMail(services, transaction, companyId, mail);
    return;
  }
  const at = services.clock.now();
  await sql`select tell_person(${companyId}, ${userId}, ${change}, ${at})`.execute(transaction);
}

/**
 * Mails the viewer, if they have an e-mail address, about a change that they made, so that they learn of it if it was
 * somebody else.
 */
export async function notifyOwner(context: Context, transaction: Db, change: SecurityChange): Promise<void> {
  const { viewer } = context;
  if (!hasEmail(viewer)) return;
  await sendMail(context, transaction, viewer.companyId, securityMail(context, viewer, change));
}
