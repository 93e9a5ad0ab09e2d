import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

const limits = {
  /** Failed sign-ins for one e-mail, known or not. */
  loginAccount: { points: 10, seconds: 15 * 60, perAddress: false },
  /** Mails to an account whose count of failed sign-ins strangers have used up. */
  lockoutNotice: { points: 1, seconds: 24 * 3600, perAddress: false },
  loginAddress: { points: 100, seconds: 15 * 60, perAddress: true },
  signUp: { points: 20, seconds: 3600, perAddress: true },
  forgotPassword: { points: 10, seconds: 3600, perAddress: true },
  /** Guesses of one's own password by whoever holds the session. */
  changePassword: { points: 10, seconds: 15 * 60, perAddress: false },
  /** Wrong codes of the second factor, by whoever knows the password: a guess has 3 chances in a million. */
  secondFactor: { points: 5, seconds: 3600, perAddress: false },
  passkeySignIn: { points: 300, seconds: 15 * 60, perAddress: true },
  /** Answers that read everything of a person. */
  ownData: { points: 60, seconds: 3600, perAddress: false },
  /** Changes of e-mail addresses in a company; each mails an address that the administrator names. */
  emailChange: { points: 30, seconds: 24 * 3600, perAddress: false },
  /** E-mails that an administrator is told are taken, perhaps in another company. */
  takenEmail: { points: 30, seconds: 3600, perAddress: false },
  /** Texts that a company asks of the language model, which cost money. */
  languageModel: { points: 120, seconds: 3600, perAddress: false },
  /** Requests with one API key. */
  apiKey: { points: 120, seconds: 60, perAddress: false },
  wrongApiKey: { points: 100, seconds: 15 * 60, perAddress: true },
  /** Tries of a company's own endpoint: it is no tool for looking around the internet. */
  aiEndpointTest: { points: 10, seconds: 15 * 60, perAddress: false },
  contact: { points: 5, seconds: 3600, perAddress: true },
  resetPassword: { points: 30, seconds: 3600, perAddress: true },
  restoreCompany: { points: 30, seconds: 3600, perAddress: true },
} as const;
export type ThrottleName = keyof typeof limits;

export type Throttle = {
  /** Counts one attempt. Throws `too_many_requests` with the seconds to wait when the limit is passed. */
  take(name: ThrottleName, key: string): Promise<void>;
  /** Takes one attempt back: it turned out to be legitimate. */
  giveBack(name: ThrottleName, key: string): Promise<void>;
};

/** Counters in the database, so that several servers agree (decisions.md §4). */
export function createThrottle(pool: pg.Pool, rateLimitFactor: number): Throttle {
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: name,
        points: limit.perAddress ? Math.max(1, Math.round(limit.points * rateLimitFactor)) : limit.points,
        duration: limit.seconds,
      }),
    ]),
  );
  const limiter = (name: ThrottleName) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`no limiter ${name}`);
    return found;
  };
  // Addresses and e-mails are personal data: the table only ever sees their hash.
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    async take(name, key) {
      try {
        await limiter(name).consume(hashed(key));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
        throw new AppError('too_many_requests', {
          retryAfterSeconds: seconds,
          params: { count: Math.ceil(seconds / 60) },
        });
      }
    },
    async giveBack(name, key) {
      await limiter(name).reward(hashed(key));
    },
  };
}
