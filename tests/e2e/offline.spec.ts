/* Without a signal: scans and reports count once, in order, whatever happens on the way. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Location } from '#contract/locations.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { isTold, isToldOnceConfirmed } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  holdStorage,
  inDatabase,
  isKept,
  makeOlder,
  origin,
  ownPassword,
  phone,
  provokes,
  recordPast,
  registerByApi,
  say,
  signIn,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');

type World = {
  admin: BrowserContext;
  context: BrowserContext;
  worker: Awaited<ReturnType<typeof employByApi>>;
  hall: Location;
  yard: Location;
};

async function newWorld(browser: Browser): Promise<World> {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard' } });
  const context = await browser.newContext({ viewport: phone });
  const worker = await employByApi(admin, context);
  await makeOlder(worker.companyId, '4 days');
  return { admin, context, worker, hall, yard };
}

async function openTimeTracking(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  // In the product the service worker has the lazy code; these tests load it before going offline.
  await allIsLoaded(page);
  // The question after a check-out appears once its code has loaded.
  await page.addLocatorHandler(skipReport(page), (skip) => skip.click());
  return page;
}

const skipReport = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: t('work-reports:skip') });

async function enterCode(page: Page, { qrCode }: Location) {
  const field = page.getByLabel(t('time-tracking:code.label'));
  if (!(await field.isVisible()))
    await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await field.fill(formatLocationCode(qrCode));
  await field.press('Enter');
}

const saved = (page: Page) => page.getByRole('status').getByText(t('time-tracking:saved.title'));
/** The list of items that have not been sent. */
const unsent = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: /Check-in|Check-out|Location switch|Work report/ });

/** Scans without a signal and waits until the phone says that it is saved. */
async function scanUnsent(page: Page, location: Location) {
  await enterCode(page, location);
  await isSaved(page);
  await leaveConfirmation(page);
}

const isSaved = (page: Page, expected = '') =>
  isToldOnceConfirmed(page, t('time-tracking:saved.title'), expected);

/** Presses the button without a signal and waits until the phone says that it is saved. */
async function checkOutUnsent(page: Page, expected?: string) {
  await page.getByRole('button', { name: t('time-tracking:checkOut') }).click();
  await isSaved(page, expected);
}

async function leaveConfirmation(page: Page) {
  await page.keyboard.press('Escape');
  await expect(saved(page)).toBeHidden();
}

type Scan = {
  action: string;
  source: string;
  scanned_at: Date;
  device_at: Date;
  effective_at: Date;
  is_uncertain: boolean;
};
const scansOf = async (userId: string) =>
  (await inDatabase('select * from scan where user_id = $1 order by effective_at, received_at', [
    userId,
  ])) as Scan[];
const actionsOf = async (userId: string) => (await scansOf(userId)).map(({ action }) => action);
/** Everything has been sent when the phone's list is empty. */
const allIsSent = (page: Page) => expect(unsent(page)).toHaveCount(0, { timeout: 90_000 });

/** The actions of scanning these locations one after another, starting checked out. */
function actionsAt(scanned: Location[]): string[] {
  let at: Location | undefined;
  return scanned.map((location) => {
    const action = at === location ? 'check-out' : at ? 'location-switch' : 'check-in';
    at = action === 'check-out' ? undefined : location;
    return action;
  });
}

test('20 scans without a signal are recorded in order when it is back', async ({ browser }) => {
  const { context, worker, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  const scanned = Array.from({ length: 20 }, (_, index) =>
    index % 4 === 0 || index % 4 === 3 ? hall : yard,
  );
  for (const location of scanned) await scanUnsent(page, location);
  await expect(unsent(page)).toHaveCount(20);
  expect(await scansOf(worker.id)).toEqual([]);

  await context.setOffline(false);
  await allIsSent(page);
  const scans = await scansOf(worker.id);
  expect(scans.map(({ action }) => action)).toEqual(actionsAt(scanned));
  expect(new Set(scans.map(({ source }) => source))).toEqual(new Set(['offline']));
});

test('what the phone expects is shown as such: check-in, switch, check-out, and where somebody works', async ({
  browser,
}) => {
  const { context, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  // The phone learns the name of a location from the server's response.
  await enterCode(page, hall);
  await isTold(page, t('time-tracking:done.check-in'));
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await enterCode(page, yard);
  const code = formatLocationCode(yard.qrCode);
  await isSaved(page, `${t('time-tracking:saved.location-switch')} · ${code}`);
  await leaveConfirmation(page);
  await expect(page.getByRole('heading', { name: code })).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.waiting')).first()).toBeVisible();
  await checkOutUnsent(page, `${t('time-tracking:saved.check-out')} · ${code}`);
  await leaveConfirmation(page);
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await enterCode(page, hall);
  await isSaved(page, `${t('time-tracking:saved.check-in')} · Hall`);
  await leaveConfirmation(page);

  // A mistyped code is refused at once.
  await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await page
    .getByLabel(t('time-tracking:code.label'))
    .fill(hall.qrCode.slice(0, -1) + (hall.qrCode.endsWith('A') ? 'B' : 'A'));
  await expect(page.getByText(t('time-tracking:code.mistyped'))).toBeVisible();
  await expect(unsent(page)).toHaveCount(3);
});

test('a lost response: saved, sent again, counted once', async ({ browser }) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await openTimeTracking(context);
  let isLost = true;
  await page.route('**/api/time-tracking/scan', async (route) => {
    const response = await route.fetch();
    return isLost ? route.abort() : route.fulfill({ response });
  });
  await enterCode(page, hall);
  await isSaved(page);
  await leaveConfirmation(page);
  await expect(unsent(page)).toHaveCount(1);
  isLost = false;
  await allIsSent(page);
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
  expect((await scansOf(worker.id))[0]?.source).toBe('code');
});

test('with a good connection a scan is recorded as such, and none overtakes waiting ones', async ({
  browser,
}) => {
  const { context, worker, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  let isBusy = true;
  provokes(/status of 503/);
  await page.route('**/api/time-tracking/scan', (route) =>
    isBusy
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy' } })
      : route.continue(),
  );
  await context.setOffline(false);
  await scanUnsent(page, yard);
  expect(await scansOf(worker.id)).toEqual([]);
  isBusy = false;
  await allIsSent(page);
  expect(await actionsOf(worker.id)).toEqual(['check-in', 'location-switch']);
});

test('the server is killed while the queue is sent, and restarted', async ({ browser }) => {
  const { context, worker, hall, yard } = await newWorld(browser);
  const start = async (port: string): Promise<{ server: ChildProcess; address: string }> => {
    const server = fork(new URL('../support/browser/second-server.ts', import.meta.url), {
      env: { ...process.env, PORT: port },
    });
    const [address] = await once(server, 'message');
    return { server, address };
  };
  let { server, address } = await start('0');
  try {
    const page = await context.newPage();
    await page.goto(urlOf('timeTracking', 'en').replace(origin, address));
    await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
    await allIsLoaded(page);
    await context.setOffline(true);
    const scanned = [hall, yard, yard, hall, hall, yard];
    for (const one of scanned) await scanUnsent(page, one);
    let requests = 0;
    await page.route('**/api/time-tracking/scan', async (route) => {
      requests += 1;
      if (requests !== 3) return route.continue();
      // Recorded, but the phone never receives the response.
      await route.fetch();
      server.kill('SIGKILL');
      await once(server, 'exit');
      await route.abort();
    });
    const killed = once(server, 'exit');
    await context.setOffline(false);
    await killed;
    await expect(unsent(page)).toHaveCount(4);
    ({ server, address } = await start(new URL(address).port));
    await allIsSent(page);
    expect(await actionsOf(worker.id)).toEqual(actionsAt(scanned));
  } finally {
    server.kill('SIGKILL');
  }
});

test('the tab dies right after "saved"', async ({ browser }) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await enterCode(page, hall);
  await isSaved(page);
  const devTools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(urlOf('employee', 'en'));
  await expect.poll(() => actionsOf(worker.id)).toEqual(['check-in']);
});

test('two tabs: one list, one order, each once', async ({ browser }) => {
  const { context, worker, hall, yard } = await newWorld(browser);
  const [first, second] = [await openTimeTracking(context), await openTimeTracking(context)];
  await context.setOffline(true);
  await scanUnsent(first, hall);
  await expect(unsent(second)).toHaveCount(1);
  await scanUnsent(second, yard);
  await scanUnsent(first, hall);
  await expect(unsent(first)).toHaveCount(3);
  await context.setOffline(false);
  await Promise.all([allIsSent(first), allIsSent(second)]);
  expect(await actionsOf(worker.id)).toEqual(['check-in', 'location-switch', 'location-switch']);
});

test('a phone whose clock is three hours ahead', async ({ browser }) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 });
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await allIsLoaded(page);
  await context.setOffline(true);
  const before = Date.now();
  await enterCode(page, hall);
  await isSaved(page);
  const after = Date.now();
  await context.setOffline(false);
  await expect.poll(() => actionsOf(worker.id)).toEqual(['check-in']);
  const [scan] = await scansOf(worker.id);
  const toleranceMs = 5000;
  expect(scan?.effective_at.getTime()).toBeGreaterThan(before - toleranceMs);
  expect(scan?.effective_at.getTime()).toBeLessThan(after + toleranceMs);
  expect(scan?.device_at.getTime()).toBeGreaterThan(before + 3 * 3_600_000 - toleranceMs);
});

test('a phone without room says so, and still checks in with a signal', async ({ browser }) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  // Before the browser first checks the free space.
  await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await allIsLoaded(page);
  await context.setOffline(true);
  await enterCode(page, hall);
  const alert = page.getByRole('alert').filter({ hasText: t('time-tracking:lost.title') });
  await expect(alert).toContainText(t('time-tracking:lost.text'));
  await expect(saved(page)).toHaveCount(0);
  await context.setOffline(false);
  await alert.getByRole('button', { name: t('common:retry') }).click();
  await isTold(page, t('time-tracking:done.check-in'));
  await expect(alert).toBeHidden();
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
});

test('a phone whose storage does not answer checks in with a signal, and says so without', async ({
  browser,
}) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await openTimeTracking(context);
  const other = await context.newPage();
  await other.goto(urlOf('terms', 'en'));
  await holdStorage(other, 'maina');
  await page.bringToFront();
  await enterCode(page, hall);
  await isTold(page, t('time-tracking:done.check-in'));
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
  await other.close();
  await expect.poll(() => storedIn(page)).toEqual([]);
  await page.reload();
  await allIsSent(page);
  expect(await actionsOf(worker.id)).toEqual(['check-in']);

  const another = await context.newPage();
  await another.goto(urlOf('terms', 'en'));
  await holdStorage(another, 'maina');
  await page.bringToFront();
  await context.setOffline(true);
  await page.getByRole('button', { name: t('time-tracking:checkOut') }).click();
  // Seconds after the check-in the page asks first.
  await page
    .getByRole('group', { name: /ago/ })
    .getByRole('button', { name: t('time-tracking:checkOut') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('time-tracking:lost.title') })).toBeVisible();
  await expect(saved(page)).toHaveCount(0);
  // Nor is it saved after all when the storage answers.
  await another.close();
  await expect.poll(() => storedIn(page)).toEqual([]);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('button', { name: t('time-tracking:checkOut') })).toBeVisible();
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
});

/** The states of the items that the phone keeps. */
const storedIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('maina');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const items = opening.result.transaction('outbox').objectStore('outbox').getAll();
    await new Promise((resolve) => items.addEventListener('success', resolve));
    opening.result.close();
    return items.result.map(({ fate }) => fate.state);
  });

test('a phone whose storage answers late sends what waits in it, and calls nothing saved that is not', async ({
  browser,
}) => {
  const { context, worker, hall, yard } = await newWorld(browser);
  const before = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(before, hall);
  await before.close();
  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto(urlOf('terms', 'en'));
  await holdStorage(other, 'maina');
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(urlOf('timeTracking', 'en'));
  const asksInVain = async () => {
    await page.clock.runFor(1000);
    await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible({ timeout: 100 });
  };
  await expect(asksInVain).toPass();
  await page.clock.runFor(3000);
  await expect(unsent(page)).toHaveCount(0);
  expect(await actionsOf(worker.id)).toEqual([]);
  await other.close();
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return actionsOf(worker.id);
    })
    .toEqual(['check-in']);
  await expect(page.getByRole('button', { name: t('time-tracking:checkOut') })).toBeVisible();

  // A question that the phone cannot keep for later.
  await inDatabase(`update time_entry set check_in = check_in - interval '20 hours' where user_id = $1`, [
    worker.id,
  ]);
  await page.reload();
  await page.clock.resume();
  await expect(page.getByText(t('common:missingCheckOut.text'))).toBeVisible();
  const another = await context.newPage();
  await another.goto(urlOf('terms', 'en'));
  await holdStorage(another, 'maina');
  await page.bringToFront();
  await enterCode(page, yard);
  const question = page.getByRole('dialog', { name: /Hall/ });
  await question.getByRole('button', { name: t('working-time:missing.later') }).click();
  await isTold(page, t('working-time:missing.lostText'));
  await enterCode(page, yard);
  await question.getByRole('radio', { name: new RegExp(t('working-time:missing.byScan')) }).check();
  await question.getByRole('button', { name: t('working-time:missing.saveAndScan') }).click();
  await isTold(page, t('time-tracking:done.check-out'));
  expect(await actionsOf(worker.id)).toEqual(['check-in', 'check-out']);
});

test('what a phone called not saved is not sent by a request that the storage answers at the same time', async ({
  browser,
}) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await allIsLoaded(page);
  const other = await context.newPage();
  await other.goto(urlOf('terms', 'en'));
  await holdStorage(other, 'maina');
  await page.bringToFront();
  await context.setOffline(true);
  await enterCode(page, hall);
  await expect(page.getByRole('alert').filter({ hasText: t('time-tracking:lost.title') })).toBeVisible();
  // The next request waits in the storage, behind what is not saved.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 12_000);
  await context.setOffline(false);
  const isSending = () => page.evaluate(async () => ((await navigator.locks.query()).held ?? []).length > 0);
  // The storage may not have been asked again yet.
  const isAsked = async () => {
    if (await isSending()) return true;
    await page.clock.runFor(1000);
    return false;
  };
  await expect.poll(isAsked).toBe(true);
  await other.close();
  await expect.poll(isSending).toBe(false);
  await expect.poll(() => storedIn(page)).toEqual([]);
  expect(await actionsOf(worker.id)).toEqual([]);
});

test('another person on the same phone neither sends nor sees what waits', async ({ browser }) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  const other = await employByApi(admin, await browser.newContext(), { firstName: 'Ilze' });
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await page.close();
  await context.setOffline(false);
  await call(context, 'login', { body: { email: other.email, password: ownPassword } });
  const theirs = await openTimeTracking(context);
  await expect(unsent(theirs)).toHaveCount(0);
  await enterCode(theirs, hall);
  await isTold(theirs, t('time-tracking:done.check-in'));
  expect(await actionsOf(worker.id)).toEqual([]);
  await call(context, 'login', { body: { email: worker.email, password: ownPassword } });
  await theirs.reload();
  await expect.poll(() => actionsOf(worker.id)).toEqual(['check-in']);
  expect(await actionsOf(other.id)).toEqual(['check-in']);
});

test('a session that ends meanwhile: the queue waits for the sign-in', async ({ browser }) => {
  const { context, worker, hall } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await inDatabase('delete from session where user_id = $1', [worker.id]);
  await context.setOffline(false);
  await expect(page.getByLabel(t('auth:email'))).toBeVisible();
  expect(await actionsOf(worker.id)).toEqual([]);
  await signIn(page, 'en', { email: worker.email, password: ownPassword });
  await expect.poll(() => actionsOf(worker.id)).toEqual(['check-in']);
});

test('a work report on an entry that the server does not know yet', async ({ browser }) => {
  const { context, worker, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await page.removeLocatorHandler(skipReport(page));
  await enterCode(page, hall);
  await isTold(page, t('time-tracking:done.check-in'));
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: t('time-tracking:workReport'), exact: true }).click();
  await expect(dialog.getByLabel(t('work-reports:description'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await context.setOffline(true);
  await enterCode(page, yard);
  await isSaved(page);
  await leaveConfirmation(page);
  await checkOutUnsent(page);
  await dialog.getByLabel(t('work-reports:description')).fill('Doors');
  await dialog.getByLabel(t('work-reports:quantity')).fill('4');
  await dialog.getByRole('button', { name: t('work-reports:submit') }).click();
  await expect(dialog).toBeHidden();
  await expect(unsent(page)).toHaveCount(3);
  await context.setOffline(false);
  await allIsSent(page);
  const reports = await inDatabase(
    `select r.description, l.name from work_report r join time_entry e on e.id = r.time_entry_id
       join location l on l.id = e.location_id where r.user_id = $1`,
    [worker.id],
  );
  expect(reports).toEqual([{ description: 'Doors', name: 'Yard' }]);
});

test('a refused item stays, with its reason, until the person has read it', async ({ browser }) => {
  const { admin, context, worker, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await scanUnsent(page, yard);
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
  await context.setOffline(false);
  await expect(page.getByText(t('errors:location_inactive'))).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.refusedText'))).toBeVisible();
  // The person was told of a switch from a location where they never were checked in.
  await expect(page.getByText(t('time-tracking:outbox.blockedText'))).toBeVisible();
  expect(await actionsOf(worker.id)).toEqual([]);
  await page.goto(urlOf('employee', 'en'));
  await page.getByRole('link', { name: t('employee-dashboard:outbox.show') }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: t('errors:location_inactive') })
    .getByRole('button', { name: t('time-tracking:discard') })
    .click();
  await expect(page.getByText(t('errors:location_inactive'))).toBeHidden();
  // It is asked about, and not sent.
  await expect(page.getByText(/You then switched location at/)).toBeVisible();
  await page.getByRole('button', { name: t('time-tracking:discard') }).click();
  await allIsSent(page);
  expect(await actionsOf(worker.id)).toEqual([]);
});

test('after a refused check-in the afternoon counts, the lunch does not, and one tap asks for the morning', async ({
  browser,
}) => {
  const { admin, context, worker, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  // The phone learns the name of a location by its poster.
  await page.goto(`${urlOf('timeTracking', 'en')}?code=${hall.qrCode}`);
  const question = page.getByRole('group', { name: t('time-tracking:link.title') });
  await expect(question).toContainText('Hall');
  await question.getByRole('button', { name: t('common:cancel') }).click();
  await allIsLoaded(page);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await checkOutUnsent(page);
  await leaveConfirmation(page);
  await scanUnsent(page, yard);
  await checkOutUnsent(page);
  await leaveConfirmation(page);
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
  await context.setOffline(false);
  const refused = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: t('errors:location_inactive') });
  await expect(refused).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.blockedText'))).toBeVisible();
  await expect(unsent(page)).toHaveCount(2);
  const offline = (await scansOf(worker.id)).filter(({ source }) => source === 'offline');
  expect(offline.map(({ action }) => action)).toEqual(['check-in', 'check-out']);
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();

  // The administrator sees it too, without anybody asking.
  const office = await admin.newPage();
  await office.goto(urlOf('corrections', 'en'));
  const trace = office
    .getByRole('listitem')
    .filter({ hasText: t('corrections:refused.reasons.location_inactive') });
  await expect(trace).toContainText('Jānis');
  await expect(trace).toContainText('Hall');

  await refused.getByRole('button', { name: t('time-tracking:outbox.request') }).click();
  const dialog = page.getByRole('dialog');
  // Filled in, though the location is not among those to choose from.
  await expect(dialog.getByRole('combobox').locator('option:checked')).toHaveText('Hall');
  await expect(dialog.getByLabel(t('time-entries:fields.reason'))).toHaveValue(/isn’t active/);
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).click();
  await expect(dialog).toBeHidden();
  await allIsSent(page);
  const { requests } = await call(admin, 'listAttention');
  expect(requests).toMatchObject([{ kind: 'add', wanted: { location: { name: 'Hall' } } }]);
  const { wanted } = requests[0] ?? {};
  expect(Date.parse(wanted?.checkOut ?? '')).toBeGreaterThan(Date.parse(wanted?.checkIn ?? ''));

  await trace.getByRole('button', { name: t('corrections:refused.settle') }).click();
  await expect(trace).toBeHidden();
  expect((await call(admin, 'listAttention')).refusedScans).toEqual([]);
});

test('discarding a refused check-in neither sends its check-out nor ends a later entry elsewhere', async ({
  browser,
}) => {
  const { admin, context, worker, hall, yard } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await checkOutUnsent(page);
  await leaveConfirmation(page);
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
  await context.setOffline(false);
  const refused = unsent(page).filter({ hasText: t('errors:location_inactive') });
  await expect(refused).toBeVisible();
  // A minute at most after the check-out that waits, with a signal.
  await enterCode(page, yard);
  await expect.poll(() => actionsOf(worker.id)).toEqual(['check-in']);
  await page.keyboard.press('Escape');

  await refused.getByRole('button', { name: t('time-tracking:discard') }).click();
  const question = unsent(page).filter({ hasText: /You then checked out at \d/ });
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: t('time-tracking:outbox.request') })).toBeVisible();
  await page.reload();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: t('time-tracking:discard') }).click();
  await expect(unsent(page)).toHaveCount(0);
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
  expect(await call(context, 'getActiveEntry')).toMatchObject({ location: { name: 'Yard' } });
});

test('a phone that cannot tell what a scan does sends none after one that was refused', async ({
  browser,
}) => {
  const { admin, context, worker, hall, yard } = await newWorld(browser);
  // Checked in with another phone: this one knows the location, and not its code.
  await call(context, 'scan', { body: { qrCode: yard.qrCode } });
  await call(admin, 'renewLocationCode', { params: { id: hall.id } });
  const page = await context.newPage();
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByRole('heading', { name: 'Yard' })).toBeVisible();
  await allIsLoaded(page);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await scanUnsent(page, yard);
  await context.setOffline(false);
  const listed = page.getByRole('main').getByRole('listitem');
  const refused = listed.filter({ hasText: t('errors:location_code_retired') });
  await refused.getByRole('button', { name: t('time-tracking:discard') }).click();
  const question = listed.filter({ hasText: /You then scanned a code at \d/ });
  await question.getByRole('button', { name: t('time-tracking:discard') }).click();
  await expect(question).toBeHidden();
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
  expect(await call(context, 'getActiveEntry')).toMatchObject({ location: { name: 'Yard' } });
});

for (const isPutRight of [false, true]) {
  const later = isPutRight ? ', and put right before sending' : '';
  test(`the clock was set back three hours while the app was closed${later}: the check-in awaits approval`, async ({
    browser,
  }) => {
    const { admin, context, worker, hall } = await newWorld(browser);
    const before = await openTimeTracking(context);
    await isKept(before, '"getActiveEntry"');
    await before.close();
    const page = await context.newPage();
    await context.route('**/api/**', (route) => route.abort());
    await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
    await page.goto(urlOf('timeTracking', 'en'));
    await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
    await allIsLoaded(page);
    const made = Date.now();
    await enterCode(page, hall);
    await isSaved(page);
    if (isPutRight) await page.clock.setSystemTime(Date.now());
    await context.unroute('**/api/**');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => actionsOf(worker.id)).toEqual(['check-in']);
    const [scan] = await scansOf(worker.id);
    expect(scan).toMatchObject({ is_uncertain: true });
    expect(Math.abs((scan?.effective_at.getTime() ?? 0) - made)).toBeLessThan(120_000);
    expect((await call(admin, 'listAttention')).requests).toMatchObject([{ kind: 'late' }]);
  });
}

test('a poster that is out of date says so, with a signal and without', async ({ browser }) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  const office = await admin.newPage();
  await office.goto(urlOf('locations', 'en'));
  await office.getByRole('button', { name: t('locations:renew.named', { name: 'Hall' }) }).click();
  await office
    .getByRole('alertdialog')
    .getByRole('button', { name: t('locations:renew.confirm') })
    .click();
  await isTold(office, t('locations:renew.done'));
  const [renewed] = await call(admin, 'listLocations');
  expect(renewed?.qrCode).not.toBe(hall.qrCode);
  await expect(office.getByText(formatLocationCode(renewed?.qrCode ?? ''))).toBeVisible();

  const page = await openTimeTracking(context);
  await enterCode(page, hall);
  await isTold(page, t('errors:location_code_retired'));
  const refused = unsent(page).filter({ hasText: t('errors:location_code_retired') });
  await refused.getByRole('button', { name: t('time-tracking:discard') }).click();
  await expect(unsent(page)).toHaveCount(0);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await context.setOffline(false);
  await expect(refused).toBeVisible();
  expect(await actionsOf(worker.id)).toEqual([]);
});

test('a day of four scans whose first is too old when it is sent: the lunch is no work, the afternoon counts', async ({
  browser,
}) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  const minute = 60_000;
  // Three days and five minutes ago it was 08:00: then the phone and the server had the same time.
  const agoMs = 72 * 60 * minute + 5 * minute;
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() - agoMs });
  await page.route('**/api/**', async (route) => {
    // A stream has no end to wait for.
    if (route.request().url().includes('/api/events')) return route.abort();
    const response = await route.fetch();
    const serverTime = Date.parse(response.headers()['x-server-time'] ?? '') - agoMs;
    const headers = { ...response.headers(), 'x-server-time': new Date(serverTime).toISOString() };
    await route.fulfill({ response, headers });
  });
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await allIsLoaded(page);
  await page.addLocatorHandler(skipReport(page), (skip) => skip.click());
  await context.setOffline(true);
  // Answers under way still get the time of then.
  await page.unrouteAll({ behavior: 'wait' });
  const eight = Date.now() - agoMs;
  let [minutes, turns] = [0, 0];
  for (const until of [0, 240, 270, 510]) {
    await page.clock.fastForward((until - minutes) * minute);
    minutes = until;
    await scanUnsent(page, hall);
    turns += 1;
    await expect(unsent(page)).toHaveCount(turns);
  }
  await page.clock.fastForward(agoMs - minutes * minute);
  await context.setOffline(false);

  const refused = unsent(page).filter({ hasText: t('errors:scan_too_old') });
  await expect(refused).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.blockedText'))).toBeVisible();
  await expect(unsent(page)).toHaveCount(2);
  const scans = await scansOf(worker.id);
  expect(scans.map(({ action }) => action)).toEqual(['check-in', 'check-out']);
  const at = scans.map(({ effective_at }) => Math.round((effective_at.getTime() - eight) / (5 * minute)) * 5);
  expect(at).toEqual([270, 510]);
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();

  await refused.getByRole('button', { name: t('time-tracking:outbox.request') }).click();
  const dialog = page.getByRole('dialog');
  // Its name came with the answer to the later scan.
  await expect(dialog.getByRole('combobox').locator('option:checked')).toHaveText('Hall');
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).click();
  await expect(dialog).toBeHidden();
  await allIsSent(page);
  const { requests, refusedScans } = await call(admin, 'listAttention');
  const morning = requests.find(({ kind }) => kind === 'add');
  await call(admin, 'decideCorrectionRequest', {
    params: { id: morning?.id ?? '' },
    body: { decision: 'approved' },
  });
  expect(refusedScans).toMatchObject([{ reason: 'scan_too_old', expectedAction: 'check-in' }]);
  const hours = await inDatabase(
    `select round(extract(epoch from check_out - check_in) / 300) * 5 as minutes from time_entry
       where user_id = $1 order by check_in`,
    [worker.id],
  );
  expect(hours.map(({ minutes: length }) => Number(length))).toEqual([240, 240]);
});

test('a scan refused at once stays on the list, also after a reload, and one tap asks for it', async ({
  browser,
}) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  await recordPast(worker, hall.id, new Date(Date.now() - 2 * 3_600_000).toISOString(), null);
  const page = await context.newPage();
  await page.goto(urlOf('timeTracking', 'en'));
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
  const before = Date.now();
  await enterCode(page, hall);
  await isTold(page, t('errors:location_inactive'));
  // This phone has never seen the code, so it cannot tell what the scan would have done.
  const refused = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: t('errors:location_inactive') });
  await expect(refused).toContainText(t('errors:location_inactive'));
  await expect(page.getByLabel(t('time-tracking:code.label'))).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();

  await refused.getByRole('button', { name: t('time-tracking:outbox.request') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(t('time-entries:fields.reason'))).toHaveValue(/isn’t active/);
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).click();
  await expect(dialog).toBeHidden();
  await expect(refused).toHaveCount(0);
  const { requests, refusedScans } = await call(admin, 'listAttention');
  expect(requests).toMatchObject([{ kind: 'edit', user: { id: worker.id } }]);
  const asked = Date.parse(requests[0]?.wanted.checkOut ?? '');
  expect(Math.abs(asked - before)).toBeLessThan(60_000);
  expect(refusedScans).toMatchObject([{ reason: 'location_inactive', location: { name: 'Hall' } }]);
  expect(await actionsOf(worker.id)).toEqual([]);
});

test('what a scan was expected to do is forgotten when it is refused; the next one counts at once', async ({
  browser,
}) => {
  const { admin, context, worker, hall } = await newWorld(browser);
  const page = await openTimeTracking(context);
  await context.setOffline(true);
  await scanUnsent(page, hall);
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
  await context.setOffline(false);
  const refused = unsent(page).filter({ hasText: t('errors:location_inactive') });
  await expect(refused).toBeVisible();
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: true } });
  await enterCode(page, hall);
  await isTold(page, t('time-tracking:done.check-in'));
  await page.keyboard.press('Escape');
  expect(await actionsOf(worker.id)).toEqual(['check-in']);
  // The request is for the earlier beginning of the entry that the second scan began.
  await refused.getByRole('button', { name: t('time-tracking:outbox.request') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('own-time:request.submit') }).click();
  await expect(dialog).toBeHidden();
  const { requests } = await call(admin, 'listAttention');
  expect(requests).toMatchObject([{ kind: 'edit', wanted: { checkOut: null } }]);
  const { wanted, current } = requests[0] ?? {};
  expect(Date.parse(wanted?.checkIn ?? '')).toBeLessThan(Date.parse(current?.checkIn ?? ''));
});

test('the app starts from the last known state, and shows its age', async ({ browser }) => {
  const { context, hall } = await newWorld(browser);
  await call(context, 'scan', { body: { qrCode: hall.qrCode } });
  const page = await context.newPage();
  await page.goto(urlOf('employee', 'en'));
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await isKept(page, '"getActiveEntry"');
  // The age on screen is that of the statistics, whose response may come after the status.
  await isKept(page, '"stats","employee"');
  await page.goto(urlOf('workReports', 'en'));
  await expect(page.getByText(t('work-reports:empty.title'))).toBeVisible();
  await isKept(page, '"listWorkReports"');
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(urlOf('employee', 'en'));
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  const age = page.getByText(/Couldn’t be refreshed\. As of \d\d:\d\d\./);
  await expect(age).toBeVisible();
  await page.goto(urlOf('workReports', 'en'));
  await expect(page.getByText(t('work-reports:empty.title'))).toBeVisible();
  await expect(age).toBeVisible();

  // The end of the session deletes all of it.
  await context.unroute('**/api/**');
  await context.clearCookies();
  await page.goto(urlOf('employee', 'en'));
  await expect(page.getByLabel(t('auth:email'))).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('maina-kept-for'))).toBeNull();
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(urlOf('employee', 'en'));
  await expect(page.getByText(t('common:networkError'))).toBeVisible();
});
