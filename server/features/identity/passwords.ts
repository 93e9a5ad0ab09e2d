import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizeTemporaryPassword } from '#domain/passwords.ts';
import { AppError } from '#server/platform/errors.ts';

const argon2 = promisify(argon2Callback);

type Cost = { memory: number; passes: number };

/** OWASP's argon2id profile: 19 MiB, 2 passes, 1 lane. */
const safeCost: Cost = { memory: 19_456, passes: 2 };
let cost = safeCost;

/**
 * Makes new hashes nearly free, or resets their cost. Only for tests, which create thousands of people:
 * passwords.test.ts fails on any other caller.
 */
export function hashCheaply(isCheap: boolean): void {
  cost = isCheap ? { memory: 8, passes: 1 } : safeCost;
}

// Each hash uses a core and 19 MiB for about 50 ms; more than two at once would starve everything else.
const maxAtOnce = 2;
const maxWaiting = 200;
let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Uint8Array, { memory, passes }: Cost): Promise<Buffer> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw new AppError('unavailable', { retryAfterSeconds: 5 });
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    // A temporary password is copied from paper and may be typed in any case, with or without its hyphens; NFKC because
    // the same password may be composed differently by another keyboard.
    const message = Buffer.from(normalizeTemporaryPassword(password) ?? password.normalize('NFKC'));
    return await argon2('argon2id', { memory, passes, parallelism: 1, tagLength: 32, message, nonce });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const encode = ({ memory, passes }: Cost, nonce: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64')}$${hash.toString('base64')}`;

/** Returns an argon2id hash in PHC form. Throws `unavailable` if too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const current = cost;
  return encode(current, nonce, await derive(password, nonce, current));
}

const encoded = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=1\$(?<nonce>[^$]+)\$(?<hash>[^$]+)$/;

/**
 * Returns whether the password matches the hash, at the cost stored in the hash. Without a hash returns false after the time of a new hash: timing must not reveal unknown accounts.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { memory, passes, nonce, hash } =
    (stored || encode(cost, randomBytes(16), randomBytes(32))).match(encoded)?.groups ?? {};
  if (!nonce || !hash) throw new Error('A stored password hash is not argon2id in PHC form');
  const itsCost = { memory: Number(memory), passes: Number(passes) };
  const actual = await derive(password, Buffer.from(nonce, 'base64'), itsCost);
  return timingSafeEqual(actual, Buffer.from(hash, 'base64')) && Boolean(stored);
}
