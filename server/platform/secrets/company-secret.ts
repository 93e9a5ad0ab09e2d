import { hash, randomBytes } from 'node:crypto';

const randomLength = 32;
const uuidLength = 16;

const hashSecret = (secret: string) => hash('sha256', secret, 'buffer');

/**
 * Returns a secret of 64 letters (base64url of 32 random bytes and the company's id) and the hash that the database
 * stores. It is looked up in its company only.
 */
export function newCompanySecret(companyId: string): { secret: string; hash: Buffer } {
  const secret = companySecretOf(companyId, randomBytes(randomLength));
  return { secret, hash: hashSecret(secret) };
}

/** A secret of the same form, of 32 bytes that nobody else can know. */
export function companySecretOf(companyId: string, bytes: Buffer): string {
  const uuid = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, uuid]).toString('base64url');
}

/** The company and the hash of a secret; null for a text that cannot be one. */
export function readCompanySecret(secret: string): { companyId: string; hash: Buffer } | null {
  const length = ((randomLength + uuidLength) * 4) / 3;
  if (secret.length !== length || !/^[\w-]+$/.test(secret)) return null;
  const companyId = Buffer.from(secret, 'base64url')
    .toString('hex', randomLength)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { companyId, hash: hashSecret(secret) };
}
