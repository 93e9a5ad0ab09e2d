import type { CurrentUser } from '#contract/auth.ts';
import type { ChangedEmployee } from '#contract/employees.ts';
import type { EndpointInput, EndpointResponse } from '#contract/index.ts';
import type { Location } from '#contract/locations.ts';
import type { Role } from '#contract/policy.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks.ts';
import type { TestApp, TestClient } from './test-app.ts';

export const password = 'correct horse';
let counter = 0;
export const uniqueEmail = (name = 'person') => `${name}.${process.pid}.${++counter}@example.test`;

/** Somebody with an e-mail address. */
export type Addressed<T> = T & { email: string };

/** Throws if the person has no e-mail address. */
export function addressed<T extends { email: string | null }>(person: T): Addressed<T> {
  const { email } = person;
  if (email === null) throw new Error('a person without an e-mail address');
  return { ...person, email };
}

export type Company = { admin: TestClient; user: Addressed<CurrentUser> };

/** Creates a company on trial in the Growth plan, with its administrator signed in. */
export async function registerCompany(
  app: TestApp,
  changes: Partial<{
    companyName: string;
    timezone: string;
    language: 'en' | 'lv' | 'pl' | 'lt';
    subscriptionPlan: 'starter' | 'growth' | 'business';
  }> = {},
): Promise<Company> {
  const admin = app.client();
  const user = await admin.ok('registerCompany', {
    body: {
      companyName: 'Kokaudzētava SIA',
      firstName: 'Anna',
      lastName: 'Bērziņa',
      email: uniqueEmail('admin'),
      password,
      confirmPassword: password,
      timezone: 'Europe/Riga',
      subscriptionPlan: 'growth',
      ...changes,
    },
  });
  const { id } = user.company;
  await app.services.db
    .updateTable('company')
    .set({ confirmedAt: app.services.clock.now().toISOString() })
    .where('id', '=', id)
    .execute();
  return { admin, user: { ...addressed(user), company: { ...user.company, isConfirmed: true } } };
}

/** Adds a person who has already chosen their own password and is signed in. */
export async function addEmployee(
  app: TestApp,
  { admin }: Company,
  changes: Partial<{ firstName: string; lastName: string; role: Role; locationIds: string[] }> = {},
): Promise<{ client: TestClient; employee: Addressed<ChangedEmployee> }> {
  const email = uniqueEmail('employee');
  const employee = await admin.ok('createEmployee', {
    body: {
      firstName: 'Jānis',
      lastName: 'Kalniņš',
      email,
      password: 'first-password',
      currentPassword: password,
      ...changes,
    },
  });
  const client = app.client();
  await client.ok('login', { body: { email, password: 'first-password' } });
  await client.ok('changePassword', {
    body: { currentPassword: 'first-password', newPassword: password, confirmPassword: password },
  });
  return { client, employee: addressed(employee) };
}

export async function addLocation({ admin }: Company, name = 'Kaltes ielas darbnīca'): Promise<Location> {
  return admin.ok('createLocation', { body: { name } });
}

/** The token of the link in the mail for a forgotten password. */
export const resetTokenIn = (text = ''): string => /reset-password\?token=([\w.-]+)/.exec(text)?.[1] ?? '';

/** The secret of a calendar's address. */
export const feedTokenIn = (url: string): string => url.split('/').at(-1) ?? '';

/** The token of any other link in a mail. */
export const linkTokenIn = (text = ''): string => /\?token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Adds a webhook of the company for every event, or those given. */
export const addWebhook = (
  { admin }: Pick<Company, 'admin'>,
  changes: Partial<EndpointInput<'createWebhook'>['body']> = {},
): Promise<EndpointResponse<'createWebhook'>> =>
  admin.ok('createWebhook', {
    body: { url: 'https://hooks.example.com/maina', events: WEBHOOK_EVENTS, password, ...changes },
  });

/** Creates an API key of the company that does not expire. */
export const addApiKey = (
  { admin }: Company,
  changes: Partial<EndpointInput<'createApiKey'>['body']> = {},
): Promise<EndpointResponse<'createApiKey'>> =>
  admin.ok('createApiKey', { body: { name: 'Algas', expiresInDays: null, password, ...changes } });
