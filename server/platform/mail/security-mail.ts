import { fullName } from '#domain/names.ts';
import { pathFor } from '#domain/paths.ts';
import type { CompanyViewer, Context, Viewer } from '#server/context.ts';
import type { Db } from '../database/database.ts';
import { dateTimeText } from '../time-text.ts';
import { layoutMail, originForMails } from './layout.ts';
import type { Mail } from './mail.ts';
import { mailTranslator, nameInMail } from './mail-text.ts';
import { sendMail } from './send-mail.ts';

export type SecurityChange =
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'secondFactorReset'
  | 'adminReset'
  | 'passkeyAdded'
  | 'apiKeyCreated'
  | 'aiEndpointChanged'
  | 'emailChanged'
  | 'emailChangeUndone'
  | 'accountChanged'
  | 'ownerChanged';

/** Changes that another person may have made: the mail names them. */
const byOthers = new Set<SecurityChange>([
  'secondFactorReset',
  'adminReset',
  'emailChanged',
  'accountChanged',
  'ownerChanged',
]);

/** Whose company it is about; nobody may be signed in. */
type Sender = Pick<Context, 'config' | 'clock'> & {
  viewer: Pick<CompanyViewer, 'companyLanguage' | 'companyName' | 'timeZone'> &
    Partial<Pick<Viewer, 'firstName' | 'lastName'>>;
};

/** Tells somebody what changed about the security of their account, and what to do if it was not them. */
export function securityMail(
  { viewer, config, clock }: Sender,
  to: { firstName: string; email: string },
  change: SecurityChange,
  facts: { label: string; value: string }[] = [],
  button?: { label: string; url: string },
): Mail {
  const { companyLanguage: language, companyName: company, timeZone, firstName, lastName } = viewer;
  const t = mailTranslator(language);
  const subject = t(`mail:${change}Subject`);
  return {
    to: to.email,
    subject,
    ...layoutMail({
      language,
      title: subject,
      paragraphs: [
        t('mail:greeting', { firstName: to.firstName }),
        t(`mail:${change}Body`),
        t('mail:securityWarning'),
      ],
      facts: [
        ...facts,
        { label: t('mail:changedAt'), value: dateTimeText(clock.now().toISOString(), language, timeZone) },
        ...(byOthers.has(change) && firstName && lastName
          ? [{ label: t('mail:changedBy'), value: nameInMail(fullName({ firstName, lastName })) }]
          : []),
      ],
      button: button ?? {
        label: t('mail:openAccount'),
        url: `${originForMails(config)}${pathFor('account', language)}`,
      },
      footer: t('mail:employeeFooter', { company }),
    }),
  };
}

/** Mails the viewer about a change that they made, so that they learn of it if it was somebody else. */
export async function notifyOwner(context: Context, transaction: Db, change: SecurityChange): Promise<void> {
  const mail = securityMail(context, context.viewer, change);
  await sendMail(context, transaction, context.viewer.companyId, mail);
}
