import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { fullName } from '#domain/names.ts';
import { generateTemporaryPassword } from '#domain/passwords.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { notifyOwner } from '#server/platform/mail/security-mail.ts';
import * as queries from './proof.queries.ts';
import { hashRecoveryCode, requirePassword, requireProof, secretOwner, timeStepOf, totp } from './proof.ts';
import { endSessionsOf, startSession } from './sessions.queries.ts';

const recoveryCodeCount = 10;

export const getSecondFactor: Handler<'getSecondFactor'> = async ({ db, viewer }) => {
  const isOn = (await queries.findSecret(db, viewer)) !== undefined;
  return { isOn, recoveryCodesLeft: await queries.countRecoveryCodes(db, viewer) };
};

/** A random 160-bit secret for an authenticator app, and the `otpauth:` address for its QR code. */
export const proposeSecondFactor: Handler<'proposeSecondFactor'> = async ({ viewer }) => {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({
    ...totp,
    issuer: PRODUCT_NAME,
    label: viewer.email ?? fullName(viewer),
    secret,
  }).toString();
  return { secret: secret.base32, uri };
};

/**
 * Makes signing in with the password ask for a code as well, and ends every session. Returns the recovery codes, which
 * are never shown again.
 */
export const enableSecondFactor: Handler<'enableSecondFactor'> = async (
  context,
  { body: { secret, password, code } },
) => {
  const { db, viewer, secretBox, clock } = context;
  // A PIN proves too little: with the PIN of somebody else the second factor would lock them out.
  if (!viewer.hasPassword) throw new AppError('wrong_password');
  await requirePassword(context, password);
  const step = timeStepOf(secret, code, clock.now());
  if (step === null) throw new AppError('wrong_code');
  const sealed = await secretBox.seal(secret, secretOwner(viewer));
  const answer = await db.transaction().execute(async (transaction) => {
    // A concurrent sign-in with the password alone finishes before this or waits for it.
    await queries.lockAccount(transaction, viewer);
    if (!(await queries.insertSecret(transaction, viewer, sealed, step))) {
      throw new AppError('second_factor_on');
    }
    await endSessionsOf(transaction, viewer.companyId, viewer.userId);
    await notifyOwner(context, transaction, 'secondFactorOn');
    return { recoveryCodes: await makeRecoveryCodes(transaction, viewer) };
  });
  // This device has just proved both factors; the others have not.
  context.session.start(await startSession(context, viewer, { fromPin: viewer.isFromPin }));
  return answer;
};

export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (context, { body: proof }) => {
  await requireProof(context, proof);
  const recoveryCodes = await context.db
    .transaction()
    .execute((transaction) => makeRecoveryCodes(transaction, context.viewer));
  return { recoveryCodes };
};

export const disableSecondFactor: Handler<'disableSecondFactor'> = async (context, { body: proof }) => {
  await requireProof(context, proof);
  await context.db.transaction().execute(async (transaction) => {
    await queries.deleteSecondFactor(transaction, context.viewer);
    await notifyOwner(context, transaction, 'secondFactorOff');
  });
};

async function makeRecoveryCodes(transaction: Db, person: queries.Person): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateTemporaryPassword(randomBytes));
  await queries.replaceRecoveryCodes(transaction, person, codes.map(hashRecoveryCode));
  return codes;
}
