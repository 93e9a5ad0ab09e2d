import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { OwnKiosk } from '#contract/kiosks.ts';
import { randomSymbols, readSymbols } from '#domain/crockford.ts';
import { rotatingCodeUrl } from '#domain/location-code.ts';
import { byName } from '#domain/names.ts';
import type { CompanyViewer, KioskContext, PublicContext } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { everything, LOCATION_PEOPLE_DAYS } from '#server/platform/scope.ts';
import { newCompanySecret } from '#server/platform/secrets/company-secret.ts';
import type { SecretBox } from '#server/platform/secrets/secret-box.ts';
import { lockCompany } from '../company/company.queries.ts';
import { hashPassword, verifyPassword } from '../identity/passwords.ts';
import { endSession } from '../identity/sessions.queries.ts';
import { findLocation } from '../locations/locations.queries.ts';
import { breakRulesFor } from '../work-rules/work-rules.service.ts';
import { findKiosk } from './kiosk-credential.queries.ts';
import * as queries from './kiosks.queries.ts';

const codeLength = 8;
const pairingMs = 10 * 60_000;
const maxKiosks = 200;
const stepMs = 30_000;
const dayMs = 24 * 60 * 60_000;

const hashOf = async (secretBox: SecretBox, code: string) =>
  Buffer.from(await secretBox.hash(`kiosk-pairing ${code}`), 'base64url');

/** Makes a code by which a device is paired with the location, once and within 10 minutes. */
export const createKioskPairingCode: Handler<'createKioskPairingCode'> = async (
  { db, viewer, scope, clock, throttle, secretBox },
  { body: { locationId, name, leavePin } },
) => {
  const { companyId, userId } = viewer;
  await throttle.take('pairingCode', companyId);
  const leavePinHash = leavePin ? await hashPassword(leavePin) : null;
  return db.transaction().execute(async (transaction) => {
    const location = await findLocation(transaction, companyId, locationId, scope);
    if (!location) throw new AppError('not_found');
    if (!location.isActive) throw new AppError('location_inactive');
    await requireRoom(transaction, companyId);
    const expiresAt = new Date(clock.now().getTime() + pairingMs).toISOString();
    for (;;) {
      const code = randomSymbols(codeLength, randomBytes);
      const pairing = { companyId, id: randomUUIDv7(), locationId: location.id, name, leavePinHash };
      const codeHash = await hashOf(secretBox, code);
      const made = { ...pairing, codeHash, createdBy: userId, expiresAt };
      if (await queries.insertPairing(transaction, made)) {
        return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt };
      }
    }
  });
};

async function requireRoom(transaction: Db, companyId: string): Promise<void> {
  await lockCompany(transaction, companyId);
  if ((await queries.countKiosks(transaction, companyId)) >= maxKiosks) throw new AppError('too_many_kiosks');
}

/** The kiosks of the locations in the scope, by name. */
export const listKiosks: Handler<'listKiosks'> = async ({ db, viewer, scope, language }) => {
  const kiosks = await queries.listKiosks(db, viewer.companyId, scope);
  return kiosks.toSorted(byName(language));
};

export const revokeKiosk: Handler<'revokeKiosk'> = async (
  { db, viewer, scope, clock },
  { params: { id } },
) => {
  const revokedAt = clock.now().toISOString();
  const isRevoked = await queries.revokeKiosk(db, viewer.companyId, { id, scope, revokedAt });
  if (!isRevoked) throw new AppError('not_found');
};

/** Makes this device the kiosk that the code is for; its cookie gets the credential, the database its hash. */
export const pairKiosk: Handler<'pairKiosk'> = async (context, { body: { code: text } }) => {
  const { db, clock, throttle, secretBox, address, session } = context;
  await throttle.take('pairKiosk', address);
  const code = readSymbols(text, codeLength);
  const codeHash = code && (await hashOf(secretBox, code));
  const credential = await db.transaction().execute(async (transaction) => {
    const pairing = codeHash && (await queries.takePairing(transaction, codeHash));
    const now = clock.now().toISOString();
    if (!pairing || pairing.expiresAt <= now) return null;
    await requireRoom(transaction, pairing.companyId);
    const { secret, hash } = newCompanySecret(pairing.companyId);
    const { codeHash: _, createdBy: pairedBy, expiresAt: __, ...kiosk } = pairing;
    await queries.insertKiosk(transaction, { ...kiosk, pairedBy, credentialHash: hash, pairedAt: now });
    context.identify({ companyId: pairing.companyId });
    return secret;
  });
  const found = credential && (await findKiosk(db, credential));
  if (!found || found.deletionDueAt !== null) throw new AppError('pairing_code_invalid');
  await throttle.giveBack('pairKiosk', address);
  const kiosk = await describeKiosk(context, found);
  session.startKiosk(credential);
  // An administrator who paired the device must not stay signed in where everybody passes.
  if (session.token) {
    await endSession(db, session.token);
    session.end();
  }
  return kiosk;
};

async function describeKiosk(
  { db, clock }: PublicContext,
  { kiosk, viewer }: { kiosk: KioskContext['kiosk']; viewer: CompanyViewer },
): Promise<OwnKiosk> {
  const { asksWorkReport, leavePinHash } = await queries.findSettings(db, viewer.companyId, kiosk.id);
  const { policy } = await breakRulesFor(db, viewer, clock.now().toISOString());
  return {
    ...kiosk,
    companyName: viewer.companyName,
    timeZone: viewer.timeZone,
    language: viewer.companyLanguage,
    recordsBreaks: policy === 'recorded',
    asksWorkReport,
    canLeaveByPin: leavePinHash !== null,
  };
}

/** What the kiosk is, and notes that it was seen. */
export const getKiosk: Handler<'getKiosk'> = async (context, { query: { queueLength, release } }) => {
  const { db, viewer, kiosk, clock, session } = context;
  await queries.noteKiosk(db, viewer.companyId, kiosk.id, {
    lastSeenAt: clock.now().toISOString(),
    ...(queueLength !== undefined && { queueLength: Number(queueLength) }),
    ...(release !== undefined && { release }),
  });
  const described = await describeKiosk(context, context);
  // The cookie lasts from now on.
  if (session.kiosk) session.startKiosk(session.kiosk);
  return described;
};

/** The people whom the kiosk knows without a signal. */
export const listKioskPeople: Handler<'listKioskPeople'> = async ({ db, viewer, kiosk, clock }) => {
  const since = new Date(clock.now().getTime() - LOCATION_PEOPLE_DAYS * dayMs);
  const { longestShiftHours } = viewer;
  return queries.listPeople(db, viewer.companyId, {
    locationId: kiosk.location.id,
    since,
    longestShiftHours,
  });
};

/** The location's code of these 30 seconds, as an address to show. */
export const getKioskCode: Handler<'getKioskCode'> = async ({ db, viewer, kiosk, clock, origin }) => {
  const step = Math.floor(clock.now().getTime() / stepMs);
  const found = await queries.findRotatingCode(db, viewer.companyId, kiosk.location.id, step);
  if (!found.isActive) throw new AppError('location_inactive');
  const code = rotatingCodeUrl(origin, found.qrCode, found.rotating);
  return { code, validUntil: new Date((step + 1) * stepMs).toISOString() };
};

/** Ends the pairing with the PIN that was given when it was made. */
export const leaveKiosk: Handler<'leaveKiosk'> = async (
  { db, viewer, kiosk, clock, throttle, session },
  { body: { pin } },
) => {
  await throttle.take('kioskLeave', kiosk.id);
  const { leavePinHash } = await queries.findSettings(db, viewer.companyId, kiosk.id);
  if (!(await verifyPassword(pin, leavePinHash ?? undefined))) throw new AppError('pin_wrong');
  const revokedAt = clock.now().toISOString();
  await queries.revokeKiosk(db, viewer.companyId, { id: kiosk.id, scope: everything, revokedAt });
  session.endKiosk();
};
