/* Recorded breaks on the worker's page, with and without a signal, and what administrators correct of them. */
import { type Browser, expect, type Page } from '@playwright/test';
import { dateIn } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { isTold, isToldOnceConfirmed } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  inDatabase,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');

async function newWorld(browser: Browser) {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  await call(admin, 'updateWorkRules', {
    body: {
      country: 'LV',
      breaks: {
        policy: 'recorded',
        automatic: { after: 6 * MS_PER_HOUR, length: MS_PER_HOUR / 2, at: 4 * MS_PER_HOUR },
        isPaid: false,
      },
    },
  });
  const context = await browser.newContext({ viewport: phone });
  const worker = await employByApi(admin, context);
  return { admin, context, worker, hall };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const start = (page: Page) => button(page, t('breaks:start'));
const end = (page: Page) => button(page, t('breaks:end'));

async function checkIn(page: Page, { qrCode }: { qrCode: string }) {
  await page.goto(`${urlOf('timeTracking', 'en')}?code=${qrCode}`);
  await button(page, t('time-tracking:checkIn')).click();
  await isTold(page, t('time-tracking:done.check-in'));
  await page.keyboard.press('Escape');
}

/** An hour ago, so that the phone does not ask about a second scan. */
const startEarlier = (userId: string) =>
  inDatabase(`update time_entry set check_in = check_in - interval '1 hour' where user_id = $1`, [userId]);

const breaksOf = (userId: string) =>
  inDatabase('select started_at, ended_at from work_break where user_id = $1 order by started_at', [userId]);

test('a break is started right after the check-in, ended, and a second one ends with the check-out', async ({
  browser,
}) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await context.newPage();
  await checkIn(page, hall);
  await start(page).click();
  await expect(page.getByText(t('breaks:now'))).toBeVisible();
  await expect(page.getByText(t('time-tracking:active.now'))).toBeHidden();
  await page.reload();
  await end(page).click();
  await expect(start(page)).toBeVisible();
  await expect.poll(() => breaksOf(worker.id)).toMatchObject([{ ended_at: expect.anything() }]);

  await startEarlier(worker.id);
  await page.reload();
  await start(page).click();
  await expect(end(page)).toBeVisible();
  await button(page, t('time-tracking:checkOut')).click();
  await isToldOnceConfirmed(page, t('breaks:endedWith'));
  await expect
    .poll(() => breaksOf(worker.id))
    .toMatchObject([{ ended_at: expect.anything() }, { ended_at: expect.anything() }]);
  // Undone, it goes on.
  await button(page, t('time-tracking:undo.action')).click();
  await isTold(page, t('time-tracking:undo.done'));
  await page.keyboard.press('Escape');
  await expect(end(page)).toBeVisible();
  await expect.poll(() => breaksOf(worker.id)).toMatchObject([{}, { ended_at: null }]);
});

test('without a signal a break is kept and sent in order; one that is refused stays on the list', async ({
  browser,
}) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  await call(context, 'scan', { body: { qrCode: hall.qrCode } });
  await startEarlier(worker.id);
  const page = await context.newPage();
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(start(page)).toBeVisible();
  await allIsLoaded(page);
  const waiting = page.getByRole('listitem').filter({ hasText: /of break/ });
  await context.setOffline(true);
  await start(page).click();
  await end(page).click();
  await expect(start(page)).toBeVisible();
  await expect(waiting).toHaveCount(2);
  expect(await breaksOf(worker.id)).toEqual([]);
  await context.setOffline(false);
  await expect(waiting).toHaveCount(0, { timeout: 90_000 });
  expect(await breaksOf(worker.id)).toMatchObject([{ ended_at: expect.anything() }]);

  await context.setOffline(true);
  await start(page).click();
  await expect(waiting).toHaveCount(1);
  const rules = await call(admin, 'getWorkRules');
  const { effectiveFrom: _, ...today } = rules;
  await call(admin, 'updateWorkRules', {
    body: {
      country: today.country,
      breaks: { ...today.breaks, policy: 'none' },
      effectiveFrom: '1970-01-01',
    },
  });
  await end(page).click();
  await context.setOffline(false);
  await expect(page.getByText(t('time-tracking:outbox.refused'))).toBeVisible({ timeout: 90_000 });
  await expect(waiting).toHaveCount(2);
  expect(await breaksOf(worker.id)).toHaveLength(1);
  await page.reload();
  await expect(waiting).toHaveCount(2);

  // One tap asks an administrator for the break; then nothing waits any more.
  await button(page, t('time-tracking:outbox.request')).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByRole('group', { name: t('time-entries:breaks.number', { number: 2 }) }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).click();
  await expect(dialog).toBeHidden();
  await expect(waiting).toHaveCount(0);
  const [request] = await call(admin, 'listCorrectionRequests', { query: {} });
  expect(request).toMatchObject({ status: 'pending', kind: 'edit', wanted: { breaks: { removed: [] } } });
  expect(request?.wanted.breaks?.added).toHaveLength(1);
  expect(request?.reason).toContain(t('errors:breaks_not_recorded'));

  // Approved with one click, it is recorded.
  const office = await (await browser.newContext({ storageState: await admin.storageState() })).newPage();
  await office.goto(urlOf('corrections', 'en'));
  await expect(office.getByRole('row', { name: t('time-entries:diff.breaks') })).toContainText(
    t('time-entries:breaks.isUnpaid'),
  );
  await office.getByRole('button', { name: /^Approve:/ }).click();
  await isTold(office, t('corrections:approved'));
  const [, recorded] = await breaksOf(worker.id);
  expect(recorded).toMatchObject({ started_at: new Date(request?.wanted.breaks?.added[0]?.startedAt ?? '') });
});

test('an employee asks for another break of a day, and the administrator records it otherwise', async ({
  browser,
}) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  const [start, end] = [30, 22].map((hours) => new Date(Date.now() - hours * MS_PER_HOUR));
  const hour = (hours: number) => new Date((start?.getTime() ?? 0) + hours * MS_PER_HOUR).toISOString();
  await call(admin, 'createTimeEntry', {
    body: {
      userId: worker.id,
      locationId: hall.id,
      checkIn: hour(0),
      checkOut: end?.toISOString() ?? '',
      breaks: [{ startedAt: hour(2), endedAt: hour(3), isPaid: false }],
      reason: 'Forgotten',
    },
  });
  const page = await context.newPage();
  await page.goto(urlOf('myMonth', 'en', { month: dateIn(hour(0), 'Europe/Riga').slice(0, 7) }));
  await page
    .locator('summary')
    .filter({ has: page.locator('time') })
    .first()
    .click();
  await button(page, t('own-time:request.open')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('time-entries:fields.reason')).fill('It was later');
  const send = dialog.getByRole('button', { name: t('own-time:request.submit') });
  await send.click();
  await expect(dialog.getByText(t('own-time:request.unchanged'))).toBeVisible();
  await dialog.getByText(`${t('time-entries:breaks.title')} · 1`).click();
  await expect(dialog.getByLabel(t('time-entries:breaks.paid'))).toHaveCount(0);
  await dialog.getByRole('button', { name: t('time-entries:breaks.remove', { number: 1 }) }).click();
  await judge(page);
  await send.click();
  await expect(dialog).toBeHidden();
  const [request] = await call(admin, 'listCorrectionRequests', { query: {} });
  expect(request?.wanted).toMatchObject({ checkIn: null, breaks: { added: [], removed: [hour(2)] } });

  const office = await (await browser.newContext({ storageState: await admin.storageState() })).newPage();
  await office.goto(urlOf('corrections', 'en'));
  await button(office, t('corrections:changes.open')).click();
  const decision = office.getByRole('dialog');
  await decision.getByLabel(t('time-entries:fields.reason')).fill('Not taken at all');
  await decision.getByRole('button', { name: t('corrections:changes.submit') }).click();
  await expect(decision).toBeHidden();
  expect(await breaksOf(worker.id)).toEqual([]);
});

test('an administrator corrects the breaks of an entry, with a reason in its history', async ({
  browser,
}) => {
  const { admin, worker, hall } = await newWorld(browser);
  const hour = (hours: number) => new Date(Date.now() - hours * MS_PER_HOUR).toISOString();
  await call(admin, 'createTimeEntry', {
    body: {
      userId: worker.id,
      locationId: hall.id,
      checkIn: hour(30),
      checkOut: hour(22),
      breaks: [{ startedAt: hour(28), endedAt: hour(27), isPaid: false }],
      reason: 'Forgotten',
    },
  });
  const page = await (await browser.newContext({ storageState: await admin.storageState() })).newPage();
  await page.setViewportSize({ width: 320, height: 800 });
  const day = hour(30).slice(0, 10);
  await page.goto(`${urlOf('reports', 'en')}?start=${day}&end=${hour(0).slice(0, 10)}`);
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: t('reports:actions.edit') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${t('time-entries:breaks.title')} · 1`).click();
  await dialog.getByRole('button', { name: t('time-entries:breaks.remove', { number: 1 }) }).click();
  await dialog.getByRole('button', { name: t('time-entries:breaks.add') }).click();
  await dialog.getByLabel(t('time-entries:fields.reason')).fill('Another hour');
  // Without times it is refused beside them.
  await dialog.getByRole('button', { name: t('common:save') }).click();
  await expect(dialog.getByText(t('time-entries:moment.required')).first()).toBeVisible();
  await judge(page);
  await dialog.getByRole('button', { name: t('time-entries:breaks.remove', { number: 1 }) }).click();
  await dialog.getByRole('button', { name: t('common:save') }).click();
  await expect(dialog).toBeHidden();
  expect(await breaksOf(worker.id)).toEqual([]);
});
