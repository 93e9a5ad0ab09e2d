import { createHash, randomUUID } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Passkey } from '#contract/identity.ts';
import type { EndpointRequest, EndpointResponse } from '#contract/index.ts';
import { fullName } from '#domain/names.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { PublicContext } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { notifyOfAccess } from '#server/platform/mail/security-mail.ts';
import * as queries from './passkeys.queries.ts';
import { requireOwner } from './proof.ts';
import { holdSession, markNoticeSeen } from './sessions.queries.ts';

/** How long a person may take at their device; the page uses the same timeout. */
const challengeMs = 5 * 60 * 1000;
/** EdDSA, ES256, RS256 (COSE): between them, every passkey there is. */
const algorithms = [-8, -7, -257];

/** WebAuthn's relying party id: a passkey works for its host name only. */
const hostOf = (origin: string) => new URL(origin).hostname;
type Person = { companyId: string; userId: string };
/** Whom a challenge is for: the person who adds a passkey, or anybody who signs in. */
const adding = ({ companyId, userId }: Person) => `adding a passkey ${companyId} ${userId}`;
const signingIn = 'signing in with a passkey';
const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

export const listPasskeys: Handler<'listPasskeys'> = ({ db, viewer }) => queries.listPasskeys(db, viewer);

/** The options for creating a passkey for the viewer, who proves their identity again. */
export const beginPasskey: Handler<'beginPasskey'> = async (context, { body: proof }) => {
  await requireOwner(context, proof);
  return newPasskeyOptions(context, context.viewer);
};

/** The options for creating a passkey for a person who has proved who they are. */
export async function newPasskeyOptions(
  context: PublicContext,
  person: Person & { email: string | null; firstName: string; lastName: string },
): Promise<EndpointResponse<'beginPasskey'>> {
  const { db, origin } = context;
  const known = await queries.listPasskeys(db, person);
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: hostOf(origin),
    userID: new Uint8Array(uuidBytes(person.userId)),
    userName: person.email ?? fullName(person),
    userDisplayName: fullName(person),
    timeout: challengeMs,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // The device finds it without an e-mail address and verifies its user by finger, face or PIN: both factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    challenge: await makeChallenge(context, adding(person)),
  });
  return {
    ...options,
    excludeCredentials: known.map(({ credentialId: id }) => ({ id, type: 'public-key' })),
  };
}

type NewPasskey = EndpointRequest<'addPasskey'>['body'];

/** Stores the passkey that the device has created and notifies the viewer. */
export const addPasskey: Handler<'addPasskey'> = async (context, { body: input }) => {
  const { viewer, clock } = context;
  const ownToken = context.session.token;
  const checked = await checkNewPasskey(context, viewer, input);
  return context.db.transaction().execute(async (transaction) => {
    await holdSession(transaction, viewer, ownToken);
    const passkey = await storePasskey(transaction, viewer, { ...checked, fromPin: viewer.isFromPin });
    await notifyOfAccess(context, { viewer }, transaction, viewer, 'passkeyAdded');
    await markNoticeSeen(transaction, ownToken, clock.now());
    return passkey;
  });
};

/** Checks a passkey that was created with `newPasskeyOptions`, for `storePasskey`. */
export async function checkNewPasskey(
  context: PublicContext,
  person: Person,
  { name, credential }: NewPasskey,
) {
  const { origin, clock, log } = context;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(context, challenge, adding(person), person.companyId),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => refuse(log, error));
  if (!registrationInfo) throw new AppError('passkey_refused');
  const { id, publicKey, counter } = registrationInfo.credential;
  const createdAt = clock.now().toISOString();
  return { name, credentialId: id, publicKey: Buffer.from(publicKey), counter, createdAt };
}

/** In a transaction. Refuses one that any account has already. */
export async function storePasskey(
  transaction: Db,
  person: Person,
  checked: Awaited<ReturnType<typeof checkNewPasskey>> & { fromPin: boolean },
): Promise<Passkey> {
  const passkey = await queries.insertPasskey(transaction, person, checked);
  if (!passkey) throw new AppError('passkey_refused');
  return passkey;
}

/** A session that came from the PIN only removes passkeys that did too. */
export const deletePasskey: Handler<'deletePasskey'> = async ({ db, viewer }, { params: { id } }) => {
  if (viewer.isFromPin && (await queries.isPasskeyFromPin(db, viewer, id)) === false) {
    throw new AppError('pin_session');
  }
  const isDeleted = await db
    .transaction()
    .execute((transaction) => queries.deletePasskey(transaction, viewer, id));
  if (!isDeleted) throw new AppError('not_found');
};

/** The options for signing in with any passkey of the device; the same for everybody. */
export const beginPasskeySignIn: Handler<'beginPasskeySignIn'> = async (context) => {
  await context.throttle.take('passkeySignIn', context.address);
  return generateAuthenticationOptions({
    rpID: hostOf(context.origin),
    userVerification: 'required',
    timeout: challengeMs,
    challenge: await makeChallenge(context, signingIn),
  });
};

/** Finds the account of a passkey that its holder has just used, which proves both factors. */
export async function verifyPasskey(
  context: PublicContext,
  { credential }: EndpointRequest<'signInWithPasskey'>['body'],
): Promise<NonNullable<Awaited<ReturnType<typeof queries.findPasskey>>>> {
  const { db, origin, clock, log, throttle, address } = context;
  await throttle.take('passkeySignIn', address);
  const { userHandle, ...response } = credential.response;
  const passkey = await queries.findPasskey(db, credential.id);
  const isAnothers =
    passkey && userHandle && !uuidBytes(passkey.userId).equals(Buffer.from(userHandle, 'base64url'));
  if (!passkey || isAnothers) throw new AppError('passkey_refused');
  context.identify({ companyId: passkey.companyId, userId: passkey.userId });
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(context, challenge, signingIn, passkey.companyId),
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => refuse(log, error));
  const counter = { before: passkey.counter, after: authenticationInfo.newCounter };
  if (!verified || !(await queries.noteUse(db, passkey, counter, clock.now()))) {
    throw new AppError('passkey_refused');
  }
  return passkey;
}

/** Its expiry and a random number, encrypted by this installation: nothing is stored until a device has signed it. */
async function makeChallenge(
  { clock, secretBox }: PublicContext,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const expiresAt = new Date(clock.now().getTime() + challengeMs).toISOString();
  return new Uint8Array(await secretBox.seal(`${expiresAt} ${randomUUID()}`, purpose));
}

/** Returns false if the challenge is not ours, was made for another purpose, has expired or was used before. */
async function takeChallenge(
  { db, clock, secretBox }: PublicContext,
  challenge: string,
  purpose: string,
  companyId: string,
): Promise<boolean> {
  const sealed = Buffer.from(challenge, 'base64url');
  const [expiresAt = ''] = (await secretBox.open(sealed, purpose))?.split(' ') ?? [];
  const now = clock.now();
  if (expiresAt <= now.toISOString()) return false;
  const challengeHash = createHash('sha256').update(sealed).digest();
  return queries.noteChallenge(db, { companyId, challengeHash, expiresAt }, now);
}

function refuse(log: PublicContext['log'], error: unknown): never {
  log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'passkey refused');
  throw new AppError('passkey_refused');
}
