import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://maina.example',
  SMTP_URL: 'smtp://mail.example',
};
const stripe = {
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_STARTER: 'price_1',
  STRIPE_PRICE_GROWTH: 'price_2',
  STRIPE_PRICE_BUSINESS: 'price_3',
};

it.each([
  ['a developer', {}, 'sandbox'],
  ['production without keys', production, 'none'],
  ['production with keys', { ...production, ...stripe }, 'stripe'],
  ['a developer with keys', stripe, 'stripe'],
  ['who overrides it', { ...production, ...stripe, BILLING_PROVIDER: 'none' }, 'none'],
  ['a demonstration in production', { ...production, BILLING_PROVIDER: 'sandbox' }, 'sandbox'],
])('the payment provider of %s', (_, env, provider) => {
  expect(readConfig(env).billing.provider).toBe(provider);
});

it.each(Object.keys(stripe))('Stripe does not start without %s', (missing) => {
  const env = { ...stripe, BILLING_PROVIDER: 'stripe', [missing]: '' };
  expect(() => readConfig(env)).toThrow(`${missing}: needed for payment by Stripe`);
});

it.each(['PUBLIC_URL', 'SMTP_URL'])('production does not start without %s', (missing) => {
  expect(() => readConfig({ ...production, [missing]: '' })).toThrow(
    `${missing}: needed when NODE_ENV is production`,
  );
});

it('listens on this computer alone until there is a mail server, unless HOST says otherwise', () => {
  const { SMTP_URL, PUBLIC_URL } = production;
  expect(readConfig({}).host).toBe('127.0.0.1');
  expect(readConfig({ PUBLIC_URL }).host).toBe('127.0.0.1');
  expect(readConfig({ SMTP_URL, PUBLIC_URL }).host).toBe('0.0.0.0');
  expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  expect(readConfig({ SMTP_URL, PUBLIC_URL, HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
});

it.each(['development', 'test'])('%s sends no mail without PUBLIC_URL', (NODE_ENV) => {
  expect(() => readConfig({ NODE_ENV, SMTP_URL: production.SMTP_URL })).toThrow(
    'PUBLIC_URL: needed with SMTP_URL, because the links in e-mails are made of it',
  );
});

it('needs DATABASE_URL beside DATABASE_DIRECT_URL', () => {
  const DATABASE_DIRECT_URL = 'postgresql://maina@127.0.0.1:5000/maina';
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL: needs DATABASE_URL');
  expect(readConfig({ DATABASE_DIRECT_URL, DATABASE_URL: 'postgresql://…' })).toMatchObject({
    databaseDirectUrl: DATABASE_DIRECT_URL,
  });
});

it.each([
  ['https://time.example.com:443', 'https://time.example.com'],
  ['https://time.example.com/', 'https://time.example.com'],
  ['https://Time.Example.COM', 'https://time.example.com'],
  ['HTTPS://time.example.com', 'https://time.example.com'],
  ['https://laiks.bērzi.lv', 'https://laiks.xn--brzi-bva.lv'],
  ['http://192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ['http://[2001:DB8::1]:3000', 'http://[2001:db8::1]:3000'],
])('PUBLIC_URL %s is the origin %s', (PUBLIC_URL, origin) => {
  expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(origin);
});

it.each([
  'https://time.example.com/maina',
  'https://time.example.com?x=1',
  'https://time.example.com/?x=1',
  'https://time.example.com/#top',
  'https://user@time.example.com',
  'https://user:secret@time.example.com',
  'ftp://time.example.com',
  'time.example.com:8443',
  'time.example.com',
  'https://',
])('PUBLIC_URL %s is refused in words', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(
    /^These settings are not valid:\n {2}PUBLIC_URL: must be http:\/\/ or https:\/\/ and a host name, .* without a path/,
  );
});

it.each(['smtp://mail.example', 'smtps://user:p%23a%2Fss@mail.example:465?tls.rejectUnauthorized=false'])(
  'SMTP_URL %s is taken as it is',
  (SMTP_URL) => {
    expect(readConfig({ ...production, SMTP_URL }).smtpUrl).toBe(SMTP_URL);
  },
);

it.each([
  ['SMTP_URL', 'smtp://user:p#S3cret/ss@host:25'],
  ['SMTP_URL', 'smtp://user:1/S3cret@host:25'],
  ['SMTP_URL', 'smtp://user:1?S3cret@host:25'],
  ['SMTP_URL', 'smtp://user:1#S3cret@host:25'],
  ['SMTP_URL', 'S3cret.mail.example:465'],
  ['SMTP_URL', 'S3cret'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'https://user:S3cret@mail.example'],
  ['DATABASE_URL', 'postgresql://maina:p#S3cret@host/maina'],
  ['DATABASE_URL', 'postgresql://maina:1#S3cret@host/maina'],
  ['DATABASE_URL', 'postgresql://maina:S3c/ret@host/maina'],
  ['DATABASE_REPLICA_URL', 'mysql://maina:S3cret@host/maina'],
])('%s is refused without being printed: %s', (name, value) => {
  const env = { ...production, [name]: value };
  expect(() => readConfig(env)).toThrow(new RegExp(`^These settings are not valid:\n {2}${name}: `));
  expect(() => readConfig(env)).not.toThrow(/S3c/);
});

it('HOST may have the brackets of an IPv6 address', () => {
  expect(readConfig({ HOST: '[::1]' }).host).toBe('::1');
  expect(readConfig({ HOST: '::1' }).host).toBe('::1');
});

it.each(['PRIORITY_SUPPORT_EMAIL', 'PRIORITY_SUPPORT_HOURS'])('%s needs the other one', (name) => {
  expect(() => readConfig({ [name]: 'help@example.test' })).toThrow('one needs the other');
});
