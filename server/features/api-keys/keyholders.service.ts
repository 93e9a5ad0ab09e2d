import { crc32 } from 'node:zlib';
import { hasFeature, subscriptionAccess } from '#domain/plans.ts';
import type { CompanyViewer, Keyholder, Services, Viewer } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { newCompanySecret, readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { companyViewerOf } from '../company/company-viewer.ts';
import * as queries from './api-keys.queries.ts';

/** A recognizable prefix, so that secret scanners find published keys. */
const mark = 'maina_';
const secretLength = 64;
/** How many letters of a key people see later: the prefix and 36 of the 256 random bits. */
const prefixLength = mark.length + 6;
const minuteMs = 60 * 1000;

const checkOf = (body: string) =>
  Buffer.from(crc32(body).toString(16).padStart(8, '0'), 'hex').toString('base64url');

/**
 * Returns a new key and the hash that the database stores. A key is the prefix, a secret of the company and the CRC-32
 * of both, so that a mistyped key is rejected without a query.
 */
export function generateApiKey(companyId: string): { key: string; keyHash: Buffer } {
  const { secret, hash } = newCompanySecret(companyId);
  const body = mark + secret;
  return { key: body + checkOf(body), keyHash: hash };
}

export const prefixOfApiKey = (key: string) => key.slice(0, prefixLength);

/** Returns the company and hash of a well-formed key, else null. */
function readApiKey(key: string) {
  const bodyLength = mark.length + secretLength;
  if (!key.startsWith(mark) || checkOf(key.slice(0, bodyLength)) !== key.slice(bodyLength)) return null;
  return readCompanySecret(key.slice(mark.length, bodyLength));
}

/** Checks that the plan includes programs, or what is sold with them. Unlike reading on screen, this stops when the subscription lapses. */
export function requireApiKeys(
  { subscription }: Pick<CompanyViewer, 'subscription'>,
  now: Date,
  wanted: 'apiKeys' | 'webhooks' | 'singleSignOn' = 'apiKeys',
): void {
  if (subscriptionAccess(subscription, now) === 'limited') {
    throw new AppError('subscription_required', { action: 'subscribe' });
  }
  if (!hasFeature(subscription, wanted === 'webhooks' ? 'apiKeys' : wanted, now)) {
    throw new AppError('plan_limit_reached', { action: 'upgrade_plan', params: { context: wanted } });
  }
}

/**
 * Returns the company of the key. Wrong keys count against the address, right ones against the key, so that
 * one broken program does not block others at the same address.
 */
export async function findKeyholder(
  { db, clock, throttle }: Services,
  key: string,
  address: string,
): Promise<Keyholder> {
  const secret = readApiKey(key);
  const found = secret ? await queries.findApiKey(db, secret, clock.now()) : undefined;
  if (!found) {
    throw new AppError('api_key_invalid', { quota: await throttle.take('wrongApiKey', address) });
  }
  return {
    keyId: found.keyId,
    name: found.keyName,
    scopes: found.scopes,
    lastUsedAt: found.lastUsedAt,
    viewer: companyViewerOf(found.companyId, found),
  };
}

/**
 * The administrator in whose name the key changes something, never as the owner. What takes a password or a code is refused, since a
 * program has none.
 */
export async function findMaker({ db }: Services, { keyId, viewer }: Keyholder): Promise<Viewer | undefined> {
  const maker = await queries.findMaker(db, viewer.companyId, keyId);
  return (
    maker && {
      ...viewer,
      ...maker,
      role: 'admin',
      locationIds: [],
      isOwner: false,
      mustChangePassword: false,
      hasPassword: true,
      hasPin: false,
      isFromPin: false,
      notice: null,
    }
  );
}

/** Requires that the plan includes programs, and records the key's use at most once a minute. */
export async function noteKeyUse(
  { db, clock }: Services,
  { keyId, lastUsedAt, viewer }: Keyholder,
): Promise<void> {
  const now = clock.now();
  requireApiKeys(viewer, now);
  const isNoted = lastUsedAt !== null && Date.parse(lastUsedAt) > now.getTime() - minuteMs;
  if (!isNoted) await queries.noteKeyUse(db, viewer.companyId, keyId, now);
}
