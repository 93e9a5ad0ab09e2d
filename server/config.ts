import { resolve } from 'node:path';
import * as z from 'zod';
import { BILLING_PROVIDERS } from '#contract/subscription.ts';
import type { PlanId, ProvidedLine } from '#domain/plans.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url().transform((text) => text.replace(/\/+$/, ''));

const webSchemes = ['http:', 'https:'];

/** As browsers write it in `Origin`, with which it is compared: small letters, Punycode, no default port. */
const origin = z.string().transform((text, { addIssue }) => {
  const url = URL.parse(text);
  if (url && webSchemes.includes(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  addIssue(
    'must be http:// or https:// and a host name, such as https://time.example.com, without a path, query or user',
  );
  return z.NEVER;
});

/**
 * An address that may contain a password: refused here, without naming it, because the libraries that take it would throw
 * with the address in the message. A `/`, `?`, `#` or `@` in a password that is not percent-encoded ends up in another part.
 */
const secretUrl = (schemes: string[], example: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url && schemes.includes(url.protocol) && !url.hash && !/@/.test(url.pathname + url.search);
  }, `must look like ${example}; in the user name and password, characters other than letters and digits are percent-encoded`);
const databaseUrl = secretUrl(['postgresql:', 'postgres:'], 'postgresql://user:password@host:5432/maina');
const smtpUrl = secretUrl(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465').refine(
  (text) => URL.parse(text)?.hostname,
  'names no host',
);

/** `true` is one. What a caller writes into X-Forwarded-For stands before what our own proxies add and is not believed. */
const trustedProxies = z.union([
  z.stringbool().transform((isTrusted) => (isTrusted ? 1 : 0)),
  z.coerce.number().int().min(0).max(10),
]);

const EXAMPLE_OPERATOR = 'SIA “Maina Example”';

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  // The brackets of IPv6 belong to URLs.
  HOST: z
    .string()
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(16),
  PUBLIC_URL: origin.optional(),
  SECRET_KEY: z.string().min(32).optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.string().default('Maina <no-reply@maina.invalid>'),
  SUPPORT_EMAIL: z.email().default('support@maina.invalid'),
  PRIORITY_SUPPORT_EMAIL: z.email().optional(),
  PRIORITY_SUPPORT_HOURS: z.string().max(100).optional(),
  MANAGERS_FILE: z.string().optional(),
  AI_BASE_URL: url.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(600).default(60),
  AI_PRIVATE_ENDPOINTS: z.stringbool().default(false),
  // Invented, and readable as such: whoever runs the service says who they are.
  OPERATOR_NAME: z.string().default(EXAMPLE_OPERATOR),
  OPERATOR_REGISTRATION_NO: z.string().default('40000000000'),
  OPERATOR_ADDRESS: z.string().default('Parauga iela 1, Rīga, LV-1000, Latvia'),
  OPERATOR_HOSTING: z.string().optional(),
  TESTIMONIALS_FILE: z.string().optional(),
  DEMO: z.stringbool().default(false),
  TUTORIAL_VIDEO_URL: z.url({ protocol: /^https$/ }).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000_000).default(1),
  BILLING_PROVIDER: z.enum(BILLING_PROVIDERS).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_STARTER: z.string().optional(),
  STRIPE_PRICE_GROWTH: z.string().optional(),
  STRIPE_PRICE_BUSINESS: z.string().optional(),
  STRIPE_API_BASE: url.default('https://api.stripe.com'),
  TRUST_PROXY: trustedProxies.default(0),
  METRICS_TOKEN: z.string().min(16).optional(),
  SHUTDOWN_SECONDS: z.coerce.number().min(1).max(600).default(30),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Every setting there is. */
export const SETTINGS = Object.keys(environment.shape);

export type Config = ReturnType<typeof readConfig>;
type Settings = z.output<typeof environment>;

const invalid = (line: string) => new Error(`These settings are not valid:\n  ${line}`);

export type StripeSettings = {
  provider: 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Stripe's price of each plan. */
  prices: Record<PlanId, string>;
  apiBase: string;
};

type StripeSetting = Extract<keyof Settings, `STRIPE_${string}`>;

/** Stripe where its key is given, else the sandbox; in production nobody, since the sandbox gives the product away. */
function readBilling(settings: Settings): StripeSettings | { provider: 'sandbox' } | { provider: 'none' } {
  const byDefault = settings.NODE_ENV === 'production' ? 'none' : 'sandbox';
  const provider = settings.BILLING_PROVIDER ?? (settings.STRIPE_SECRET_KEY ? 'stripe' : byDefault);
  if (provider !== 'stripe') return { provider };
  const given = (name: StripeSetting) => {
    const value = settings[name];
    if (!value) throw invalid(`${name}: needed for payment by Stripe`);
    return value;
  };
  return {
    provider,
    secretKey: given('STRIPE_SECRET_KEY'),
    publishableKey: given('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: given('STRIPE_WEBHOOK_SECRET'),
    prices: {
      starter: given('STRIPE_PRICE_STARTER'),
      growth: given('STRIPE_PRICE_GROWTH'),
      business: given('STRIPE_PRICE_BUSINESS'),
    },
    apiBase: settings.STRIPE_API_BASE,
  };
}

/** The one reader of the environment. Throws a readable error naming every setting that is wrong. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are not valid:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  const missing = (['PUBLIC_URL', 'SMTP_URL'] as const).filter((name) => !settings[name]);
  if (isProduction && missing.length > 0) {
    throw invalid(`${missing.join(', ')}: needed when NODE_ENV is production`);
  }
  if (settings.SMTP_URL && !settings.PUBLIC_URL) {
    throw invalid('PUBLIC_URL: needed with SMTP_URL, because the links in e-mails are made of it');
  }
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL) {
    throw invalid('DATABASE_DIRECT_URL: needs DATABASE_URL');
  }
  if (Boolean(settings.PRIORITY_SUPPORT_EMAIL) !== Boolean(settings.PRIORITY_SUPPORT_HOURS)) {
    throw invalid('PRIORITY_SUPPORT_EMAIL, PRIORITY_SUPPORT_HOURS: one needs the other');
  }
  if (Boolean(settings.AI_BASE_URL) !== Boolean(settings.AI_MODEL)) {
    throw new Error('These settings are not valid:\n  AI_BASE_URL, AI_MODEL: one needs the other');
  }
  return {
    isProduction,
    port: settings.PORT,
    /** Without a mail server the mailbox is readable in the browser, so only this computer is let in unless told otherwise. */
    host: settings.HOST ?? (settings.SMTP_URL ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    /** Leads past the pooler that DATABASE_URL goes through; undefined: there is none. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databasePool: settings.DATABASE_POOL,
    publicUrl: settings.PUBLIC_URL,
    /** Undefined: a file in the data folder holds it. */
    secretKey: settings.SECRET_KEY,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    /** Where companies whose plan includes priority support write to, and when somebody answers; undefined: it is not sold. */
    prioritySupport:
      settings.PRIORITY_SUPPORT_EMAIL && settings.PRIORITY_SUPPORT_HOURS
        ? { email: settings.PRIORITY_SUPPORT_EMAIL, hours: settings.PRIORITY_SUPPORT_HOURS }
        : undefined,
    /** A JSON file, see server/platform/operator/managers.ts. */
    managersFile: settings.MANAGERS_FILE,
    /** The endpoint that speaks the OpenAI protocol; undefined: reports are composed without a language model. */
    ai:
      settings.AI_BASE_URL && settings.AI_MODEL
        ? {
            baseUrl: settings.AI_BASE_URL,
            apiKey: settings.AI_API_KEY,
            model: settings.AI_MODEL,
            timeoutMs: settings.AI_TIMEOUT_SECONDS * 1000,
          }
        : undefined,
    /** Endpoints that companies set themselves; `allowsPrivate`: in the operator's own networks too. */
    companyAi: {
      timeoutMs: settings.AI_TIMEOUT_SECONDS * 1000,
      allowsPrivate: settings.AI_PRIVATE_ENDPOINTS,
    },
    billing: readBilling(settings),
    operator: {
      name: settings.OPERATOR_NAME,
      isExample: settings.OPERATOR_NAME === EXAMPLE_OPERATOR,
      registrationNo: settings.OPERATOR_REGISTRATION_NO,
      address: settings.OPERATOR_ADDRESS,
      hosting: settings.OPERATOR_HOSTING,
    },
    /** A JSON file, see server/platform/operator/testimonials.ts. */
    testimonialsFile: settings.TESTIMONIALS_FILE,
    /** Offers every visitor a shared demo company. */
    demo: settings.DEMO,
    tutorialVideoUrl: settings.TUTORIAL_VIDEO_URL,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    /** How many proxies stand before the server; only what they add to X-Forwarded-* counts. */
    trustedProxies: settings.TRUST_PROXY,
    metricsToken: settings.METRICS_TOKEN,
    shutdownSeconds: settings.SHUTDOWN_SECONDS,
    logLevel: settings.LOG_LEVEL,
    /** npm says so to the program of a script. */
    isBelowNpm: Boolean(env.npm_lifecycle_event),
  };
}

/** The lines of the price list that this operator provides. */
export function providedLines({
  prioritySupport,
  managersFile,
  ai,
}: Pick<Config, 'prioritySupport' | 'managersFile' | 'ai'>): ProvidedLine[] {
  return [
    ai ? 'ask' : 'askPresets',
    ...(prioritySupport ? (['prioritySupport'] as const) : []),
    ...(managersFile ? (['manager'] as const) : []),
  ];
}

/** The settings of a server that somebody tries in a terminal: its log, JSON lines, says nothing but what went wrong. */
export function readConfigAtTerminal(): Config {
  const { LOG_LEVEL, NODE_ENV } = process.env;
  return readConfig({
    ...process.env,
    LOG_LEVEL: LOG_LEVEL || (NODE_ENV === 'production' ? 'info' : 'warn'),
  });
}
