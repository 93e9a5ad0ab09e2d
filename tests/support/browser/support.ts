import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type LaunchOptions,
  type Locator,
  type Page,
  type Worker,
} from '@playwright/test';
import pg from 'pg';
import type { CurrentUser } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointInput, type EndpointName, type EndpointResponse } from '#contract/index.ts';
import { dateIn } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { type PageName, type PathParams, pathFor } from '#domain/paths.ts';
import { testBrowser } from '#tools/browser.ts';
import { noteMessages } from './messages.ts';
import { renderLateIfAsked } from './slow-answers.ts';

export const origin = process.env.E2E_ORIGIN ?? '';
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** What the pages of the running test threw or logged as errors, and which of it the test provokes. */
let faults: string[] = [];
let provoked: RegExp[] = [];

/** The browser logs every refusal and every lost connection; what the page makes of them the tests look at. */
const refused = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_)/;

function watch(context: BrowserContext): void {
  void noteMessages(context);
  context.on('console', (line) => {
    if (line.type() === 'error') faults.push(`${line.text()} at ${line.location().url}`);
  });
  context.on('weberror', (fault) => faults.push(fault.error().stack ?? fault.error().message));
}

/** From here on the test expects such errors in the console. */
export const provokes = (...patterns: RegExp[]): void => {
  provoked.push(...patterns);
};

/** Fails where a page throws or logs an error that the test does not name with `provokes`. */
export const test = base.extend<{ faultless: undefined }>({
  faultless: [
    async ({ browser }, use) => {
      faults = [];
      provoked = [refused];
      const opened: BrowserContext[] = [];
      const begin = (context: BrowserContext) => {
        opened.push(context);
        renderLateIfAsked(context);
        watch(context);
      };
      browser.on('context', begin);
      await use(undefined);
      browser.off('context', begin);
      const unexpected = faults.filter((fault) => !provoked.some((pattern) => pattern.test(fault)));
      // A page that is left open goes on asking the server until the last test.
      await Promise.all(opened.map((context) => context.close()));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** By their offset from UTC, from −11 to 12 hours; none has summer time. */
const zones = [
  ...['Pacific/Pago_Pago', 'Pacific/Honolulu', 'Pacific/Gambier', 'Pacific/Pitcairn', 'America/Phoenix'],
  ...['America/Costa_Rica', 'America/Bogota', 'America/Puerto_Rico', 'America/Sao_Paulo', 'America/Noronha'],
  ...['Atlantic/Cape_Verde', 'Africa/Abidjan', 'Africa/Lagos', 'Africa/Maputo', 'Africa/Nairobi'],
  ...['Asia/Dubai', 'Asia/Tashkent', 'Asia/Dhaka', 'Asia/Bangkok', 'Asia/Singapore', 'Asia/Tokyo'],
  ...['Australia/Brisbane', 'Pacific/Guadalcanal', 'Pacific/Tarawa'],
];
/** Where it is noon now: what happened two hours ago was today, this week and this month, whenever the tests run. */
export const noonZone = zones[23 - new Date().getUTCHours()] ?? '';

/** For tests that know the date in this zone: in its last minute, waits for the next day. */
export async function untilNewDay(zone: string): Promise<void> {
  while (dateIn(Date.now() + 60_000, zone) !== dateIn(Date.now(), zone)) await wait(1000);
}

/** The product's own texts, so that one test runs in any language: `say('lv')('auth:login.submit')`. */
export function say(language: Language) {
  return (key: string, values: Record<string, string | number> = {}): string => {
    const [area = '', path = ''] = key.split(':');
    const file = new URL(`../../../locales/${language}/${area}.json`, import.meta.url);
    const text = path
      .split('.')
      .reduce<unknown>(
        (node, name) => (node as Record<string, unknown>)[name],
        JSON.parse(readFileSync(file, 'utf8')),
      );
    if (typeof text !== 'string') throw new Error(`no text ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(name === 'product' ? 'Maina' : values[name]));
  };
}

export const urlOf = (page: PageName, language: Language, params?: PathParams) =>
  origin + pathFor(page, language, params);

/** The newest mail to this address that contains this text, once it has arrived. */
export async function mailTo(address: string, pattern: RegExp): Promise<RegExpMatchArray> {
  let found: RegExpMatchArray | null | undefined;
  await expect
    .poll(async () => {
      const mails: { recipient: string; text: string }[] = await (
        await fetch(`${origin}/dev/mailbox.json`)
      ).json();
      found = mails
        .filter((mail) => mail.recipient === address)
        .map((mail) => mail.text.match(pattern))
        .find(Boolean);
      return Boolean(found);
    })
    .toBe(true);
  if (!found) throw new Error('no mail');
  return found;
}

export async function inDatabase(
  sql: string,
  values: unknown[],
  databaseUrl = process.env.E2E_DATABASE_URL,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * A separate browser with these additional arguments, and without these of Playwright's: the camera's picture is set
 * when it starts. `changes` are those of its launch options.
 */
export const launch = async (
  args: string[],
  ignoreDefaultArgs: string[] = [],
  changes: LaunchOptions = {},
): Promise<Browser> => {
  const options = testBrowser();
  const all = [...options.args, ...args];
  const browser = await chromium.launch({ ...options, args: all, ignoreDefaultArgs, ...changes });
  return browser.on('context', watch);
};

export type Person = { email: string; password: string };
let counter = 0;
export const uniqueEmail = (name: string) => `${name}.${process.pid}.${Date.now()}.${++counter}@example.test`;

/** Signs a company up on the screen; ends on its dashboard. */
export async function registerByScreen(page: Page, language: Language): Promise<Person> {
  const person = await signUpByScreen(page, language);
  await confirmAddress(person.email);
  // So that the page knows it too.
  await page.reload();
  return person;
}

/** Signs a company up through the screen; ends on its dashboard, with the address not confirmed yet. */
export async function signUpByScreen(page: Page, language: Language): Promise<Person> {
  const t = say(language);
  const person = { email: uniqueEmail('owner'), password: 'correct horse' };
  await page.goto(`${urlOf('auth', language)}?mode=register`);
  await page.getByLabel(t('sign-up:firstName'), { exact: true }).fill('Anna');
  await page.getByLabel(t('sign-up:lastName'), { exact: true }).fill('Bērziņa');
  await page.getByLabel(t('sign-up:companyName')).fill('Kokapstrāde SIA');
  await page.getByLabel(t('auth:email')).fill(person.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(person.password);
  await page.getByLabel(t('auth:confirmPassword')).fill(person.password);
  await page.getByRole('radio', { name: /Growth/ }).check();
  await page.getByRole('button', { name: t('sign-up:submit') }).click();
  await expect(page).toHaveURL(urlOf('dashboard', language));
  return person;
}

/** Confirms the address with which a company was signed up, as the link in its mail does. */
const confirmAddress = (email: string) =>
  inDatabase(
    `update company set confirmed_at = now() where id = (select company_id from directory where kind = 'email' and key = $1)`,
    [email],
  );

/** Adds a location on the screen. */
export async function addLocationByScreen(page: Page, language: Language, name: string): Promise<void> {
  const t = say(language);
  await page.goto(urlOf('locations', language));
  await page
    .getByRole('button', { name: t('locations:add') })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel(t('locations:form.name')).fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('locations:add') })
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** Somebody who was added on the screen, and the link that was mailed to them. */
export type Invited = Person & { invitation: string };

/** Adds an employee on the screen; the link by which they choose their password comes by mail. */
export async function addEmployeeByScreen(page: Page, language: Language): Promise<Invited> {
  const t = say(language);
  const email = uniqueEmail('worker');
  await page.goto(urlOf('employees', language));
  await page
    .getByRole('button', { name: t('employees:add') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('employees:form.firstName'), { exact: true }).fill('Jānis');
  await dialog.getByLabel(t('employees:form.lastName'), { exact: true }).fill('Kalniņš');
  await dialog.getByLabel(t('employees:form.email')).fill(email);
  await dialog.getByRole('button', { name: t('employees:add') }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Jānis Kalniņš' })).toBeVisible();
  const [invitation] = await mailTo(email, /http\S+token=[\w-]+/);
  return { email, password: 'my own password', invitation };
}

/** Opens the invitation and chooses a password; ends on the start page or, after a poster, where it can be used. */
export async function signInFirstTime(page: Page, language: Language, person: Invited): Promise<void> {
  const t = say(language);
  await page.goto(person.invitation);
  // The panel of the tab has the same name.
  const field = page.getByLabel(t('auth:password'), { exact: true }).and(page.locator('input'));
  await field.fill(person.password);
  await page.getByLabel(t('auth:confirmPassword')).fill(person.password);
  await page.getByRole('button', { name: t('invitation:submit') }).click();
  await expect(page.getByLabel(t('auth:confirmPassword'))).toBeHidden();
}

/**
 * Types a code as a reader does, without waiting between the keys. The app drops a code with a pause in it, and on a busy
 * machine typing key by key makes one.
 */
export async function typeAsReader(page: Page, code: string, end?: 'Enter' | 'Tab'): Promise<void> {
  const reader = await page.context().newCDPSession(page);
  const keys = [...code].map((key) => ({
    key,
    code: `${/\d/.test(key) ? 'Digit' : 'Key'}${key}`,
    text: key,
  }));
  if (end) keys.push({ key: end, code: end, text: end === 'Enter' ? '\r' : '' });
  await Promise.all(keys.map((key) => reader.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })));
  await reader.detach();
}

/**
 * Runs in a page or a service worker and notes when a notification has been shown. If Chromium is asked for its notifications
 * while one is about to be shown, that one is lost.
 */
export function noteShown(): void {
  const { showNotification } = ServiceWorkerRegistration.prototype;
  ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
    await showNotification.apply(this, given);
    Object.assign(globalThis, { hasShown: true });
  };
}

export const hasShown = (where: Pick<Worker, 'evaluate'>): Promise<void> =>
  expect.poll(() => where.evaluate(() => 'hasShown' in globalThis)).toBe(true);

/** The same person in another browser. */
export async function moveTo(browser: Browser, from: BrowserContext, options = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone,
    storageState: await from.storageState(),
    permissions: ['camera'],
    timezoneId: 'America/New_York',
    ...options,
  });
  return context.newPage();
}

type AnyInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Calls an endpoint as the person signed in in this browser; throws unless it succeeds. */
export async function call<K extends EndpointName>(
  { request }: BrowserContext,
  name: K,
  input?: EndpointInput<K>,
): Promise<EndpointResponse<K>> {
  const { method, path }: Endpoint = contract[name];
  // For any endpoint: the contract's types have checked the input in the caller.
  const { params = {}, query, body } = (input ?? {}) as AnyInput;
  const answer = await request.fetch(origin + path.replace(/:(\w+)/g, (_, key) => params[key] ?? ''), {
    method,
    ...(query && { params: query }),
    ...(body !== undefined && { data: body }),
  });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${text}`);
  return JSON.parse(text || 'null');
}

/** Somebody with an e-mail address. */
type Addressed = CurrentUser & { email: string };
const addressed = (user: CurrentUser): Addressed => ({ ...user, email: user.email ?? '' });

/** A company on trial in the Growth plan; the browser is then signed in as its administrator, Anna Bērziņa. */
export async function registerByApi(
  context: BrowserContext,
  changes: Partial<EndpointInput<'registerCompany'>['body']> = {},
): Promise<Addressed> {
  const user = await call(context, 'registerCompany', {
    body: {
      companyName: 'Kokapstrāde SIA',
      firstName: 'Anna',
      lastName: 'Bērziņa',
      email: uniqueEmail('owner'),
      password: ownPassword,
      confirmPassword: ownPassword,
      timezone: 'Europe/Riga',
      subscriptionPlan: 'growth',
      ...changes,
    },
  });
  await confirmAddress(addressed(user).email.toLowerCase());
  return addressed(user);
}

/** The password of everybody created by the API. */
export const ownPassword = 'correct horse';

/** An employee of the administrator's company; the other browser is then signed in as them. */
export async function employByApi(
  admin: BrowserContext,
  context: BrowserContext,
  changes: Partial<EndpointInput<'createEmployee'>['body']> = {},
): Promise<Addressed> {
  const person = {
    firstName: 'Jānis',
    lastName: 'Kalniņš',
    email: uniqueEmail('worker'),
    currentPassword: ownPassword,
    ...changes,
    password: 'first password',
  };
  await call(admin, 'createEmployee', { body: person });
  await call(context, 'login', { body: { email: person.email ?? '', password: person.password } });
  const user = await call(context, 'changePassword', {
    body: { currentPassword: person.password, newPassword: ownPassword, confirmPassword: ownPassword },
  });
  return addressed(user);
}

/** As if the company, its people and its locations had existed that long: no scan counts that was made before they did. */
export async function makeOlder(companyId: string, interval: string): Promise<void> {
  for (const [table, key] of [
    ['company', 'id'],
    ['users', 'company_id'],
    ['location', 'company_id'],
  ]) {
    await inDatabase(`update ${table} set created_at = now() - $2::interval where ${key} = $1`, [
      companyId,
      interval,
    ]);
  }
}

/** Inserts a finished or open entry in the past; instants as PostgreSQL reads them. */
export const recordPast = (
  { id, companyId }: { id: string; companyId: string },
  locationId: string,
  checkIn: string,
  checkOut: string | null,
) =>
  inDatabase(
    `insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source)
       values ($1, $2, $3, $4, $5, $6::timestamptz, 'qr', case when $6 is null then null else 'qr'::event_source end)`,
    [companyId, randomUUID(), id, locationId, checkIn, checkOut],
  );

/** Ends the trial without a payment. */
export const endTrial = (companyId: string) =>
  inDatabase(`update company set trial_ends_at = now() - interval '1 hour' where id = $1`, [companyId]);

/** Presses "Try again" until this is shown: a page may also recover by itself, with the next request that succeeds. */
export const recover = (retry: Locator, shown: Locator): Promise<void> =>
  expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(shown).toBeVisible({ timeout: 1000 });
  }).toPass();

/** Signs in on the current screen. */
export async function signIn(page: Page, language: Language, person: Person): Promise<void> {
  const t = say(language);
  await page.getByLabel(t('auth:email')).fill(person.email);
  await page.getByLabel(t('auth:password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
}

/** The toasts, also while a dialog hides the rest of the page from assistive technology. */
export const toastsOf = (page: Page): Locator =>
  page
    .getByRole('region', { name: /\(F8\)/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true });

/** Waits until the app's code runs the sign-in page, which the server sent with its form. */
export const isTakenOver = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('form')
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__reactProps')))
        .catch(() => false),
    )
    .toBe(true);

/** A server with a database of its own, which sends through this mail server. */
export async function startMailing(
  smtpUrl: string,
): Promise<{ origin: string; databaseUrl: string; server: ChildProcess }> {
  const name = `mailing_${process.pid}_${Date.now()}`;
  await inDatabase(`create database ${name}`, []);
  const databaseUrl = Object.assign(new URL(process.env.E2E_DATABASE_URL ?? ''), { pathname: name }).href;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  const server = fork(new URL('./second-server.ts', import.meta.url), {
    env: { ...process.env, PORT: String(port), SMTP_URL: smtpUrl, E2E_DATABASE_URL: databaseUrl },
  });
  const [address] = await once(server, 'message');
  return { origin: String(address), databaseUrl, server };
}

/** Opens the page of a listed person, and there the form that changes them. */
export async function editPerson(page: Page, name: string, language: Language = 'en'): Promise<void> {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: say(language)('common:edit'), exact: true }).click();
}

/** Opens the AI report of a location by the menu of its card. */
export async function openAiReport(page: Page, location: string, language: Language = 'en'): Promise<void> {
  const t = say(language);
  await page.getByRole('button', { name: t('dashboard:admin.locationMenu', { location }) }).click();
  await page.getByRole('menuitem', { name: t('dashboard:admin.aiReport') }).click();
}

/** Taps several times before React can do any scheduled work, as on a slow phone. */
export const tapQuickly = (target: Locator, times: number): Promise<void> =>
  target.evaluate(async (element: HTMLElement, count) => {
    for (let taps = 0; taps < count; taps += 1) {
      element.click();
      for (let steps = 0; steps < 100; steps += 1) await undefined;
    }
  }, times);

/** Waits until the response to the query with this key is stored on the device. */
export const isKept = (page: Page, key: string) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        // Opening a database that the page has not created yet would create an empty one.
        if (!(await indexedDB.databases()).some(({ name }) => name === 'maina')) return '';
        const opening = indexedDB.open('maina');
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const reading = opening.result.transaction('lastKnown').objectStore('lastKnown').get('current');
        await new Promise((resolve) => reading.addEventListener('success', resolve));
        opening.result.close();
        return JSON.stringify(
          reading.result?.client?.clientState.queries.map((query: { queryKey: unknown }) => query.queryKey),
        );
      }),
    )
    .toContain(key);

/** Keeps a transaction of all stores open in this page, as a suspended page may: no other gets an answer. */
export const holdStorage = (page: Page, database: string): Promise<void> =>
  page.evaluate(async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const { result } = opening;
    const names = [...result.objectStoreNames];
    const store = result.transaction(names, 'readwrite').objectStore(names[0] ?? '');
    const ask = () => store.count().addEventListener('success', ask);
    ask();
  }, database);
