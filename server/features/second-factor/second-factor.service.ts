import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { EndpointRequest, EndpointResponse } from '#contract/index.ts';
import { generateTemporaryPassword, normalizeTemporaryPassword } from '#domain/passwords.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Context, Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { mailQueueName } from '#server/platform/mail/mail.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';
import { findEmployeeForUpdate, findPasswordHash } from '../employees/employees.queries.ts';
import { type SecurityChange, securityMail } from './second-factor.emails.ts';
import * as queries from './second-factor.queries.ts';

const recoveryCodeCount = 10;
/** RFC 6238 with the values that every authenticator app takes for granted: SHA-1, 6 digits, 30 seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const ownerOf = ({ companyId, userId }: queries.Person) => `second-factor ${companyId} ${userId}`;
const hashCode = (code: string) => createHash('sha256').update(code).digest();

/** The time step (RFC 6238 §4.2) of a right code, from 30 s before until 30 s after now; null for any other. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...totp,
    secret: Secret.fromBase32(secret),
    token: code.replaceAll(' ', ''),
    timestamp,
    window: 1,
  });
  return delta === null ? null : TOTP.counter({ period: totp.period, timestamp }) + delta;
}

export async function getSecondFactor({ db, viewer }: Context): Promise<EndpointResponse<'getSecondFactor'>> {
  const isOn = (await queries.findSecret(db, viewer)) !== undefined;
  return { isOn, recoveryCodesLeft: await queries.countRecoveryCodes(db, viewer) };
}

/** A secret of 160 random bits for an authenticator app, and the address that its QR code holds. */
export async function proposeSecondFactor({
  viewer,
}: Context): Promise<EndpointResponse<'proposeSecondFactor'>> {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...totp, issuer: PRODUCT_NAME, label: viewer.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/**
 * From now on a sign-in with the password needs a code too; every session ends. Answers the recovery codes, which are
 * never shown again. Throws wrong_password, wrong_code, second_factor_on, too_many_requests.
 */
export async function enableSecondFactor(
  context: Context,
  { secret, password, code }: EndpointRequest<'enableSecondFactor'>['body'],
): Promise<EndpointResponse<'enableSecondFactor'>> {
  const { db, viewer, secretBox, clock } = context;
  await requirePassword(context, password);
  const step = stepOf(secret, code, clock.now());
  if (step === null) throw new AppError('wrong_code');
  const sealed = await secretBox.seal(secret, ownerOf(viewer));
  return db.transaction().execute(async (transaction) => {
    // A sign-in that is under way with the password alone ends before this or waits for it.
    await findEmployeeForUpdate(transaction, viewer.companyId, viewer.userId);
    if (!(await queries.insertSecret(transaction, viewer, sealed, step))) {
      throw new AppError('second_factor_on');
    }
    await endSessionsOf(transaction, viewer.companyId, viewer.userId);
    await tellOwner(context, transaction, 'secondFactorOn');
    return { recoveryCodes: await makeRecoveryCodes(transaction, viewer) };
  });
}

/** Throws wrong_password, wrong_code, too_many_requests. */
export async function renewRecoveryCodes(
  context: Context,
  proof: EndpointRequest<'renewRecoveryCodes'>['body'],
): Promise<EndpointResponse<'renewRecoveryCodes'>> {
  await requireProof(context, proof);
  const recoveryCodes = await context.db
    .transaction()
    .execute((transaction) => makeRecoveryCodes(transaction, context.viewer));
  return { recoveryCodes };
}

/** Throws wrong_password, wrong_code, too_many_requests. */
export async function disableSecondFactor(
  context: Context,
  proof: EndpointRequest<'disableSecondFactor'>['body'],
): Promise<void> {
  await requireProof(context, proof);
  await context.db.transaction().execute(async (transaction) => {
    await queries.deleteSecondFactor(transaction, context.viewer);
    await tellOwner(context, transaction, 'secondFactorOff');
  });
}

/**
 * For a colleague who has lost the phone: takes away the second factor and the passkeys, ends the sessions and tells
 * the person, unless they are deactivated. Throws not_found, own_account.
 */
export async function resetSecondFactor(context: Context, id: string): Promise<void> {
  const { db, viewer, jobs } = context;
  await db.transaction().execute(async (transaction) => {
    const employee = await findEmployeeForUpdate(transaction, viewer.companyId, id);
    if (!employee) throw new AppError('not_found');
    if (employee.id === viewer.userId) throw new AppError('own_account');
    await queries.deleteAllFactors(transaction, { companyId: viewer.companyId, userId: employee.id });
    await endSessionsOf(transaction, viewer.companyId, employee.id);
    if (!employee.isActive) return;
    await jobs.send(transaction, mailQueueName, securityMail(context, employee, 'secondFactorReset'));
  });
}

/** Tells the viewer by mail what has changed about their sign-in: if it was not they, they learn of it. */
export async function tellOwner(context: Context, transaction: Db, change: SecurityChange): Promise<void> {
  await context.jobs.send(transaction, mailQueueName, securityMail(context, context.viewer, change));
}

/**
 * For a sign-in whose password is right; `hasFactor` is false where there is nothing to ask for.
 * Throws second_factor_required, wrong_code, too_many_requests.
 */
export async function requireSecondFactor(
  services: Services,
  person: queries.Person,
  code: string | undefined,
): Promise<{ hasFactor: boolean }> {
  const sealed = await queries.findSecret(services.db, person);
  if (!sealed) return { hasFactor: false };
  if (code === undefined) throw new AppError('second_factor_required');
  await requireCode(services, person, sealed, code);
  return { hasFactor: true };
}

/**
 * Whoever changes how the account is opened proves anew that it is theirs, by all that a sign-in with the password
 * asks for. Throws wrong_password, wrong_code, too_many_requests.
 */
export async function requireOwner(
  context: Context,
  { password, code = '' }: { password: string; code?: string | undefined },
): Promise<void> {
  await requirePassword(context, password);
  const sealed = await queries.findSecret(context.db, context.viewer);
  if (sealed) await requireCode(context, context.viewer, sealed, code);
}

async function requireProof(context: Context, proof: { password: string; code: string }): Promise<void> {
  if (!(await queries.findSecret(context.db, context.viewer))) throw new AppError('wrong_code');
  await requireOwner(context, proof);
}

async function requirePassword({ db, viewer, throttle }: Context, password: string): Promise<void> {
  await throttle.take('changePassword', viewer.userId);
  const hash = await findPasswordHash(db, viewer.companyId, viewer.userId);
  if (!(await verifyPassword(password, hash))) throw new AppError('wrong_password');
  await throttle.giveBack('changePassword', viewer.userId);
}

async function requireCode(
  services: Services,
  person: queries.Person,
  sealed: Buffer,
  code: string,
): Promise<void> {
  const { db, throttle } = services;
  await throttle.take('secondFactor', person.userId);
  const recoveryCode = normalizeTemporaryPassword(code);
  const isRight = recoveryCode
    ? await queries.takeRecoveryCode(db, person, hashCode(recoveryCode))
    : await takeCodeOfApp(services, person, sealed, code);
  if (!isRight) throw new AppError('wrong_code');
  await throttle.giveBack('secondFactor', person.userId);
}

async function takeCodeOfApp(
  { db, clock, secretBox, log }: Services,
  person: queries.Person,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const secret = await secretBox.open(sealed, ownerOf(person));
  if (secret === null) {
    log.error('a second factor does not open: SECRET_KEY or secret.key is another one than when it was made');
    return false;
  }
  const step = stepOf(secret, code, clock.now());
  return step !== null && queries.takeStep(db, person, step);
}

async function makeRecoveryCodes(transaction: Db, person: queries.Person): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateTemporaryPassword(randomBytes));
  await queries.replaceRecoveryCodes(transaction, person, codes.map(hashCode));
  return codes;
}
