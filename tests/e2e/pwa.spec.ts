import { readdirSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { LANGUAGES } from '#domain/languages.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { type PageName, pathFor } from '#domain/paths.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import {
  test as base,
  call,
  employByApi,
  hasShown,
  inDatabase,
  noteShown,
  provokes,
  recover,
  registerByApi,
  say,
  toastsOf,
  typeAsReader,
} from '#tests/support/browser/support.ts';
import { openTestProxy, type TestProxy } from '#tests/support/browser/test-proxy.ts';
import { allIsLoaded, findBrowser, testBrowser } from '#tools/browser.ts';

const t = say('en');

/** `testProxy` is in front of the server; `open` opens a page through it. */
const test = base.extend<{ testProxy: TestProxy; open: (path: string) => Promise<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  testProxy: async ({}, use) => {
    const testProxy = await openTestProxy();
    await use(testProxy);
    await testProxy.close();
  },
  open: async ({ context, testProxy }, use) => {
    await use(async (path) => {
      const page = await context.newPage();
      await page.goto(testProxy.origin + path);
      // The sign-in page runs its code once somebody uses it.
      await page.keyboard.press('Shift');
      return page;
    });
  },
});
// The headless shell installs no apps and knows no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: { ...testBrowser(), executablePath: findBrowser() } });

const workerIsReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

/** Lets the browser look for a new service worker, as it does at every visit; resolves when that is installed. */
const findUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    // If the browser has looked by itself meanwhile, it may be active by now.
    while (worker?.state === 'installing') {
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    }
  });

/** A busy tab keeps the lock that every tab needs before it continues. */
const heldLocks = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.map(({ mode }) => mode));

/** Input that a reload would lose. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

const builtFiles = readdirSync(new URL('../../dist/web/assets', import.meta.url));
const assetOf = (name: string) => `/assets/${builtFiles.find((file) => file.startsWith(`${name}-`))}`;
const path = (page: PageName, language: (typeof LANGUAGES)[number] = 'en') => pathFor(page, language);
const emailField = (page: Page) => page.getByLabel(t('auth:email'));

/** Types an address; the rules that check it load with the first input, and belong to the release of the page. */
async function typeEmail(page: Page) {
  await emailField(page).fill('anna');
  await emailField(page).press('Enter');
  await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true');
  await emailField(page).fill('anna@example.test');
}

for (const language of eachLanguage('pl')) {
  test(`${language}: can be installed, and every file of the manifest exists`, async ({ open, context }) => {
    const page = await open(path('auth', language));
    await workerIsReady(page);
    const client = await context.newCDPSession(page);
    const { errors, url } = await client.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const answer = await page.request.get(url);
    expect(answer.headers()).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json'),
      'cache-control': 'public, max-age=300',
    });
    const manifest = await answer.json();
    expect(manifest).toMatchObject({
      id: '/',
      scope: '/',
      start_url: path('auth', language),
      short_name: 'Maina',
      display: 'standalone',
      shortcuts: [
        { name: say(language)('time-tracking:scan'), url: path('scan', language) },
        { name: say(language)('nav:pages.messages'), url: path('messages', language) },
      ],
    });
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // The tests' browsers are private windows, which do not support installing.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

    const pictures = [manifest, ...manifest.shortcuts].flatMap(({ icons, screenshots = [] }) => [
      ...icons,
      ...screenshots,
    ]);
    expect(manifest.icons.map(({ purpose, sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual(
      ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'],
    );
    expect(new Set(manifest.screenshots.map((shot: Record<string, string>) => shot.form_factor))).toEqual(
      new Set(['wide', 'narrow']),
    );
    for (const { src, sizes, type } of pictures) {
      const seen = await page.evaluate(async (address) => {
        const response = await fetch(address);
        const { width, height } = await createImageBitmap(await response.blob());
        return { sizes: `${width}x${height}`, type: response.headers.get('content-type') };
      }, src);
      expect(seen, src).toEqual({ sizes, type });
    }
  });
}

test('the worker and the pages are never stale, built files never change', async ({ testProxy, request }) => {
  const headersOf = async (address: string) => (await request.get(testProxy.origin + address)).headers();
  expect(await headersOf('/sw.js')).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  });
  expect(await headersOf(path('dashboard'))).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringMatching(/manifest-src 'self'.*worker-src 'self'/),
  });
  expect((await headersOf(assetOf('platform')))['cache-control']).toContain('immutable');
});

test('after one visit it starts offline, in the language of that visit', async ({
  open,
  testProxy,
  context,
}) => {
  const lt = say('lt');
  const first = await open(path('auth', 'lt'));
  await workerIsReady(first);
  await first.close();
  testProxy.cut();

  const page = await open(path('auth', 'lt'));
  await expect(page.getByRole('button', { name: lt('auth:login.submit') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
  await expect(page.getByText(lt('common:connection.offline'))).toBeVisible();
  expect(await page.evaluate(() => document.fonts.load('16px Archivo').then(([face]) => face?.status))).toBe(
    'loaded',
  );
  // Everything of the scanner is cached, nothing of other languages.
  const isKept = (asset: string) =>
    page.evaluate(async (address) => Boolean(await caches.match(address)), asset);
  expect(await isKept(assetOf('decoder.worker'))).toBe(true);
  expect(await isKept(assetOf('zxing_reader'))).toBe(true);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  // Pages, dialogs that work there, and the texts in one language.
  for (const name of ['my-hours-page', 'missing-check-out-dialog', 'work-report-dialog', 'own-time'])
    expect(
      kept.filter((address) => address.startsWith(`/assets/${name}-`)),
      name,
    ).toHaveLength(1);
  expect(kept.filter((address) => /^\/(api|site|og)\//.test(address))).toEqual([]);
  await context.close();
});

test('a first visit downloads little to a phone', async ({ browser, context, testProxy }) => {
  await employed(browser, context);
  const page = await context.newPage();
  await page.goto(testProxy.origin + path('timeTracking', 'lv'));
  await workerIsReady(page);
  await expect(page.getByText(say('lv')('time-tracking:status.idle'))).toBeVisible();
  await allIsLoaded(page);
  const files = testProxy.sent().filter(({ url }) => !url.startsWith('/api/'));
  const list = files.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  const decoder = files.filter(({ url }) => url.endsWith('.wasm'));
  expect(decoder.map(({ encoding }) => encoding)).toEqual(['br']);
  expect(
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    list,
  ).toBeLessThanOrEqual(600_000);
  expect(files.length, list).toBeLessThanOrEqual(20);
});

/** A location, and an employee signed in in this browser. */
async function employed(browser: Browser, context: BrowserContext) {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const { qrCode } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const { id } = await employByApi(admin, context);
  const sources = () => inDatabase('select source from scan where user_id = $1', [id]);
  return { code: formatLocationCode(qrCode), sources };
}

async function typeCode(page: Page, code: string) {
  await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await page.getByLabel(t('time-tracking:code.label')).fill(code);
  await page.keyboard.press('Enter');
  await isTold(page, t('time-tracking:saved.title'));
}

test('in the basement, after one visit: started without a signal, a scan is saved, and counts later', async ({
  browser,
  context,
  open,
  testProxy,
}) => {
  const { code, sources } = await employed(browser, context);
  const first = await open(path('timeTracking'));
  await expect(first.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await workerIsReady(first);
  await first.close();
  testProxy.cut();
  const page = await open(path('timeTracking'));
  await expect(page.getByText(t('common:connection.offline'))).toBeVisible();
  await typeCode(page, code);
  // The other pages that show something without a signal. None of them was open before.
  const pages = [
    ['employee', t('employee-dashboard:welcome')],
    ['workReports', t('nav:titles.workReports')],
    ['myHours', t('nav:titles.myHours')],
    ['mySchedule', t('nav:titles.mySchedule')],
    ['messages', t('messages:title')],
  ] as const;
  for (const [name, title] of pages) {
    await page.goto(testProxy.origin + path(name));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.close();
  expect(await sources()).toEqual([]);
  testProxy.mend();
  await open(path('timeTracking'));
  await expect.poll(sources).toEqual([{ source: 'offline' }]);
});

/** As `OUTBOX` of web/queue/outbox.ts. */
const SYNC_TAG = 'maina-outbox';

/** Chromium's own `sync` event for the worker of this origin, which is started for it. Rejects if there is no worker. */
async function dispatchSync(context: BrowserContext, { origin }: TestProxy) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registrationId,
    tag: SYNC_TAG,
    lastChance: false,
  });
  await page.close();
}

test('with no page open the browser’s background sync sends the scan; the next page shows what landed', async ({
  browser,
  context,
  open,
  testProxy,
}) => {
  await context.grantPermissions(['background-sync'], { origin: testProxy.origin });
  const { code, sources } = await employed(browser, context);
  const page = await open(path('timeTracking'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await workerIsReady(page);
  testProxy.cut();
  await typeCode(page, code);
  // What the page has asked the browser for.
  const tags = () =>
    page.evaluate(async () => {
      const registration: unknown = await navigator.serviceWorker.ready;
      return (registration as { sync: { getTags(): Promise<string[]> } }).sync.getTags();
    });
  await expect.poll(tags).toEqual([SYNC_TAG]);
  await page.close();
  await dispatchSync(context, testProxy);
  expect(await sources()).toEqual([]);
  testProxy.mend();
  await dispatchSync(context, testProxy);
  await expect.poll(sources).toEqual([{ source: 'offline' }]);

  // The server cannot be asked again: what is shown is what the worker has left.
  provokes(/status of 503/);
  testProxy.answer('/api/time-tracking/active', { status: 503, type: 'application/json', body: '{}' });
  const next = await context.newPage();
  await next.goto(testProxy.origin + path('timeTracking'));
  await isTold(next, t('time-tracking:done.check-in'));
  await next.keyboard.press('Shift');
  await expect(next.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await expect(next.getByText(t('time-tracking:outbox.waiting'))).toHaveCount(0);
  await next.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await next.getByLabel(t('time-tracking:code.label')).fill(code);
  await next.keyboard.press('Enter');
  await expect(next.getByRole('group', { name: / s ago/ })).toBeVisible();
  await dispatchSync(context, testProxy);
  expect(await sources()).toEqual([{ source: 'offline' }]);
});

test('reloaded without a signal, connected 64 s later, sent by the worker: never shown as checked out', async ({
  browser,
  context,
  open,
  testProxy,
}) => {
  const { code, sources } = await employed(browser, context);
  const first = await open(path('timeTracking'));
  await expect(first.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await workerIsReady(first);
  await first.close();
  const page = await context.newPage();
  // The worker's clock cannot be moved: the page's has caught up with it when the worker sends.
  await page.clock.install({ time: Date.now() - 64_000 });
  await page.goto(testProxy.origin + path('timeTracking'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  testProxy.cut();
  await typeCode(page, code);
  await page.reload();
  const working = page.getByText(t('time-tracking:active.now'));
  await expect(working).toBeVisible();
  await page.clock.fastForward(64_000);
  // From now on, whatever the screen says is written down.
  await page.evaluate((idle) => {
    const seen = () => document.body.textContent?.includes(idle) && Object.assign(window, { wasIdle: true });
    new MutationObserver(seen).observe(document, { subtree: true, childList: true, characterData: true });
  }, t('time-tracking:status.idle'));
  await expect(working).toBeVisible();
  // Only the worker sends: the page cannot tell that it may.
  provokes(/status of 503/);
  testProxy.answer('/api/time-tracking/active', { status: 503, type: 'application/json', body: '{}' });
  await page.route('**/api/**', (route) => route.abort());
  testProxy.mend();
  await dispatchSync(context, testProxy);
  await isTold(page, t('time-tracking:done.check-in'));
  expect(await sources()).toEqual([{ source: 'offline' }]);
  await page.keyboard.press('Shift');
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
  await page.getByLabel(t('time-tracking:code.label')).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: / s ago/ })).toBeVisible();
  await page.getByRole('button', { name: t('time-tracking:repeated.stayIn') }).click();
  testProxy.answer('/api/time-tracking/active', null);
  await page.unroute('**/api/**');
  const fetched = page.waitForResponse('**/api/time-tracking/active');
  await page.clock.fastForward(10_000);
  await fetched;
  await expect(working).toBeVisible();
  expect(await page.evaluate(() => 'wasIdle' in window)).toBe(false);
  expect(await sources()).toHaveLength(1);
});

test('a new release waits for items that are still to be sent', async ({
  browser,
  context,
  open,
  testProxy,
}) => {
  const { code, sources } = await employed(browser, context);
  const page = await open(path('timeTracking'));
  await workerIsReady(page);
  const scans = '/api/time-tracking/scan';
  provokes(/status of 503/);
  testProxy.answer(scans, { status: 503, type: 'application/json', body: '{}' });
  await typeCode(page, code);
  await page.keyboard.press('Shift');
  await mark(page);
  testProxy.deploy();
  await findUpdate(page);
  await expect(page.getByText(t('time-tracking:outbox.waiting')).first()).toBeVisible();
  await expect.poll(() => heldLocks(page)).toContain('shared');
  expect(await isMarked(page)).toBe(true);
  testProxy.answer(scans, null);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(sources).toHaveLength(1);
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  expect(await sources()).toHaveLength(1);
});

test('a language, once chosen, works offline as well', async ({ open, testProxy }) => {
  const page = await open(path('auth'));
  await workerIsReady(page);
  /** How many files with texts of work reports are stored, and whether the page in Polish is. */
  const stored = () =>
    page.evaluate(async () => {
      const cache = await caches.open((await caches.keys()).find((name) => name.includes('precache')) ?? '');
      const urls = (await cache.keys()).map(({ url }) => new URL(url));
      const files = urls.filter(({ pathname }) => pathname.startsWith('/assets/work-reports-')).length;
      return { files, hasShell: urls.some(({ pathname }) => pathname.startsWith('/pl/')) };
    });
  const { files } = await stored();
  await page.getByRole('button', { name: /English/ }).click();
  await page.getByRole('menuitemradio', { name: 'Polski' }).click();
  await expect(page).toHaveURL(testProxy.origin + path('auth', 'pl'));
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.pl.webmanifest');
  await expect.poll(stored).toEqual({ files: files + 1, hasShell: true });
  testProxy.cut();
  await page.reload();
  await expect(page.getByRole('button', { name: say('pl')('auth:login.submit') })).toBeVisible();
});

test('a page of an older release gets its code after a deployment', async ({ open, testProxy, context }) => {
  await registerByApi(context);
  const page = await open(path('dashboard'));
  await workerIsReady(page);
  await mark(page);
  await expect
    .poll(() => page.evaluate(async (file) => Boolean(await caches.match(file)), assetOf('employees-page')))
    .toBe(true);
  testProxy.deploy([assetOf('employees-page')]);
  expect((await page.request.get(testProxy.origin + assetOf('employees-page'))).status()).toBe(404);
  await page
    .getByRole('link', { name: t('nav:pages.employees') })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Anna Bērziņa' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('a new release waits for what is typed, also in another tab, and then comes once', async ({
  open,
  testProxy,
}) => {
  const [typing, idle] = [await open(path('auth')), await open(path('auth'))];
  await workerIsReady(typing);
  let loads = 0;
  typing.on('load', () => {
    loads += 1;
  });
  await typeEmail(typing);
  await Promise.all([mark(typing), mark(idle)]);
  testProxy.deploy();
  await findUpdate(typing);
  await expect.poll(() => heldLocks(typing)).toEqual(['shared']);
  const isWaiting = () =>
    idle.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  expect(await isWaiting()).toBe(true);
  expect([await isMarked(typing), await isMarked(idle)]).toEqual([true, true]);
  await expect(emailField(typing)).toHaveValue('anna@example.test');

  await emailField(typing).fill('');
  await expect.poll(() => isMarked(typing).catch(() => true)).toBe(false);
  await expect.poll(() => isMarked(idle).catch(() => true)).toBe(false);
  await expect(typing.locator('html')).toHaveAttribute('data-entry', /-release1\.js$/);
  expect(await isWaiting()).toBe(false);
  expect(loads).toBe(1);
});

test('a page that came from the new server changes its worker without a reload', async ({
  open,
  testProxy,
}) => {
  const first = await open(path('auth'));
  await workerIsReady(first);
  await first.close();
  testProxy.deploy();
  const page = await open(path('auth'));
  await mark(page);
  await findUpdate(page);
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      const isStored = requests.flat().some(({ url }) => url.endsWith('-release1.js'));
      return { isStored, isChanging: Boolean(registration.installing ?? registration.waiting) };
    });
  await expect.poll(state).toEqual({ isStored: true, isChanging: false });
  expect(await isMarked(page)).toBe(true);
});

test('a worker that answers late does not make the page reload', async ({ context, testProxy }) => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype;
    const held: (() => void)[] = [];
    ServiceWorker.prototype.postMessage = function (...given: [{ type: string }]) {
      held.push(() => postMessage.apply(this, given));
      const sendHeld = () => {
        for (const send of held) send();
      };
      if (given[0].type === 'has-file') Object.assign(window, { sendHeld });
    };
  });
  await page.clock.install();
  await page.goto(testProxy.origin + path('auth'));
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => 'sendHeld' in window);
  const isReloaded = async () => {
    await page.clock.runFor(10_000);
    return page.evaluate(() => sessionStorage.getItem('maina-reloaded-at') !== null);
  };
  expect(await isReloaded()).toBe(false);
  await page.evaluate('sendHeld()');
  expect(await isReloaded()).toBe(false);
});

test('a release that has waited for long can be had by a button', async ({ open, testProxy, context }) => {
  const page = await open(path('auth'));
  await workerIsReady(page);
  await page.clock.install();
  await page.reload();
  await workerIsReady(page);
  await typeEmail(page);
  await mark(page);
  testProxy.deploy();
  await findUpdate(page);
  // The new release is stored first, which takes a busy machine a while.
  const isOffered = async () => {
    await page.clock.fastForward('00:30');
    return page.getByText(t('pwa:update.ready')).isVisible();
  };
  await expect.poll(isOffered, { timeout: 150_000 }).toBe(true);
  await page.getByRole('button', { name: t('pwa:update.reload') }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await context.close();
});

test('people who allowed notifications get one about a new release', async ({ open, testProxy, context }) => {
  await context.grantPermissions(['notifications'], { origin: testProxy.origin });
  const page = await open(path('auth', 'lv'));
  await workerIsReady(page);
  await page.evaluate(noteShown);
  await page.getByLabel(say('lv')('auth:email')).fill('anna@example.test');
  testProxy.deploy();
  await findUpdate(page);
  const notifications = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, lang }) => [
        title,
        lang,
      ]),
    );
  await hasShown(page);
  expect(await notifications()).toEqual([[say('lv')('pwa:update.title'), 'lv']]);
});

test('a server that has moved on asks for a reload, which waits for what is typed', async ({
  open,
  testProxy,
  context,
}) => {
  await registerByApi(context);
  const page = await open(path('locations'));
  await page
    .getByRole('button', { name: t('locations:add') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('locations:form.name')).fill('Hall');
  await mark(page);
  const body = JSON.stringify({ message: t('errors:client_outdated'), code: 'client_outdated' });
  testProxy.answer('/api/locations', { status: 426, type: 'application/json', body });
  await dialog.getByRole('button', { name: t('locations:add') }).click();
  await expect(page.getByText(t('pwa:update.outdated'))).toBeAttached();
  await expect(dialog.getByLabel(t('locations:form.name'))).toHaveValue('Hall');
  await expect(toastsOf(page)).toHaveCount(0);
  testProxy.answer('/api/locations', null);
  expect(await isMarked(page)).toBe(true);
  await dialog.getByRole('button', { name: t('common:cancel') }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the open scanner delays the new release', async ({ open, testProxy, context }) => {
  await context.grantPermissions(['camera'], { origin: testProxy.origin });
  await registerByApi(context);
  const page = await open(path('scan'));
  await workerIsReady(page);
  await expect(page).toHaveURL(testProxy.origin + path('timeTracking'));
  // With or without a camera on this machine, the shortcut has opened the scanner.
  await expect(page.getByRole('button', { name: t('time-tracking:hideCamera') })).toBeVisible();
  await expect(page.locator('video').or(page.getByRole('alert'))).toBeVisible();
  await mark(page);
  testProxy.deploy();
  await findUpdate(page);
  await expect.poll(() => heldLocks(page)).toEqual(['shared']);
  expect(await isMarked(page)).toBe(true);
  await page.getByRole('button', { name: t('time-tracking:hideCamera') }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
});

/** The event that Chromium fires before installing; the tests' private windows never do. */
const offerInstall = (page: Page, outcome: 'accepted' | 'dismissed' = 'accepted') =>
  page.evaluate((chosen) => {
    const prompt = async () => {
      document.documentElement.dataset.prompted = 'true';
      return { outcome: chosen };
    };
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    // Otherwise the browser would show its own banner.
    if (dispatchEvent(offer)) throw new Error('not prevented');
  }, outcome);

/** A page whose clock stands still once its service worker exists. */
async function openWithoutTime(page: Page, address: string): Promise<void> {
  await page.clock.install({ time: '2026-11-19T08:00:00Z' });
  await page.goto(address);
  await allIsLoaded(page);
  await page.keyboard.press('Shift');
  await allIsLoaded(page);
  await page.clock.pauseAt('2026-11-19T09:00:00Z');
}

const installBanner = (page: Page) => page.getByRole('complementary', { name: t('pwa:install.title') });
const bannerButton = (page: Page, name: string) => installBanner(page).getByRole('button', { name });

for (const [where, address] of [
  ['the app', path('auth')],
  ['a public page', path('pricing')],
] as const) {
  const headerButton = (page: Page) =>
    page.getByRole('banner').getByRole('button', { name: t('pwa:install.button') });

  test(`${where}: the invitation to install comes after three seconds, and later means later`, async ({
    context,
    testProxy,
  }) => {
    const page = await context.newPage();
    await openWithoutTime(page, testProxy.origin + address);
    await expect(headerButton(page)).toBeHidden();
    await offerInstall(page);
    await expect(headerButton(page)).toBeVisible();
    await page.clock.runFor(2900);
    await expect(installBanner(page)).toBeHidden();
    await page.clock.runFor(200);
    await expect(installBanner(page)).toBeVisible();
    await context.setOffline(true);
    await expect(installBanner(page)).toBeHidden();
    await context.setOffline(false);
    await bannerButton(page, t('pwa:install.later')).click();
    await expect(installBanner(page)).toBeHidden();
    await expect(headerButton(page)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('pwa-banner-dismissed'))).toBe('true');

    await page.clock.resume();
    await page.reload();
    await allIsLoaded(page);
    await offerInstall(page);
    await expect(headerButton(page)).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(installBanner(page)).toBeHidden();
  });

  test(`${where}: the banner goes after accepting, and stays after refusing`, async ({
    context,
    testProxy,
  }) => {
    const page = await context.newPage();
    await openWithoutTime(page, testProxy.origin + address);
    await offerInstall(page, 'dismissed');
    await page.clock.runFor(3100);
    await bannerButton(page, t('pwa:install.install')).click();
    await expect(page.locator('html')).toHaveAttribute('data-prompted', 'true');
    await expect(installBanner(page)).toBeVisible();
    await offerInstall(page);
    await headerButton(page).click();
    await expect(installBanner(page)).toBeHidden();
    await expect(headerButton(page)).toBeHidden();

    await page.clock.resume();
    await page.reload();
    await allIsLoaded(page);
    await offerInstall(page);
    await page.clock.runFor(3100);
    await expect(installBanner(page)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect(installBanner(page)).toBeHidden();
    await expect(headerButton(page)).toBeHidden();
  });
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test.describe('Safari on an iPhone', () => {
  test.use({ userAgent: IPHONE });

  test('explains the steps, because there is no button', async ({ context, testProxy }) => {
    const page = await context.newPage();
    await page.clock.install();
    for (const address of [path('auth'), path('landing')]) {
      await page.goto(testProxy.origin + address);
      await page.keyboard.press('Shift');
      await workerIsReady(page);
      await page.clock.runFor(3100);
      await expect(installBanner(page)).toContainText(t('pwa:install.ios'));
      await expect(bannerButton(page, t('pwa:install.install'))).toBeHidden();
    }
    await bannerButton(page, t('pwa:install.later')).click();
    await page.goto(testProxy.origin + path('auth'));
    await page.clock.runFor(10_000);
    await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible();
    await expect(installBanner(page)).toBeHidden();
  });
});

for (const [why, userAgent, isStandalone] of [
  ['in a private window', 'Mozilla/5.0 Chrome/140.0 Incognito Safari/537.36', false],
  ['in the installed app', IPHONE, true],
] as const) {
  test.describe(why, () => {
    test.use({ userAgent });

    test('does not offer to install', async ({ context, testProxy }) => {
      const page = await context.newPage();
      if (isStandalone) {
        await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
      }
      await page.clock.install();
      await page.goto(testProxy.origin + path('auth'));
      await page.keyboard.press('Shift');
      await workerIsReady(page);
      if (!isStandalone) await offerInstall(page);
      await page.clock.runFor(10_000);
      await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible();
      await expect(installBanner(page)).toBeHidden();
    });
  });
}

test('the connection’s banner follows the browser, and where that is wrong the requests', async ({
  open,
  testProxy,
  context,
}) => {
  await registerByApi(context);
  const page = await open(path('dashboard'));
  await workerIsReady(page);
  const offline = page.getByText(t('common:connection.offline'));
  const restored = t('common:connection.restored');
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await isTold(page, restored);
  await expect(page.getByText(restored)).toBeHidden();

  // The worker stores the administrator's pages when it first serves one of them.
  await page.reload();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().some(({ url }) => url.includes('/assets/employees-page-'));
      }),
    )
    .toBe(true);
  testProxy.cut();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page
    .getByRole('link', { name: t('nav:pages.employees') })
    .first()
    .click();
  await expect(page.getByText(t('common:networkError'))).toBeVisible();
  await expect(offline).toBeVisible();
  testProxy.mend();
  const list = page.getByRole('main').getByRole('link', { name: 'Anna Bērziņa' });
  await recover(page.getByRole('button', { name: t('common:retry') }), list);
  await isTold(page, restored);
});

test('a page whose code this phone lacks opens by the tap that finds the connection again', async ({
  browser,
  context,
  open,
  testProxy,
}) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const page = await open(path('auth'));
  await workerIsReady(page);
  // Signed in elsewhere: nothing of this person is known to the phone.
  await employByApi(admin, context);
  testProxy.cut();
  await page.goto(testProxy.origin + path('account'));
  await expect(page.getByText(t('common:networkError'))).toBeVisible();
  const retry = page.getByRole('button', { name: t('common:retry') });
  await retry.click();
  await expect(page.getByText(t('common:networkError'))).toBeVisible();
  testProxy.mend();
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: t('nav:titles.account') })).toBeVisible();
});

test('a page whose code this phone lacks opens when the connection is back', async ({
  browser,
  context,
  open,
}) => {
  await employed(browser, context);
  const page = await open(path('timeTracking'));
  await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
  await workerIsReady(page);
  await page.getByRole('button', { name: /Jānis/ }).click();
  const account = page.getByRole('menuitem', { name: t('nav:titles.account') });
  await expect(account).toBeVisible();
  await context.setOffline(true);
  await account.click();
  await expect(page.getByRole('heading', { name: t('common:errorPage.title') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: t('nav:titles.account') })).toBeVisible();
});

test('pages that need a connection say so', async ({ open, context }) => {
  await registerByApi(context);
  const page = await open(path('locations', 'lv'));
  const lv = say('lv');
  await workerIsReady(page);
  await page
    .getByRole('button', { name: lv('locations:add') })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel(lv('locations:form.name')).fill('Zāle');
  await context.setOffline(true);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: lv('locations:add') })
    .click();
  await isTold(page, lv('common:offlineError'));
});

test('a public page seen before stands without a connection; another one says what is missing', async ({
  open,
  testProxy,
}) => {
  const lv = say('lv');
  // The service worker is registered by the app.
  const page = await open(path('auth', 'lv'));
  await workerIsReady(page);
  await page.goto(testProxy.origin + path('pricing', 'lv'));
  testProxy.cut();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lv('site-pages:pricing.title'));
  await page.goto(testProxy.origin + path('contact', 'lv'));
  await expect(page.getByRole('heading', { name: lv('not-found:offlineTitle') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lv');
  testProxy.mend();
  await page.getByRole('button', { name: lv('common:retry') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lv('site-pages:contact.title'));
});

test('a kiosk starts without a signal after its first visit, and speaks every language', async ({
  open,
  testProxy,
  browser,
}) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const { id: locationId } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const { code } = await call(admin, 'createKioskPairingCode', { body: { locationId, name: 'Door' } });
  const first = await open(path('kiosk'));
  await first.getByLabel(t('kiosk:pair.code')).fill(code);
  await first.getByRole('button', { name: t('kiosk:pair.submit') }).click();
  await expect(first.getByText(t('kiosk:show'))).toBeVisible();
  const texts = () =>
    first.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().filter(({ url }) => /\/assets\/kiosk-(?!page|frame|runner)/.test(url)).length;
    });
  await expect.poll(texts).toBeGreaterThanOrEqual(LANGUAGES.length);
  await first.close();
  testProxy.cut();

  const page = await open(path('kiosk'));
  await expect(page.getByText(t('kiosk:show'))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await typeAsReader(page, `MB${'0'.repeat(26)}`, 'Enter');
  await expect(page.getByText(t('kiosk:waiting_one', { count: 1 }))).toBeVisible();
});
