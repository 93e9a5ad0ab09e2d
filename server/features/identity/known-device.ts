import { randomUUID } from 'node:crypto';
import type { Services } from '#server/context.ts';

/*
 * A device that has signed in to an account keeps an encrypted cookie and has its own count of wrong passwords, so that
 * strangers who guess cannot lock it out.
 */

/** Binds the cookie to the account. */
const boundTo = (userId: string) => `known-device ${userId}`;

/** The device's random id; null if it has not signed in to this account, or has signed in to another since. */
export async function readKnownDevice(
  { secretBox }: Pick<Services, 'secretBox'>,
  cookie: string | undefined,
  userId: string,
): Promise<string | null> {
  return secretBox.open(Buffer.from(cookie ?? '', 'base64url'), boundTo(userId));
}

/** The cookie's value for a device that has just signed in. */
export async function sealKnownDevice(
  { secretBox }: Pick<Services, 'secretBox'>,
  userId: string,
): Promise<string> {
  return (await secretBox.seal(randomUUID(), boundTo(userId))).toString('base64url');
}
