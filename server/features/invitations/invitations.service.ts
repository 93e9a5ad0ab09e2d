import type { CurrentUser } from '#contract/auth.ts';
import type { WayIn } from '#contract/invitations.ts';
import type { Language } from '#domain/languages.ts';
import type { PublicContext } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { hasEmail } from '#server/platform/mail/compose-mail.ts';
import { securityMail } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { signIn } from '../auth/auth.service.ts';
import { replaceSession } from '../auth/sign-in.service.ts';
import { lockCompany } from '../company/company.queries.ts';
import { updateUser } from '../employees/employees.queries.ts';
import { givePersonalNumber, notePin, writePin } from '../employees/pins.service.ts';
import { findInvited, useInvitation } from '../identity/invitations.queries.ts';
import { deletePasskeysFromPin } from '../identity/passkeys.queries.ts';
import { checkNewPasskey, newPasskeyOptions, storePasskey } from '../identity/passkeys.service.ts';
import { hashPassword } from '../identity/passwords.ts';
import { findSecret } from '../identity/proof.queries.ts';
import { requireSecondFactor } from '../identity/proof.ts';
import { endSessionsOf } from '../identity/sessions.queries.ts';
import { refuseWeakPassword } from '../identity/weak-passwords.ts';

/** Finds the person whom a link invites, without using it up. */
async function readInvitation(context: PublicContext, token: string) {
  const { db, clock, throttle, address } = context;
  const secret = readCompanySecret(token);
  const found = secret && (await findInvited(db, secret, clock.now()));
  if (!found) {
    await throttle.take('invitation', address);
    throw new AppError('invitation_invalid');
  }
  context.identify(found);
  return { ...found, hash: secret.hash };
}

type Owner = { companyId: string; userId: string };
type Invited = Awaited<ReturnType<typeof readInvitation>>;

/** Only employees may go without a password: people who change other accounts prove with it who they are. */
function waysOf({ role, email }: { role: string; email: string | null }): WayIn[] {
  if (role !== 'employee') return ['password'];
  return email ? ['password', 'passkey', 'pin'] : ['pin', 'passkey', 'password'];
}

/** What the person chose replaces their password; without a new one there is none. */
const replacePassword = (transaction: Db, { companyId, userId }: Owner, passwordHash: string | null) =>
  updateUser(transaction, companyId, userId, { passwordHash });

export const getInvitation: Handler<'getInvitation'> = async (context, { params: { token } }) => {
  const { language, companyLanguage, expiresAt, ...invited } = await readInvitation(context, token);
  if (expiresAt === null) throw new AppError('invitation_invalid');
  return { ...invited, language: language ?? companyLanguage, expiresAt, ways: waysOf(invited) };
};

export const beginInvitedPasskey: Handler<'beginInvitedPasskey'> = async (context, { params: { token } }) => {
  const invited = await readInvitation(context, token);
  if (!waysOf(invited).includes('passkey')) throw new AppError('forbidden');
  return newPasskeyOptions(context, invited);
};

type Chosen = { language?: Language | undefined; code?: string | undefined };

/**
 * Uses up a link: the password replaces the one before, the person's sessions end and a new one begins. Somebody with an
 * e-mail address is told.
 */
export const acceptInvitation: Handler<'acceptInvitation'> = async (
  context,
  { params: { token }, body: { password, ...chosen } },
) => {
  const invited = await readInvitation(context, token);
  refuseWeakPassword(password, invited);
  return accept(context, invited, chosen, async () => {
    const passwordHash = await hashPassword(password);
    return async (transaction) => {
      await replacePassword(transaction, invited, passwordHash);
      // Without an e-mail address the person signs in by it.
      if (!hasEmail(invited)) await givePersonalNumber(transaction, invited);
    };
  });
};

/** As `acceptInvitation`, with a passkey instead of a password, which ends. */
export const acceptWithPasskey: Handler<'acceptWithPasskey'> = async (
  context,
  { params: { token }, body: { name, credential, ...chosen } },
) => {
  const invited = await readInvitation(context, token);
  if (!waysOf(invited).includes('passkey')) throw new AppError('forbidden');
  return accept(context, invited, chosen, async () => {
    const passkey = await checkNewPasskey(context, invited, { name, credential });
    return async (transaction) => {
      await replacePassword(transaction, invited, null);
      await storePasskey(transaction, invited, { ...passkey, fromPin: false });
    };
  });
};

/** As `acceptInvitation`, with a PIN instead of a password, which ends; it signs in with the employee number. */
export const acceptWithPin: Handler<'acceptWithPin'> = async (
  context,
  { params: { token }, body: { pin, ...chosen } },
) => {
  const invited = await readInvitation(context, token);
  if (!waysOf(invited).includes('pin')) throw new AppError('forbidden');
  return accept(
    context,
    invited,
    chosen,
    async () => {
      const pinHash = await hashPassword(pin);
      return async (transaction) => {
        await replacePassword(transaction, invited, null);
        await writePin(transaction, invited, { pin, pinHash });
        await notePin(context, transaction, invited, { kind: 'pin-set', why: { how: 'link' } });
      };
    },
    { fromPin: true },
  );
};

/** `prepare` does what takes long, outside the transaction in which its result stores what the person chose. */
async function accept(
  context: PublicContext,
  { hash, ...invited }: Invited,
  { language, code }: Chosen,
  prepare: () => Promise<(transaction: Db) => Promise<void>>,
  session: { fromPin?: boolean } = {},
): Promise<CurrentUser> {
  const { db, clock } = context;
  const { companyId, userId } = invited;
  const { hasFactor } = await requireSecondFactor(context, invited, code);
  const store = await prepare();
  const signedIn = await db.transaction().execute(async (transaction) => {
    // Before the person's row, since an employee number may be given.
    await lockCompany(transaction, companyId);
    if (!(await useInvitation(transaction, invited, hash, clock.now()))) {
      throw new AppError('invitation_invalid');
    }
    // Turned on meanwhile.
    if (!hasFactor && (await findSecret(transaction, invited))) throw new AppError('second_factor_required');
    await store(transaction);
    const changes = { mustChangePassword: false, ...(language && { language }) };
    await updateUser(transaction, companyId, userId, changes);
    await endSessionsOf(transaction, companyId, userId);
    if (hasEmail(invited)) {
      const company = {
        name: invited.companyName,
        language: invited.companyLanguage,
        timezone: invited.timezone,
      };
      const mail = securityMail({ ...context, company }, invited, 'invitationAccepted');
      await sendMail(context, transaction, companyId, mail);
    }
    // What was chosen in sessions that came from the PIN before.
    await deletePasskeysFromPin(transaction, invited);
    return signIn({ ...context, db: transaction }, invited, session);
  });
  return replaceSession(context, signedIn);
}
