/*
 * Checks every screen by WCAG 2.2 A and AA, light on a desktop and dark on a phone; and the main tasks without a mouse.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, dateIn, previousMonthOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { isSitePage } from '#domain/site.ts';
import { axeFaults, COLOURS, WCAG } from '#tests/support/browser/axe.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import { inFullRun } from '#tests/support/browser/repetition.ts';
import { SCREENS } from '#tests/support/browser/screens.ts';
import {
  call,
  desktop,
  employByApi,
  endTrial,
  inDatabase,
  mailTo,
  origin,
  ownPassword,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';

const t = say('en');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Look = { colorScheme: 'light' | 'dark'; viewport: typeof desktop };
const LOOKS: Look[] = [
  { colorScheme: 'light', viewport: desktop },
  { colorScheme: 'dark', viewport: phone },
];
/** Elements that close when the window is resized. */
const ON_A_DESK = LOOKS.map((look) => ({ ...look, viewport: desktop }));

/** Waits until the screen has loaded, then runs axe in both themes. */
async function judge(page: Page, screen: string, ready: Locator, looks = LOOKS) {
  await expect(ready).toBeVisible();
  for (const [index, { colorScheme, viewport }] of looks.entries()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expect(ready).toBeVisible();
    // Scrolled to its end, the page is clear of the actions that float above it. Elements half covered by the header
    // are reached by scrolling, and axe would report them as too small.
    let height = -1;
    const hasGrown = async () => {
      const before = height;
      height = await page.evaluate(() => {
        document.querySelector('header')?.parentElement?.style.setProperty('position', 'static');
        scrollTo(0, document.body.scrollHeight);
        return document.body.scrollHeight;
      });
      return height !== before;
    };
    // What comes a moment later would push the end below the actions again.
    await expect.poll(hasGrown).toBe(false);
    const isNewTheme = viewport === looks[index - 1]?.viewport;
    expect.soft(await axeFaults(page, isNewTheme ? COLOURS : WCAG), `${screen}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(desktop);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name }).first();

async function judgeDialog(page: Page, screen: string, open: Locator) {
  await open.click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await judge(page, screen, dialog);
  await closeByEscape(page, dialog);
}

/** A dialog listens to keys a moment after it is drawn, and a message on top of it closes first. */
const closeByEscape = (page: Page, dialog: Locator) =>
  expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden({ timeout: 1000 });
  }).toPass();

test.describe('axe finds nothing', () => {
  test('before signing in', async ({ page, browser }) => {
    const { email } = await registerByApi(await browser.newContext());
    await page.goto(urlOf('auth', 'en'));
    await button(page, t('auth:login.submit')).click();
    await judge(page, 'sign-in with errors', page.getByText(t('validation:email')));
    await page.getByLabel(t('auth:email')).fill(email);
    await page.getByLabel(t('auth:password'), { exact: true }).fill('wrong');
    await button(page, t('auth:login.submit')).click();
    await judge(page, 'sign-in refused', page.getByText(t('auth:login.failed'), { exact: true }));
    await button(page, t('nav:languageIs', { language: 'English' })).click();
    await judge(page, 'language menu', page.getByRole('menuitemradio').first(), ON_A_DESK);
    await page.goto(`${urlOf('auth', 'en')}?mode=register`);
    await judge(page, 'sign-up', button(page, t('sign-up:submit')));
    await button(page, t('sign-up:submit')).click();
    await judge(page, 'sign-up with errors', page.getByText(t('validation:companyNameRequired')));
    await page.goto(`${urlOf('auth', 'en')}?mode=forgot`);
    await judge(page, 'forgotten password', heading(page, t('auth-steps:forgot.title')));
    await page.getByLabel(t('auth:email')).fill(email);
    await button(page, t('auth-steps:forgot.submit')).click();
    const [link] = await mailTo(email, /http\S+reset-password\?token=\S+/);
    await page.goto(link);
    await judge(page, 'new password', heading(page, t('auth-steps:reset.title')));
    await page.goto(urlOf('resetPassword', 'en'));
    await judge(page, 'dead link', heading(page, t('auth-steps:reset.invalidTitle')));
    await page.goto(`${origin}/nowhere`);
    await judge(page, 'not found', heading(page, '404 Page Not Found'));
  });

  test('an empty company', async ({ page }) => {
    const { companyId } = await registerByApi(page.context());
    const empty = [
      ['dashboard', page.getByText(t('first-steps:title'))],
      ['employees', page.getByText(t('employees:empty.title'))],
      ['locations', page.getByText(t('locations:empty.title'))],
      ['reports', page.getByText(t('overview:nothing')).first()],
      ['employee', page.getByText(t('employee-dashboard:emptyTitle'))],
      ['timeTracking', page.getByText(t('time-tracking:guide.title'))],
      ['account', heading(page, t('account:title'))],
      ['subscription', page.getByText(t('subscription:trialDays_other', { count: 7, total: 7 }))],
    ] as const;
    for (const [name, ready] of empty) {
      await page.goto(urlOf(name, 'en'));
      await judge(page, `${name}, empty`, ready);
    }
    await page.goto(`${urlOf('reports', 'en')}?tab=time-entries`);
    await judge(page, 'time entries, empty', page.getByText(t('reports:entriesEmpty.title')));
    await page.goto(`${urlOf('reports', 'en')}?tab=daily-summaries`);
    await judge(page, 'daily summaries, empty', page.getByText(t('reports:summariesEmpty.title')));
    await button(page, t('nav:userMenu', { name: 'Anna Bērziņa' })).click();
    await judge(page, 'user menu', page.getByRole('menuitem').first(), ON_A_DESK);
    await endTrial(companyId);
    await page.goto(urlOf('subscription', 'en'));
    await judge(page, 'subscription, expired', page.getByText(t('subscription:notice.trialOver')));
    // A page whose code cannot be loaded.
    await page.route('**/assets/account-page*', (route) => route.abort());
    await page.goto(urlOf('account', 'en'));
    await judge(page, 'error page', heading(page, t('common:errorPage.title')));
  });

  test('a company at work', async ({ page, browser }) => {
    test.slow();
    const admin = page.context();
    const owner = await registerByApi(admin);
    const location = await call(admin, 'createLocation', {
      body: { name: 'Kaltes ielas darbnīca', address: 'Kaltes iela 1, Rīga', description: 'Saws' },
    });
    const { name } = location;
    const closed = await call(admin, 'createLocation', { body: { name: 'Yard' } });
    await call(admin, 'updateLocation', { params: { id: closed.id }, body: { ...closed, isActive: false } });
    const worker = await employByApi(admin, await browser.newContext());
    await call(admin, 'createEmployee', {
      body: { firstName: 'Ilze', lastName: 'Ozola', email: `ilze.${worker.id}@example.test` },
    });
    const now = Date.now();
    const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
    await recordPast(worker, location.id, hoursAgo(30), hoursAgo(26));
    await recordPast(worker, location.id, hoursAgo(1), null);
    await recordPast(owner, location.id, hoursAgo(0.2), hoursAgo(0.1));

    await page.goto(urlOf('dashboard', 'en'));
    await judge(page, 'dashboard', page.getByText('Jānis Kalniņš').first());
    await judgeDialog(
      page,
      'AI report',
      button(page, t('dashboard:admin.aiReportNamed', { location: name })),
    );
    await judgeDialog(page, 'ask', button(page, t('dashboard:admin.ask')));
    await page.goto(urlOf('employees', 'en'));
    await judge(page, 'employees', page.getByText('Jānis Kalniņš'));
    await judgeDialog(page, 'add employee', button(page, t('employees:add')));
    await page.getByRole('searchbox').fill('nobody');
    await judge(page, 'employees, none found', page.getByText(t('employees:noResults.title')));
    await page.getByRole('searchbox').fill('');
    await page.getByRole('link', { name: 'Jānis Kalniņš' }).click();
    await judgeDialog(page, 'edit', button(page, t('common:edit')));
    await judgeDialog(page, 'delete', button(page, t('common:delete')));
    await page.goto(urlOf('employees', 'en'));
    await page.getByRole('link', { name: 'Anna Bērziņa' }).click();
    await judgeDialog(page, 'own card', button(page, t('common:edit')));

    await page.goto(urlOf('locations', 'en'));
    await judge(page, 'locations', page.getByRole('heading', { name }));
    await judgeDialog(page, 'add location', button(page, t('locations:add')));
    await judgeDialog(page, 'edit location', button(page, t('locations:editNamed', { name: 'Yard' })));
    await judgeDialog(page, 'delete location', button(page, t('locations:deleteNamed', { name })));
    await judgeDialog(page, 'QR code', button(page, t('locations:qrNamed', { name })));
    await page.goto(urlOf('locationPoster', 'en', { id: location.id }));
    await judge(page, 'poster', page.getByText(formatLocationCode(location.qrCode)));

    const today = dateIn(now, 'Europe/Riga');
    const period = `start=${addDays(today, -3)}&end=${today}`;
    await page.goto(`${urlOf('reports', 'en')}?${period}`);
    await judge(page, 'time entries', page.getByRole('row', { name: /Jānis Kalniņš/ }).first());
    await page.goto(`${urlOf('reports', 'en')}?tab=daily-summaries&${period}`);
    await judge(page, 'daily summaries', page.getByRole('row', { name: /Kaltes/ }).first());
    await endTrial(owner.companyId);
    await page.goto(urlOf('locations', 'en'));
    await button(page, t('locations:add')).click();
    await judge(page, 'upgrade', page.getByRole('dialog', { name: t('upgrade:subscribeTitle') }));
  });

  test('an employee', async ({ page, browser }) => {
    const admin = await browser.newContext();
    await registerByApi(admin);
    const { qrCode, name } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
    const { id } = await employByApi(admin, page.context());
    await page.goto(urlOf('timeTracking', 'en'));
    await button(page, t('time-tracking:enterCode')).click();
    await page.getByLabel(t('time-tracking:code.label')).fill('1');
    await button(page, t('time-tracking:code.submit')).click();
    await judge(page, 'code refused', page.getByText(t('time-tracking:code.malformed')));
    await page.goto(`${urlOf('timeTracking', 'en')}?code=${qrCode}`);
    await judge(page, 'question of a link', page.getByRole('group', { name: t('time-tracking:link.title') }));
    await button(page, t('time-tracking:checkIn')).click();
    await judge(page, 'confirmation', page.getByText(t('time-tracking:done.check-in')).first());
    await page.goto(urlOf('timeTracking', 'en'));
    await judge(page, 'working', button(page, t('time-tracking:checkOut')));
    await button(page, t('time-tracking:scan')).click();
    await judge(page, 'scanner without a camera', page.getByRole('alert').first());
    const question = page.getByRole('group', { name: / s ago/ });
    /** The page asks within a minute of the check-in, which axe may take longer than. */
    const checkOutAtOnce = async () => {
      await inDatabase('update time_entry set check_in = now() where user_id = $1 and check_out is null', [
        id,
      ]);
      await page.goto(urlOf('timeTracking', 'en'));
      await button(page, t('time-tracking:checkOut')).click();
    };
    await checkOutAtOnce();
    await judge(page, 'check out so soon?', question);
    // It is on screen for ten seconds: one look at a time.
    for (const look of LOOKS) {
      await checkOutAtOnce();
      await question.getByRole('button', { name: t('time-tracking:checkOut') }).click();
      await judge(page, 'check-out that can be undone', button(page, t('time-tracking:undo.action')), [look]);
      await call(page.context(), 'scan', { body: { qrCode } });
    }
    await page.goto(urlOf('employee', 'en'));
    await judge(page, 'dashboard, working', page.getByRole('heading', { name }).first());
    await judge(page, 'recent activity', page.getByText(t('employee-dashboard:recent')));
    await page.goto(`${urlOf('timeTracking', 'en')}?code=nonsense`);
    await judge(page, 'dead link', page.getByText(t('time-tracking:link.invalidTitle')));
    await page.goto(`${urlOf('timeTracking', 'en')}?code=000000000`);
    await judge(page, 'refused link', page.getByText(t('time-tracking:link.refusedTitle')));

    const newcomer = { firstName: 'Ilze', lastName: 'Ozola', email: `new.${Date.now()}@example.test` };
    await call(admin, 'createEmployee', { body: { ...newcomer, password: ownPassword } });
    await call(page.context(), 'login', { body: { email: newcomer.email, password: ownPassword } });
    await page.goto(urlOf('employee', 'en'));
    await judge(page, 'choose a password', heading(page, t('auth-steps:choose.title')));
  });

  // Longer texts break other parts of a layout. The window is so tall that nothing is covered by the bar at the top.
  for (const [language, look] of [
    ['lv', { colorScheme: 'dark', viewport: { ...phone, height: 4000 } }],
    ...inFullRun(['lt', { colorScheme: 'light', viewport: { ...desktop, height: 4000 } }]),
  ] as [Language, Look][]) {
    test(`every page of the app in another language: ${language}`, async ({ browser }) => {
      const admin = await browser.newContext(look);
      await registerByApi(admin, { language });
      const location = await call(admin, 'createLocation', {
        body: { name: 'Objekts „Priedaine”, Jūrmala' },
      });
      const phoneOfWorker = await browser.newContext(look);
      const worker = await employByApi(admin, phoneOfWorker);
      const month = previousMonthOf(dateIn(Date.now(), 'Europe/Riga')).start.slice(0, 7);
      await recordPast(worker, location.id, `${month}-10T08:00:00Z`, `${month}-10T12:00:00Z`);
      await recordPast(worker, location.id, new Date(Date.now() - 3_600_000).toISOString(), null);
      const letter = { subject: 'Rīt sākam agrāk', content: 'Plkst. 7.00', recipientId: worker.id };
      const message = await call(admin, 'createMessage', { body: letter });
      await call(phoneOfWorker, 'createCorrectionRequest', {
        body: {
          kind: 'add',
          locationId: location.id,
          checkIn: `${month}-11T08:00:00Z`,
          checkOut: `${month}-11T12:00:00Z`,
          reason: 'Aizmirsu',
        },
      });

      const refused: string[] = [];
      const pages = { admin: await admin.newPage(), employee: await phoneOfWorker.newPage() };
      for (const page of Object.values(pages)) {
        page.on('console', (line) => {
          if (line.text().includes('Content Security Policy')) refused.push(`${page.url()} ${line.text()}`);
        });
      }
      const shown = { location: location.id, person: worker.id, message: message.id, month };
      for (const { name, who, params } of SCREENS) {
        if (isSitePage(name)) continue;
        const page = pages[who === 'employee' ? 'employee' : 'admin'];
        await page.goto(urlOf(name, language, params(shown)));
        const title = page.getByRole('heading', { level: 1 }).first();
        await expect(title).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await judge(page, `${name}, ${language}`, title, [look]);
      }
      expect(refused).toEqual([]);
    });
  }
});

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by the Tab key').toBeFocused();
}

test('everything an owner does can be done without a mouse', async ({ page, browser }) => {
  const owner = await registerByApi(await browser.newContext());
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(urlOf('auth', 'en'));
  await expect(page.getByLabel(t('auth:email'))).toBeVisible();
  await press('Tab');
  await expect(page.getByRole('link', { name: t('nav:skipToContent') })).toBeFocused();
  await press('Enter');
  await tabTo(page, page.getByLabel(t('auth:email')));
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel(t('auth:password'), { exact: true }));
  await page.keyboard.type(ownPassword);
  await press('Enter');
  await expect(page).toHaveURL(urlOf('dashboard', 'en'));
  await expect(heading(page, t('dashboard:admin.title'))).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: t('nav:pages.locations'), exact: true }));
  await press('Enter');
  await expect(heading(page, t('locations:title'))).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(t('nav:titles.locations')));
  // While the list loads, the button is in a different position.
  await expect(page.getByText(t('locations:empty.title'))).toBeVisible();
  const add = button(page, t('locations:add'));
  await tabTo(page, add);
  await press('Enter');
  const name = page.getByRole('dialog').getByLabel(t('locations:form.name'));
  await expect(name).toBeFocused();
  // The focus stays in the dialog, and Escape returns it.
  for (let presses = 0; presses < 8; presses += 1) await press('Tab');
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await closeByEscape(page, page.getByRole('dialog'));
  await expect(add).toBeFocused();
  await press('Enter');
  await expect(name).toBeFocused();
  await press('Enter');
  await expect(name).toHaveAccessibleDescription(t('validation:locationNameRequired'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Hall');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  const qr = button(page, t('locations:qrNamed', { name: 'Hall' }));
  await tabTo(page, qr);
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Hall' }).locator(':focus')).toHaveCount(1);
  await closeByEscape(page, page.getByRole('dialog'));
  await expect(qr).toBeFocused();

  const menu = button(page, t('nav:userMenu', { name: 'Anna Bērziņa' }));
  await menu.focus();
  await press('ArrowDown');
  const items = page.getByRole('menuitem');
  const firstItem = items.filter({ hasText: t('nav:pages.crew') });
  await expect(firstItem).toBeFocused();
  await press('Escape');
  await expect(menu).toBeFocused();
  await press('Enter');
  await expect(firstItem).toBeFocused();
  const ownTime = items.filter({ hasText: t('nav:myTime') });
  const shown = items.filter({ visible: true });
  const between = (await shown.allInnerTexts()).indexOf(await ownTime.innerText());
  for (let step = 0; step < between; step += 1) await press('ArrowDown');
  await expect(ownTime).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(urlOf('employee', 'en'));

  const [location] = await call(page.context(), 'listLocations');
  if (!location) throw new Error('no location');
  await tabTo(page, page.getByRole('link', { name: t('employee-dashboard:openTimeTracking') }));
  await press('Enter');
  await tabTo(page, button(page, t('time-tracking:enterCode')));
  await press('Enter');
  await expect(page.getByLabel(t('time-tracking:code.label'))).toBeFocused();
  await page.keyboard.type(location.qrCode);
  await press('Enter');
  await isTold(page, t('time-tracking:done.check-in'));
  // Any key closes the full-screen confirmation.
  await press('Escape');
  await tabTo(page, button(page, t('time-tracking:checkOut')));
  await press('Enter');
  await tabTo(page, page.getByRole('group').getByRole('button', { name: t('time-tracking:checkOut') }));
  await press('Enter');
  await isTold(page, t('time-tracking:done.check-out'));
  // The report's first field has the focus, so that Enter pressed twice undoes nothing.
  const report = page.getByRole('dialog', { name: t('time-tracking:workReport') });
  await expect(report.getByLabel(t('work-reports:units'))).toBeFocused();
  await tabTo(page, button(report, t('time-tracking:undo.action')));
  await press('Enter');
  await isTold(page, t('time-tracking:undo.done'));
  await expect.poll(() => call(page.context(), 'getActiveEntry')).not.toBeNull();
  await press('Escape');
  await tabTo(page, button(page, t('time-tracking:checkOut')));
  await press('Enter');
  await tabTo(page, page.getByRole('group').getByRole('button', { name: t('time-tracking:checkOut') }));
  await press('Enter');
  await isTold(page, t('time-tracking:done.check-out'));
  await expect.poll(() => call(page.context(), 'getActiveEntry')).toBeNull();
});
