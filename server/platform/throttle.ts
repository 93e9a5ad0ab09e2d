import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';
import { networkOf } from './http/address.ts';
import type { SecretBox } from './secrets/secret-box.ts';

const limits = {
  /** Failed sign-ins for one e-mail, known or not. */
  loginAccount: { points: 10, seconds: 15 * 60, perAddress: false },
  /** Mails to an account whose count of failed sign-ins was exhausted by strangers. */
  lockoutNotice: { points: 1, seconds: 24 * 3600, perAddress: false },
  loginAddress: { points: 100, seconds: 15 * 60, perAddress: true },
  signUp: { points: 20, seconds: 3600, perAddress: true },
  /** Sign-ups with one mailbox, each of which mails it. */
  signUpMailbox: { points: 5, seconds: 24 * 3600, perAddress: false },
  /** Temporary passwords and notices of failed sign-ins that strangers cause to be mailed to one mailbox. */
  strangersMail: { points: 10, seconds: 3600, perAddress: false },
  forgotPassword: { points: 10, seconds: 3600, perAddress: true },
  /** Guesses of the password within a session. */
  changePassword: { points: 10, seconds: 15 * 60, perAddress: false },
  /** Wrong codes of the second factor, with the right password: a guess has 3 chances in a million. */
  secondFactor: { points: 5, seconds: 3600, perAddress: false },
  passkeySignIn: { points: 300, seconds: 15 * 60, perAddress: true },
  /** Sign-ins at a company's provider, each of which asks it for its metadata. */
  singleSignOn: { points: 300, seconds: 15 * 60, perAddress: true },
  /** Exports of all data of a person. */
  ownData: { points: 60, seconds: 3600, perAddress: false },
  /** Sheets, payroll files, and lists of people and locations that a person downloads. */
  sheets: { points: 120, seconds: 3600, perAddress: false },
  /** Files of people or locations that a company imports or previews. */
  import: { points: 100, seconds: 3600, perAddress: false },
  /** Wrong PINs for one employee number at one kiosk; the next one blocks it for as long again. */
  kioskPin: { points: 5, seconds: 300, blockSeconds: 300, perAddress: false },
  /** Wrong PINs for one employee number at all kiosks, and for all numbers of a company: a PIN has 8,800 values. */
  pinNumber: { points: 30, seconds: 24 * 3600, mostWaitSeconds: 2 * 3600, perAddress: false },
  pinCompany: { points: 300, seconds: 24 * 3600, mostWaitSeconds: 30 * 60, perAddress: false },
  /** Wrong PINs over the internet, for one account, and on new devices for an address and all accounts of a company. */
  pinSignIn: { points: 5, seconds: 24 * 3600, mostWaitSeconds: 2 * 3600, perAddress: false },
  pinSignInAddress: { points: 20, seconds: 24 * 3600, mostWaitSeconds: 15 * 60, perAddress: true },
  pinSignInCompany: { points: 30, seconds: 24 * 3600, mostWaitSeconds: 30 * 60, perAddress: false },
  /** Mails to a company's administrators that somebody guesses PINs. */
  guessingNotice: { points: 1, seconds: 24 * 3600, perAddress: false },
  /** Wrong PINs that would end the pairing of a kiosk. */
  kioskLeave: { points: 5, seconds: 300, blockSeconds: 300, perAddress: false },
  /** Guesses of a pairing code, of which there are 10^12. */
  pairKiosk: { points: 20, seconds: 3600, perAddress: true },
  pairingCode: { points: 60, seconds: 24 * 3600, perAddress: false },
  /** Texts that a kiosk has read as badges and that are none of the company. */
  unknownBadge: { points: 300, seconds: 3600, perAddress: false },
  /** New badges of a company's people. */
  badgeRenewal: { points: 2_000, seconds: 24 * 3600, perAddress: false },
  /** New codes of a company's locations; each old code stays reserved. */
  codeRenewal: { points: 200, seconds: 24 * 3600, perAddress: false },
  /** People whom a manager checks in or out. */
  crew: { points: 1000, seconds: 3600, perAddress: false },
  /** Changes of e-mail addresses in a company; each mails an address that the administrator enters. */
  emailChange: { points: 30, seconds: 24 * 3600, perAddress: false },
  /** Changes of administrators' accounts, of roles and of single sign-on in a company; each is mailed to all administrators. */
  accountChange: { points: 100, seconds: 24 * 3600, perAddress: false },
  /** Changes of who gets the daily digest; each is mailed to all who have got it. */
  digestChange: { points: 10, seconds: 24 * 3600, perAddress: false },
  /** Changes of who gets approved months; each is mailed to everybody concerned. */
  monthRecipients: { points: 10, seconds: 24 * 3600, perAddress: false },
  /** Mails with the link that confirms a new company, to one mailbox. */
  confirmationLink: { points: 5, seconds: 24 * 3600, perAddress: false },
  /** E-mails that an administrator is told are taken, perhaps in another company. */
  takenEmail: { points: 30, seconds: 3600, perAddress: false },
  /** Texts that a company requests from the language model, which cost money. */
  languageModel: { points: 120, seconds: 3600, perAddress: false },
  /** New browsers of a person for notifications; each names an address that our server then writes to. */
  pushSubscription: { points: 20, seconds: 3600, perAddress: false },
  /** Requests with one API key. */
  apiKey: { points: 120, seconds: 60, perAddress: false },
  /** Requests of a caller with an `Idempotency-Key`, and kilobytes of answers that are kept for them. */
  idempotencyKey: { points: 20_000, seconds: 24 * 3600, perAddress: false },
  wrongApiKey: { points: 100, seconds: 15 * 60, perAddress: true },
  /** Attempts with a company's own endpoint, which must not be used to scan the internet. */
  aiEndpointTest: { points: 10, seconds: 15 * 60, perAddress: false },
  /** Tests of a company's webhooks, and events that are sent again by hand. */
  webhookTest: { points: 60, seconds: 15 * 60, perAddress: false },
  /** Mails with credentials to one address, from any company. */
  invitationRecipient: { points: 5, seconds: 24 * 3600, perAddress: false },
  /** Mails to one address about its person's time entries and schedule; the app shows every change. */
  entryNotice: { points: 30, seconds: 24 * 3600, perAddress: false },
  /** Mails with credentials of one company; each takes more points where the plan has fewer employees. */
  invitationCompany: { points: 300, seconds: 24 * 3600, perAddress: false },
  /** Sessions in the shared demo company. */
  demo: { points: 30, seconds: 3600, perAddress: true },
  /** Publications of schedules in a company; each is announced to everybody for whom something changed. */
  schedulePublication: { points: 200, seconds: 24 * 3600, perAddress: false },
  /** Readings of a person's calendar of shifts, and addresses of such calendars that do not exist. */
  scheduleFeed: { points: 300, seconds: 3600, perAddress: false },
  wrongFeed: { points: 100, seconds: 3600, perAddress: true },
  /** Hours by category of all of a company's people, which take the processor up to seconds. */
  monthHours: { points: 600, seconds: 600, perAddress: false },
  contact: { points: 5, seconds: 3600, perAddress: true },
  resetPassword: { points: 30, seconds: 3600, perAddress: true },
  restoreCompany: { points: 30, seconds: 3600, perAddress: true },
  /** Links of invitations that cannot be used. */
  invitation: { points: 100, seconds: 3600, perAddress: true },
} as const;
type Limit = {
  points: number;
  seconds: number;
  blockSeconds?: number;
  /**
   * Beyond the points, single attempts are allowed after waits of 1, 2, 4, … minutes, up to this long, instead of none
   * until the end of `seconds`.
   */
  mostWaitSeconds?: number;
  perAddress: boolean;
};
export type ThrottleName = keyof typeof limits;

/** An e-mail address as limits for one recipient count it: many servers ignore what follows a plus, and Gmail dots. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const name = address.slice(0, at).replace(/\+.*$/, '');
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`;
}

/** What is left of a rate limit: `limit` points in `seconds`, all of them again after `resetSeconds`. */
export type Quota = { policy: string; limit: number; seconds: number; left: number; resetSeconds: number };

/** Two headers of draft-ietf-httpapi-ratelimit-headers-10 that tell a program how fast it may go on. */
export const quotaHeaders = ({ policy, limit, seconds, left, resetSeconds }: Quota) => ({
  'ratelimit-policy': `"${policy}";q=${limit};w=${seconds}`,
  ratelimit: `"${policy}";r=${left};t=${resetSeconds}`,
});

type Policy = Pick<Quota, 'policy' | 'limit' | 'seconds'>;

export const quotaOf = (policy: Policy, { remainingPoints, msBeforeNext }: RateLimiterRes): Quota => ({
  ...policy,
  left: Math.max(0, remainingPoints),
  resetSeconds: Math.max(0, Math.ceil(msBeforeNext / 1000)),
});

export type Throttle = {
  /** Counts one attempt. Throws `too_many_requests` with the seconds to wait if the limit is exceeded. */
  take(name: ThrottleName, key: string, points?: number): Promise<Quota>;
  /** Takes one attempt back because it turned out to be legitimate. */
  giveBack(name: ThrottleName, key: string, points?: number): Promise<void>;
};

/**
 * The networks counted for an address: all of IPv4; of IPv6 the 64 bits of one subscriber's network, which can choose
 * the rest freely, and, with ten times the points, the 48 bits of a network with many subscribers.
 */
const countedNetworks = [
  { prefix: '', factor: 1, bits: { ipv4: 32, ipv6: 64 } },
  { prefix: 'wide ', factor: 10, bits: { ipv4: 32, ipv6: 48 } },
];

type Limiter = {
  consume(key: string, points: number): Promise<RateLimiterRes>;
  reward(key: string, points: number): Promise<unknown>;
};

/** `counter` counts the attempts; beyond the points, `gate` lets one pass in each wait, however many come at once. */
function growingWaits(
  { points, mostWaitSeconds }: { points: number; mostWaitSeconds: number },
  counter: RateLimiterPostgres,
  gate: RateLimiterPostgres,
): Limiter {
  return {
    async consume(key, taken) {
      const counted = await counter.consume(key, taken);
      const beyond = counted.consumedPoints - points;
      if (beyond <= 0) return counted;
      const customDuration = Math.min(mostWaitSeconds, 60 * 2 ** (beyond - 1));
      try {
        return await gate.consume(key, 1, { customDuration });
      } catch (reason) {
        await counter.reward(key, taken);
        throw reason;
      }
    },
    async reward(key, taken) {
      await counter.reward(key, taken);
      await gate.delete(key);
    },
  };
}

/** Turns a refusal by a rate limiter into `too_many_requests`; rethrows other errors. */
export function tooManyRequests(reason: unknown, policy: Policy): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
  return new AppError('too_many_requests', {
    retryAfterSeconds: seconds,
    quota: quotaOf(policy, reason),
    params: { count: Math.ceil(seconds / 60) },
  });
}

/** Counters in the database, shared by all servers (decisions.md §4). */
export function createThrottle(pool: pg.Pool, rateLimitFactor: number, secretBox: SecretBox): Throttle {
  const createLimiter = (keyPrefix: string, points: number, duration: number, blockDuration = 0) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      blockDuration,
    });
  /** By name: each counter, and the part of the key that it counts. */
  const limiterOf = (name: string, points: number, { seconds, blockSeconds, mostWaitSeconds }: Limit) =>
    mostWaitSeconds
      ? growingWaits(
          { points, mostWaitSeconds },
          createLimiter(name, Number.MAX_SAFE_INTEGER, seconds),
          createLimiter(`${name} wait`, 1, mostWaitSeconds),
        )
      : createLimiter(name, points, seconds, blockSeconds);
  const counters = new Map(
    Object.entries<Limit>(limits).map(([name, limit]) => [
      name,
      limit.perAddress
        ? countedNetworks.map(({ prefix, factor, bits }) => {
            const allowed = Math.max(1, Math.round(limit.points * rateLimitFactor)) * factor;
            const limiter = limiterOf(prefix + name, allowed, limit);
            return { limiter, countedKey: (address: string) => networkOf(address, bits) };
          })
        : [{ limiter: limiterOf(name, limit.points, limit), countedKey: (key: string) => key }],
    ]),
  );
  // Addresses and e-mails are personal data: the table stores only their keyed hash.
  const forEachCounter = async <Result>(
    name: ThrottleName,
    key: string,
    act: (limiter: Limiter, hash: string) => Promise<Result>,
  ) => {
    const all = counters.get(name) ?? [];
    // IPv4 has one counter.
    const distinct = all.filter(({ countedKey }, index) => index === 0 || countedKey(key).includes(':'));
    return Promise.all(
      distinct.map(async ({ limiter, countedKey }) => act(limiter, await secretBox.hash(countedKey(key)))),
    );
  };
  return {
    async take(name, key, points = 1) {
      const { points: limit, seconds } = limits[name];
      const policy = { policy: name, limit, seconds };
      try {
        const [counted] = await forEachCounter(name, key, (limiter, hash) => limiter.consume(hash, points));
        return quotaOf(policy, counted as RateLimiterRes);
      } catch (reason) {
        throw tooManyRequests(reason, policy);
      }
    },
    async giveBack(name, key, points = 1) {
      await forEachCounter(name, key, (limiter, hash) => limiter.reward(hash, points));
    },
  };
}
