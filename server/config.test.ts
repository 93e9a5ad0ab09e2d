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
