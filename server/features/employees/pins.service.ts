import { isWeakPin } from '#domain/pins.ts';
import type { Context, KioskContext, PublicContext, Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { mailCompanyOf } from '#server/platform/mail/compose-mail.ts';
import { notifyOfAccess } from '#server/platform/mail/security-mail.ts';
import type { ThrottleName } from '#server/platform/throttle.ts';
import { lockCompany } from '../company/company.queries.ts';
import { deletePasskeysFromPin } from '../identity/passkeys.queries.ts';
import { hashPassword, verifyPassword } from '../identity/passwords.ts';
import { deleteSecondFactor } from '../identity/proof.queries.ts';
import { requireChangeProof } from '../identity/proof.ts';
import { endSessionsFromPin, holdSession, markNoticeSeen } from '../identity/sessions.queries.ts';
import * as queries from './employees.queries.ts';

type Owner = { companyId: string; userId: string };

/**
 * Sets the viewer's own PIN, ends the other sessions that came from the old one, and tells the person. Outside such a
 * session it also removes what was chosen in them.
 */
export const setPin: Handler<'setPin'> = async (context, { body: { pin, ...proof } }) => {
  const { db, viewer, clock } = context;
  const ownToken = context.session.token;
  const before = await queries.findPerson(db, viewer.companyId, { id: viewer.userId });
  await requireChangeProof(context, proof);
  const pinHash = await hashPassword(pin);
  return db.transaction().execute(async (transaction) => {
    const set = await writePin(transaction, viewer, { pin, pinHash, replaces: before?.pinHash ?? null });
    await holdSession(transaction, viewer, ownToken);
    if (viewer.isFromPin) await endSessionsFromPin(transaction, viewer, ownToken);
    else await removeWhatPinOpened(transaction, viewer);
    await notePin(context, transaction, viewer, { kind: 'pin-set', why: { how: 'account' } });
    await notifyOfAccess(context, { viewer }, transaction, viewer, 'pinSet');
    await markNoticeSeen(transaction, ownToken, clock.now());
    return set;
  });
};

/**
 * Sets the PIN of the person with a badge at a kiosk: their first one, or with the one before. Ends the sessions that came
 * from the old one, and tells the person. The answer names the employee number if it is new, or if the PIN was right.
 */
export async function setPinOfBadge(
  context: KioskContext,
  person: queries.Person,
  { pin, currentPin }: { pin: string; currentPin?: string | undefined },
): Promise<{ personalNumber: string | null }> {
  const { db, viewer, kiosk } = context;
  const owner = { companyId: viewer.companyId, userId: person.id };
  if (person.pinHash !== null) {
    if (currentPin === undefined) throw new AppError('pin_exists');
    const device = { companyId: viewer.companyId, deviceId: kiosk.id };
    // Whoever has a PIN has a number.
    const personalNumber = person.personalNumber ?? '';
    const { isRight } = await checkPin(context, device, { personalNumber, pin: currentPin });
    if (!isRight) throw new AppError('pin_wrong');
  }
  const pinHash = await hashPassword(pin);
  const { personalNumber } = await db.transaction().execute(async (transaction) => {
    const set = await writePin(transaction, owner, { pin, pinHash, replaces: person.pinHash });
    await endSessionsFromPin(transaction, owner);
    const why = { how: 'kiosk', kioskId: kiosk.id };
    await notePin(context, transaction, { ...owner, actorId: person.id }, { kind: 'pin-set', why });
    const company = mailCompanyOf(viewer);
    await notifyOfAccess(context, { company }, transaction, { ...owner, ...person }, 'pinSet');
    return set;
  });
  const isTold = person.pinHash !== null || person.personalNumber === null;
  return { personalNumber: isTold ? personalNumber : null };
}

/** Removes a person's PIN, so that they may set one at a kiosk with the badge, and tells them. */
export const removePin: Handler<'removePin'> = async (context, { params: { id } }) => {
  const { db, viewer } = context;
  await db.transaction().execute(async (transaction) => {
    const person = await queries.findPerson(transaction, viewer.companyId, { id });
    if (!person) throw new AppError('not_found');
    await takePin(context, transaction, person.id, 'administrator');
  });
};

/**
 * Removes the PIN, if there is one, with everything that was opened with it: sessions, and the passkeys and the password
 * that were chosen in them. Tells the person. In a transaction.
 */
export async function takePin(
  context: Context,
  transaction: Db,
  userId: string,
  how: 'administrator' | 'badge-renewed',
): Promise<void> {
  const { viewer } = context;
  const owner = { companyId: viewer.companyId, userId };
  await lockCompany(transaction, viewer.companyId);
  const person = await queries.findPerson(transaction, viewer.companyId, { id: userId });
  if (!person) return;
  await queries.updateUser(transaction, viewer.companyId, userId, { pinHash: null });
  await removeWhatPinOpened(transaction, owner);
  if (person.pinHash === null) return;
  await notePin(
    context,
    transaction,
    { ...owner, actorId: viewer.userId },
    { kind: 'pin-removed', why: { how } },
  );
  await notifyOfAccess(context, { viewer }, transaction, { ...owner, ...person }, 'pinRemoved');
}

/** The caller's transaction has locked the account by changing the PIN. */
async function removeWhatPinOpened(transaction: Db, owner: Owner): Promise<void> {
  await endSessionsFromPin(transaction, owner);
  await deletePasskeysFromPin(transaction, owner);
  if (await queries.removePasswordFromPin(transaction, owner)) await deleteSecondFactor(transaction, owner);
}

/** Records in the ledger who set or removed a PIN, and where. */
export async function notePin(
  { clock }: Pick<Services, 'clock'>,
  transaction: Db,
  { companyId, userId, actorId = userId }: Owner & { actorId?: string },
  { kind, why }: { kind: 'pin-set' | 'pin-removed'; why: Record<string, string> },
): Promise<void> {
  await appendToLedger(transaction, companyId, { kind, actorId, at: clock.now(), why }, { userId });
}

/**
 * Sets a person's PIN, and gives them an employee number if they have none. With `replaces`, the hash of the PIN before,
 * only if nobody has changed it meanwhile. In a transaction.
 */
export async function writePin(
  transaction: Db,
  owner: Owner,
  { pin, pinHash, replaces }: { pin: string; pinHash: string; replaces?: string | null },
): Promise<{ personalNumber: string }> {
  const personalNumber = await givePersonalNumber(transaction, owner);
  if (isWeakPin(pin, personalNumber)) throw new AppError('pin_weak');
  const now = await queries.findPerson(transaction, owner.companyId, { id: owner.userId });
  if (replaces !== undefined && now?.pinHash !== replaces) {
    throw new AppError(replaces === null ? 'pin_exists' : 'wrong_pin');
  }
  await queries.updateUser(transaction, owner.companyId, owner.userId, { pinHash });
  return { personalNumber };
}

/** The person's number; the next free one if they had none. In a transaction. */
export async function givePersonalNumber(transaction: Db, { companyId, userId }: Owner): Promise<string> {
  await lockCompany(transaction, companyId);
  const person = await queries.findPerson(transaction, companyId, { id: userId });
  if (!person) throw new AppError('not_found');
  if (person.personalNumber !== null) return person.personalNumber;
  const personalNumber = await queries.nextPersonalNumber(transaction, companyId);
  await queries.updateUser(transaction, companyId, userId, { personalNumber });
  return personalNumber;
}

type Counters = [ThrottleName, string][];

/** Counts an attempt everywhere, from the widest counter to that of the account; one that is refused counts nowhere. */
async function takeAll(
  throttle: Services['throttle'],
  counters: Counters,
  onRefusal?: (name: ThrottleName) => Promise<void>,
): Promise<void> {
  for (const [index, [name, key]] of counters.entries()) {
    try {
      await throttle.take(name, key);
    } catch (reason) {
      await giveBackAll(throttle, counters.slice(0, index));
      await onRefusal?.(name);
      throw reason;
    }
  }
}

const giveBackAll = async (throttle: Services['throttle'], counters: Counters): Promise<void> => {
  await Promise.all(counters.map(([name, key]) => throttle.giveBack(name, key)));
};

export const guessingQueueName = { name: 'guessing-notice' };

/** Has the administrators told, once a day, that the company's count of wrong PINs is used up; unknown companies alike. */
async function noteGuessing(
  { db, jobs, throttle }: PublicContext,
  { companyId, code }: { companyId: string; code: string },
): Promise<void> {
  const isFirst = await throttle.take('guessingNotice', code).then(
    () => true,
    () => false,
  );
  if (isFirst) await jobs.send(db, guessingQueueName, { companyId });
}

/**
 * Whether a PIN is right that somebody signs in with over the internet. Wrong ones count against the account on a device
 * that has signed in to it before, or else against the company, the address and the account; these counters are not those
 * of the kiosks, which strangers could exhaust.
 */
export async function checkPinAtSignIn(
  context: PublicContext,
  {
    account,
    device,
    company,
    pin,
    pinHash,
  }: {
    account: string;
    device: string | null;
    company: { companyId: string; code: string };
    pin: string;
    pinHash: string | null | undefined;
  },
): Promise<boolean> {
  const { throttle, address } = context;
  const counters: Counters =
    device === null
      ? [
          ['pinSignInCompany', company.code],
          ['pinSignInAddress', address],
          ['pinSignIn', account],
        ]
      : [['pinSignIn', `${account} ${device}`]];
  await takeAll(throttle, counters, async (name) => {
    if (name === 'pinSignInCompany') await noteGuessing(context, company);
  });
  const isRight = await verifyPassword(pin, pinHash);
  if (isRight) await giveBackAll(throttle, counters);
  return isRight;
}

/**
 * Finds the person with the number and whether the PIN is right, which takes equally long for an unknown number. Wrong
 * ones count against the company, the number, and the number on this device.
 */
export async function checkPin(
  { db, throttle }: Pick<Services, 'db' | 'throttle'>,
  { companyId, deviceId }: { companyId: string; deviceId: string },
  { personalNumber, pin }: { personalNumber: string; pin: string },
): Promise<{ person: queries.Person | undefined; isRight: boolean }> {
  const counters: Counters = [
    ['pinCompany', companyId],
    ['pinNumber', `${companyId} ${personalNumber}`],
    ['kioskPin', `${deviceId} ${personalNumber}`],
  ];
  await takeAll(throttle, counters);
  const person = await queries.findPerson(db, companyId, { personalNumber });
  const isRight = await verifyPassword(pin, person?.pinHash ?? undefined);
  if (isRight) await giveBackAll(throttle, counters);
  return { person, isRight };
}
