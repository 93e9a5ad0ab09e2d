import { isWeakPin } from '#domain/pins.ts';
import type { Context, Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts';
import { requireChangeProof } from '#server/platform/proof.ts';
import type { ThrottleName } from '#server/platform/throttle.ts';
import { lockCompany } from '../company/company.queries.ts';
import * as queries from './employees.queries.ts';

type PinProof = { currentPassword?: string | undefined; code?: string | undefined };

/** Sets the viewer's own PIN. Throws pin_weak, proof_required, wrong_password, wrong_code, too_many_requests. */
export async function setOwnPin(
  context: Context,
  { pin, ...proof }: { pin: string } & PinProof,
): Promise<{ personalNumber: string }> {
  await requireChangeProof(context, proof);
  return storePin(context, context.viewer, pin);
}

type Owner = { companyId: string; userId: string };

/** Sets a person's PIN, and gives them a personal number if they have none. Throws pin_weak, not_found. */
export async function storePin(
  { db }: Pick<Services, 'db'>,
  owner: Owner,
  pin: string,
): Promise<{ personalNumber: string }> {
  const pinHash = await hashPassword(pin);
  return db.transaction().execute((transaction) => writePin(transaction, owner, { pin, pinHash }));
}

/** As `storePin`, with the PIN's hash, in a transaction. */
export async function writePin(
  transaction: Db,
  owner: Owner,
  { pin, pinHash }: { pin: string; pinHash: string },
): Promise<{ personalNumber: string }> {
  const personalNumber = await givePersonalNumber(transaction, owner);
  if (isWeakPin(pin, personalNumber)) throw new AppError('pin_weak');
  await queries.updateUser(transaction, owner.companyId, owner.userId, { pinHash });
  return { personalNumber };
}

/** The person's number; the next free one if they had none. In a transaction. Throws not_found. */
export async function givePersonalNumber(transaction: Db, { companyId, userId }: Owner): Promise<string> {
  await lockCompany(transaction, companyId);
  const person = await queries.findPerson(transaction, companyId, { id: userId });
  if (!person) throw new AppError('not_found');
  if (person.personalNumber !== null) return person.personalNumber;
  const personalNumber = await queries.nextPersonalNumber(transaction, companyId);
  await queries.updateUser(transaction, companyId, userId, { personalNumber });
  return personalNumber;
}

/**
 * Whether a PIN is right that somebody signs in with over the internet. Wrong ones count against the account on a device
 * that has signed in to it before, or else against the account and the company; these counters are not those of the
 * kiosks, which strangers could exhaust. Throws too_many_requests.
 */
export async function checkPinAtSignIn(
  { throttle }: Pick<Services, 'throttle'>,
  {
    account,
    device,
    company,
    pin,
    pinHash,
  }: {
    account: string;
    device: string | null;
    company: string;
    pin: string;
    pinHash: string | null | undefined;
  },
): Promise<boolean> {
  const counters: [ThrottleName, string][] =
    device === null
      ? [
          ['pinSignIn', account],
          ['pinSignInCompany', company],
        ]
      : [['pinSignIn', `${account} ${device}`]];
  for (const [name, key] of counters) await throttle.take(name, key);
  const isRight = await verifyPassword(pin, pinHash);
  if (isRight) await Promise.all(counters.map(([name, key]) => throttle.giveBack(name, key)));
  return isRight;
}

/**
 * Finds the person with the number and whether the PIN is right, which takes equally long for an unknown number. Wrong
 * ones count against the number on this device, the number, and the company. Throws too_many_requests.
 */
export async function checkPin(
  { db, throttle }: Pick<Services, 'db' | 'throttle'>,
  { companyId, deviceId }: { companyId: string; deviceId: string },
  { personalNumber, pin }: { personalNumber: string; pin: string },
): Promise<{ person: queries.Person | undefined; isRight: boolean }> {
  const counters: [ThrottleName, string][] = [
    ['kioskPin', `${deviceId} ${personalNumber}`],
    ['pinNumber', `${companyId} ${personalNumber}`],
    ['pinCompany', companyId],
  ];
  for (const [name, key] of counters) await throttle.take(name, key);
  const person = await queries.findPerson(db, companyId, { personalNumber });
  const isRight = await verifyPassword(pin, person?.pinHash ?? undefined);
  if (isRight) await Promise.all(counters.map(([name, key]) => throttle.giveBack(name, key)));
  return { person, isRight };
}
