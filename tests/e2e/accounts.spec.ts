/* Accounts: sign-in and sign-out, forgotten passwords, ended sessions, pages that stay closed. */
import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/languages.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  inDatabase,
  launch,
  mailTo,
  origin,
  ownPassword,
  phone,
  registerByApi,
  say,
  signIn,
  signUpByScreen,
  test,
  uniqueEmail,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');

/** Requests the mail on the screen and reads it. */
async function forget(page: Page, language: Language, email: string, pattern: RegExp) {
  const words = say(language);
  await page.getByRole('link', { name: words('auth:login.forgot') }).click();
  await page.getByLabel(words('auth:email')).fill(email);
  await page.getByRole('button', { name: words('auth-steps:forgot.submit') }).click();
  await isTold(page, words('auth-steps:forgot.success'));
  await expect(page.getByRole('button', { name: words('auth:login.submit') })).toBeVisible();
  return mailTo(email, pattern);
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel(t('auth-steps:newPassword'), { exact: true }).fill(password);
  await page.getByLabel(t('auth:confirmPassword')).fill(password);
  await page.getByRole('button', { name: t('auth-steps:savePassword') }).click();
}

test('forgotten password: the temporary one, typed carelessly, leads to an own one and on to the page', async ({
  page,
  browser,
}) => {
  const { email } = await registerByApi(await browser.newContext());
  await page.goto(urlOf('reports', 'en'));
  await expect(page).toHaveURL(/\/auth\?next=/);
  const [temporary] = await forget(page, 'en', email, /\b[0-9A-Z]{5}(-[0-9A-Z]{5}){3}\b/);

  // The old password works until the new one is used.
  await call(page.context(), 'login', { body: { email, password: ownPassword } });
  await call(page.context(), 'logout');

  await signIn(page, 'en', { email, password: temporary.toLowerCase().replaceAll('-', '') });
  await expect(page.getByRole('heading', { name: t('auth-steps:choose.title') })).toBeVisible();
  // No page is accessible before.
  await page.goto(urlOf('employees', 'en'));
  await expect(page.getByRole('heading', { name: t('auth-steps:choose.title') })).toBeVisible();
  await page.goto(urlOf('reports', 'en'));
  // After a reload the password typed at sign-in is gone.
  await page.getByLabel(t('auth-steps:choose.currentPassword')).fill(temporary);
  await choosePassword(page, 'quite another one');
  await expect(page).toHaveURL(new RegExp(`^${urlOf('reports', 'en')}`));
  await expect(page.getByRole('heading', { level: 1, name: t('reports:title') })).toBeVisible();

  const other = await browser.newContext();
  const tooLate = (password: string) => call(other, 'login', { body: { email, password } });
  await expect(tooLate(ownPassword)).rejects.toThrow('invalid_credentials');
  await expect(tooLate(temporary)).rejects.toThrow('invalid_credentials');
  await tooLate('quite another one');
});

test('the link of the mail works once and is removed from the URL', async ({ page, browser }) => {
  const { email } = await registerByApi(await browser.newContext(), { language: 'lv' });
  const words = say('lv');
  await page.goto(urlOf('auth', 'lv'));
  const [link] = await forget(page, 'lv', email, /http\S+reset-password\?token=\S+/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: words('auth-steps:reset.title') })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByLabel(words('auth-steps:newPassword'), { exact: true }).fill('viena parole');
  await page.getByLabel(words('auth:confirmPassword')).fill('cita parole');
  await page.getByRole('button', { name: words('auth-steps:savePassword') }).click();
  await expect(page.getByText(words('validation:passwordsMatch'))).toBeVisible();
  await page.getByLabel(words('auth:confirmPassword')).fill('viena parole');
  await page.getByRole('button', { name: words('auth-steps:savePassword') }).click();
  await expect(page).toHaveURL(urlOf('auth', 'lv'));
  await signIn(page, 'lv', { email, password: 'viena parole' });
  await expect(page).toHaveURL(urlOf('dashboard', 'lv'));

  await page.goto(link);
  await page.getByLabel(words('auth-steps:newPassword'), { exact: true }).fill('trešā parole');
  await page.getByLabel(words('auth:confirmPassword')).fill('trešā parole');
  await page.getByRole('button', { name: words('auth-steps:savePassword') }).click();
  await expect(page.getByRole('heading', { name: words('auth-steps:reset.invalidTitle') })).toBeVisible();
});

test('a wrong password and an unknown person get the same message', async ({ page, browser }) => {
  const { email } = await registerByApi(await browser.newContext());
  await page.goto(urlOf('auth', 'en'));
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await expect(page.getByText(t('validation:email'))).toBeVisible();
  for (const address of [email, 'nobody@example.test']) {
    await signIn(page, 'en', { email: address, password: 'wrong' });
    await isTold(page, t('auth:login.failed'), t('errors:invalid_credentials'));
  }
  await expect(page.getByLabel(t('auth:email'))).toHaveValue('nobody@example.test');
});

test('after signing out the back button shows nothing private', async () => {
  // Playwright disables the back/forward cache, from which a real browser restores a page without a request.
  const browser = await launch([], ['--disable-back-forward-cache']);
  try {
    const page = await browser.newPage();
    await registerByApi(page.context());
    await page.goto(urlOf('dashboard', 'en'));
    await page.goto(urlOf('employees', 'en'));
    await expect(page.getByRole('main').getByRole('link', { name: 'Anna Bērziņa' })).toBeVisible();
    await page.getByRole('button', { name: t('nav:userMenu', { name: 'Anna Bērziņa' }) }).click();
    await page.getByRole('menuitem', { name: t('nav:signOut') }).click();
    await expect(page).toHaveURL(urlOf('auth', 'en'));
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible();
    await expect(page.getByText('Bērziņa')).toHaveCount(0);
  } finally {
    await browser.close();
  }
});

test('somebody deactivated is signed out by the next poll', async ({ page, browser }) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const worker = await employByApi(admin, page.context());
  await page.clock.install();
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await call(admin, 'updateEmployee', { params: { id: worker.id }, body: { ...worker, isActive: false } });
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible();
  await signIn(page, 'en', { email: worker.email, password: ownPassword });
  await isTold(page, t('errors:account_inactive'));
});

test('an address that has an account is refused beside its field, and nothing typed is lost', async ({
  page,
  browser,
}) => {
  const { email } = await registerByApi(await browser.newContext());
  await page.goto(`${urlOf('auth', 'en')}?mode=register`);
  await page.getByRole('button', { name: t('sign-up:submit') }).click();
  for (const rule of [
    'firstNameRequired',
    'lastNameRequired',
    'companyNameRequired',
    'email',
    'passwordLength',
  ]) {
    await expect(page.getByText(t(`validation:${rule}`), { exact: true })).toBeVisible();
  }
  await page.getByLabel(t('sign-up:firstName'), { exact: true }).fill('Ilze');
  await page.getByLabel(t('sign-up:lastName'), { exact: true }).fill('Ozola');
  await page.getByLabel(t('sign-up:companyName')).fill('Ozols SIA');
  await page.getByLabel(t('auth:email')).fill(email.toUpperCase());
  await page.getByLabel(t('auth:password'), { exact: true }).fill(ownPassword);
  await page.getByLabel(t('auth:confirmPassword')).fill(ownPassword);
  await page.getByRole('button', { name: t('sign-up:submit') }).click();
  const field = page.getByLabel(t('auth:email'));
  await expect(field).toHaveAccessibleDescription(t('errors:email_taken'));
  await isTold(page, t('sign-up:failed'), t('errors:email_taken'));
  await expect(field).toBeFocused();
  await expect(page.getByLabel(t('sign-up:companyName'))).toHaveValue('Ozols SIA');
});

test('a Lithuanian company with a very long name fits a phone', async ({ page }) => {
  const words = say('lt');
  const companyName = 'Uždaroji akcinė bendrovė Nepriklausomybės Statybininkų Kooperatyvas '
    .repeat(3)
    .slice(0, 199);
  await page.setViewportSize(phone);
  await page.goto(`${urlOf('auth', 'lt')}?mode=register`);
  await page.getByLabel(words('sign-up:firstName'), { exact: true }).fill('Žydrūnė');
  await page.getByLabel(words('sign-up:lastName'), { exact: true }).fill('Kazlauskaitė-Petrauskienė');
  await page.getByLabel(words('sign-up:companyName')).fill(companyName);
  await page.getByLabel(words('auth:email')).fill(`lt.${Date.now()}@example.test`);
  await page.getByLabel(words('auth:password'), { exact: true }).fill(ownPassword);
  await page.getByLabel(words('auth:confirmPassword')).fill(ownPassword);
  await page.getByRole('button', { name: words('sign-up:submit') }).click();
  await expect(page).toHaveURL(urlOf('dashboard', 'lt'));
  await isTold(page, words('sign-up:success'));
  const { company, language } = await call(page.context(), 'getUser');
  expect({ ...company, id: '', language }).toMatchObject({
    id: '',
    name: companyName.trim(),
    // The browser's own.
    timezone: 'America/New_York',
    language: 'lt',
  });
  await page.goto(urlOf('account', 'lt'));
  await expect(page.getByText(companyName.trim()).filter({ visible: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("everybody's home page depends on their role", async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage();
  await registerByApi(admin.context());
  await employByApi(admin.context(), page.context());
  for (const adminPage of ['dashboard', 'employees', 'locations', 'reports', 'subscription'] as const) {
    await page.goto(urlOf(adminPage, 'en'));
    await expect(page).toHaveURL(urlOf('employee', 'en'));
  }
  await page.goto(urlOf('auth', 'en'));
  await expect(page).toHaveURL(urlOf('employee', 'en'));
  await admin.goto(urlOf('auth', 'en'));
  await expect(admin).toHaveURL(urlOf('dashboard', 'en'));
  // An administrator may work, too.
  await admin.goto(urlOf('timeTracking', 'en'));
  await expect(admin.getByText(t('time-tracking:status.idle'))).toBeVisible();
  // No link leads out of the product.
  await call(admin.context(), 'logout');
  await admin.goto(`${urlOf('auth', 'en')}?next=//example.test/`);
  const { email } = await call(page.context(), 'getUser');
  await signIn(admin, 'en', { email: email ?? '', password: ownPassword });
  await expect(admin).toHaveURL(urlOf('employee', 'en'));
});

test('an unknown URL is reported, to the browser as 404 too', async ({ page }) => {
  const answer = await page.goto(`${origin}/nowhere/at-all`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
  await expect(page).toHaveTitle(/404 Page Not Found/);
  await page.goto(`${origin}/lv/nekur`);
  await expect(page.getByRole('heading', { level: 1, name: say('lv')('not-found:title') })).toBeVisible();
});

test('a session that ends under a half-filled dialog leads to sign-in and back, without a crash', async ({
  page,
}) => {
  const crashes: string[] = [];
  page.on('pageerror', ({ message }) => crashes.push(message));
  const { id, email } = await registerByApi(page.context());
  await page.goto(urlOf('employees', 'en'));
  await page.getByRole('button', { name: t('employees:add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('employees:form.firstName'), { exact: true }).fill('Jānis');
  await dialog.getByLabel(t('employees:form.lastName'), { exact: true }).fill('Kalniņš');
  await dialog.getByLabel(t('employees:form.email')).fill('janis@example.test');
  await inDatabase('delete from session where user_id = $1', [id]);
  await dialog.getByRole('button', { name: t('employees:add') }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Femployees$/);
  await signIn(page, 'en', { email, password: ownPassword });
  await expect(page.getByRole('heading', { level: 1, name: t('employees:title') })).toBeVisible();
  // The page accepts clicks again.
  await page.getByRole('button', { name: t('employees:add') }).click();
  await expect(dialog).toBeVisible();
  expect(crashes).toEqual([]);
});

for (const outcome of ['continue', 'abort'] as const) {
  test(`a person can be added as soon as the list is there, or has failed to load (${outcome})`, async ({
    page,
  }) => {
    await registerByApi(page.context());
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/employees', async (route) => {
      await isHeld;
      await route[outcome]();
    });
    await page.goto(urlOf('employees', 'en'));
    await expect(page.getByRole('heading', { level: 1, name: t('employees:title') })).toBeVisible();
    // The button of an empty list stands below it: until then one above it would only take clicks that come to nothing.
    const add = page.getByRole('button', { name: t('employees:add') });
    await expect(add).toBeHidden();
    release();
    await add.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}

test('mails to others wait after sign-up, as the page says, and leave when the address is confirmed', async ({
  page,
}) => {
  const owner = await signUpByScreen(page, 'en');
  const email = uniqueEmail('worker');
  const employee = { firstName: 'Jānis', lastName: 'Kalniņš', email };
  await call(page.context(), 'createEmployee', { body: employee });
  await page.reload();
  const notice = page.getByRole('complementary', { name: t('confirmation:label') });
  await expect(notice).toContainText(owner.email);
  await expect(notice).toContainText(email);
  await notice.getByRole('button', { name: t('confirmation:send') }).click();
  await isTold(page, t('confirmation:sent', { email: owner.email }));
  const [link] = await mailTo(owner.email, /http\S+of=company&token=\S+/);
  await page.goto(link);
  await page.getByRole('button', { name: t('auth-steps:confirmEmail.submit') }).click();
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));
  await isTold(page, t('auth-steps:confirmCompany.done'));
  await mailTo(email, /http\S+token=[\w-]+/);
  await expect(notice).toBeHidden();
});
