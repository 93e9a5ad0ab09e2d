/* A kiosk at the door: badges, PINs, readers that type, no connection, power cuts, revocation. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { toBuffer } from 'qrcode';
import type { Location } from '#contract/locations.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { judge } from '#tests/support/browser/axe.ts';
import { cameraArguments, filmOf } from '#tests/support/browser/camera.ts';
import { isTold, noteMessages, toldIn } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  holdStorage,
  inDatabase,
  launch,
  makeOlder,
  origin,
  phone,
  recordPast,
  registerByApi,
  say,
  test,
  typeAsReader,
  uniqueEmail,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded, testBrowser } from '#tools/browser.ts';

const t = say('en');
const tablet = { width: 1024, height: 768 };

type World = { admin: BrowserContext; companyId: string; hall: Location };

async function newWorld(browser: Browser): Promise<World> {
  const admin = await browser.newContext();
  const { companyId } = await registerByApi(admin);
  const hall = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  return { admin, companyId, hall };
}

type Worker = { id: string; firstName: string; badge: string };

async function newWorker({ admin, companyId }: World, firstName: string): Promise<Worker> {
  const { id } = await call(admin, 'createEmployee', {
    body: { firstName, lastName: 'Ozols', email: uniqueEmail('worker'), password: 'first password' },
  });
  await makeOlder(companyId, '4 days');
  const { badge } = await call(admin, 'getBadge', { params: { id } });
  return { id, firstName, badge };
}

const pairingCode = async ({ admin }: World, { id }: Location, leavePin?: string) =>
  (
    await call(admin, 'createKioskPairingCode', {
      body: { locationId: id, name: 'Door', ...(leavePin && { leavePin }) },
    })
  ).code;

/** Makes this browser a kiosk of the location and opens its page. */
async function openKiosk(context: BrowserContext, world: World, location = world.hall): Promise<Page> {
  await call(context, 'pairKiosk', { body: { code: await pairingCode(world, location, '2580') } });
  const page = await context.newPage();
  await page.goto(urlOf('kiosk', 'en'));
  await isReady(page);
  return page;
}

const idle = (page: Page) => page.getByRole('status').getByText(t('kiosk:show'));
const isReady = (page: Page) => expect(idle(page)).toBeVisible();

const typeBadge = (page: Page, badge: string) => typeAsReader(page, badge, 'Enter');

/** The clock that tests move would date a key press when a busy page gets to it: presses keep the time of the browser. */
async function installClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    Object.assign(window, { ofEvents: Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp') }),
  );
  await context.clock.install();
  await context.addInitScript(() =>
    Object.defineProperty(
      Event.prototype,
      'timeStamp',
      (window as unknown as { ofEvents: PropertyDescriptor }).ofEvents,
    ),
  );
}

/** Notes the tones that are heard to their end. */
const noteSound = (page: Page) =>
  page.addInitScript(() => {
    const sound = { tones: 0, context: undefined as BaseAudioContext | undefined };
    Object.assign(window, { sound });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      this.addEventListener('ended', () => (sound.tones += 1));
      start.call(this, when);
    };
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        sound.context = this;
      }
    };
  });

const soundOf = (page: Page) =>
  page.evaluate(() => {
    const { sound } = window as unknown as { sound: { tones: number; context?: BaseAudioContext } };
    return { tones: sound.tones, state: sound.context?.state };
  });

/** Clicks what an answer offers as soon as it is there. */
const pressInAnswer = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Whether "You started at 07:00. Finish?" is on screen, which a badge is answered with that is shown again. */
async function isAskedAgain(page: Page, name: string, action: 'check-in' | 'check-out') {
  const [before = '', after = ''] = t(`kiosk:repeated.${action}.title`, { time: '|' }).split('|');
  const title = page.getByRole('heading', { name: after });
  await expect(title).toContainText(before);
  await expect(title.locator('..')).toContainText(name);
}

async function confirmsRepeated(page: Page, name: string, action: 'check-in' | 'check-out') {
  await isAskedAgain(page, name, action);
  await page.getByRole('button', { name: t(`kiosk:repeated.${action}.yes`) }).click();
}

/** The company's shifts began eight hours ago. */
const letShiftPass = ({ companyId }: World) =>
  inDatabase(`update time_entry set check_in = check_in - interval '8 hours' where company_id = $1`, [
    companyId,
  ]);

const scansOf = (id: string) =>
  inDatabase(
    'select action, source, kiosk_id is not null as at_kiosk from scan where user_id = $1 order by received_at',
    [id],
  );
const actionsOf = async (id: string) => (await scansOf(id)).map(({ action }) => action);

test('a device is paired on the screen, checks people in and out by badge, and undoes a check-out', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const settings = await world.admin.newPage();
  // The way that the page for pairing names.
  await settings.goto(urlOf('dashboard', 'en'));
  await settings.getByRole('link', { name: t('nav:pages.settings') }).click();
  await settings.getByRole('link', { name: t('nav:settings.kiosks') }).click();
  await settings.getByRole('button', { name: t('company:kiosks.add') }).click();
  const dialog = settings.getByRole('dialog');
  await dialog.getByLabel(t('company:kiosks.name'), { exact: true }).fill('Tablet at the door');
  await dialog.getByRole('button', { name: t('company:kiosks.add') }).click();
  const code = await dialog.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();

  const context = await browser.newContext({ viewport: tablet });
  const page = await context.newPage();
  await noteSound(page);
  await page.goto(urlOf('kiosk', 'en'));
  await page.getByLabel(t('kiosk:pair.code')).fill(code);
  await page.getByRole('button', { name: t('kiosk:pair.submit') }).click();
  await isReady(page);
  await expect.poll(() => soundOf(page)).toEqual({ tones: 0, state: 'suspended' });
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible();

  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna', t('kiosk:done.check-in'));
  // Two tones; then nothing plays silence all day.
  await expect.poll(() => soundOf(page)).toEqual({ tones: 2, state: 'suspended' });
  // The same badge again at once is no second scan.
  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna', t('kiosk:done.check-in'));
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
  await page.reload();
  await isReady(page);
  await typeBadge(page, anna.badge);
  await confirmsRepeated(page, 'Anna O.', 'check-out');
  await pressInAnswer(page, t('kiosk:undo'));
  await isTold(page, 'Anna', t('kiosk:done.check-out'));
  await isTold(page, 'Anna', t('kiosk:done.undo'));
  expect(await inDatabase('select check_out from time_entry where user_id = $1', [anna.id])).toEqual([
    { check_out: null },
  ]);

  await settings.getByRole('button', { name: t('company:kiosks.shown.done') }).click();
  await settings.reload();
  const row = settings.getByRole('row', { name: /Tablet at the door/ });
  await expect(row).toContainText('Hall');
  expect((await scansOf(anna.id)).every(({ at_kiosk }) => at_kiosk)).toBe(true);
});

const pictureOf = (text: string) => toBuffer(text, { width: 256, errorCorrectionLevel: 'M' });

test('the camera reads badges: a good one, a renewed one, another company’s, a poster, none', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const stranger = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const bruno = await newWorker(world, 'Bruno');
  const foreign = await newWorker(stranger, 'Zane');
  await call(world.admin, 'renewBadge', { params: { id: bruno.id } });
  const seen: [string | null, string][] = [
    [anna.badge, t('kiosk:done.check-in')],
    [bruno.badge, t('errors:badge_retired')],
    [foreign.badge, t('errors:badge_unknown')],
    [`${origin}/time-tracking?code=${world.hall.qrCode}`, t('kiosk:notABadge')],
    [null, ''],
  ];
  const blank = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
    'base64',
  );
  for (const [index, [text, words]] of seen.entries()) {
    const film = test.info().outputPath(`film-${index}.y4m`);
    await filmOf(browser, text === null ? blank : await pictureOf(text), film);
    const started = await launch(cameraArguments(film));
    try {
      const context = await started.newContext({ viewport: tablet, permissions: ['camera'] });
      const page = await openKiosk(context, world);
      if (text === null) {
        // The decoder has looked at the wall.
        await allIsLoaded(page);
        expect(await toldIn(page)).toEqual([]);
      } else await isTold(page, words);
    } finally {
      await started.close();
    }
  }
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
  expect(await actionsOf(bruno.id)).toEqual([]);
});

test('two kiosks and one person at once: both scans count, one after the other', async ({ browser }) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const yard = await call(world.admin, 'createLocation', { body: { name: 'Yard' } });
  const atHall = await openKiosk(await browser.newContext({ viewport: tablet }), world);
  const atYard = await openKiosk(await browser.newContext({ viewport: tablet }), world, yard);
  await Promise.all([typeBadge(atHall, anna.badge), typeBadge(atYard, anna.badge)]);
  await isTold(atHall, 'Anna', 'Hall');
  await isTold(atYard, 'Anna', 'Yard');
  expect(await actionsOf(anna.id)).toEqual(['check-in', 'location-switch']);
  expect(
    await inDatabase(
      'select count(*)::int as open from time_entry where user_id = $1 and check_out is null',
      [anna.id],
    ),
  ).toEqual([{ open: 1 }]);
});

test('30 people pass one kiosk: each is recorded once', async ({ browser }) => {
  const world = await newWorld(browser);
  const page = await openKiosk(await browser.newContext({ viewport: tablet }), world);
  const people: Worker[] = [];
  for (let count = 1; count <= 30; count += 1) people.push(await newWorker(world, `Person ${count}.`));
  const startedAt = performance.now();
  for (const { firstName, badge } of people) {
    await typeBadge(page, badge);
    // The next person doesn't wait until the answer has gone.
    await isTold(page, firstName, t('kiosk:done.check-in'));
  }
  test.info().annotations.push({
    type: '30 people',
    description: `${Math.round((performance.now() - startedAt) / 1000)} s`,
  });
  for (const { id } of people) expect(await actionsOf(id)).toEqual(['check-in']);
});

test('without a connection: kept, told, sent once, in order; an unknown badge is judged later', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const context = await browser.newContext({ viewport: tablet });
  const page = await openKiosk(context, world);
  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna', t('kiosk:done.check-in'));
  const bruno = await newWorker(world, 'Bruno');

  // Known from now on.
  await page.reload();
  await isReady(page);
  await allIsLoaded(page);
  await context.setOffline(true);
  await typeBadge(page, anna.badge);
  await confirmsRepeated(page, 'Anna O.', 'check-out');
  await isTold(page, 'Anna O.', t('kiosk:expected.check-out'), t('kiosk:saved'));
  await typeBadge(page, bruno.badge);
  await isTold(page, t('kiosk:judgedLater'));
  await typeBadge(page, `MB${'0'.repeat(26)}`);
  await isTold(page, t('kiosk:judgedLater'));
  await expect(page.getByText(t('kiosk:waiting_other', { count: 3 }))).toBeVisible();
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
  // What lies on the disk says nothing to whoever takes the tablet.
  expect(await textInDatabase(page)).not.toMatch(/Anna|MB0/);

  await context.setOffline(false);
  await expect.poll(() => actionsOf(bruno.id)).toEqual(['check-in']);
  expect(await actionsOf(anna.id)).toEqual(['check-in', 'check-out']);
  await expect(page.getByText(t('kiosk:waiting_one', { count: 1 }))).toBeHidden();
  expect((await scansOf(anna.id)).map(({ source }) => source)).toEqual(['badge', 'offline']);
  // Whoever is about to revoke it is not warned of scans that have arrived.
  await expect.poll(async () => (await call(world.admin, 'listKiosks'))[0]?.queueLength).toBe(0);
});

test('a kiosk whose storage answers late after a restart sends what it had kept', async ({ browser }) => {
  const world = await newWorld(browser);
  const [anna, bruno] = [await newWorker(world, 'Anna'), await newWorker(world, 'Bruno')];
  const context = await browser.newContext({ viewport: tablet });
  await installClock(context);
  const before = await openKiosk(context, world);
  await context.setOffline(true);
  await typeBadge(before, anna.badge);
  await isTold(before, t('kiosk:saved'));
  await before.close();
  await context.setOffline(false);

  const other = await context.newPage();
  await other.goto(urlOf('terms', 'en'));
  await holdStorage(other, 'maina-kiosk');
  const page = await context.newPage();
  await page.goto(urlOf('kiosk', 'en'));
  const starts = async () => {
    await page.clock.runFor(1000);
    await expect(idle(page)).toBeVisible({ timeout: 100 });
  };
  await expect(starts).toPass();
  // With a connection nobody has to wait for it.
  await page.bringToFront();
  await typeBadge(page, bruno.badge);
  await isTold(page, 'Bruno O.');
  expect(await actionsOf(bruno.id)).toEqual(['check-in']);
  expect(await actionsOf(anna.id)).toEqual([]);

  await other.close();
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return actionsOf(anna.id);
    })
    .toEqual(['check-in']);
});

/** Everything that the kiosk has stored, as text. */
const textInDatabase = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('maina-kiosk');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = async () => {
          const database = opening.result;
          const texts: string[] = [];
          for (const name of database.objectStoreNames) {
            const rows: unknown[] = await new Promise((done) => {
              const all = database.transaction(name).objectStore(name).getAll();
              all.onsuccess = () => done(all.result);
            });
            const read = (value: unknown): string =>
              value instanceof Uint8Array
                ? new TextDecoder('latin1').decode(value)
                : value && typeof value === 'object'
                  ? Object.values(value).map(read).join(' ')
                  : String(value);
            texts.push(...rows.map(read));
          }
          database.close();
          resolve(texts.join('\n'));
        };
      }),
  );

test('number and PIN: chosen with the badge, wrong, right, and kept encrypted without a connection', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const context = await browser.newContext({ viewport: tablet });
  await installClock(context);
  const page = await openKiosk(context, world);
  await page.getByRole('button', { name: t('kiosk:typeNumber') }).click();
  await page.getByRole('button', { name: t('kiosk:newPin') }).click();
  await expect(page.getByText(t('kiosk:mode.pin'))).toBeVisible();
  await typeBadge(page, anna.badge);
  const press = async (digits: string) => {
    for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).click();
  };
  await press('1234');
  await page.getByRole('button', { name: t('kiosk:pad.next') }).click();
  await press('1234');
  await page.getByRole('button', { name: t('kiosk:pad.confirm') }).click();
  // Runs on the key pad are easy to guess.
  await expect(page.getByRole('alert').filter({ hasText: t('errors:pin_weak') })).toBeVisible();
  await press('839205');
  await page.getByRole('button', { name: t('kiosk:pad.next') }).click();
  await press('839205');
  await page.getByRole('button', { name: t('kiosk:pad.confirm') }).click();
  await isTold(page, 'Anna O.', t('kiosk:done.pin'));
  const [found] = await inDatabase('select personal_number from users where id = $1', [anna.id]);
  const number = String(found?.personal_number);
  // Nowhere else is she told the number. Her badge, still in sight, does not take it away; she does.
  await typeBadge(page, anna.badge);
  await page.clock.fastForward(20_000);
  await expect(page.getByText(t('kiosk:yourNumber', { number }))).toBeVisible();
  await closeAnswer(page);
  expect(await actionsOf(anna.id)).toEqual([]);

  await typePin(page, number, '111111');
  await isTold(page, t('errors:pin_wrong'));
  await closeAnswer(page);
  await typePin(page, number, '839205');
  await isTold(page, 'Anna O.', t('kiosk:done.check-in'));
  await closeAnswer(page);
  // The green answer of a moment ago is not for this PIN.
  await typePin(page, number, '111111');
  await isTold(page, t('errors:pin_wrong'));
  await closeAnswer(page);
  expect(await actionsOf(anna.id)).toEqual(['check-in']);

  await allIsLoaded(page);
  await context.setOffline(true);
  // She notices her mistake: both are saved, and the right one counts.
  await typePin(page, number, '222222');
  await isTold(page, t('kiosk:judgedLaterPin'));
  await closeAnswer(page);
  await typePin(page, number, '839205');
  await isTold(page, t('kiosk:judgedLaterPin'));
  await closeAnswer(page);
  await expect(page.getByText(t('kiosk:waiting_other', { count: 2 }))).toBeVisible();
  expect(await textInDatabase(page)).not.toContain('839205');
  await context.setOffline(false);
  await expect.poll(() => actionsOf(anna.id)).toEqual(['check-in', 'check-out']);
});

/** Most answers also close by themselves, within seconds. */
const closeAnswer = (page: Page) =>
  expect(async () => {
    const close = page.getByRole('button', { name: t('common:close') });
    if (await close.isVisible()) await close.click({ timeout: 1000 });
    await expect(close).toBeHidden({ timeout: 1000 });
  }).toPass();

async function typePin(page: Page, number: string, pin: string) {
  await page.getByRole('button', { name: t('kiosk:typeNumber') }).click();
  await page.keyboard.type(number);
  await page.getByRole('button', { name: t('kiosk:pad.next') }).click();
  await expect(page.getByRole('heading', { name: t('kiosk:pad.pin') })).toBeVisible();
  await page.keyboard.type(pin);
  await page.getByRole('button', { name: t('kiosk:pad.confirm') }).click();
}

test('a number rests after five wrong PINs: the right one is told so, and is not saved; the badge works', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const context = await browser.newContext({ viewport: tablet });
  const page = await openKiosk(context, world);
  const { personalNumber: number } = await call(context, 'setPinAtKiosk', {
    body: { badge: anna.badge, pin: '839205' },
  });
  const personalNumber = number ?? '';
  for (let count = 1; count <= 5; count += 1) {
    await typePin(page, personalNumber, '111111');
    await isTold(page, t('errors:pin_wrong'));
    await closeAnswer(page);
  }
  await typePin(page, personalNumber, '839205');
  await isTold(page, t('kiosk:refused'), t('kiosk:pinRests_other', { count: 5 }));
  await closeAnswer(page);
  await expect(page.getByText(t('kiosk:waiting_one', { count: 1 }))).toBeHidden();
  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna O.', t('kiosk:done.check-in'));
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
});

test('in a queue, a badge that comes into sight again asks, at the start and at the end of a shift', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const [anna, bruno] = [await newWorker(world, 'Anna'), await newWorker(world, 'Bruno')];
  const context = await browser.newContext({ viewport: tablet });
  const page = await openKiosk(context, world);
  const passes = async (action: string) => {
    for (const { firstName, badge } of [anna, bruno]) {
      await typeBadge(page, badge);
      await isTold(page, `${firstName} O.`, t(`kiosk:done.${action}`));
    }
  };
  await passes('check-in');
  await typeBadge(page, anna.badge);
  await isAskedAgain(page, 'Anna O.', 'check-out');
  await page.getByRole('button', { name: t('kiosk:repeated.check-out.no') }).click();
  await isReady(page);
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
  // The next person's badge takes the question away.
  await typeBadge(page, anna.badge);
  await isAskedAgain(page, 'Anna O.', 'check-out');
  await typeBadge(page, bruno.badge);
  await isAskedAgain(page, 'Bruno O.', 'check-out');
  await page.getByRole('button', { name: t('kiosk:repeated.check-out.no') }).click();

  await letShiftPass(world);
  await passes('check-out');
  await typeBadge(page, anna.badge);
  await isAskedAgain(page, 'Anna O.', 'check-in');
  await page.getByRole('button', { name: t('kiosk:repeated.check-in.no') }).click();
  await isReady(page);
  expect(await actionsOf(anna.id)).toEqual(['check-in', 'check-out']);

  // Without a connection the kiosk asks from its own memory, also after a reload.
  await page.reload();
  await isReady(page);
  await allIsLoaded(page);
  await context.setOffline(true);
  await typeBadge(page, bruno.badge);
  await confirmsRepeated(page, 'Bruno O.', 'check-in');
  await isTold(page, 'Bruno O.', t('kiosk:expected.check-in'), t('kiosk:saved'));
  await context.setOffline(false);
  await expect.poll(() => actionsOf(bruno.id)).toEqual(['check-in', 'check-out', 'check-in']);
  expect(await actionsOf(anna.id)).toEqual(['check-in', 'check-out']);
});

test('the other kiosk of the location asks as well, also about somebody whom it does not know', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const [one, other] = [
    await openKiosk(await browser.newContext({ viewport: tablet }), world),
    await openKiosk(await browser.newContext({ viewport: tablet }), world),
  ];
  const anna = await newWorker(world, 'Anna');
  await typeBadge(one, anna.badge);
  await isTold(one, 'Anna O.', t('kiosk:done.check-in'));
  await typeBadge(other, anna.badge);
  await isAskedAgain(other, 'Anna O.', 'check-out');
  await other.getByRole('button', { name: t('kiosk:repeated.check-out.no') }).click();
  await isReady(other);
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
  await typeBadge(other, anna.badge);
  await confirmsRepeated(other, 'Anna O.', 'check-out');
  await isTold(other, 'Anna O.', t('kiosk:done.check-out'));
  expect(await actionsOf(anna.id)).toEqual(['check-in', 'check-out']);
});

test('readers that type: on a keyboard with Y and Z exchanged, ending with Tab, or with nothing', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const page = await openKiosk(await browser.newContext({ viewport: tablet }), world);
  // Nobody whom the kiosk knows: both readings have the shape of a badge.
  const anna = await newWorker(world, 'Anna');
  let { badge } = anna;
  while (!/[YZ]/.test(badge)) {
    ({ badge } = await call(world.admin, 'renewBadge', { params: { id: anna.id } }));
  }
  await page.evaluate((text) => {
    const shown: Record<string, string> = { Y: 'Z', Z: 'Y' };
    const press = (key: string, code: string) =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
    for (const character of text) {
      press(shown[character] ?? character, `${/\d/.test(character) ? 'Digit' : 'Key'}${character}`);
    }
    press('Enter', 'Enter');
  }, badge);
  await isTold(page, 'Anna O.', t('kiosk:done.check-in'));

  const bruno = await newWorker(world, 'Bruno');
  await typeAsReader(page, bruno.badge, 'Tab');
  await isTold(page, 'Bruno O.', t('kiosk:done.check-in'));
  const cilda = await newWorker(world, 'Cilda');
  await typeAsReader(page, cilda.badge);
  await isTold(page, 'Cilda O.', t('kiosk:done.check-in'));
  for (const { id } of [anna, bruno, cilda]) expect(await actionsOf(id)).toEqual(['check-in']);
});

test('a kiosk with a reader only says so once; a phone on its side shows what to do', async ({ browser }) => {
  const world = await newWorld(browser);
  const page = await openKiosk(await browser.newContext({ viewport: tablet }), world);
  await expect(page.getByRole('alert').filter({ hasText: t('kiosk:cameraFailed') })).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(idle(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: t('kiosk:typeNumber') }).click();
  for (const key of ['0', t('kiosk:pad.next'), t('common:cancel')]) {
    await expect(page.getByRole('button', { name: key, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('kiosk:typeNumber') })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: t('kiosk:noCamera') }).click();
  await page.reload();
  await expect(page.getByText(t('kiosk:showReader'))).toBeVisible();
  await expect(page.getByText(t('kiosk:cameraFailed'))).toBeHidden();
  await page.getByRole('button', { name: t('kiosk:useCamera') }).click();
  await expect(page.getByText(t('kiosk:cameraFailed'))).toBeVisible();
});

test('a camera that gives no picture, as after a call, is said and asked for again', async ({ browser }) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const film = test.info().outputPath('film.y4m');
  await filmOf(browser, await pictureOf(anna.badge), film);
  const started = await launch(cameraArguments(film));
  try {
    const context = await started.newContext({ viewport: tablet, permissions: ['camera'] });
    await context.addInitScript(() => {
      const opened: MediaStreamTrack[] = [];
      Object.assign(window, { opened });
      const { mediaDevices } = navigator;
      // The empty page before it is not secure.
      if (!mediaDevices) return;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        opened.push(...stream.getVideoTracks());
        return stream;
      };
    });
    const page = await openKiosk(context, world);
    await isTold(page, 'Anna O.', t('kiosk:done.check-in'));
    const opened = () =>
      page.evaluate(() =>
        (window as unknown as { opened: MediaStreamTrack[] }).opened.map(({ readyState }) => readyState),
      );
    await expect.poll(opened).toEqual(['live']);
    const mute = (isMuted: boolean) =>
      page.evaluate((muted) => {
        const track = (window as unknown as { opened: MediaStreamTrack[] }).opened.at(-1);
        Object.defineProperty(track, 'muted', { value: muted, configurable: true });
        track?.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
      }, isMuted);
    const alert = page.getByText(t('kiosk:cameraFailed'));
    await mute(true);
    await expect(alert).toBeVisible();
    // The call was short.
    await mute(false);
    await expect(alert).toBeHidden();
    expect(await opened()).toEqual(['live']);
    await mute(true);
    await expect(alert).toBeVisible();
    await expect(alert).toBeHidden({ timeout: 20_000 });
    expect(await opened()).toEqual(['ended', 'live']);
    // It reads again: her badge is still in sight.
    await expect(page.getByText('Anna O.')).toBeVisible();
  } finally {
    await started.close();
  }
});

test('a break, a work report at the check-out, and a screen that stays on', async ({ browser }) => {
  const world = await newWorld(browser);
  const { admin, hall } = world;
  const anna = await newWorker(world, 'Anna');
  await call(admin, 'updateLocation', {
    params: { id: hall.id },
    body: { name: 'Hall', asksWorkReport: true },
  });
  const automatic = { after: 6 * MS_PER_HOUR, length: MS_PER_HOUR / 2, at: 4 * MS_PER_HOUR };
  await call(admin, 'updateWorkRules', {
    body: { country: 'LV', breaks: { policy: 'recorded', automatic, isPaid: false } },
  });
  const context = await browser.newContext({ viewport: tablet });
  await context.addInitScript(() => {
    const request = () => {
      document.documentElement.dataset.wakeLock = 'held';
      return Promise.resolve({ release: () => Promise.resolve() });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const page = await openKiosk(context, world);
  await expect(page.locator('html')).toHaveAttribute('data-wake-lock', 'held');
  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna O.', t('kiosk:done.check-in'));
  await closeAnswer(page);

  const takeBreak = async ({ badge }: Worker) => {
    await page.getByRole('button', { name: t('kiosk:break'), exact: true }).click();
    await expect(page.getByText(t('kiosk:mode.break'))).toBeVisible();
    await typeBadge(page, badge);
  };
  // He began with his phone, and the kiosk has not heard of him.
  const bruno = await newWorker(world, 'Bruno');
  const checkIn = new Date(Date.now() - 2 * MS_PER_HOUR).toISOString();
  await recordPast({ id: bruno.id, companyId: world.companyId }, hall.id, checkIn, null);
  await takeBreak(bruno);
  await isTold(page, 'Bruno O.', t('kiosk:done.break-start'));
  await closeAnswer(page);
  // She has been here since a moment ago, which the kiosk has learned from its own answer.
  await takeBreak(anna);
  await isTold(page, 'Anna O.', t('kiosk:done.break-start'));
  await closeAnswer(page);
  await context.setOffline(true);
  await takeBreak(anna);
  await isTold(page, 'Anna O.', t('kiosk:done.break-end'), t('kiosk:saved'));
  await context.setOffline(false);
  const breaks = () =>
    inDatabase('select ended_at is not null as ended from work_break where user_id = $1', [anna.id]);
  await expect.poll(breaks).toEqual([{ ended: true }]);

  await page.reload();
  await isReady(page);
  // Her badge was shown for the break a moment ago.
  await letShiftPass(world);
  await typeBadge(page, anna.badge);
  await confirmsRepeated(page, 'Anna O.', 'check-out');
  await isTold(page, 'Anna O.', t('kiosk:done.check-out'));
  await pressInAnswer(page, t('kiosk:report.open'));
  await expect(page.getByRole('heading', { name: t('kiosk:report.title') })).toBeVisible();
  await page.getByRole('button', { name: t('common:units.m2'), exact: true }).click();
  await page.getByRole('spinbutton', { name: t('kiosk:report.quantity') }).fill('239,5');
  await page.getByRole('button', { name: '+10' }).click();
  await page.getByLabel(t('kiosk:report.description')).fill('Oak doors');
  await page.getByRole('button', { name: t('kiosk:report.send') }).click();
  await isTold(page, 'Anna', t('kiosk:done.report'));
  expect(
    await inDatabase('select quantity::float, description from work_report where user_id = $1', [anna.id]),
  ).toEqual([{ quantity: 249.5, description: 'Oak doors' }]);
});

test('a forgotten check-out is asked for on big keys', async ({ browser }) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const page = await openKiosk(await browser.newContext({ viewport: tablet }), world);
  const { companyId } = world;
  const checkIn = new Date(Date.now() - 26 * 3_600_000).toISOString();
  await recordPast({ id: anna.id, companyId }, world.hall.id, checkIn, null);
  await typeBadge(page, anna.badge);
  await expect(page.getByRole('heading', { name: t('kiosk:missing.title') })).toBeVisible();
  // A time before the check-in's day began is none.
  await page.getByRole('button', { name: t('kiosk:missing.other') }).click();
  const left = new Date(Date.now() - 20 * 3_600_000);
  const typed = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Riga',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(left)
    .replace(':', '');
  await page.keyboard.type(typed);
  await page.getByRole('button', { name: t('kiosk:pad.next') }).click();
  await page.getByRole('button', { name: /6:0\d|5:59/ }).click();
  await isTold(page, 'Anna', t('kiosk:done.check-in'));
  expect(
    await inDatabase(
      'select check_out is null as open from time_entry where user_id = $1 order by check_in',
      [anna.id],
    ),
  ).toEqual([{ open: false }, { open: true }]);
});

test('a power cut while a badge is being sent: recorded once, and told at the next badge', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const profile = test.info().outputPath('profile');
  const start = () =>
    chromium.launchPersistentContext(profile, {
      ...testBrowser(),
      viewport: tablet,
      serviceWorkers: 'block',
    });
  // A paired device has been on for longer than its browser takes to store a cookie.
  const pairing = await start();
  await openKiosk(pairing, world);
  await pairing.close();
  const before = await start();
  let page = await before.newPage();
  await page.goto(urlOf('kiosk', 'en'));
  await isReady(page);
  const asked = Promise.withResolvers<void>();
  // The request never leaves the device.
  await page.route('**/api/kiosk/scan', () => asked.resolve());
  await typeBadge(page, anna.badge);
  await asked.promise;
  killBrowserOf(profile);
  await before.close().catch(() => undefined);
  expect(await actionsOf(anna.id)).toEqual([]);

  const after = await start();
  await noteMessages(after);
  page = await after.newPage();
  await page.goto(urlOf('kiosk', 'en'));
  await isReady(page);
  await expect.poll(() => actionsOf(anna.id)).toEqual(['check-in']);
  // She shows her badge again, since she saw no answer: that is no check-out.
  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna', t('kiosk:done.check-in'));
  expect(await actionsOf(anna.id)).toEqual(['check-in']);
  await after.close();
});

/** Kills the processes of the browser with this profile, as a power cut does. */
function killBrowserOf(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

test('a revoked kiosk says so and forgets everything; the device PIN ends one as well', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const context = await browser.newContext({ viewport: tablet });
  const page = await openKiosk(context, world);
  await typeBadge(page, anna.badge);
  await isTold(page, 'Anna', t('kiosk:done.check-in'));
  const [kiosk] = await call(world.admin, 'listKiosks');
  await call(world.admin, 'revokeKiosk', { params: { id: kiosk?.id ?? '' } });
  const bruno = await newWorker(world, 'Bruno');
  await typeBadge(page, bruno.badge);
  await expect(page.getByRole('alert').filter({ hasText: t('kiosk:pair.revoked') })).toBeVisible();
  const stored = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(stored).not.toContain('maina-kiosk');
  await page.reload();
  await expect(page.getByLabel(t('kiosk:pair.code'))).toBeVisible();

  await page.getByLabel(t('kiosk:pair.code')).fill(await pairingCode(world, world.hall, '2580'));
  await page.getByRole('button', { name: t('kiosk:pair.submit') }).click();
  await isReady(page);
  await page.getByRole('button', { name: t('kiosk:leave') }).click();
  await page.keyboard.type('1111');
  await page
    .getByRole('button', { name: t('kiosk:leave') })
    .last()
    .click();
  await expect(page.getByRole('alert').filter({ hasText: t('kiosk:leaving.wrongPin') })).toBeVisible();
  await page.keyboard.type('2580');
  await page
    .getByRole('button', { name: t('kiosk:leave') })
    .last()
    .click();
  await expect(page.getByLabel(t('kiosk:pair.code'))).toBeVisible();
});

test('a kiosk of a deleted company keeps what it has to send until the deletion is undone', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const { company } = await call(world.admin, 'getUser');
  const context = await browser.newContext({ viewport: tablet });
  const page = await openKiosk(context, world);
  await context.setOffline(true);
  await typeBadge(page, anna.badge);
  await isTold(page, t('kiosk:judgedLater'));
  const setDue = (due: string | null) =>
    inDatabase('update company set deletion_due_at = $2 where id = $1', [company.id, due]);
  await setDue('2099-01-01');
  await context.setOffline(false);
  await expect(page.getByRole('alert').filter({ hasText: 'This company was deleted' })).toBeVisible();
  await setDue(null);
  await page.reload();
  await isReady(page);
  await expect.poll(() => actionsOf(anna.id)).toEqual(['check-in']);
});

test('a screen shows the code anew; a location can demand it, and the phone is told what to do', async ({
  browser,
}) => {
  const world = await newWorld(browser);
  const { admin, hall } = world;
  await call(admin, 'updateLocation', {
    params: { id: hall.id },
    body: { name: 'Hall', requiresRotatingCode: true },
  });
  const context = await browser.newContext({ viewport: tablet });
  await call(context, 'pairKiosk', { body: { code: await pairingCode(world, hall) } });
  const screen = await context.newPage();
  const currentCode = async () => (await call(context, 'getKioskCode')).code;
  await screen.goto(urlOf('display', 'en'));
  const firstCode = await currentCode();
  const drawing = screen.getByRole('img', { name: t('kiosk:display.label', { location: 'Hall' }) });
  const first = await drawing.locator('path').getAttribute('d');
  await expect(drawing.locator('path')).not.toHaveAttribute('d', first ?? '', { timeout: 90_000 });
  expect(await currentCode()).not.toBe(firstCode);

  // Nobody is told to scan a code that is not there, but what to do instead.
  await screen.route('**/api/kiosk/code', (route) => route.abort());
  await screen.reload();
  await expect(screen.getByText(t('kiosk:display.staleText'))).toBeVisible();
  await expect(screen.getByText(t('kiosk:display.title'))).toHaveCount(0);
  await screen.unroute('**/api/kiosk/code');

  const worker = await browser.newContext({ viewport: phone });
  const { id } = await employByApi(admin, worker);
  const page = await worker.newPage();
  await page.goto(`${urlOf('timeTracking', 'en')}?code=${hall.qrCode}`);
  await expect(page.getByRole('alert')).toContainText(t('errors:rotating_code_required'));
  await page.goto(await currentCode());
  await expect(page.getByText(t('time-tracking:link.textScreen'))).toBeVisible();
  await page.getByRole('button', { name: t('time-tracking:checkIn') }).click();
  await isTold(page, t('time-tracking:done.check-in'));
  expect(await actionsOf(id)).toEqual(['check-in']);

  // Without a signal the phone keeps the code with its time, and the code is judged by that time.
  await page.goto(await currentCode());
  const leave = page.getByRole('button', { name: t('time-tracking:checkOut') }).first();
  await expect(leave).toBeVisible();
  await worker.setOffline(true);
  await leave.click();
  await isTold(page, t('time-tracking:saved.title'));
  await worker.setOffline(false);
  await expect.poll(() => actionsOf(id)).toEqual(['check-in', 'check-out']);
  expect(
    await inDatabase('select code_form, source from scan where user_id = $1 and action = $2', [
      id,
      'check-out',
    ]),
  ).toEqual([{ code_form: 'rotating', source: 'offline' }]);
});

test('badges are printed for several people, ten on a sheet of A4', async ({ browser }) => {
  const world = await newWorld(browser);
  for (let count = 1; count <= 11; count += 1) await newWorker(world, `Person ${count}`);
  const page = await world.admin.newPage();
  await page.goto(urlOf('badges', 'en'));
  await page.getByRole('button', { name: t('employees:badges.all') }).click();
  await expect(page.getByRole('article')).toHaveCount(12);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  await page.emulateMedia({ media: 'print' });
  const size = await page.getByRole('article').first().boundingBox();
  const mm = (px: number | undefined) => Math.round(((px ?? 0) * 25.4) / 96);
  expect([mm(size?.width), mm(size?.height)]).toEqual([86, 54]);
});

test('kiosk and screens are usable by everybody', async ({ browser }) => {
  const world = await newWorld(browser);
  const anna = await newWorker(world, 'Anna');
  const kiosk = await openKiosk(await browser.newContext({ viewport: tablet }), world);
  await judge(kiosk, { inDark: true });
  await kiosk.getByRole('button', { name: t('kiosk:typeNumber') }).click();
  await expect(kiosk.getByRole('button', { name: t('kiosk:pad.next') })).toBeVisible();
  await judge(kiosk, { inDark: true });
  await kiosk.keyboard.press('Escape');
  await typeBadge(kiosk, anna.badge);
  await isTold(kiosk, 'Anna', t('kiosk:done.check-in'));
  await kiosk.goto(urlOf('display', 'en'));
  await expect(kiosk.getByRole('img')).toBeVisible();
  await judge(kiosk, { inDark: true });
  const page = await world.admin.newPage();
  await page.goto(urlOf('kiosks', 'en'));
  await expect(page.getByRole('heading', { name: t('company:kiosks.devices') })).toBeVisible();
  await judge(page);
  await page.goto(urlOf('badges', 'en'));
  await page.getByRole('button', { name: t('employees:badges.all') }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await judge(page);
});
