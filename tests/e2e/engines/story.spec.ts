/* The product in Firefox and in Safari's engine: its main task from sign-in to the approved month, and its dialogs. */
import { writeFile } from 'node:fs/promises';
import { type BrowserContext, expect } from '@playwright/test';
import { dateIn, previousMonthOf } from '#domain/dates.ts';
import { formatLocationCode } from '#domain/location-code.ts';
import { type PageName, pathFor } from '#domain/paths.ts';
import { type EngineName, hasEngine, startEngine, type Window } from '#tests/support/browser/engine.ts';
import {
  click,
  differences,
  faultsOf,
  fill,
  look,
  open,
  settle,
  shows,
} from '#tests/support/browser/look.ts';
import {
  call,
  employByApi,
  inDatabase,
  makeOlder,
  origin,
  ownPassword,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { openTestProxy } from '#tests/support/browser/test-proxy.ts';

const t = say('en');
const button = (name: string) => ({ kind: 'button', name }) as const;

/** Signs in on the screen of the server at this address. */
async function signIn(window: Window, email: string, server = origin) {
  await window.goto(server + pathFor('auth', 'en'));
  await fill(window, t('auth:email'), email);
  await fill(window, t('auth:password'), ownPassword);
  await window.press('Enter');
}

const isOn = (window: Window, page: PageName, server = origin) =>
  expect.poll(() => window.evaluate(() => location.href).catch(() => '')).toBe(server + pathFor(page, 'en'));

/** Types a location's code. */
async function scan(window: Window, qrCode: string) {
  // What was last recorded comes a moment later and moves the button.
  await settle(window);
  await click(window, button(t('time-tracking:enterCode')));
  await fill(window, t('time-tracking:code.label'), formatLocationCode(qrCode));
  await window.press('Enter');
}

/** Waits until this is recorded. Within a minute of the last scan the page asks first. */
async function confirm(window: Window, answer: 'checkIn' | 'checkOut', recorded: string) {
  const question = / s ago\. /;
  let texts: string[] = [];
  await expect
    .poll(async () => {
      texts = await look(window).then(
        (seen) => seen.texts,
        () => [],
      );
      return texts.some((text) => text.includes(recorded) || question.test(text));
    }, `${recorded}, or a question`)
    .toBe(true);
  if (!texts.some((text) => question.test(text))) return;
  await click(window, button(t(`time-tracking:${answer}`)));
  await shows(window, recorded);
}

/** An administrator, an employee and their location, made by the API. */
async function company(admin: BrowserContext, worker: BrowserContext) {
  const owner = await registerByApi(admin);
  const location = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const employee = await employByApi(admin, worker);
  // They existed before last month.
  await makeOlder(owner.companyId, '3 months');
  return { owner, location, employee };
}

const moveBack = (userId: string) =>
  inDatabase(
    `update time_entry set check_in = check_in - interval '2 hours' where user_id = $1 and check_out is null`,
    [userId],
  );

for (const name of ['firefox', 'webkit'] satisfies EngineName[]) {
  test.describe(name, () => {
    test.skip(!hasEngine(name), `${name} is not installed here`);

    test('sign in, type a code, check out, report, work on without a server, approve the month', async ({
      browser,
    }, info) => {
      const { owner, location, employee } = await company(
        await browser.newContext(),
        await browser.newContext(),
      );
      const { start, end } = previousMonthOf(dateIn(Date.now(), 'Europe/Riga'));
      await recordPast(employee, location.id, `${start}T08:00:00Z`, `${start}T12:00:00Z`);
      const engine = await startEngine(name);
      const proxy = await openTestProxy();
      const windows: Window[] = [];
      try {
        const worker = await engine.open();
        windows.push(worker);
        await worker.resize(phone);
        await signIn(worker, employee.email, proxy.origin);
        await isOn(worker, 'employee', proxy.origin);
        await worker.goto(proxy.origin + pathFor('timeTracking', 'en'));
        await scan(worker, location.qrCode);
        await shows(worker, t('time-tracking:done.check-in'));
        await moveBack(employee.id);
        await worker.goto(proxy.origin + pathFor('timeTracking', 'en'));
        await click(worker, button(t('time-tracking:checkOut')));
        await confirm(worker, 'checkOut', t('time-tracking:done.check-out'));
        await fill(worker, t('work-reports:description'), 'Roof battens');
        await click(worker, button(t('work-reports:submit')));
        await worker.goto(proxy.origin + pathFor('workReports', 'en'));
        await shows(worker, 'Roof battens');

        // The worker of the app has what a page needs without a server.
        await worker.goto(proxy.origin + pathFor('timeTracking', 'en'));
        await worker.evaluate(async () => {
          await navigator.serviceWorker.ready;
        });
        await settle(worker);
        proxy.cut();
        await worker.goto(proxy.origin + pathFor('timeTracking', 'en'));
        await scan(worker, location.qrCode);
        await confirm(worker, 'checkIn', t('time-tracking:saved.title'));
        proxy.mend();
        await expect
          .poll(() =>
            inDatabase('select source from scan where user_id = $1 and action = $2', [
              employee.id,
              'check-in',
            ]),
          )
          .toContainEqual({ source: 'offline' });

        const admin = await engine.open();
        windows.push(admin);
        await admin.resize({ width: 834, height: 1112 });
        await signIn(admin, owner.email);
        await isOn(admin, 'dashboard');
        await admin.goto(`${urlOf('reports', 'en')}?tab=time-entries`);
        await shows(admin, 'Roof battens');
        await admin.goto(`${urlOf('reports', 'en')}?tab=months&start=${start}&end=${end}`);
        await shows(admin, '4:00');
        await click(admin, button(t('reports:months.approveNamed', { name: 'Jānis Kalniņš' })));
        await click(admin, button(t('reports:months.approve')));
        await shows(admin, t('reports:months.approved'));
        await expect
          .poll(() => inDatabase('select 1 as one from month_approval where user_id = $1', [employee.id]))
          .toEqual([{ one: 1 }]);
        expect([...faultsOf(worker), ...faultsOf(admin)]).toEqual([]);
      } catch (error) {
        for (const [index, window] of windows.entries())
          await writeFile(info.outputPath(`window-${index}.png`), await window.picture());
        throw error;
      } finally {
        await engine.close();
        await proxy.close();
      }
    });

    test('dialogs, menus and date fields are as large as in Chromium', async ({ browser }) => {
      const { owner, employee } = await company(await browser.newContext(), await browser.newContext());
      const engines = await Promise.all([startEngine('chromium'), startEngine(name)]);
      const signedIn = (email: string) =>
        Promise.all(
          engines.map(async (engine) => {
            const window = await engine.open();
            await window.goto(urlOf('terms', 'en'));
            await window.evaluate(
              async (body) => {
                const headers = { 'content-type': 'application/json' };
                await fetch('/api/login', { method: 'POST', headers, body });
              },
              JSON.stringify({ email, password: ownPassword }),
            );
            return window;
          }),
        );
      try {
        // One after the other: an engine slows down the window behind another.
        for (const [who, { email }] of [['admin', owner] as const, ['worker', employee] as const]) {
          const windows = await signedIn(email);
          for (const { page, opens } of DIALOGS.filter((dialog) => dialog.who === who)) {
            for (const width of [390, 834]) {
              const [chromium, here] = await Promise.all(
                windows.map(async (window) => {
                  await window.resize({ width, height: 1000 });
                  await window.goto(urlOf(page, 'en'));
                  await settle(window);
                  for (const opener of opens) await open(window, button(opener));
                  return look(window);
                }),
              );
              expect(chromium?.overlay, `${opens} opens`).not.toBeNull();
              if (chromium && here)
                expect.soft(differences(chromium, here), `${opens} at ${width} px`).toEqual([]);
            }
          }
          expect(windows.flatMap(faultsOf)).toEqual([]);
          await Promise.all(windows.map((window) => window.close()));
        }
      } finally {
        await Promise.all(engines.map((engine) => engine.close()));
      }
    });
  });
}

/** One of each kind: forms, a question, a menu, and a calendar in a dialog. */
const DIALOGS = [
  { who: 'admin', page: 'employees', opens: [t('employees:add')] },
  { who: 'admin', page: 'kiosks', opens: [t('company:code.renew')] },
  { who: 'admin', page: 'locations', opens: [t('locations:add')] },
  { who: 'admin', page: 'messages', opens: [t('messages:compose')] },
  { who: 'admin', page: 'dashboard', opens: [t('nav:userMenu', { name: 'Anna Bērziņa' })] },
  { who: 'worker', page: 'myHours', opens: [t('own-time:addMissing')] },
  { who: 'worker', page: 'myHours', opens: [t('own-time:addMissing'), t('dates:open')] },
] as const;
