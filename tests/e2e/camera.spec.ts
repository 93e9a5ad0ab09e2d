/* The scanner: errors without a camera, codes it refuses, and that a code in view counts once. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { create, toBuffer } from 'qrcode';
import { formatLocationCode } from '#domain/location-code.ts';
import { cameraArguments, filmOf } from '#tests/support/browser/camera.ts';
import { isTold } from '#tests/support/browser/messages.ts';
import {
  call,
  employByApi,
  inDatabase,
  launch,
  origin,
  phone,
  recover,
  registerByApi,
  say,
  test,
  urlOf,
} from '#tests/support/browser/support.ts';
import { allIsLoaded, findBrowser } from '#tools/browser.ts';

const t = say('en');
const camera = ['--use-fake-device-for-media-stream'];

async function openScanner(page: Page) {
  await page.goto(urlOf('timeTracking', 'en'));
  await page.getByRole('button', { name: t('time-tracking:scan') }).click();
}

const pictureOf = (text: string) => toBuffer(text, { scale: 8, errorCorrectionLevel: 'M' });
const linkOf = (code: string) => `${origin}/time-tracking?code=${code}`;
const scansOf = (userId: string) => inDatabase('select action from scan where user_id = $1', [userId]);

const refusedCameras = [
  { what: 'permission denied', args: camera, permissions: [], problem: 'denied' },
  {
    what: 'no camera',
    args: ['--use-fake-device-for-media-stream=device-count=0'],
    permissions: ['camera'],
    problem: 'missing',
  },
];

for (const { what, args, permissions, problem } of refusedCameras) {
  test(`${what}: says so, and offers the typed code instead`, async ({ browser }) => {
    const admin = await browser.newContext();
    await registerByApi(admin);
    const { qrCode } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
    // The headless shell refuses nobody the camera.
    const started = await launch(args, [], { executablePath: findBrowser() });
    try {
      const context = await started.newContext({ viewport: phone, permissions });
      await employByApi(admin, context);
      const page = await context.newPage();
      await openScanner(page);
      const alert = page.getByRole('alert').filter({
        hasText: t(`time-tracking:scanner.problems.${problem}.title`),
      });
      await expect(alert).toContainText(t(`time-tracking:scanner.problems.${problem}.text`));
      if (problem === 'denied') {
        await expect(page.getByText(t('time-tracking:scanner.deniedToast')).first()).toBeVisible();
        await expect(page.getByText(t('time-tracking:scanner.error')).first()).toBeVisible();
      }
      await page.getByRole('button', { name: t('time-tracking:enterCode') }).click();
      await page.getByLabel(t('time-tracking:code.label')).fill(formatLocationCode(qrCode));
      await page.getByRole('button', { name: t('time-tracking:code.submit') }).click();
      await isTold(page, t('time-tracking:done.check-in'));
      expect(await call(context, 'getActiveEntry')).toMatchObject({ location: { name: 'Hall' } });
    } finally {
      await started.close();
    }
  });
}

/** Stores the page's camera constraints on the window. */
async function watchCamera(page: Page) {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      Object.assign(window, { openedTracks: stream.getTracks(), askedFor: constraints });
      return stream;
    };
  });
}

type Watched = { openedTracks?: MediaStreamTrack[]; askedFor?: MediaStreamConstraints };

/** A phone whose camera shows this text as a QR code, its owner signed in as an employee. */
async function withPhone(
  admin: BrowserContext,
  seen: string,
  use: (page: Page, userId: string) => Promise<void>,
  hung?: Parameters<typeof filmOf>[3],
) {
  const film = test.info().outputPath('film.y4m');
  const browser = admin.browser();
  if (!browser) throw new Error('the administrator has no browser');
  await filmOf(browser, await pictureOf(seen), film, hung);
  const started = await launch(cameraArguments(film));
  try {
    const context = await started.newContext({ viewport: phone, permissions: ['camera'] });
    const { id } = await employByApi(admin, context);
    const page = await context.newPage();
    await watchCamera(page);
    await use(page, id);
  } finally {
    await started.close();
  }
}

const tracksOf = (page: Page) =>
  page.evaluate(() => {
    const { openedTracks } = window as Watched;
    return openedTracks?.map(({ readyState }) => readyState);
  });

test('a stranger’s QR code is refused with a clear word, another company’s too; nothing is recorded', async ({
  browser,
}) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const stranger = await browser.newContext();
  await registerByApi(stranger);
  const foreign = await call(stranger, 'createLocation', { body: { name: 'Elsewhere' } });
  const refusals: [string, string][] = [
    ['https://example.test/menu?table=4', t('errors:qr_code_foreign')],
    [linkOf(foreign.qrCode), t('errors:location_code_unknown')],
  ];
  for (const [seen, words] of refusals) {
    await withPhone(admin, seen, async (page, userId) => {
      await openScanner(page);
      const toast = page.getByRole('listitem').filter({ hasText: t('time-tracking:scanFailed') });
      await expect(toast).toContainText(words);
      // The scanner pauses; it does not send the same picture ten times a second.
      await expect(page.getByRole('button', { name: t('time-tracking:scanner.again') })).toBeVisible();
      // No hours are missing.
      await expect(page.getByText(t('time-tracking:outbox.refused'))).toHaveCount(0);
      expect(await scansOf(userId)).toEqual([]);
      expect(await call(page.context(), 'getActiveEntry')).toBeNull();
    });
  }
});

test('a code that fills the whole picture is read', async ({ browser }) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const { qrCode } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  const text = linkOf(qrCode);
  const { size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  // Held a little askew, its corners reach the edges of the frame; the picture has a margin of four modules.
  const hung = { side: (710 * (size + 8)) / size, turn: 0.06 };
  await withPhone(
    admin,
    text,
    async (page, userId) => {
      await openScanner(page);
      await isTold(page, t('time-tracking:done.check-in'));
      expect(await scansOf(userId)).toEqual([{ action: 'check-in' }]);
    },
    hung,
  );
});

test('one sight of a code is one scan; the decoder loads only for it; the camera goes off with the scanner', async ({
  browser,
}) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const { qrCode } = await call(admin, 'createLocation', { body: { name: 'Hall' } });
  await withPhone(admin, linkOf(qrCode), async (page, userId) => {
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    const decoders = () => asked.filter((line) => line.endsWith('.wasm'));
    const scans = () => asked.filter((line) => line.startsWith('POST') && line.endsWith('/scan'));
    await page.goto(urlOf('employee', 'en'));
    await page.goto(urlOf('timeTracking', 'en'));
    await expect(page.getByText(t('time-tracking:status.idle'))).toBeVisible();
    await allIsLoaded(page);
    expect(decoders()).toEqual([]);

    // Until the test has seen the request wait, with the code in view all the while.
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/time-tracking/scan', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: t('time-tracking:scan') }).click();
    await expect(page.getByText(t('time-tracking:scanner.checking'))).toBeVisible();
    // The phone waits four seconds for the answer.
    answer.resolve();
    expect(decoders()).toHaveLength(1);
    expect(decoders()[0]).toContain(origin);
    const settings = await page.evaluate(() => (window as Watched).askedFor);
    expect(settings).toMatchObject({
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    await isTold(page, t('time-tracking:done.check-in'));
    await expect.poll(() => tracksOf(page)).toEqual(['ended']);
    expect(scans()).toHaveLength(1);

    // In view again at once: a question, no scan. "Cancel" changes nothing.
    await page.getByRole('button', { name: t('common:close') }).click();
    await page.getByRole('button', { name: t('time-tracking:scan') }).click();
    const question = page.getByRole('group', { name: /Check out\?/ });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: t('time-tracking:repeated.stayIn') }).click();
    expect(scans()).toHaveLength(1);
    expect(await scansOf(userId)).toEqual([{ action: 'check-in' }]);
    expect(await call(page.context(), 'getActiveEntry')).toMatchObject({ location: { name: 'Hall' } });
  });
});

test('leaving the page turns the camera off; a camera that is taken away can be asked for again', async ({
  browser,
}) => {
  const admin = await browser.newContext();
  await registerByApi(admin);
  const started = await launch([...camera, '--use-fake-ui-for-media-stream']);
  try {
    const context = await started.newContext({ viewport: phone, permissions: ['camera'] });
    await employByApi(admin, context);
    const page = await context.newPage();
    await watchCamera(page);
    await openScanner(page);
    await expect(page.getByText(t('time-tracking:scanner.scanning'))).toBeVisible();
    await page.evaluate(() => {
      for (const track of (window as Watched).openedTracks ?? []) track.dispatchEvent(new Event('ended'));
    });
    const alert = page.getByRole('alert').filter({
      hasText: t('time-tracking:scanner.problems.stopped.title'),
    });
    await recover(
      alert.getByRole('button', { name: t('common:retry') }),
      page.getByText(t('time-tracking:scanner.scanning')),
    );
    expect(await tracksOf(page)).toEqual(['live']);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('nav:pages.employee') })
      .click();
    await expect(page).toHaveURL(urlOf('employee', 'en'));
    await expect.poll(() => tracksOf(page)).toEqual(['ended']);
  } finally {
    await started.close();
  }
});
