/* Pages show what others do at once, by the stream of changes, and poll where there is none. */

import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import {
  call,
  desktop,
  employByApi,
  provokes,
  registerByApi,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

/** Pages that repeat no request by the clock: what they show of others, the stream has told them. */
const withoutPolling = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof setInterval;
  });

const streamOpens = (page: Page) =>
  page.waitForResponse((response) => /\/api\/(kiosk\/)?events/.test(response.url()) && response.ok());

test('a scan stands on the dashboard and the wall at once, and the worker’s own phone follows another one', async ({
  browser,
}) => {
  const admin = await browser.newContext({ viewport: desktop });
  await registerByApi(admin);
  const { qrCode } = await call(admin, 'createLocation', { body: { name: 'Sawmill' } });
  const phone = await browser.newContext();
  await employByApi(admin, phone, { firstName: 'Aija', lastName: 'Ozola' });
  await Promise.all([admin, phone].map(withoutPolling));
  const [dashboard, wall, worker] = [await admin.newPage(), await admin.newPage(), await phone.newPage()];
  for (const [page, path] of [
    [dashboard, urlOf('dashboard', 'en')],
    [wall, urlOf('board', 'en')],
    [worker, urlOf('timeTracking', 'en')],
  ] as const) {
    await Promise.all([streamOpens(page), page.goto(path)]);
  }

  await call(phone, 'scan', { body: { qrCode, clientScanId: randomUUID() } });
  await expect(dashboard.getByText('Aija Ozola').first()).toBeVisible();
  await expect(wall.getByText('AO', { exact: true })).toBeVisible();
  await expect(worker.getByText('Sawmill').first()).toBeVisible();
  await call(phone, 'checkOut', { body: { clientScanId: randomUUID() } });
  await expect(wall.getByText('AO', { exact: true })).toHaveCount(0);
});

test('a phone whose session ends elsewhere is signed out at once', async ({ browser }) => {
  const admin = await browser.newContext({ viewport: desktop });
  await registerByApi(admin);
  await withoutPolling(admin);
  const page = await admin.newPage();
  await Promise.all([streamOpens(page), page.goto(urlOf('dashboard', 'en'))]);
  provokes(/401/);
  await call(admin, 'logout');
  await expect(page).toHaveURL(new RegExp(urlOf('auth', 'en')));
});

test('nothing moves between a press and its click', async ({ page }) => {
  await registerByApi(page.context());
  const { id } = await call(page.context(), 'createEmployee', {
    body: { firstName: 'Aija', lastName: 'Ozola', role: 'employee' },
  });
  await Promise.all([streamOpens(page), page.goto(urlOf('employees', 'en'))]);
  const link = page.getByRole('link', { name: 'Aija Ozola' });
  await expect(link).toBeVisible();
  // A press of more than three seconds is not a click, so the answer is fetched before it.
  const { promise: answer, resolve: isAnswered } = Promise.withResolvers<void>();
  const { promise: isPressed, resolve: press } = Promise.withResolvers<void>();
  const answerOncePressed = async (route: Route) => {
    const response = await route.fetch();
    isAnswered();
    await isPressed;
    await route.fulfill({ response });
  };
  await page.route('**/api/employees', answerOncePressed, { times: 1 });
  await call(page.context(), 'createEmployee', {
    body: { firstName: 'Adam', lastName: 'Bērza', role: 'employee' },
  });
  await answer;
  await link.hover();
  await page.mouse.down();
  const answered = page.waitForResponse('**/api/employees');
  press();
  await (await answered).finished();
  const before = await link.boundingBox();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await link.boundingBox()).toEqual(before);
  await expect(page.getByText('Adam Bērza')).toHaveCount(0);
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(id));
  await page.goBack();
  await expect(page.getByText('Adam Bērza')).toBeVisible();
});
