/* What managers of locations and accountants find, and what they don't. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { axeFaults } from './axe.ts';
import {
  call,
  desktop,
  employByApi,
  ownPassword,
  phone,
  recordPast,
  registerByApi,
  say,
  toastsOf,
  urlOf,
} from './support.ts';

const t = say('en');
const expectAccessible = async (page: Page) => expect(await axeFaults(page)).toEqual([]);
const pagesIn = (page: Page) => page.getByRole('navigation', { name: t('nav:main') }).getByRole('link');

/** A company with two locations; at the first somebody has not checked out since yesterday. */
async function newCompany(page: Page, browser: Browser) {
  const admin = page.context();
  const user = await registerByApi(admin);
  const [gate, yard] = [
    await call(admin, 'createLocation', { body: { name: 'Gate' } }),
    await call(admin, 'createLocation', { body: { name: 'Yard' } }),
  ];
  const worker = await employByApi(admin, await browser.newContext());
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await recordPast(worker, gate.id, hoursAgo(20), null);
  return { admin, user, gate, yard, worker };
}

async function openAs(
  browser: Browser,
  admin: ReturnType<Page['context']>,
  changes: Parameters<typeof employByApi>[2],
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await employByApi(admin, context, changes);
  return context.newPage();
}

test('an administrator makes somebody a manager of one location, with the password', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const { admin, worker } = await newCompany(page, browser);
  await page.goto(urlOf('employees', 'en'));
  await page.getByRole('button', { name: t('employees:editNamed', { name: 'Jānis Kalniņš' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('employees:form.role')).selectOption('manager');
  await dialog.getByRole('checkbox', { name: 'Gate' }).check();
  await expectAccessible(page);
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog.getByRole('button', { name: t('common:save') }).click();
  await expect(toastsOf(page)).toContainText(t('employees:updated'));
  await expect(page.getByText(t('common:roles.manager'), { exact: true })).toBeVisible();
  const people = await call(admin, 'listEmployees');
  expect(people.find(({ id }) => id === worker.id)).toMatchObject({ role: 'manager' });
  expect(people.find(({ id }) => id === worker.id)?.locationIds).toHaveLength(1);
});

for (const [device, viewport] of Object.entries({ phone, desktop })) {
  test(`a manager sees the own location, says when somebody left and writes to its people, on a ${device}`, async ({
    page,
    browser,
  }) => {
    const { admin, gate } = await newCompany(page, browser);
    const changes = { firstName: 'Vadims', role: 'manager' as const, locationIds: [gate.id] };
    const manager = await openAs(browser, admin, changes, viewport);
    await manager.goto(urlOf('auth', 'en'));
    await expect(manager).toHaveURL(urlOf('dashboard', 'en'));
    await expect(manager.getByRole('heading', { name: 'Gate' })).toBeVisible();
    await expect(manager.getByText('Yard')).toHaveCount(0);
    await expect(pagesIn(manager)).toHaveText(
      ['dashboard', 'reports', 'timeTracking', 'messages'].map((name) => new RegExp(t(`nav:pages.${name}`))),
    );
    await expectAccessible(manager);

    await manager.goto(urlOf('employees', 'en'));
    await expect(manager).toHaveURL(urlOf('dashboard', 'en'));

    await manager.goto(urlOf('corrections', 'en'));
    await manager
      .getByRole('button', { name: t('corrections:missing.setEndNamed', { name: 'Jānis Kalniņš' }) })
      .click();
    const dialog = manager.getByRole('dialog');
    await expect(dialog.getByLabel(t('time-entries:fields.reason'))).toBeVisible();
    await expect(dialog.getByLabel(t('time-entries:fields.location'))).toHaveCount(0);
    await expectAccessible(manager);
    await manager.keyboard.press('Escape');

    await manager.goto(urlOf('messages', 'en'));
    await manager
      .getByRole('button', { name: t('messages:compose') })
      .first()
      .click();
    await dialog.getByText(t('messages:form.locationPeople'), { exact: true }).click();
    await expect(
      dialog.getByLabel(t('messages:form.location'), { exact: true }).getByRole('option'),
    ).toHaveText([t('messages:form.chooseLocation'), 'Gate']);
    await dialog.getByLabel(t('messages:form.location'), { exact: true }).selectOption('Gate');
    await dialog.getByLabel(t('messages:form.subject')).fill('Tomorrow');
    await dialog.getByLabel(t('messages:form.content')).fill('At seven');
    await expectAccessible(manager);
    await dialog.getByRole('button', { name: t('messages:form.send') }).click();
    await expect(manager.getByText('Tomorrow').first()).toBeVisible();

    await manager.goto(`${urlOf('reports', 'en')}?tab=months`);
    const row = manager.getByRole('row', { name: /Jānis Kalniņš/ }).first();
    await expect(row).toBeVisible();
    await expect(manager.getByRole('tab')).toHaveText(
      ['overview', 'time-entries', 'months', 'output'].map((tab) => t(`reports:tabs.${tab}`)),
    );
    await expect(manager.getByRole('button', { name: t('reports:months.export') })).toHaveCount(0);
    await expectAccessible(manager);
  });
}

test('an accountant reads reports, downloads the month and the ledger, and changes nothing', async ({
  page,
  browser,
}) => {
  const { admin } = await newCompany(page, browser);
  const accountant = await openAs(browser, admin, { firstName: 'Ilze', role: 'accountant' }, desktop);
  await accountant.goto(urlOf('auth', 'en'));
  await expect(accountant).toHaveURL(urlOf('reports', 'en'));
  await expect(accountant.getByRole('tab')).toHaveCount(5);
  await expect(pagesIn(accountant)).toHaveText(
    ['reports', 'employee', 'timeTracking', 'messages'].map((name) => new RegExp(t(`nav:pages.${name}`))),
  );
  await expectAccessible(accountant);
  await accountant.getByRole('tab', { name: t('reports:tabs.months') }).click();
  await expect(accountant.getByRole('button', { name: t('reports:months.export') })).toBeVisible();
  await expect(accountant.getByRole('button', { name: t('reports:months.approveAll') })).toHaveCount(0);
  await expect(accountant.getByRole('heading', { name: t('company:ledger.title') })).toBeVisible();
  const downloading = accountant.waitForEvent('download');
  await accountant.getByRole('button', { name: t('company:ledger.export') }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^ledger-.*\.ndjson$/);
  await expectAccessible(accountant);
  await accountant.getByRole('button', { name: t('reports:months.export') }).click();
  await expect(accountant.getByRole('dialog')).toBeVisible();
  await expectAccessible(accountant);
  await accountant.goto(urlOf('settings', 'en'));
  await expect(accountant).toHaveURL(urlOf('reports', 'en'));
});
