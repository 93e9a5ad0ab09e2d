/* An administrator's employees and locations, also with a bad connection and at the plan's limits. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { formatLocationCode } from '#domain/location-code.ts';
import { isTold, toldIn } from '#tests/support/browser/messages.ts';
import {
  call,
  editPerson,
  employByApi,
  endTrial,
  mailTo,
  origin,
  ownPassword,
  provokes,
  recover,
  registerByApi,
  say,
  test,
  uniqueEmail,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');
const dialog = (page: Page) => page.getByRole('dialog');
const person = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

async function openAddLocation(page: Page, name: string) {
  await page
    .getByRole('button', { name: t('locations:add') })
    .first()
    .click();
  await dialog(page).getByLabel(t('locations:form.name')).fill(name);
  await dialog(page).getByLabel(t('locations:form.address')).fill('Kaltes iela 1');
  return dialog(page).getByRole('button', { name: t('locations:add') });
}

test('the plan’s last seat is taken: the limit is explained before a form is filled, and a link leads to the plans', async ({
  page,
}) => {
  await registerByApi(page.context(), { subscriptionPlan: 'starter' });
  await page.goto(urlOf('locations', 'en'));
  await allIsLoaded(page);
  const upgrade = page.getByRole('dialog', { name: t('upgrade:planTitle') });
  const explained = t('errors:plan_limit_reached_locations_one', { plan: 'Starter', count: 1 });
  // Somebody else was faster: the server refuses, and the form stays.
  const add = await openAddLocation(page, 'Second');
  await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  await add.click();
  await expect(upgrade).toContainText(explained);
  await upgrade.getByRole('button', { name: t('upgrade:notNow') }).click();
  await expect(upgrade).toBeHidden();
  await expect(dialog(page).getByLabel(t('locations:form.name'))).toHaveValue('Second');
  await expect(dialog(page).getByLabel(t('locations:form.address'))).toHaveValue('Kaltes iela 1');
  await page.goto(urlOf('locations', 'en'));
  await allIsLoaded(page);
  await page.getByRole('button', { name: t('locations:add') }).click();
  await expect(upgrade).toContainText(explained);
  await expect(dialog(page).getByLabel(t('locations:form.name'))).toHaveCount(0);
  await upgrade.getByRole('link', { name: t('upgrade:seePlans') }).click();
  await expect(page).toHaveURL(urlOf('subscription', 'en'));
  await expect(page.getByText('1 / 1')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await call(page.context(), 'listLocations')).toHaveLength(1);
});

test('after the trial no new employees, and no new check-ins', async ({ page, browser }) => {
  const { companyId } = await registerByApi(page.context());
  const { qrCode } = await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  const worker = await browser.newContext();
  await employByApi(page.context(), worker);
  await endTrial(companyId);
  await page.goto(urlOf('employees', 'en'));
  await allIsLoaded(page);
  await page.getByRole('button', { name: t('employees:add') }).click();
  await expect(page.getByRole('dialog', { name: t('upgrade:subscribeTitle') })).toContainText(
    t('errors:subscription_required'),
  );
  // Employees are told whom to ask.
  const screen = await worker.newPage();
  await screen.goto(`${urlOf('timeTracking', 'en')}?code=${qrCode}`);
  await screen.getByRole('button', { name: t('time-tracking:checkIn') }).click();
  const upgrade = screen.getByRole('dialog', { name: t('upgrade:subscribeTitle') });
  await expect(upgrade).toContainText(t('upgrade:askAdmin'));
  await expect(upgrade.getByRole('link')).toHaveCount(0);
});

test('a person is added once, changed, deactivated, found and deleted by name', async ({ page }) => {
  await registerByApi(page.context());
  await page.goto(urlOf('employees', 'en'));
  const email = uniqueEmail('janis');
  const add = page.getByRole('button', { name: t('employees:add') });
  await add.click();
  await dialog(page).getByLabel(t('employees:form.firstName'), { exact: true }).fill('Jānis');
  await dialog(page).getByLabel(t('employees:form.lastName'), { exact: true }).fill('Kalniņš');
  await dialog(page).getByLabel(t('employees:form.email')).fill(email);
  await dialog(page)
    .getByRole('button', { name: t('employees:add') })
    .dblclick();
  await isTold(page, t('employees:addedText', { email }));
  await expect(person(page, 'Jānis Kalniņš')).toHaveCount(1);
  await expect(person(page, 'Jānis Kalniņš')).toContainText(/Invited|Invitation sent/);
  expect(await call(page.context(), 'listEmployees')).toHaveLength(2);

  // The address is taken now.
  await add.click();
  await dialog(page).getByLabel(t('employees:form.firstName'), { exact: true }).fill('Ilze');
  await dialog(page).getByLabel(t('employees:form.lastName'), { exact: true }).fill('Ozola');
  const address = dialog(page).getByLabel(t('employees:form.email'));
  await address.fill(email.toUpperCase());
  await address.press('Enter');
  await expect(address).toHaveAccessibleDescription(new RegExp(t('errors:email_taken')));
  await address.fill(uniqueEmail('ilze'));
  await address.press('Enter');
  await expect(person(page, 'Ilze Ozola')).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await editPerson(page, 'Ilze Ozola');
  await dialog(page).getByLabel(t('employees:form.lastName'), { exact: true }).fill('Bērza');
  await dialog(page).getByLabel(t('employees:form.role')).selectOption('admin');
  const proof = dialog(page).getByLabel(t('account:secondFactor.password'), { exact: true });
  await proof.fill('a guess');
  await dialog(page)
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(proof).toHaveAccessibleDescription(t('errors:wrong_password'));
  await proof.fill(ownPassword);
  await dialog(page)
    .getByRole('switch', { name: t('common:active') })
    .uncheck();
  await dialog(page)
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(dialog(page)).toBeHidden();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('person:back') })
    .click();
  await expect(person(page, 'Ilze Bērza')).toContainText(t('common:inactive'));
  await expect(person(page, 'Ilze Bērza')).toContainText(t('common:roles.admin'));

  // Case and diacritics do not matter; the search term survives a reload.
  await page.getByRole('searchbox').fill('KALNINS');
  await expect(person(page, 'Ilze Bērza')).toBeHidden();
  await expect(person(page, 'Jānis Kalniņš')).toBeVisible();
  await page.reload();
  await expect(person(page, 'Jānis Kalniņš')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('KALNINS');
  await expect(person(page, 'Ilze Bērza')).toBeHidden();

  await page.getByRole('link', { name: 'Jānis Kalniņš' }).click();
  const remove = page.getByRole('button', { name: t('common:delete') });
  const question = page.getByRole('alertdialog', {
    name: t('employees:delete.title', { name: 'Jānis Kalniņš' }),
  });
  await remove.click();
  await question.getByRole('button', { name: t('common:cancel') }).click();
  await expect(question).toBeHidden();
  await remove.click();
  await question.getByRole('button', { name: t('common:delete') }).click();
  await isTold(page, t('employees:deleted'));
  await page
    .getByRole('main')
    .getByRole('link', { name: t('person:back') })
    .click();
  await expect(page.getByText(t('employees:noResults.title'))).toBeVisible();
  await page.getByRole('button', { name: t('employees:noResults.clear') }).click();
  await expect(person(page, 'Anna Bērziņa')).toContainText(t('employees:yourAccount'));
  // Nobody deletes their own account.
  await page.getByRole('link', { name: 'Anna Bērziņa' }).click();
  await expect(page.getByRole('button', { name: t('common:edit') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('common:delete') })).toHaveCount(0);
});

test('a location’s code outlives every change; a resting one is refused; deleting ends what is open there', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const worker = await browser.newContext();
  await employByApi(page.context(), worker);
  await page.goto(urlOf('locations', 'en'));
  await (await openAddLocation(page, 'Hall')).dblclick();
  await expect(card(page, 'Hall')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  const [location, ...others] = await call(page.context(), 'listLocations');
  if (!location) throw new Error('no location');
  expect(others).toEqual([]);
  await call(worker, 'scan', { body: { qrCode: location.qrCode } });

  await page.getByRole('button', { name: t('locations:editNamed', { name: 'Hall' }) }).click();
  await expect(dialog(page).getByLabel(t('locations:form.address'))).toHaveValue('Kaltes iela 1');
  await dialog(page).getByLabel(t('locations:form.name')).fill('Great hall');
  await dialog(page)
    .getByRole('switch', { name: t('locations:active') })
    .uncheck();
  await dialog(page)
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(card(page, 'Great hall')).toContainText(t('locations:inactive'));
  await expect(card(page, 'Great hall')).toContainText(formatLocationCode(location.qrCode));
  await expect(dialog(page)).toBeHidden();
  await expect(call(worker, 'scan', { body: { qrCode: location.qrCode } })).rejects.toThrow(
    'location_inactive',
  );
  expect(await call(worker, 'getActiveEntry')).not.toBeNull();

  await page.getByRole('searchbox').fill('kaltes');
  await expect(card(page, 'Great hall')).toBeVisible();
  await page.getByRole('button', { name: t('locations:deleteNamed', { name: 'Great hall' }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common:delete') })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await isTold(page, t('locations:deleted'));
  await expect(card(page, 'Great hall')).toHaveCount(0);
  expect(await call(worker, 'getActiveEntry')).toBeNull();
});

test('offline: the banner says so, input stays, and retrying saves it once', async ({ page }) => {
  await registerByApi(page.context());
  await page.goto(urlOf('locations', 'en'));
  const save = await openAddLocation(page, 'Hall');
  await page.context().setOffline(true);
  await expect(page.getByText(t('common:connection.offline'))).toBeVisible();
  await save.click();
  await isTold(page, t('common:offlineError'));
  await expect(dialog(page).getByLabel(t('locations:form.name'))).toHaveValue('Hall');
  await page.context().setOffline(false);
  await isTold(page, t('common:connection.restored'));
  await expect(page.getByText(t('common:connection.offline'))).toBeHidden();

  // A proxy's error page is not a message for a person.
  provokes(/status of 502/);
  await page.route('**/api/locations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  await save.click();
  await expect.poll(async () => (await toldIn(page)).at(-1)).toMatch(/^[^<]*502[^<]*$/);
  await expect(dialog(page).getByLabel(t('locations:form.address'))).toHaveValue('Kaltes iela 1');
  await page.unroute('**/api/locations');
  await save.click();
  await expect(card(page, 'Hall')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText(t('common:connection.restored'))).toBeHidden();
  expect(await call(page.context(), 'listLocations')).toHaveLength(1);
});

test('a banner that goes by itself waits for the click that is under way', async ({ page }) => {
  await registerByApi(page.context());
  await page.clock.install();
  await page.goto(urlOf('locations', 'en'));
  await allIsLoaded(page);
  const add = page.getByRole('button', { name: t('locations:add') }).first();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.context().setOffline(true);
  await expect(page.getByText(t('common:connection.offline'))).toBeVisible();
  await page.context().setOffline(false);
  const restored = page.getByText(t('common:connection.restored'));
  await expect(restored).toBeVisible();
  await page.clock.runFor(1000);
  await add.hover();
  await page.mouse.down();
  await page.clock.runFor(2500);
  await expect(restored).toBeVisible();
  await page.mouse.up();
  await expect(dialog(page)).toBeVisible();
  await expect(restored).toBeHidden();
});

test('a page that could not be loaded can be loaded again', async ({ page }) => {
  await registerByApi(page.context());
  await page.route('**/api/employees', (route) => route.abort());
  await page.goto(urlOf('employees', 'en'));
  await expect(page.getByText(t('common:loadFailed'))).toBeVisible();
  await expect(page.getByText(t('common:networkError'))).toBeVisible();
  await page.unroute('**/api/employees');
  await recover(page.getByRole('button', { name: t('common:retry') }), person(page, 'Anna Bērziņa'));
});

/** The content of the QR code in a picture. */
async function decode(picture: Buffer): Promise<string | undefined> {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], tryHarder: true });
  return found?.text;
}

test('the picture and the poster carry the location’s address; the poster is one sheet in the company’s language', async ({
  page,
}) => {
  await registerByApi(page.context(), { language: 'lv' });
  const name = 'Kokapstrādes cehs Nr. 2 un gatavās produkcijas noliktava Dzirnavu ielā';
  const { id, qrCode } = await call(page.context(), 'createLocation', { body: { name } });
  const address = `${origin}/time-tracking?code=${qrCode}`;
  await page.goto(urlOf('locations', 'en'));
  await page.getByRole('button', { name: t('locations:qrNamed', { name }) }).click();
  // The tests' server is on this computer.
  const warning = t('locations:reach.computer', { host: new URL(origin).host });
  await expect(dialog(page).getByText(warning)).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog(page).getByText(t('locations:download'), { exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`location-${id}-qr.png`);
  expect(await decode(await readFile(await file.path()))).toBe(address);

  await dialog(page)
    .getByRole('link', { name: t('locations:poster.open') })
    .click();
  await expect(page).toHaveURL(urlOf('locationPoster', 'en', { id }));
  const words = say('lv');
  await expect(page.getByText(words('locations:poster.step1'))).toBeVisible();
  await expect(page.getByText(formatLocationCode(qrCode))).toBeVisible();
  await expect(page.getByRole('button', { name: t('locations:poster.print') })).toBeEnabled();
  await expect(page.getByText(warning)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: t('locations:poster.print') })).toBeHidden();
  await expect(page.getByText(warning)).toBeHidden();
  const sheet = await page.screenshot({ fullPage: true });
  expect(await decode(sheet)).toBe(address);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = pdf.match(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/) ?? [];
  // A4 in points.
  expect(Number(width)).toBeCloseTo(595, -1);
  expect(Number(height)).toBeCloseTo(842, -1);
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel(t('locations:poster.language')).selectOption('pl');
  await expect(page.getByText(say('pl')('locations:poster.step1'))).toBeVisible();
});

test('their own account: a new password keeps this session and ends the others', async ({
  page,
  browser,
}) => {
  const { email } = await registerByApi(page.context());
  const elsewhere = await browser.newContext();
  await call(elsewhere, 'login', { body: { email, password: ownPassword } });
  await page.goto(urlOf('account', 'en'));
  const change = async (current: string) => {
    await page.getByLabel(t('account:password.current')).fill(current);
    await page.getByLabel(t('account:password.new'), { exact: true }).fill('brand new one');
    await page.getByLabel(t('account:password.confirm')).fill('brand new one');
    await page.getByRole('button', { name: t('account:password.submit') }).click();
  };
  await change('wrong');
  await expect(page.getByLabel(t('account:password.current'))).toHaveAccessibleDescription(
    t('errors:wrong_password'),
  );
  await change(ownPassword);
  await isTold(page, t('account:password.success'));
  await expect(call(elsewhere, 'getUser')).rejects.toThrow('unauthenticated');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('account:ownData.submit') }).click();
  const file = await download;
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ user: { email } });
});

test('a new e-mail address counts once confirmed, and the old one can undo it', async ({ page }) => {
  const { email } = await registerByApi(page.context());
  await page.goto(urlOf('employees', 'en'));
  const moved = uniqueEmail('moved');
  await editPerson(page, 'Anna Bērziņa');
  await dialog(page).getByLabel(t('employees:form.email')).fill(moved);
  await dialog(page).getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog(page)
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(page.getByRole('main')).toContainText(t('employees:pendingEmail', { email: moved }));

  const follow = async (address: string, pattern: RegExp, submit: 'confirmEmail' | 'undoEmail') => {
    const [link] = await mailTo(address, pattern);
    await page.goto(link);
    await expect(page).not.toHaveURL(/token/);
    await page.getByRole('button', { name: t(`auth-steps:${submit}.submit`) }).click();
    await isTold(page, t(`auth-steps:${submit}.done`));
  };
  await follow(moved, /https?:\S+\/confirm-email\?token=\S+/, 'confirmEmail');
  await follow(email, /https?:\S+\/undo-email-change\?token=\S+/, 'undoEmail');
  // The password may be known to somebody else, so the old address gets a temporary one.
  const [temporary] = await mailTo(email, /(\w{5}-){3}\w{5}/);
  await call(page.context(), 'login', { body: { email, password: temporary } });
  const [link] = await mailTo(moved, /https?:\S+\/confirm-email\?token=\S+/);
  await page.goto(link);
  await page.getByRole('button', { name: t('auth-steps:confirmEmail.submit') }).click();
  await expect(page.getByRole('heading', { name: t('auth-steps:emailLink.invalidTitle') })).toBeVisible();
});

test('the owner hands the company over and can then be changed like anybody else', async ({
  page,
  browser,
}) => {
  await registerByApi(page.context());
  const other = await browser.newContext();
  await employByApi(page.context(), other, { firstName: 'Ilze', lastName: 'Ozola', role: 'admin' });
  await page.goto(urlOf('account', 'en'));
  await page.getByRole('button', { name: t('account:handover.open') }).click();
  await dialog(page).getByLabel(t('account:handover.successor')).selectOption('Ilze Ozola');
  await dialog(page).getByLabel(t('account:secondFactor.password'), { exact: true }).fill(ownPassword);
  await dialog(page)
    .getByRole('button', { name: t('account:handover.submit') })
    .click();
  await isTold(page, t('account:handover.done'));
  await expect(page.getByRole('button', { name: t('account:handover.open') })).toBeHidden();
  await page.goto(urlOf('employees', 'en'));
  await expect(person(page, 'Ilze Ozola')).toContainText(t('common:roles.owner'));
  await expect(person(page, 'Ilze Ozola').getByRole('button')).toHaveCount(0);
  await other.close();
});

test('people come from a file: what is wrong is shown, a lost connection harms nothing, and the export changes nothing', async ({
  page,
}) => {
  await registerByApi(page.context(), { subscriptionPlan: 'business' });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(urlOf('employees', 'en'));
  await allIsLoaded(page);
  await page
    .getByRole('button', { name: t('employees:files') })
    .first()
    .click();
  const heading = 'Vārds;Uzvārds;Personas numurs;Apavi';
  const people = Array.from({ length: 150 }, (_, index) => `Jānis;Ozols${index};${index};43`);
  const choose = (name: string, content: string | Buffer) =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const button = (name: string) => dialog(page).getByRole('button', { name, exact: true }).first();
  const filter = (outcome: string, count: number) => button(`${t(`import:outcomes.${outcome}`)}: ${count}`);
  const apply = button(t('import:apply'));

  await choose('nothing.csv', 'Krāsa\nzaļa');
  await expect(dialog(page).getByRole('alert')).toContainText('First name, Last name');
  await choose('people.csv', [heading, ...people, 'Pēteris;;1;44'].join('\n'));
  await expect(dialog(page)).toContainText(t('import:unknown', { columns: 'Apavi' }));
  await expect(filter('invalid', 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog(page).getByText(t('validation:lastNameRequired'))).toBeVisible();
  await expect(dialog(page).getByText(t('import:issues.sameValue', { line: 3 }))).toBeVisible();
  await expect(apply).toBeDisabled();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);

  await choose('people.csv', [heading, ...people].join('\n'));
  await filter('new', 150).click();
  await expect(dialog(page).getByText('Jānis Ozols0', { exact: true })).toBeVisible();
  const importing = /employees\/import/;
  await page.route(importing, (route) => route.abort());
  await apply.click();
  await expect(dialog(page).getByRole('alert')).toContainText(t('import:unclear'));
  await expect(apply).toBeDisabled();
  await page.unroute(importing);
  await button(t('import:again')).click();
  await apply.dblclick();
  await expect(dialog(page).getByText(t('import:done'))).toBeVisible();
  await button(t('common:close')).click();
  await page.getByRole('button', { name: t('employees:files') }).click();
  await choose('people.csv', [heading, ...people].join('\n'));
  await expect(filter('unchanged', 150)).toBeVisible();
  await expect(dialog(page).getByText(t('import:nothing'))).toBeVisible();
  await expect(apply).toBeDisabled();

  await choose('more.csv', [heading, 'Ilze;Liepa;900;38', 'Jānis;Ozols;0;43'].join('\n'));
  await apply.click();
  await expect(dialog(page).getByRole('status').first()).toContainText(
    t('import:doneText', { added: 1, changed: 1 }),
  );
  await button(t('common:close')).click();
  await expect(person(page, 'Ilze Liepa')).toHaveCount(1);
  expect(await call(page.context(), 'listEmployees')).toHaveLength(152);

  await page.getByRole('button', { name: t('employees:files') }).click();
  const download = page.waitForEvent('download');
  await button(t('import:export.xlsx')).click();
  const file = await readFile(await (await download).path());
  await choose('employees.xlsx', file);
  await expect(filter('unchanged', 152)).toBeVisible();
  await expect(dialog(page).getByText(t('import:nothing'))).toBeVisible();
});
