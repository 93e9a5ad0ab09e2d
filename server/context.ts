import type { FastifyBaseLogger } from 'fastify';
import type { TFunction } from 'i18next';
import type { AccountNotice } from '#contract/auth.ts';
import type { Role } from '#contract/policy.ts';
import type { Language } from '#domain/languages.ts';
import type { PlanId, SubscriptionStatus } from '#domain/plans.ts';
import type { Counting } from '#domain/shifts.ts';
import type { Manager } from '#server/platform/operator/managers.ts';
import type { SecretBox } from '#server/platform/secrets/secret-box.ts';
import type { Config } from './config.ts';
import type { TextModel } from './platform/ai/text-model.ts';
import type { Billing } from './platform/billing/billing.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/database/database.ts';
import type { Subject } from './platform/http/audit.ts';
import type { Drafts } from './platform/http/drafts.ts';
import type { SessionCookie } from './platform/http/session-cookie.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Change, Changes } from './platform/live/changes.ts';
import type { Metrics } from './platform/metrics.ts';
import type { WebPush } from './platform/push/web-push.ts';
import type { Throttle } from './platform/throttle.ts';

/** Whom and what the caller reaches at the endpoint; queries take it as a condition (platform/scope.ts). */
export type Scope =
  | { kind: 'all' }
  /** A manager's locations, and the people with an entry there that is open or ended `since` then. */
  | { kind: 'locations'; companyId: string; userId: string; locationIds: string[]; since: string }
  | { kind: 'own'; userId: string };

/** A kiosk and its company, which is erased at the instant `deletionDueAt` unless its deletion is undone before. */
export type PairedKiosk = { kiosk: Kiosk; viewer: CompanyViewer; deletionDueAt: string | null };

/** Tells by the secret of a request who sends it, and of which company. */
export type Callers = {
  /** The person of a session, which is extended at most once an hour. */
  findViewer: (
    db: Db,
    clock: Clock,
    token: string,
    use?: { extends: boolean },
  ) => Promise<{ viewer: Viewer; extended: boolean } | null>;
  /** A paired kiosk; undefined if its pairing has ended or its location was deleted. */
  findKiosk: (db: Db, credential: string) => Promise<PairedKiosk | undefined>;
  findKeyholder: (services: Services, key: string, address: string) => Promise<Keyholder>;
  /** The administrator who made the key, in whose name it changes something; undefined if they are one no more. */
  findMaker: (services: Services, keyholder: Keyholder) => Promise<Viewer | undefined>;
  /** Requires that the plan includes programs, and records the key's use. */
  noteKeyUse: (services: Services, keyholder: Keyholder) => Promise<void>;
};

/** An API key and its company. */
export type Keyholder = {
  keyId: string;
  name: string;
  scopes: string[];
  lastUsedAt: string | null;
  viewer: CompanyViewer;
};

/** What the whole server shares. */
export type Services = {
  config: Config;
  db: Db;
  /**
   * For heavy reads of a company: on a replica, if there is one, once the company's working time is computed. An endpoint with
   * `replica` has its `db` from here.
   */
  read: <Result>(companyId: string, work: (db: Db) => Promise<Result>) => Promise<Result>;
  clock: Clock;
  jobs: Jobs;
  changes: Changes;
  push: WebPush;
  throttle: Throttle;
  metrics: Metrics;
  secretBox: SecretBox;
  /** Null: no language model is configured. */
  ai: TextModel | null;
  billing: Billing;
  log: FastifyBaseLogger;
  /** Opens /dev/mailbox to others than this computer; a new one at each start. */
  mailboxKey: string;
  /**
   * Called before a transaction ends that changes what is recorded of a person from the instant `since` on. Refuses to change
   * approved months, and names them.
   */
  refuseSealedMonthChanges: (
    context: Pick<CompanyContext, 'viewer' | 'clock'>,
    transaction: Db,
    userId: string,
    since: string,
  ) => Promise<void>;
  /** Computes the company's working time as far as something has changed since it was computed: see `settledCounting`. */
  settleHours: (companyId: string) => Promise<void>;
  callers: Callers;
  /** The operator's managers, of MANAGERS_FILE. */
  managers: readonly Manager[];
};

/** Whose company is asked about, as the session or the API key says it on this very request. */
export type CompanyViewer = {
  companyId: string;
  /** Of the answer's words where the request names none. */
  language: Language;
  companyName: string;
  companyLanguage: Language;
  /** The company's IANA zone: every "today" is a date there (decisions.md §1). */
  timeZone: string;
  /** Hours after which an open entry needs attention (domain/shifts.ts). */
  longestShiftHours: number;
  subscription: {
    plan: PlanId;
    status: SubscriptionStatus;
    trialEndsAt: string;
    currentPeriodEnd: string | null;
    cancelAtPeriodEnd: boolean;
  };
};

/** Who asks, as the session says it. */
export type Viewer = CompanyViewer & {
  userId: string;
  role: Role;
  /** The locations of a manager; empty for every other role. */
  locationIds: string[];
  /** The owner is an administrator whose account only they change (decisions.md §11). */
  isOwner: boolean;
  /** Null only for employees. */
  email: string | null;
  firstName: string;
  lastName: string;
  mustChangePassword: boolean;
  /** By it and an employee number people without an e-mail address sign in. */
  companyCode: string;
  personalNumber: string | null;
  /** Signs in with a password, perhaps among other ways. */
  hasPassword: boolean;
  hasPin: boolean;
  /** The session began with the PIN, or with what was chosen in such a session: it proves no more than the PIN does. */
  isFromPin: boolean;
  /** A change of how the account is opened that this session has not been told of; only without an e-mail address. */
  notice: AccountNotice | null;
  /** The owner has confirmed the e-mail address; until then mails to others are held. */
  companyIsConfirmed: boolean;
};

/** The first argument of every service that anybody may call. */
export type PublicContext = Services & {
  /** Language of the answer's words. */
  language: Language;
  t: TFunction;
  /** Scheme and host under which the caller reached us, or PUBLIC_URL. Never for mails: see `originForMails`. */
  origin: string;
  /** Only for counting attempts; never stored or logged. */
  address: string;
  /** Tells in the answer where the list goes on. */
  tellNextPage: (cursor: string) => void;
  /**
   * Throws if the request names a state in `If-Match` that is not the present one. What changes that state has to be locked in the
   * transaction.
   */
  refuseIfChanged: (transaction: Db) => Promise<void>;
  /** Tells the audit whom the act of a caller without a session turned out to concern, in whose language errors are then told. */
  identify: (subject: Partial<Subject>, language?: Language) => void;
  /** Says whom and where the change concerns that the endpoint makes; otherwise everybody, or the caller for their own. */
  concerns: (about: NonNullable<Change['about']>[number]) => void;
  /** The caller's browser and system, for the list of their sessions. */
  device: string | null;
  /** The cookies of the caller's session, device and phone. */
  session: SessionCookie;
  /** Where a text that is still being written is shown. */
  drafts: Drafts;
};

/** The first argument of every service that a program with an API key may call: nobody in person asks. */
export type CompanyContext = PublicContext & { viewer: CompanyViewer; scope: Scope };

/** A device that is paired as a kiosk, by its credential on this very request. */
export type Kiosk = { id: string; name: string; location: { id: string; name: string } };

/** The first argument of every service for kiosks: nobody is signed in there. */
export type KioskContext = PublicContext & { viewer: CompanyViewer; kiosk: Kiosk };

/** The first argument of every other service. */
export type Context = PublicContext & { viewer: Viewer; scope: Scope };

declare const isSettled: unique symbol;
/** As `Counting`, for sums of working time: the table entry_hours, which they add up, is up to date. */
export type SettledCounting = Counting & { readonly [isSettled]: true };

/** How far the company's open entries count at this moment, once its working time is computed. */
export async function settledCounting(
  context: Pick<CompanyContext, 'clock' | 'viewer' | 'settleHours'>,
): Promise<SettledCounting> {
  await context.settleHours(context.viewer.companyId);
  return countingOf(context) as SettledCounting;
}

/** How far the company's open entries count at this moment. */
export const countingOf = ({ clock, viewer }: Pick<CompanyContext, 'clock' | 'viewer'>): Counting => ({
  now: clock.now(),
  longestShiftHours: viewer.longestShiftHours,
});
