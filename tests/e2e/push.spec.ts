/* Notifications on a device: asked for once, turned on, shown, opened. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import {
  call,
  employByApi,
  hasShown,
  noteShown,
  phone,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { startPushService } from '#tests/support/push-service.ts';
import { allIsLoaded, findBrowser, testBrowser } from '#tools/browser.ts';

const t = say('en');
// The headless shell knows no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: { ...testBrowser(), executablePath: findBrowser() } });

let service: Awaited<ReturnType<typeof startPushService>>;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

/** The browser's own push service is on the internet: one on this computer takes its place. */
async function useOwnService(context: BrowserContext) {
  const browser = service.subscribe();
  const { endpoint, keys } = browser;
  await context.addInitScript(
    (subscription) => {
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () =>
        ({ toJSON: () => subscription }) as unknown as PushSubscription;
    },
    { endpoint, keys },
  );
  return browser;
}

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });

test('turned on under Account: what is chosen is told, in the words that were chosen', async ({
  browser,
}) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const { qrCode } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const context = await browser.newContext({ viewport: phone, permissions: ['notifications'] });
  const worker = await employByApi(admin, context);
  await call(context, 'scan', { body: { qrCode } });
  const device = await useOwnService(context);
  const page = await context.newPage();
  await page.goto(urlOf('account', 'en'));
  await button(page, 'push-settings:turnOn').click();
  await expect(page.getByText(t('push-settings:isOn'))).toBeVisible();
  await expect.poll(() => device.messages.map(({ tag }) => tag)).toEqual(['works']);
  // What only those who look after others are told is no choice of an employee.
  await expect(page.getByRole('checkbox')).toHaveCount(7);
  for (const control of [
    page.getByRole('checkbox', { name: t('push-settings:kinds.schedule') }),
    page.getByRole('switch', { name: t('push-settings:showsDetails') }),
  ]) {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await control.click();
    expect((await saved).status()).toBe(200);
  }
  await page.reload();
  await expect(page.getByRole('checkbox', { name: t('push-settings:kinds.schedule') })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: t('push-settings:kinds.message') })).toBeChecked();
  await expect(page.getByRole('switch', { name: t('push-settings:showsDetails') })).toBeChecked();

  await call(admin, 'createMessage', {
    body: { recipientId: worker.id, subject: 'Tomorrow at 8', content: 'Gate 2', isAnnouncement: false },
  });
  await expect.poll(() => device.messages.map(({ body }) => body).at(-1)).toContain('Tomorrow at 8');

  await button(page, 'push-settings:turnOff').click();
  await expect(button(page, 'push-settings:turnOn')).toBeVisible();
});

test('a notification is shown without a page, and a tap opens its page in the app that is open', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ['notifications'] });
  await registerByApi(context);
  const page = await context.newPage();
  await page.goto(urlOf('dashboard', 'en'));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const cdp = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(noteShown);
  const data = ['New message', { body: '', lang: 'en', tag: 'message', data: '/messages' }];
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(data),
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag, lang }) => ({ title, tag, lang }));
    });
  await hasShown(worker);
  expect(await shown()).toEqual([{ title: 'New message', tag: 'message', lang: 'en' }]);
  await worker.evaluate(async () => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (notification) scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(/\/messages$/);
  expect(await shown()).toEqual([]);
});

test('it is asked once on a device, on its second day, with the reason; public pages never ask', async ({
  browser,
}) => {
  const context = await browser.newContext();
  await useOwnService(context);
  await context.addInitScript(() => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      localStorage.setItem('requests', String(Number(localStorage.getItem('requests')) + 1));
      permission = 'granted';
      return 'granted';
    };
  });
  await registerByApi(context);
  const page = await context.newPage();
  const card = page.getByRole('complementary', { name: t('push-settings:invitation.teamTitle') });
  const open = async (where: 'dashboard' | 'pricing') => {
    await page.goto(urlOf(where, 'en'));
    await allIsLoaded(page);
  };
  await open('dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('maina-first-day'))).not.toBeNull();
  await expect(card).toBeHidden();
  await page.evaluate(() => localStorage.setItem('maina-first-day', '2020-01-01'));
  await open('pricing');
  await expect(card).toBeHidden();
  await open('dashboard');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: t('push-settings:invitation.later') }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await allIsLoaded(page);
  await expect(card).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('requests'))).toBeNull();

  await page.evaluate(() => localStorage.removeItem('maina-notifications-asked'));
  await page.reload();
  await card.getByRole('button', { name: t('push-settings:invitation.accept') }).click();
  await expect(card).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('requests'))).toBe('1');
  await page.goto(urlOf('account', 'en'));
  await expect(page.getByText(t('push-settings:isOn'))).toBeVisible();
});
