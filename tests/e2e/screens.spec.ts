/* How the screens are laid out: what comes first, what is in reach of a finger, and what covers nothing. */
import { expect, type Page } from '@playwright/test';
import type { PageName } from '#domain/paths.ts';
import { eachLanguage } from '#tests/support/browser/repetition.ts';
import {
  call,
  desktop,
  employByApi,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  toastsOf,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded } from '#tools/browser.ts';

const t = say('en');
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

async function company(page: Page, worker: Page) {
  const admin = page.context();
  await registerByApi(admin);
  const location = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const employee = await employByApi(admin, worker.context());
  return { location, employee };
}

/** Small targets that are visible; a link within a sentence may be as high as its line (WCAG 2.5.8). */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    return (
      [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=tab]')]
        .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((element) => !isInSentence(element) && !element.closest('.sr-only, [aria-hidden]'))
        // The line of a box to tick is its target.
        .map(
          (element) =>
            (element.matches('[type=checkbox], [type=radio]') && element.closest('label')) || element,
        )
        .filter((element) => {
          const { width, height, bottom } = element.getBoundingClientRect();
          return bottom > 0 && (width < 43.5 || height < 43.5);
        })
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return `${Math.round(width)} × ${Math.round(height)} ${element.outerHTML.slice(0, 120)}`;
        })
    );
  });

test('on a phone every target is at least 44 px wide and high', async ({ browser }) => {
  test.slow();
  const options = { viewport: phone, hasTouch: true, isMobile: true };
  const [page, worker] = [
    await (await browser.newContext(options)).newPage(),
    await (await browser.newContext(options)).newPage(),
  ];
  for (const name of ['auth', 'landing', 'features', 'pricing', 'contact', 'tutorials', 'terms'] as const) {
    await page.goto(urlOf(name, 'en'));
    await allIsLoaded(page);
    expect.soft(await smallTargets(page), name).toEqual([]);
  }
  const { location, employee } = await company(page, worker);
  await recordPast(employee, location.id, hoursAgo(40), hoursAgo(34));
  await recordPast(employee, location.id, hoursAgo(30), null);
  await call(page.context(), 'createMessage', {
    body: { subject: 'Safety', content: 'Helmets on.', isAnnouncement: true },
  });
  const screens: [Page, PageName[]][] = [
    [
      page,
      [
        ...([
          'dashboard',
          'employees',
          'locations',
          'reports',
          'messages',
          'corrections',
          'rollCall',
        ] as const),
        ...(['settings', 'subscription', 'account', 'privacyNotice'] as const),
      ],
    ],
    [worker, ['employee', 'timeTracking', 'workReports', 'myHours', 'mySchedule', 'messages', 'account']],
  ];
  for (const [screen, names] of screens) {
    for (const name of names) {
      await screen.goto(urlOf(name, 'en'));
      await allIsLoaded(screen);
      expect.soft(await smallTargets(screen), name).toEqual([]);
    }
  }
  const dialogs = {
    employees: 'employees:add',
    locations: 'locations:add',
    messages: 'messages:compose',
  } as const;
  for (const [name, opens] of Object.entries(dialogs)) {
    await page.goto(urlOf(name as keyof typeof dialogs, 'en'));
    await allIsLoaded(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: t(opens) })
      .click();
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    expect.soft(await smallTargets(page), opens).toEqual([]);
  }
});

test('reports: in the navigation; at 1280 × 800 one row of filters and twelve rows', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  const { location, employee } = await company(page, await (await browser.newContext()).newPage());
  for (let day = 0; day < 16; day += 1) {
    await recordPast(employee, location.id, hoursAgo(20 + day * 2), hoursAgo(19 + day * 2));
  }
  for (const language of eachLanguage('lt')) {
    const words = say(language);
    await page.goto(urlOf('dashboard', language));
    await allIsLoaded(page);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: words('nav:pages.reports') })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('reports:title'));
    // All of them: the month may be a day old.
    await page.goto(`${page.url().split('?')[0]}?start=${hoursAgo(24 * 20).slice(0, 10)}`);
    await allIsLoaded(page);
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(16);
    const shown = await rows.evaluateAll(
      (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    );
    expect(shown, language).toBeGreaterThanOrEqual(12);
    const controls = page.getByRole('search').locator('button[aria-pressed], input, select');
    const bottoms = await controls.evaluateAll((all) =>
      all.map((control) => Math.round(control.getBoundingClientRect().bottom)),
    );
    expect(Math.max(...bottoms) - Math.min(...bottoms), language).toBeLessThanOrEqual(6);
  }
});

test('the dashboard begins with its figures and who is at work, on a phone within the first screen', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: phone })).newPage();
  const { location, employee } = await company(page, await (await browser.newContext()).newPage());
  await recordPast(employee, location.id, hoursAgo(30), null);
  for (const language of eachLanguage('lt')) {
    await page.goto(urlOf('dashboard', language));
    const hall = page.getByRole('heading', { name: 'Hall' });
    await expect(page.getByText(say(language)('dashboard-figures:hoursWeek'))).toBeVisible();
    await expect(
      page.getByRole('link', { name: say(language)('dashboard:admin.attention.show') }),
    ).toBeVisible();
    await expect
      .poll(async () => (await hall.boundingBox())?.y ?? Number.POSITIVE_INFINITY, language)
      .toBeLessThan(phone.height * 0.75);
    await expect(page.getByText(say(language)('dashboard-figures:today'))).toBeVisible();
  }
});

test('the first steps open their dialogs and lead on: location, its poster, people', async ({ page }) => {
  await registerByApi(page.context());
  await page.goto(urlOf('dashboard', 'en'));
  await allIsLoaded(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: t('first-steps:location.action') }).click();
  await dialog.getByLabel(t('locations:form.name')).fill('Hall');
  await dialog.getByRole('button', { name: t('locations:add') }).click();
  await expect(page).toHaveURL(/\/locations\/[^/]+\/poster\?next=people$/);
  await page.getByRole('link', { name: t('locations:poster.addPeople') }).click();
  await dialog.getByLabel(t('employees:form.firstName'), { exact: true }).fill('Jānis');
  await dialog.getByRole('button', { name: t('common:cancel') }).click();
  await expect(page).toHaveURL(urlOf('employees', 'en'));
  // From the dashboard as well.
  await page.goto(urlOf('dashboard', 'en'));
  await allIsLoaded(page);
  await page.getByRole('button', { name: t('first-steps:people.action') }).click();
  await dialog.getByLabel(t('employees:form.firstName'), { exact: true }).fill('Jānis');
  await dialog.getByLabel(t('employees:form.lastName'), { exact: true }).fill('Kalniņš');
  await dialog.getByRole('button', { name: t('employees:add') }).click();
  // Without an address nobody can be mailed, so their link is handed over.
  await expect(dialog.getByRole('img', { name: t('employees:invitation.qr') })).toBeVisible();
});

for (const [name, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test(`${name}: a message covers no button and no title`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    await registerByApi(page.context());
    await page.goto(urlOf('locations', 'en'));
    await allIsLoaded(page);
    for (const location of ['Hall', 'Yard', 'Roof']) {
      await page
        .getByRole('button', { name: t('locations:add') })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel(t('locations:form.name')).fill(location);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('locations:add') })
        .click();
      await expect(page.getByRole('heading', { name: location })).toBeVisible();
      await expect(toastsOf(page)).toBeInViewport({ ratio: 1 });
      await expect
        .poll(() =>
          toastsOf(page).evaluate((toast) => {
            const own = toast.getBoundingClientRect();
            return [...document.querySelectorAll('button, a[href], input, h1, h2')]
              .filter((element) => !toast.contains(element) && element.checkVisibility())
              .filter((element) => {
                const box = element.getBoundingClientRect();
                return (
                  box.right > own.left && box.left < own.right && box.bottom > own.top && box.top < own.bottom
                );
              })
              .map(({ outerHTML }) => outerHTML.slice(0, 80));
          }),
        )
        .toEqual([]);
    }
  });
}

test('after a touch no box is drawn round a heading', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true })).newPage();
  await registerByApi(page.context());
  await page.goto(urlOf('dashboard', 'en'));
  await allIsLoaded(page);
  const heading = page.getByRole('heading', { level: 1 });
  for (const name of ['employees', 'messages'] as const) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t(`nav:pages.${name}`) })
      .last()
      .tap();
    await expect(heading).toHaveText(t(`${name}:title`));
    await expect(heading).toBeFocused();
    await expect(heading).toHaveCSS('outline-style', 'none');
  }
});

test('settings, account and attention stand in the middle; hashes and commands are folded', async ({
  page,
}) => {
  await page.setViewportSize(desktop);
  await registerByApi(page.context());
  await call(page.context(), 'createLocation', { body: { name: 'Hall' } });
  for (const name of ['settings', 'account', 'corrections'] as const) {
    await page.goto(urlOf(name, 'en'));
    await allIsLoaded(page);
    const box = await page.locator('main > div').filter({ visible: true }).first().boundingBox();
    const [left, right] = [box?.x ?? 0, desktop.width - (box?.x ?? 0) - (box?.width ?? 0)];
    expect(Math.abs(left - right), name).toBeLessThanOrEqual(16);
  }
  await page.goto(urlOf('kiosks', 'en'));
  await allIsLoaded(page);
  for (const code of await page.locator('main code').all()) await expect(code).toBeHidden();
  for (const folded of await page.getByText(t('company:technical')).all()) await folded.click();
  await expect(page.locator('main code').last()).toBeVisible();
});

test('the number of people is the same on the dashboard, among the employees and in the plan', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  await company(page, await (await browser.newContext()).newPage());
  await page.goto(urlOf('employees', 'en'));
  await expect(page.getByText(t('employees:count_one', { count: 1 }))).toBeVisible();
  await page.goto(urlOf('subscription', 'en'));
  await expect(page.getByText(/^1 \/ \d+$/).first()).toBeVisible();
  await page.goto(urlOf('dashboard', 'en'));
  const counter = page.locator('dl').filter({ hasText: t('dashboard-figures:totalEmployees') });
  await expect(counter.locator('dd').first()).toHaveText('1');
});
