import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizeTemporaryPassword } from '#domain/passwords.ts';
import { AppError } from './errors.ts';

const argon2 = promisify(argon2Callback);

// OWASP's argon2id profile: 19 MiB, 2 passes, 1 lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;

// Each hash fills a core and 19 MiB for some 50 ms; more than two at once would starve everything else.
const maxAtOnce = 2;
const maxWaiting = 200;
let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Uint8Array): Promise<Buffer> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw new AppError('unavailable', { retryAfterSeconds: 5 });
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    // A temporary password is copied from paper and may be typed in any case, with or without its hyphens;
    // NFKC since the same password typed on two keyboards may be composed differently.
    const message = Buffer.from(normalizeTemporaryPassword(password) ?? password.normalize('NFKC'));
    return await argon2('argon2id', { ...cost, message, nonce });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** An argon2id hash in PHC form. Throws `unavailable` when too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive(password, nonce);
  return `${prefix}${nonce.toString('base64')}$${hash.toString('base64')}`;
}

// Checked in place of an unknown account's hash, so that the answer takes as long.
const nobodysHash = `${prefix}${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}`;

/** Whether the password fits the hash; false, after the same time, where there is none, or one that was erased (''). */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [nonce = '', expected = ''] = (hash || nobodysHash).slice(prefix.length).split('$');
  const actual = await derive(password, Buffer.from(nonce, 'base64'));
  return timingSafeEqual(actual, Buffer.from(expected, 'base64')) && Boolean(hash);
}
