import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { normalizeTemporaryPassword } from '#domain/passwords.ts';
import type { Context, Services } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { usedApiKey } from '#server/platform/ledger/ledger.ts';
import type { ThrottleName } from '#server/platform/throttle.ts';
import { verifyPassword } from './passwords.ts';
import * as queries from './proof.queries.ts';

/* How people prove their identity: at sign-in, and again before they change their credentials. */

/** RFC 6238 with the values that every authenticator app assumes: SHA-1, 6 digits, 30 seconds. */
export const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Binds an encrypted secret to its owner, so that it cannot be decrypted for anybody else. */
export const secretOwner = ({ companyId, userId }: queries.Person) => `second-factor ${companyId} ${userId}`;
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest();

/** Returns the time step (RFC 6238 §4.2) of a code that is valid within 30 s of now; null for any other. */
export function timeStepOf(secret: string, code: string, now: Date): number | null {
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

/** Requires the second factor at a sign-in whose password is right; `hasFactor` is false if the account has none. */
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
 * Requires from the viewer everything that a sign-in with the password, or with the PIN of who has no password, requires. An API
 * key proves nothing, whatever it sends: otherwise whoever has it could guess its maker's password.
 * @throws wrong_password, wrong_pin, wrong_code, proof_required
 */
export async function requireOwner(
  context: Context,
  { password, code = '' }: { password: string; code?: string | undefined },
): Promise<void> {
  if (usedApiKey.getStore() !== undefined) throw new AppError('proof_required');
  await requirePassword(context, password);
  const sealed = await queries.findSecret(context.db, context.viewer);
  if (sealed) await requireCode(context, context.viewer, sealed, code);
}

/**
 * Requires what `requireOwner` does of a proof that is sent together with a change.
 * @throws also proof_required, if the password, or the code of a viewer with a second factor, is absent
 */
export async function requireChangeProof(
  context: Context,
  { currentPassword, code }: { currentPassword?: string | undefined; code?: string | undefined },
): Promise<void> {
  if (currentPassword === undefined) throw new AppError('proof_required');
  if (code === undefined && (await queries.findSecret(context.db, context.viewer))) {
    throw new AppError('proof_required');
  }
  await requireOwner(context, { password: currentPassword, code });
}

/** Requires what `requireOwner` does, and that the viewer has a second factor. */
export async function requireProof(
  context: Context,
  proof: { password: string; code: string },
): Promise<void> {
  if (!(await queries.findSecret(context.db, context.viewer))) throw new AppError('wrong_code');
  await requireOwner(context, proof);
}

/**
 * Requires the viewer's password or, of an employee who has none, the PIN, of which guesses are bounded as at sign-in.
 * Returns the hashes of both.
 */
export async function requirePassword({ db, viewer, throttle }: Context, given: string) {
  const hashes = await queries.findHashes(db, viewer);
  const { passwordHash, pinHash } = hashes;
  const isPin = passwordHash === null && pinHash !== null && viewer.role === 'employee';
  const counter: [ThrottleName, string] = isPin
    ? ['pinSignIn', `${viewer.userId} proof`]
    : ['changePassword', viewer.userId];
  await throttle.take(...counter);
  if (!(await verifyPassword(given, isPin ? pinHash : passwordHash))) {
    throw new AppError(isPin ? 'wrong_pin' : 'wrong_password');
  }
  await throttle.giveBack(...counter);
  return hashes;
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
    ? await queries.takeRecoveryCode(db, person, hashRecoveryCode(recoveryCode))
    : await takeAppCode(services, person, sealed, code);
  if (!isRight) throw new AppError('wrong_code');
  await throttle.giveBack('secondFactor', person.userId);
}

async function takeAppCode(
  { db, clock, secretBox, log }: Services,
  person: queries.Person,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const secret = await secretBox.open(sealed, secretOwner(person));
  if (secret === null) {
    log.error('a second factor cannot be opened: SECRET_KEY or secret.key has changed since it was stored');
    return false;
  }
  const step = timeStepOf(secret, code, clock.now());
  return step !== null && queries.takeStep(db, person, step);
}
