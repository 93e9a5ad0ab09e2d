import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';

/** Encrypts, or hashes, values that the database alone must not reveal. */
export type SecretBox = {
  /** `owner` is bound to the text: moved to another row, it cannot be decrypted. */
  seal(text: string, owner: string): Promise<Buffer>;
  /** Null if encrypted for another owner or with another key, or damaged. */
  open(sealed: Buffer, owner: string): Promise<string | null>;
  /** A keyed hash (HMAC-SHA-256): without the key, trying every IPv4 address does not find the text. */
  hash(text: string): Promise<string>;
};

const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM and HMAC with keys derived from SECRET_KEY or, without it, from a file in the data folder. */
export function createSecretBox(config: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox {
  let master: Promise<string> | undefined;
  const derivedKey = (use: 'secret box' | 'keyed hash') => {
    let key: Promise<Buffer> | undefined;
    return () => {
      master ??= readMasterKey(config);
      key ??= master.then((text) => Buffer.from(hkdfSync('sha256', text, '', use, 32)));
      // A disk that was full may have room the next time.
      key.catch(() => {
        master = undefined;
        key = undefined;
      });
      return key;
    };
  };
  const theKey = derivedKey('secret box');
  const hashKey = derivedKey('keyed hash');
  return {
    async seal(text, owner) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', await theKey(), nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    async open(box, owner) {
      const nonce = box.subarray(0, nonceLength);
      const tag = box.subarray(nonceLength, nonceLength + tagLength);
      const key = await theKey();
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        const sealed = box.subarray(nonceLength + tagLength);
        return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    async hash(text) {
      return createHmac('sha256', await hashKey())
        .update(text)
        .digest('base64url');
    },
  };
}

async function readMasterKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (secretKey) return secretKey;
  const path = join(dataDir, 'secret.key');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known) return known;
  await mkdir(dataDir, { recursive: true });
  // Servers that start together agree on one: a hard link is created atomically and never over another.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(path, 'utf8');
}
