/* Checking out by one tap, taking it back, and what an employee's two screens show and cover on a small phone. */
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { CurrentUser } from '#contract/auth.ts';
import type { Location } from '#contract/locations.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  inDatabase,
  phone,
  registerByApi,
  say,
  tapQuickly,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');

type World = {
  admin: BrowserContext;
  context: BrowserContext;
  worker: CurrentUser;
  hall: Location;
  yard: Location;
};

/** An employee who has been at work in the hall for three hours. */
async function newWorld(browser: Browser, options = {}): Promise<World> {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const yard = await call(admin, 'createLocation', { body: { name: 'Yard' } });
  const context = await browser.newContext({ viewport: phone, ...options });
  const worker = await employByApi(admin, context);
  await call(context, 'scan', { body: { qrCode: hall.qrCode } });
  await inDatabase(`update time_entry set check_in = check_in - interval '3 hours' where user_id = $1`, [
    worker.id,
  ]);
  return { admin, context, worker, hall, yard };
}

async function open(
  context: BrowserContext,
  where: 'employee' | 'timeTracking' = 'timeTracking',
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(urlOf(where, 'en'));
  await expect(button(page, t('time-tracking:checkOut'))).toBeVisible();
  await allIsLoaded(page);
  return page;
}

/** Another phone of the same person. */
const contextOf = async (browser: Browser, { context }: World) =>
  browser.newContext({ viewport: phone, storageState: await context.storageState() });

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const checkOut = (page: Page) => button(page, t('time-tracking:checkOut')).click();
const undo = (page: Page) => button(page, t('time-tracking:undo.action'));
const isUndone = (page: Page) =>
  isTold(page, t('time-tracking:undo.done'), t('time-tracking:undo.since', { time: '' }));
const entriesOf = ({ worker }: World) =>
  inDatabase('select * from time_entry where user_id = $1 order by check_in', [worker.id]);
const checkOutsOf = ({ worker }: World) =>
  inDatabase(`select undone_at from scan where user_id = $1 and action = 'check-out'`, [worker.id]);

test('one tap on the start page checks out, one more takes it back', async ({ browser }) => {
  const world = await newWorld(browser);
  const before = await entriesOf(world);
  const page = await open(world.context, 'employee');
  await checkOut(page);
  await isTold(page, t('time-tracking:done.check-out'));
  await expect.poll(() => entriesOf(world)).not.toEqual(before);
  await undo(page).click();
  await isUndone(page);
  await expect.poll(() => entriesOf(world)).toEqual(before);
  await page.keyboard.press('Escape');
  // No question what was done, nothing about a check-out, and the way out again.
  await expect(page.getByText(t('time-tracking:active.now'))).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(t('time-tracking:done.check-out'))).toBeHidden();
  await page.reload();
  await expect(button(page, t('time-tracking:checkOut'))).toBeVisible();
  expect(await entriesOf(world)).toEqual(before);

  await checkOut(page);
  // Beside the question what was done. Ten seconds, then it stays.
  const report = page.getByRole('dialog', { name: t('time-tracking:workReport') });
  await expect(undo(page)).toBeVisible();
  await expect(report).toBeVisible();
  await expect(undo(page)).toBeHidden();
  await expect(report).toBeVisible();
  await expect.poll(() => checkOutsOf(world)).toContainEqual({ undone_at: null });
});

test('a double tap on the start page leaves nothing in the history that would check out again', async ({
  browser,
}) => {
  const { context } = await newWorld(browser);
  // Loads the code of this page first, so that a second tap is not too early.
  const page = await open(context);
  await page
    .getByRole('link', { name: t('nav:pages.employee') })
    .first()
    .click();
  const actions = page.getByRole('navigation', { name: t('employee-dashboard:quickActions') });
  await tapQuickly(button(actions, t('employee-dashboard:checkOut')), 2);
  await isTold(page, t('time-tracking:done.check-out'));
  await page.goBack();
  await expect(page).toHaveURL(urlOf('employee', 'en'));
});

test('so soon after the check-in the button asks, and the yellow answer is to stay', async ({ browser }) => {
  const world = await newWorld(browser);
  await inDatabase('update time_entry set check_in = now() where user_id = $1', [world.worker.id]);
  const page = await open(world.context);
  const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
  const yellow = await colourOf(button(page, t('time-tracking:checkOut')));
  await checkOut(page);
  const question = page.getByRole('group', { name: /You checked in \d+ s ago\. Check out\?/ });
  const stay = button(question, t('time-tracking:repeated.stayIn'));
  expect(await colourOf(stay)).toBe(yellow);
  expect(await colourOf(button(question, t('time-tracking:checkOut')))).not.toBe(yellow);
  await stay.click();
  await expect(question).toBeHidden();
  expect(await checkOutsOf(world)).toEqual([]);
  await checkOut(page);
  await button(question, t('time-tracking:checkOut')).click();
  await expect(undo(page)).toBeVisible();
});

test('a check-out whose answer comes late, while the screen still says it is saved, can be taken back', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const before = await entriesOf(world);
  const page = await open(world.context);
  await page.route('**/api/time-tracking/check-out', async (route) => {
    await isTold(page, t('time-tracking:saved.title'));
    await route.continue();
  });
  await checkOut(page);
  await isTold(page, t('time-tracking:done.check-out'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: t('time-tracking:workReport') })).toBeVisible();
  await undo(page).click();
  await isUndone(page);
  await expect.poll(() => entriesOf(world)).toEqual(before);
});

test('the report follows also where the phone’s storage reads slowly', async ({ browser }) => {
  const world = await newWorld(browser);
  // What is read because something has changed arrives a second later, as it was then.
  await world.context.addInitScript(() => {
    let isSlow = false;
    const slow = new WeakSet<EventTarget>();
    const { getAll } = IDBIndex.prototype;
    IDBIndex.prototype.getAll = function (...asked) {
      const request = getAll.apply(this, asked);
      if (isSlow) slow.add(request);
      return request;
    };
    const { addEventListener: listen } = EventTarget.prototype;
    IDBRequest.prototype.addEventListener = function (type: string, listener: EventListener) {
      const later = (event: Event) => setTimeout(() => listener.call(this, event), 1000);
      listen.call(this, type, slow.has(this) && type === 'success' ? later : listener);
    };
    const channel = BroadcastChannel.prototype;
    const onmessage = Object.getOwnPropertyDescriptor(channel, 'onmessage') as PropertyDescriptor;
    Object.defineProperty(channel, 'onmessage', {
      ...onmessage,
      set(notify: (event: MessageEvent) => void) {
        onmessage.set?.call(this, (event: MessageEvent) => {
          isSlow = true;
          notify.call(this, event);
          setTimeout(() => {
            isSlow = false;
          });
        });
      },
    });
  });
  const page = await open(world.context);
  await checkOut(page);
  await isTold(page, t('time-tracking:done.check-out'));
  await expect(page.getByRole('dialog', { name: t('time-tracking:workReport') })).toBeVisible();
  await expect(undo(page)).toBeVisible();
});

test('without a signal an undone check-out never leaves the phone', async ({ browser }) => {
  const world = await newWorld(browser);
  const before = await entriesOf(world);
  const page = await open(world.context);
  await world.context.setOffline(true);
  await checkOut(page);
  await isTold(page, t('time-tracking:saved.title'));
  await undo(page).click();
  await isUndone(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText(t('time-tracking:active.now'))).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.waiting'))).toHaveCount(0);
  const fetched = page.waitForResponse('**/api/time-tracking/active');
  await world.context.setOffline(false);
  await fetched;
  await expect(page.getByText(t('time-tracking:active.now'))).toBeVisible();
  expect(await checkOutsOf(world)).toEqual([]);
  expect(await entriesOf(world)).toEqual(before);
});

test('an undo that comes too late is told, asked for with one tap and seen by the administrator', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const page = await open(world.context);
  await page.route('**/api/time-tracking/undo-check-out', (route) => route.abort());
  let isLost = true;
  await page.route('**/api/time-tracking/check-out', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await checkOut(page);
  await isTold(page, t('time-tracking:saved.title'));
  await expect.poll(() => checkOutsOf(world)).toEqual([{ undone_at: null }]);
  await undo(page).click();
  await isTold(page, `${t('time-tracking:undo.done')} · Hall`);
  await page.keyboard.press('Escape');
  // The person goes on working, and leaves while there is still no signal.
  await checkOut(page);
  await isTold(page, t('time-tracking:saved.title'));
  await button(page, t('work-reports:skip')).click();
  await inDatabase(`update scan set received_at = received_at - interval '2 minutes' where user_id = $1`, [
    world.worker.id,
  ]);
  isLost = false;
  await page.unroute('**/api/time-tracking/undo-check-out');
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const refused = page.getByRole('listitem').filter({ hasText: t('errors:undo_too_late') });
  await expect(refused).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(t('time-tracking:outbox.blockedText'))).toBeVisible();
  await button(refused, t('time-tracking:outbox.request')).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Hall');
  await expect(dialog.getByLabel(t('time-entries:fields.reason'))).toHaveValue(/can no longer be undone/);
  await button(dialog, t('common:cancel')).click();
  const office = await world.admin.newPage();
  await office.goto(urlOf('corrections', 'en'));
  const trace = office
    .getByRole('listitem')
    .filter({ hasText: t('corrections:refused.reasons.undo_too_late') });
  await expect(trace).toContainText(`${t('corrections:refused.actions.undo')} · Hall`);

  await button(refused, t('time-tracking:discard')).click();
  const question = page.getByRole('listitem').filter({ hasText: /You then checked out at \d/ });
  await button(question, t('time-tracking:discard')).click();
  await expect(page.getByText(t('time-tracking:outbox.refused'))).toHaveCount(0);
  expect(await checkOutsOf(world)).toEqual([{ undone_at: null }]);
});

test('a check-out whose answer got lost: the undo is sent after it, once', async ({ browser }) => {
  const world = await newWorld(browser);
  const before = await entriesOf(world);
  const page = await open(world.context);
  let isLost = true;
  await page.route('**/api/time-tracking/check-out', async (route) => {
    const response = await route.fetch();
    return isLost ? route.abort() : route.fulfill({ response });
  });
  await checkOut(page);
  await isTold(page, t('time-tracking:saved.title'));
  await expect.poll(() => checkOutsOf(world)).toEqual([{ undone_at: null }]);
  await undo(page).click();
  await isTold(page, `${t('time-tracking:undo.done')} · Hall`);
  await page.keyboard.press('Escape');
  // What is expected is shown, as such.
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.waiting')).first()).toBeVisible();
  // Nor does a reload fall back to what the undo takes back.
  let isCut = true;
  await page.route('**/api/time-tracking/undo-check-out', async (route) => {
    const response = await route.fetch();
    return isCut ? route.abort() : route.fulfill({ response });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await expect(page.getByText(t('time-tracking:done.check-out'))).toHaveCount(0);
  isLost = false;
  isCut = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(t('time-tracking:outbox.waiting'))).toHaveCount(0, { timeout: 90_000 });
  expect(await checkOutsOf(world)).toEqual([{ undone_at: expect.any(Date) }]);
  expect(await entriesOf(world)).toEqual(before);
  await expect(page.getByText(t('time-tracking:active.now'))).toBeVisible();
  await expect(page.getByText(t('time-tracking:outbox.refused'))).toHaveCount(0);
});

test('what an administrator has changed meanwhile is not undone, and the person is told', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const page = await open(world.context);
  await checkOut(page);
  await expect(undo(page)).toBeVisible();
  const [entry] = await entriesOf(world);
  await call(world.admin, 'updateTimeEntry', {
    params: { id: String(entry?.id) },
    body: {
      locationId: world.hall.id,
      checkIn: new Date(Number(entry?.check_in) - 60_000).toISOString(),
      checkOut: new Date(Number(entry?.check_out)).toISOString(),
      reason: 'Queue at the gate',
    },
  });
  const changed = await entriesOf(world);
  await undo(page).click();
  await isTold(page, t('errors:changed_since_check_out'));
  expect(await entriesOf(world)).toEqual(changed);
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
});

test('undo pressed twice is one undo; a second phone that is out of date looks before it scans again', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const before = await entriesOf(world);
  const page = await open(world.context);
  await checkOut(page);
  await undo(page).dblclick();
  await isUndone(page);
  expect(await entriesOf(world)).toEqual(before);
  expect(await checkOutsOf(world)).toEqual([{ undone_at: expect.any(Date) }]);

  const second = await open(await contextOf(browser, world));
  await second.context().route('**/api/time-tracking/active', (route) => route.abort());
  await call(world.context, 'checkOut', { body: {} });
  const checkedOut = await entriesOf(world);
  await checkOut(second);
  await isTold(second, t('errors:scan_contradicts'));
  await second.context().unroute('**/api/time-tracking/active');
  await expect(second.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await expect(second.getByText(t('time-tracking:outbox.refused'))).toHaveCount(0);
  expect(await entriesOf(world)).toEqual(checkedOut);
});

test('a link from a poster asks by the name of the location, also without a signal', async ({ browser }) => {
  const world = await newWorld(browser);
  const { context, admin, hall, yard } = world;
  const page = await open(context);
  const follow = (code: string) => page.goto(`${urlOf('timeTracking', 'en')}?code=${code}`);
  await follow(hall.qrCode);
  const here = page.getByRole('group', { name: t('time-tracking:link.titleHere') });
  await expect(here.getByText('Hall', { exact: true })).toBeVisible();
  await expect(button(here, t('time-tracking:checkOut'))).toBeVisible();
  await follow(yard.qrCode);
  const elsewhere = page.getByRole('group', { name: t('time-tracking:link.titleElsewhere') });
  await expect(elsewhere.getByText('Yard', { exact: true })).toBeVisible();
  await expect(elsewhere).toContainText(formatLocationCode(yard.qrCode));
  await button(elsewhere, t('time-tracking:link.confirmElsewhere')).click();
  await isTold(page, t('time-tracking:done.location-switch'));
  // The keyboard is never without a place.
  await expect(button(page, t('common:close'))).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Refused before the tap, in the words of a scan, and nothing of another company's location is told.
  const stranger = await browser.newContext();
  await registerByApi(stranger);
  const foreign = await call(stranger, 'createLocation', { body: { name: 'Foreign gate' } });
  await follow(foreign.qrCode);
  await expect(page.getByRole('alert')).toContainText(t('errors:location_code_unknown'));
  await expect(page.getByText('Foreign gate')).toHaveCount(0);
  await expect(button(page, t('time-tracking:checkIn'))).toHaveCount(0);
  await call(admin, 'updateLocation', { params: { id: hall.id }, body: { name: 'Hall', isActive: false } });
  await follow(hall.qrCode);
  await expect(page.getByRole('alert')).toContainText(t('errors:location_inactive'));
  await button(page, t('common:close')).click();
  await expect(page).toHaveURL(urlOf('timeTracking', 'en'));
});

test('a name that was once asked for is known without a signal', async ({ browser }) => {
  const { context, yard } = await newWorld(browser);
  const page = await open(context);
  await page.goto(`${urlOf('timeTracking', 'en')}?code=${yard.qrCode}`);
  const question = page.getByRole('group', { name: t('time-tracking:link.titleElsewhere') });
  await expect(question.getByText('Yard', { exact: true })).toBeVisible();
  await button(question, t('common:cancel')).click();
  await allIsLoaded(page);
  await context.setOffline(true);
  await button(page, t('time-tracking:enterCode')).click();
  const field = page.getByLabel(t('time-tracking:code.label'));
  await field.fill(yard.qrCode);
  await field.press('Enter');
  await isTold(page, `${t('time-tracking:saved.location-switch')} · Yard`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Yard' })).toBeVisible();
});

/** Names of what can be pressed and lies partly under the bar or the navigation, or is smaller than 44 px. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll('.sticky.bottom-\\(--bottom-bar\\), nav.fixed')];
    const tops = bars.map((bar) => bar.getBoundingClientRect().top);
    const top = Math.min(...tops);
    const pressable = [...document.querySelectorAll('main a, main button, main input')];
    return pressable
      .filter((element) => !bars.some((bar) => bar.contains(element)))
      .flatMap((element) => {
        const { bottom, width, height } = element.getBoundingClientRect();
        const name = element.textContent || element.getAttribute('aria-label');
        return [
          ...(bottom > top ? [`${name} is covered`] : []),
          ...(width < 43.5 || height < 43.5 ? [`${name}: ${width} × ${height}`] : []),
        ];
      });
  });
}

for (const language of ['lv', 'pl', 'en', 'lt'] as const) {
  test(`the bar covers nothing on the smallest phone: ${language}`, async ({ browser }) => {
    const { context } = await newWorld(browser, { viewport: { width: 320, height: 568 }, hasTouch: true });
    const page = await context.newPage();
    const words = say(language);
    for (const at of ['working', 'not working']) {
      for (const where of ['timeTracking', 'employee'] as const) {
        await page.goto(urlOf(where, language));
        const main = at === 'working' ? words('time-tracking:checkOut') : words('time-tracking:scan');
        const bar = page.locator('main .sticky');
        await expect(button(bar, main)).toBeVisible();
        // Only scanning and checking out.
        await expect(bar.getByRole('button')).toHaveCount(at === 'working' ? 2 : 1);
        await expect(bar.getByRole('link')).toHaveCount(0);
        await allIsLoaded(page);
        const look = await bar.evaluate((element) => {
          const { left, right, bottom } = element.getBoundingClientRect();
          const navigation = document.querySelector('nav.fixed')?.getBoundingClientRect().top;
          return {
            colour: getComputedStyle(element).backgroundColor,
            left,
            right,
            gap: Math.round((navigation ?? 0) - bottom),
          };
        });
        expect(look).toMatchObject({ left: 0, right: 320, gap: 0 });
        expect(look.colour).not.toMatch(/rgba|transparent|\/ 0/);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        expect(await faultsOf(page), `${where}, ${at}`).toEqual([]);
      }
      if (at === 'working') await call(context, 'checkOut', { body: {} });
    }
  });
}
