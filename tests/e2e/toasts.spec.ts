/* Toasts: at most one, for five seconds, dismissed by a swipe to the right, reached by F8. */
import { expect, type Page } from '@playwright/test';
import {
  call,
  desktop,
  isTakenOver,
  registerByApi,
  say,
  signIn,
  test,
  toastsOf,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');
const region = (page: Page) => page.getByRole('region', { name: /\(F8\)/ });

test.use({ viewport: desktop });

async function fail(page: Page) {
  await signIn(page, 'en', { email: 'nobody@example.test', password: 'wrong' });
  await expect(toastsOf(page)).toContainText(t('auth:login.failed'));
}

test.beforeEach(async ({ page }) => {
  await page.goto(urlOf('auth', 'en'));
  await page.keyboard.press('Shift');
  await isTakenOver(page);
});

test('stays for five seconds, and never beside another', async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await page.keyboard.press('Shift');
  await isTakenOver(page);
  // React delays code that had to be loaded first by the clock: the other form and the first message load while the
  // clock still runs.
  await page.getByRole('link', { name: t('auth:login.forgot') }).click();
  await expect(page.getByRole('button', { name: t('auth-steps:forgot.submit') })).toBeVisible();
  await page.goBack();
  await fail(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect(toastsOf(page)).toHaveCount(0);
  await fail(page);
  await page.clock.runFor(3000);
  await expect(toastsOf(page)).toHaveCount(1);

  // The next one replaces it and is shown for the full five seconds.
  await page.getByRole('link', { name: t('auth:login.forgot') }).click();
  await page.getByRole('button', { name: t('auth-steps:forgot.submit') }).click();
  await expect(toastsOf(page)).toHaveCount(1);
  await expect(toastsOf(page)).toContainText(t('auth-steps:forgot.success'));
  await page.clock.runFor(4900);
  await expect(toastsOf(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toastsOf(page)).toHaveCount(0);
});

/** Drags the message this far to the right, once it is where it stays. The pointer over it stops its time. */
async function swipe(page: Page, px: number) {
  await toastsOf(page).hover({ position: { x: 40, y: 12 } });
  const box = await toastsOf(page).boundingBox();
  if (!box) throw new Error('no message to swipe');
  const [x, y] = [box.x + 40, box.y + 12];
  await page.mouse.down();
  for (const step of [10, 20, px]) await page.mouse.move(x + step, y);
  await page.mouse.up();
}

test('a swipe to the right of 50 px dismisses it, a shorter one does not', async ({ page }) => {
  await fail(page);
  await swipe(page, 45);
  await expect(toastsOf(page)).toHaveAttribute('data-swipe', 'cancel');
  // While the pointer is over it, its timer is paused.
  await expect(toastsOf(page)).toHaveCount(1);
  await swipe(page, -80);
  await expect(toastsOf(page)).toHaveCount(1);
  await swipe(page, 55);
  await expect(toastsOf(page)).toHaveCount(0);
});

test('F8 moves the focus to it, Escape closes it', async ({ page }) => {
  await fail(page);
  await page.keyboard.press('F8');
  await expect(region(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(toastsOf(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toastsOf(page).getByRole('button', { name: t('common:close') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toastsOf(page)).toHaveCount(0);
});

test('code that cannot be loaded offline is loaded when the connection is back', async ({ page }) => {
  // The banner itself loads after the page.
  await expect(page.locator('[role=status] ~ header')).toBeAttached();
  await page.context().setOffline(true);
  // The button has the same name before and after the first attempt, and ignores a second click in between.
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/login'));
  await signIn(page, 'en', { email: 'nobody@example.test', password: 'wrong' });
  await refused;
  await expect(page.getByText(t('common:connection.offline'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible();
  await page.context().setOffline(false);
  await fail(page);
});

test('a dialog whose code cannot be loaded shows a toast, and opens when it can', async ({ page }) => {
  await registerByApi(page.context());
  await page.goto(urlOf('employees', 'en'));
  const add = page.getByRole('button', { name: t('employees:add') }).first();
  await expect(page.getByRole('main').getByRole('link', { name: 'Anna Bērziņa' })).toBeVisible();
  await page.route('**/assets/employee-dialog-*.js', (route) => route.abort());
  await add.click();
  await expect(toastsOf(page)).toContainText(t('common:loadFailed'));
  await expect(page.getByRole('main').getByRole('link', { name: 'Anna Bērziņa' })).toBeVisible();
  await page.unrouteAll();
  await add.click();
  await expect(page.getByRole('dialog')).toBeVisible();

  // Opened by the URL: the page leaves it, or it would be requested forever.
  const { id } = await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  await page.route('**/assets/qr-dialog-*.js', (route) => route.abort());
  await page.goto(`${urlOf('locations', 'en')}?qr=${id}`);
  await expect(toastsOf(page)).toContainText(t('common:loadFailed'));
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await expect(page).toHaveURL(urlOf('locations', 'en'));
});

test('a part of a page whose code cannot be loaded leaves the page standing and can be asked for again', async ({
  page,
}) => {
  await page.route('**/assets/register-form-*.js', (route) => route.abort());
  await page.getByRole('tab', { name: t('auth:tabs.register') }).click();
  await expect(page.getByRole('alert').getByText(t('common:loadFailed'))).toBeVisible();
  await expect(page.getByRole('tab', { name: t('auth:tabs.register') })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: t('common:retry') }).click();
  await expect(page.getByLabel(t('sign-up:companyName'))).toBeVisible();
});
