/* What managers of locations and accountants find, and what they don't. */
import { type Browser, expect, type Page } from '@playwright/test';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  desktop,
  editPerson,
  employByApi,
  ownPassword,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  uniqueEmail,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');
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
  await editPerson(page, 'Jānis Kalniņš');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('employees:form.role')).selectOption('manager');
  await dialog.getByRole('checkbox', { name: 'Gate' }).check();
  await judge(page);
  await dialog.getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog.getByRole('button', { name: t('common:save') }).click();
  await isTold(page, t('employees:updated'));
  await expect(page.getByText(t('common:roles.manager'))).toBeVisible();
  const people = await call(admin, 'listEmployees');
  expect(people.find(({ id }) => id === worker.id)).toMatchObject({ role: 'manager' });
  expect(people.find(({ id }) => id === worker.id)?.locationIds).toHaveLength(1);
});

test('an administrator filters people, acts on several and comes back from a page with the filters', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(desktop);
  const { admin, worker, gate } = await newCompany(page, browser);
  const person = { firstName: 'Pēteris', lastName: 'Ozols' };
  await call(admin, 'createEmployee', { body: person });
  await call(admin, 'createEmployee', { body: { ...person, firstName: 'Ilze', email: uniqueEmail('new') } });
  await page.goto(urlOf('employees', 'en'));
  await page.getByRole('button', { name: t('employees:filters.label') }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(5);
  await page.getByRole('combobox', { name: t('employees:filters.location') }).selectOption(gate.id);
  await expect(rows).toHaveCount(2);
  await judge(page);
  const listed = page.url();
  await page.getByRole('link', { name: 'Jānis Kalniņš' }).click();
  await expect(page).toHaveURL(urlOf('person', 'en', { id: worker.id }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jānis Kalniņš');
  await expect(page.getByText(t('person:now.atWork', { location: 'Gate' }))).toBeVisible();
  await expect(page.getByText(worker.email)).toBeVisible();
  await expect(page.getByRole('heading', { name: t('person:history.title') })).toBeVisible();
  await judge(page);
  // The calendar by keyboard, and the month before.
  const today = page.getByRole('button', { pressed: false }).and(page.locator('[aria-current=date]'));
  await today.press('Enter');
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.getByRole('button', { name: t('dates:previousMonth') }).click();
  await expect(page).toHaveURL(/month=/);
  await page.reload();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('person:back') })
    .click();
  await expect(page).toHaveURL(listed);
  await expect(rows).toHaveCount(2);

  await page.getByRole('combobox', { name: t('employees:filters.location') }).selectOption('');
  await page.getByRole('button', { name: t('employees:choose.start') }).click();
  await page.getByRole('checkbox', { name: t('employees:choose.named', { name: 'Jānis Kalniņš' }) }).check();
  await page.getByRole('checkbox', { name: t('employees:choose.named', { name: 'Anna Bērziņa' }) }).check();
  const chosen = page.getByRole('region', { name: t('employees:choose.title') });
  await expect(chosen.getByRole('status')).toHaveText(t('employees:choose.count_other', { count: '2' }));
  await chosen.getByRole('button', { name: t('employees:choose.deactivate') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('employees:choose.left_one', { count: '1' }));
  await question.getByRole('button', { name: t('employees:choose.deactivate') }).click();
  await isTold(page, t('employees:choose.deactivated'));
  await page.getByRole('combobox', { name: t('employees:filters.show') }).selectOption('inactive');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Jānis Kalniņš');
});

test('a manager finds on a person’s page hours and absences, and nothing of the account', async ({
  page,
  browser,
}) => {
  const { admin, user, gate, yard, worker } = await newCompany(page, browser);
  const other = await employByApi(admin, await browser.newContext(), { firstName: 'Cita' });
  await recordPast(other, yard.id, new Date(Date.now() - 3_600_000).toISOString(), null);
  const changes = { firstName: 'Vadims', role: 'manager' as const, locationIds: [gate.id] };
  const manager = await openAs(browser, admin, changes, { width: 834, height: 1112 });
  await manager.goto(urlOf('corrections', 'en'));
  await manager.getByRole('link', { name: 'Jānis Kalniņš' }).first().click();
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('Jānis Kalniņš');
  const headings = manager.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(
    (['help.title', 'hours', 'requests.title', 'absences.title', 'history.title'] as const).map((key) =>
      t(`person:${key}`),
    ),
  );
  await expect(manager.getByText(worker.email)).toHaveCount(0);
  await judge(manager);
  for (const { id } of [other, user]) {
    await manager.goto(urlOf('person', 'en', { id }));
    await expect(manager.getByText(t('person:missing.title'))).toBeVisible();
  }
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
    await expect(manager.getByRole('heading', { name: 'Gate' }).first()).toBeVisible();
    await expect(manager.getByText('Yard')).toHaveCount(0);
    await expect(pagesIn(manager)).toHaveText(
      ['dashboard', 'schedule', 'reports', 'timeTracking', 'messages'].map(
        (name) => new RegExp(t(`nav:pages.${name}`)),
      ),
    );
    await judge(manager);

    await manager.goto(urlOf('employees', 'en'));
    await expect(manager).toHaveURL(urlOf('dashboard', 'en'));

    await manager.goto(urlOf('corrections', 'en'));
    await manager
      .getByRole('button', { name: t('corrections:missing.setEndNamed', { name: 'Jānis Kalniņš' }) })
      .click();
    const dialog = manager.getByRole('dialog');
    await expect(dialog.getByLabel(t('time-entries:fields.reason'))).toBeVisible();
    await expect(dialog.getByLabel(t('time-entries:fields.location'))).toHaveCount(0);
    await judge(manager);
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
    await judge(manager);
    await dialog.getByRole('button', { name: t('messages:form.send') }).click();
    await expect(manager.getByText('Tomorrow').first()).toBeVisible();

    await manager.goto(`${urlOf('reports', 'en')}?tab=months`);
    const row = manager.getByRole('row', { name: /Jānis Kalniņš/ }).first();
    await expect(row).toBeVisible();
    await expect(manager.getByRole('tab')).toHaveText(
      ['overview', 'time-entries', 'months', 'output'].map((tab) => t(`reports:tabs.${tab}`)),
    );
    await expect(manager.getByRole('button', { name: t('reports:months.export') })).toHaveCount(0);
    await judge(manager);
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
    ['schedule', 'reports', 'employee', 'timeTracking', 'messages'].map(
      (name) => new RegExp(t(`nav:pages.${name}`)),
    ),
  );
  await judge(accountant);
  await accountant.getByRole('tab', { name: t('reports:tabs.months') }).click();
  await expect(accountant.getByRole('button', { name: t('reports:months.export') })).toBeVisible();
  await expect(
    accountant.getByRole('button', { name: t('reports:months.approveNamed', { name: 'Jānis Kalniņš' }) }),
  ).toHaveCount(0);
  await expect(accountant.getByRole('heading', { name: t('company:ledger.title') })).toBeVisible();
  const downloading = accountant.waitForEvent('download');
  await accountant.getByRole('button', { name: t('company:ledger.export') }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^ledger-.*\.ndjson$/);
  await judge(accountant);
  await accountant.getByRole('button', { name: t('reports:months.export') }).click();
  await expect(accountant.getByRole('dialog')).toBeVisible();
  await judge(accountant);
  await accountant.goto(urlOf('settings', 'en'));
  await expect(accountant).toHaveURL(urlOf('reports', 'en'));
});
