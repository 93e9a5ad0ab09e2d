import { resolve } from 'node:path';
import * as z from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url().transform((text) => text.replace(/\/+$/, ''));

const EXAMPLE_OPERATOR = 'SIA “Maina Example”';

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(16),
  PUBLIC_URL: url.optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Maina <no-reply@maina.invalid>'),
  SUPPORT_EMAIL: z.email().default('support@maina.invalid'),
  // Invented, and readable as such: whoever runs the service says who they are.
  OPERATOR_NAME: z.string().default(EXAMPLE_OPERATOR),
  OPERATOR_REGISTRATION_NO: z.string().default('40000000000'),
  OPERATOR_ADDRESS: z.string().default('Parauga iela 1, Rīga, LV-1000, Latvia'),
  TUTORIAL_VIDEO_URL: z.url({ protocol: /^https$/ }).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000_000).default(1),
  TRUST_PROXY: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = ReturnType<typeof readConfig>;

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
    // Links in mails must not follow whatever host a request names, and credentials must reach people.
    throw new Error(
      `These settings are not valid:\n  ${missing.join(', ')}: needed when NODE_ENV is production`,
    );
  }
  return {
    isProduction,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    publicUrl: settings.PUBLIC_URL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL,
    operator: {
      name: settings.OPERATOR_NAME,
      isExample: settings.OPERATOR_NAME === EXAMPLE_OPERATOR,
      registrationNo: settings.OPERATOR_REGISTRATION_NO,
      address: settings.OPERATOR_ADDRESS,
    },
    tutorialVideoUrl: settings.TUTORIAL_VIDEO_URL,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
  };
}
