import { createHash, randomBytes } from 'node:crypto';

const randomLength = 32;
const uuidLength = 16;

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/**
 * Returns a secret of 64 letters (base64url of 32 random bytes and the company's id) and the hash that the database
 * stores. It is looked up in its company only.
 */
export function newCompanySecret(companyId: string): { secret: string; hash: Buffer } {
  const uuid = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  const secret = Buffer.concat([randomBytes(randomLength), uuid]).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** Returns the company and the hash of a secret; null if the text is not well-formed. */
export function readCompanySecret(secret: string): { companyId: string; hash: Buffer } | null {
  const length = ((randomLength + uuidLength) * 4) / 3;
  if (secret.length !== length || !/^[\w-]+$/.test(secret)) return null;
  const companyId = Buffer.from(secret, 'base64url')
    .toString('hex', randomLength)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { companyId, hash: hashSecret(secret) };
}
