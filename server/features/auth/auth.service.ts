import { createHash, randomBytes } from 'node:crypto';
import type { CurrentUser } from '#contract/auth.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { canonicalTimeZone } from '#domain/calendar.ts';
import { readCompanyCode } from '#domain/company-code.ts';
import {
  formatResetToken,
  generateTemporaryPassword,
  normalizeTemporaryPassword,
  readResetToken,
} from '#domain/passwords.ts';
import { PIN_PATTERN } from '#domain/pins.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';
import { usualRetentionStart } from '#domain/retention.ts';
import type { Context, PublicContext, Services, Viewer } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type DirectoryEntry, findInDirectory, nobody } from '#server/platform/database/directory.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import { hasEmail } from '#server/platform/mail/compose-mail.ts';
import { notifyOfAccess } from '#server/platform/mail/security-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import { mailboxOf } from '#server/platform/throttle.ts';
import { findCompany, insertCompany, listActiveAdmins } from '../company/company.queries.ts';
import { sendConfirmationLink } from '../company/confirmation.service.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountByNumber,
  findEmployeeForUpdate,
  insertUser,
  updateUser,
} from '../employees/employees.queries.ts';
import { checkPinAtSignIn } from '../employees/pins.service.ts';
import { noteArrival } from '../identity/invitations.queries.ts';
import { readKnownDevice } from '../identity/known-device.ts';
import { holdPasskey } from '../identity/passkeys.queries.ts';
import { verifyPasskey } from '../identity/passkeys.service.ts';
import { hashPassword, verifyPassword } from '../identity/passwords.ts';
import { findSecret, holdAccount } from '../identity/proof.queries.ts';
import { requirePassword, requireSecondFactor } from '../identity/proof.ts';
import * as resetTokens from '../identity/reset-tokens.queries.ts';
import {
  endSessionsFromPin,
  endSessionsOf,
  findViewer,
  holdSession,
  markNoticeSeen,
  startSession,
} from '../identity/sessions.queries.ts';
import { refuseWeakPassword } from '../identity/weak-passwords.ts';
import { breakRulesFor } from '../work-rules/work-rules.service.ts';
import { guessingMail, lockoutMail, temporaryPasswordMail } from './auth.emails.ts';

export const passwordResetQueueName = { name: 'password-reset' };
export const lockoutQueueName = { name: 'lockout-notice' };

const minuteMs = 60 * 1000;
/** How long a temporary password works that was requested by e-mail (decisions.md §4). */
const temporaryPasswordMinutes = 60;
/** The most mails in that time, from whatever addresses they are requested. */
const temporaryPasswordsAtOnce = 5;

type Login = EndpointRequest<'login'>['body'];
export type SignedIn = { user: CurrentUser; token: string };

const hashTemporaryPassword = (text: string) => {
  const normalized = normalizeTemporaryPassword(text);
  return normalized === null ? null : createHash('sha256').update(normalized).digest();
};

/** The person signed in, as every page knows them. */
export async function toCurrentUser(
  { db, clock }: Pick<PublicContext, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<CurrentUser> {
  const { policy } = await breakRulesFor(db, viewer, clock.now().toISOString());
  return {
    id: viewer.userId,
    companyId: viewer.companyId,
    email: viewer.email,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    role: viewer.role,
    isOwner: viewer.isOwner,
    locationIds: viewer.locationIds,
    isActive: true,
    mustChangePassword: viewer.mustChangePassword,
    personalNumber: viewer.personalNumber,
    hasPassword: viewer.hasPassword,
    hasPin: viewer.hasPin,
    isFromPin: viewer.isFromPin,
    notice: viewer.notice,
    language: viewer.language,
    company: {
      id: viewer.companyId,
      name: viewer.companyName,
      code: viewer.companyCode,
      timezone: viewer.timeZone,
      language: viewer.companyLanguage,
      longestShiftHours: viewer.longestShiftHours,
      isConfirmed: viewer.companyIsConfirmed,
      recordsBreaks: policy === 'recorded',
    },
  };
}

/**
 * Starts a session for a person who has proved who they are, which ends a link that they did not need. `fromPin`: they
 * proved it with the PIN, or with what was chosen in a session that came from it; `ssoId`: by single sign-on.
 */
export async function signIn(
  context: PublicContext,
  user: { companyId: string; userId: string },
  from: { fromPin?: boolean; ssoId?: string } = {},
): Promise<SignedIn> {
  const token = await startSession(context, user, from);
  await noteArrival(context.db, user, context.clock.now());
  const found = await findViewer(context.db, context.clock, token);
  if (!found) throw new AppError('unauthenticated');
  return { user: await toCurrentUser(context, found.viewer), token };
}

/** Only for people who have proved that the account is theirs. */
export function requireOpenAccount(
  { language }: PublicContext,
  account: { isActive: boolean; deletionDueAt: string | null; timezone: string },
): void {
  if (account.deletionDueAt !== null) {
    const date = dateTimeText(account.deletionDueAt, language, account.timezone);
    throw new AppError('company_deletion_pending', { params: { date } });
  }
  if (!account.isActive) throw new AppError('account_inactive');
}

/**
 * Counts an attempt to sign in, for the address and for the account (for an unknown one, what was typed); a device that
 * has signed in to the account before has a count of its own. The account's owner is told once a day that strangers have
 * used up the account's count. Returns the device, null for a new one, and what takes the attempt back.
 */
async function takeSignInAttempt(
  context: PublicContext,
  { account, person }: { account: string; person: DirectoryEntry },
  deviceCookie: string | undefined,
): Promise<{ device: string | null; giveBack: () => Promise<void> }> {
  const { db, jobs, throttle, address } = context;
  const device = await readKnownDevice(context, deviceCookie, person.id);
  if (device !== null) {
    const key = `${account} ${device}`;
    await throttle.take('loginAccount', key);
    return { device, giveBack: () => throttle.giveBack('loginAccount', key) };
  }
  await throttle.take('loginAddress', address);
  try {
    await throttle.take('loginAccount', account);
  } catch (error) {
    // The same for an unknown account; the job finds out whether there is one.
    const isFirst = await throttle.take('lockoutNotice', account).then(
      () => true,
      () => false,
    );
    if (isFirst) await jobs.send(db, lockoutQueueName, person);
    throw error;
  }
  const giveBack = async () => {
    await throttle.giveBack('loginAccount', account);
    await throttle.giveBack('loginAddress', address);
  };
  return { device, giveBack };
}

/** Counts a mail that strangers cause; false if they have caused too many to its mailbox, whatever follows a plus in it. */
const mayMail = ({ throttle }: Services, email: string): Promise<boolean> =>
  throttle.take('strangersMail', mailboxOf(email)).then(
    () => true,
    (reason: unknown) => {
      if (reason instanceof AppError) return false;
      throw reason;
    },
  );

/** Tells a company's administrators that somebody tries PINs, and how to end it. */
export async function sendGuessingNotice(
  services: Services,
  { companyId }: { companyId: string },
): Promise<void> {
  const { db, config } = services;
  const company = await findCompany(db, companyId);
  if (!company || company.deletionDueAt !== null) return;
  for (const admin of await listActiveAdmins(db, companyId)) {
    await sendMail(services, db, companyId, guessingMail(config, company, admin), { late: 'drop' });
  }
}

/** Tells the active account, if there is one and it has an e-mail address, that strangers guess its password. */
export async function sendLockoutNotice(services: Services, person: DirectoryEntry): Promise<void> {
  const { db, config } = services;
  const account = await findAccount(db, person);
  if (!account?.isActive || account.deletionDueAt !== null || !hasEmail(account)) return;
  if (!(await mayMail(services, account.email))) return;
  const mail = lockoutMail(config, account);
  await sendMail(services, db, account.companyId, mail, { late: 'drop' });
}

/** Whom the typed e-mail address, or company code and employee number, belong to; `typed` also names unknown ones. */
async function findAccountOf(db: Db, { email, companyCode = '', personalNumber = '' }: Login) {
  if (email !== undefined) {
    return {
      account: await findAccountByEmail(db, email),
      typed: email.toLowerCase(),
      company: { companyId: '', code: '' },
    };
  }
  const code = readCompanyCode(companyCode) ?? '';
  const { companyId } = await findInDirectory(db, 'company-code', code);
  const account = await findAccountByNumber(db, companyId, personalNumber);
  return { account, typed: `${code} ${personalNumber}`, company: { companyId, code } };
}

/**
 * Signs in with the account's password or with a temporary one, which is then used up and must be replaced; an employee,
 * by company code and employee number, with the PIN too, which counts for nothing else (decisions.md §11).
 * An unknown account and a wrong password are answered alike; what else is wrong is told only after the right password.
 */
export async function login(
  context: PublicContext,
  input: Login,
  deviceCookie: string | undefined,
): Promise<SignedIn> {
  const { db, clock } = context;
  const { account, typed, company } = await findAccountOf(db, input);
  const person = account ? { companyId: account.companyId, id: account.id } : nobody;
  const user = { companyId: person.companyId, userId: person.id };
  const counted = { account: account?.id ?? typed, person };
  const { device, giveBack } = await takeSignInAttempt(context, counted, deviceCookie);
  if (account) context.identify(user);
  const isPassword = await verifyPassword(input.password, account?.passwordHash);
  const temporaryHash = hashTemporaryPassword(input.password);
  // A temporary password signs in once; after that it only serves to choose the next one. It is looked up even without
  // an account, so that the duration reveals nothing.
  const temporary = temporaryHash
    ? await resetTokens.findResetToken(db, user, temporaryHash, clock.now())
    : undefined;
  const mayBePin = input.email === undefined && !isPassword && PIN_PATTERN.test(input.password);
  const isPin =
    mayBePin &&
    (await checkPinAtSignIn(context, {
      account: counted.account,
      device,
      company,
      pin: input.password,
      pinHash: account?.role === 'employee' ? account.pinHash : null,
    }));
  if (!account || !(isPassword || temporary || isPin)) throw new AppError('invalid_credentials');
  requireOpenAccount(context, account);
  if (temporary && !temporary.isUsable) throw new AppError('invalid_credentials');
  await giveBack();

  const { hasFactor } = await requireSecondFactor(context, user, input.code);
  let { passwordHash } = account;
  const { pinHash } = account;
  if (temporaryHash && temporary) {
    passwordHash = await hashPassword(input.password);
    const isUsable = await db.transaction().execute(async (transaction) => {
      if (!(await resetTokens.useResetToken(transaction, user.companyId, temporaryHash, clock.now())))
        return false;
      await updateUser(transaction, user.companyId, user.userId, { passwordHash, mustChangePassword: true });
      await endSessionsOf(transaction, user.companyId, user.userId);
      return true;
    });
    if (!isUsable) throw new AppError('invalid_credentials');
  }
  // A new password or factor may have ended all sessions meanwhile; this one must not outlive them.
  return db.transaction().execute(async (transaction) => {
    if (!(await holdAccount(transaction, user, { passwordHash, ...(isPin && { pinHash }) }))) {
      throw new AppError('invalid_credentials');
    }
    if (!hasFactor && (await findSecret(transaction, user))) throw new AppError('second_factor_required');
    const fromPin = isPin || (isPassword && account.passwordFromPin);
    return signIn({ ...context, db: transaction }, user, { fromPin });
  });
}

export async function signInWithPasskey(
  context: PublicContext,
  input: EndpointRequest<'signInWithPasskey'>['body'],
): Promise<SignedIn> {
  const account = await verifyPasskey(context, input);
  requireOpenAccount(context, account);
  await context.throttle.giveBack('passkeySignIn', context.address);
  return context.db.transaction().execute(async (transaction) => {
    if (!(await holdPasskey(transaction, account))) throw new AppError('passkey_refused');
    return signIn({ ...context, db: transaction }, account, { fromPin: account.fromPin });
  });
}

/**
 * Registers a company, on trial, with its first administrator, signs them in, and mails them a link to confirm the address.
 */
export async function registerCompany(
  context: PublicContext,
  input: EndpointRequest<'registerCompany'>['body'],
): Promise<SignedIn> {
  const { db, clock, throttle } = context;
  await throttle.take('signUp', context.address);
  const timezone = input.timezone === null ? undefined : canonicalTimeZone(input.timezone);
  if (timezone === null) throw invalidField('timezone', 'invalid');
  refuseWeakPassword(input.password, input);
  // Avoids the expensive hash; insertUser decides anyway.
  if (await findAccountByEmail(db, input.email)) throw new AppError('email_taken');

  const passwordHash = await hashPassword(input.password);
  const now = clock.now();
  const language = input.language ?? context.language;
  const subject = await db.transaction().execute(async (transaction) => {
    const companyId = await insertCompany(transaction, {
      name: input.companyName,
      registrationNo: input.companyRegistrationNo,
      email: input.email,
      phone: input.phone,
      timezone,
      retentionFrom: usualRetentionStart(timezone ?? ''),
      language,
      subscriptionPlan: input.subscriptionPlan,
      trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * 24 * 60 * minuteMs).toISOString(),
      confirmedAt: null,
    });
    const userId = await insertUser(transaction, {
      companyId,
      email: input.email,
      passwordHash,
      firstName: input.firstName,
      lastName: input.lastName,
      role: 'admin',
      isOwner: true,
      language,
      createdAt: now.toISOString(),
    });
    // Here, so that a taken address is told as such.
    await throttle.take('signUpMailbox', mailboxOf(input.email));
    await sendConfirmationLink(context, transaction, companyId);
    return { companyId, userId };
  });
  context.identify(subject);
  return signIn(context, subject);
}

/** Requests a temporary password; never reveals whether the account exists. */
export async function forgotPassword(context: PublicContext, email: string): Promise<void> {
  await context.throttle.take('forgotPassword', context.address);
  await context.jobs.send(context.db, passwordResetQueueName, { email });
}

/**
 * Mails a one-time temporary password to the active account with this e-mail address, if there is one that has not been
 * sent too many already.
 */
export async function sendTemporaryPassword(services: Services, { email }: { email: string }): Promise<void> {
  const { db, clock, config } = services;
  const account = await findAccountByEmail(db, email);
  if (!account?.isActive || account.deletionDueAt !== null || !(await mayMail(services, email))) return;
  const owner = { companyId: account.companyId, userId: account.id };
  const password = generateTemporaryPassword(randomBytes);
  const tokenHash = hashTemporaryPassword(password);
  if (!tokenHash) throw new Error('a temporary password that its own reader refuses');
  const expiresAt = new Date(clock.now().getTime() + temporaryPasswordMinutes * minuteMs).toISOString();
  await db.transaction().execute(async (transaction) => {
    // Concurrent requests count one after the other.
    await findEmployeeForUpdate(transaction, owner.companyId, owner.userId);
    const count = await resetTokens.countResetTokens(transaction, owner, clock.now());
    if (count >= temporaryPasswordsAtOnce) return;
    await resetTokens.insertResetToken(transaction, { ...owner, tokenHash, expiresAt });
    const mail = temporaryPasswordMail(config, account, {
      password,
      token: formatResetToken({ password, companyId: owner.companyId }),
      validMinutes: temporaryPasswordMinutes,
    });
    await sendMail(services, transaction, owner.companyId, mail, { late: 'drop' });
  });
}

/** Sets a new password for the holder of a usable token, and ends their sessions. */
export async function resetPassword(
  { db, clock, throttle, address, identify }: PublicContext,
  input: EndpointRequest<'resetPassword'>['body'],
): Promise<void> {
  await throttle.take('resetPassword', address);
  const token = readResetToken(input.token);
  const tokenHash = token && hashTemporaryPassword(token.password);
  if (!tokenHash) throw new AppError('reset_token_invalid');
  // As the new password it would be refused at sign-in, because it has been used.
  if (hashTemporaryPassword(input.password)?.equals(tokenHash)) {
    throw invalidField('password', 'passwordUnchanged');
  }
  const passwordHash = await hashPassword(input.password);
  await db.transaction().execute(async (transaction) => {
    const owner = await resetTokens.useResetToken(transaction, token.companyId, tokenHash, clock.now());
    const person = owner && (await findEmployeeForUpdate(transaction, owner.companyId, owner.userId));
    if (!person) throw new AppError('reset_token_invalid');
    identify(owner);
    refuseWeakPassword(input.password, person);
    await setOwnPassword(transaction, owner, passwordHash);
  });
}

/**
 * Replaces the viewer's password, ends all their sessions and starts a new one. Somebody without a password chooses the
 * first one with the PIN as the proof, is told, and in a session that came from the PIN ends only such sessions.
 */
export async function changePassword(
  context: Context,
  input: EndpointRequest<'changePassword'>['body'],
  ownToken: string | undefined,
): Promise<SignedIn> {
  const { db, viewer } = context;
  const { passwordHash: oldHash } = await requirePassword(context, input.currentPassword);
  // By the hash, not the text: a temporary password has many spellings.
  if (oldHash !== null && (await verifyPassword(input.newPassword, oldHash))) {
    throw invalidField('newPassword', 'passwordUnchanged');
  }
  refuseWeakPassword(input.newPassword, viewer, 'newPassword');
  const passwordHash = await hashPassword(input.newPassword);
  return db.transaction().execute(async (transaction) => {
    await holdSession(transaction, viewer, ownToken);
    if (oldHash === null) await notifyOfAccess(context, { viewer }, transaction, viewer, 'passwordSet');
    if (viewer.isFromPin) {
      const changes = { passwordHash, passwordFromPin: true, mustChangePassword: false };
      await updateUser(transaction, viewer.companyId, viewer.userId, changes);
      await endSessionsFromPin(transaction, viewer);
    } else {
      await setOwnPassword(transaction, viewer, passwordHash);
    }
    const signedIn = await signIn({ ...context, db: transaction }, viewer, { fromPin: viewer.isFromPin });
    await markNoticeSeen(transaction, signedIn.token, context.clock.now());
    return { ...signedIn, user: { ...signedIn.user, notice: null } };
  });
}

async function setOwnPassword(
  transaction: Db,
  { companyId, userId }: { companyId: string; userId: string },
  passwordHash: string,
): Promise<void> {
  await updateUser(transaction, companyId, userId, { passwordHash, mustChangePassword: false });
  await endSessionsOf(transaction, companyId, userId);
}

export async function setLanguage(
  context: Context,
  { language }: EndpointRequest<'updateUser'>['body'],
): Promise<CurrentUser> {
  const { db, viewer } = context;
  await updateUser(db, viewer.companyId, viewer.userId, { language });
  return toCurrentUser(context, { ...viewer, language });
}
