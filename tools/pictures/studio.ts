/* What the pictures of the product are made with: the demo company on a clock that stands still, and a browser that sees it. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test';
import { pino } from 'pino';
import { type Language, LOCALES } from '#domain/languages.ts';
import { type PageName, type PathParams, pathFor } from '#domain/paths.ts';
import { isPaper } from '#domain/site.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type DemoSignIn, seedDemo } from '#server/demo/seed-demo.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { openServices } from '#server/services.ts';
import type { startTestCluster } from '#tests/support/test-cluster.ts';
import { allIsLoaded, chromiumArguments, requireBrowser } from '#tools/browser.ts';

export const root = join(import.meta.dirname, '../..');
export const picturesFolder = join(root, 'web/public/site');

/** The host name shown in the pictures: a reserved name, resolved to our own server. */
const publicUrl = 'http://maina.example';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** How a picture looks: one set of all pictures for each. */
export type Look = { language: Language; scheme: Scheme };

/** The file of a picture by its name. */
export const pictureFile = (name: string, { language, scheme }: Look) =>
  join(picturesFolder, `${name}.${language}${isPaper(name) ? '' : `.${scheme}`}.webp`);

export const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
/** For dialogs and cards: what a reader with a phone can still read. */
export const narrow = { viewport: { width: 720, height: 1000 }, deviceScaleFactor: 1.25 };
export const phone = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 1.25,
  isMobile: true,
  hasTouch: true,
};

/** A tablet that hangs upright at a door. */
export const tablet = { viewport: { width: 700, height: 940 }, deviceScaleFactor: 1, hasTouch: true };

export type Studio = {
  look: Look;
  camera: Camera;
  signIn: DemoSignIn;
  /** Of the demo company in the language's country, the Latvian one for English. */
  ownCountry: DemoSignIn;
  t: ReturnType<typeof translator>;
  clock: ReturnType<typeof fixedClock>;
  /** A page of a new browser context, signed in unless `email` is missing. */
  open(view: BrowserContextOptions, email?: string): Promise<Page>;
  goto(page: Page, name: PageName, options?: { params?: PathParams; query?: string }): Promise<void>;
  close(): Promise<void>;
};

type Cluster = Awaited<ReturnType<typeof startTestCluster>>;

/** Opens the demo company as it is at `now` (ISO 8601 UTC). The browser's camera shows `film`, if given. */
export async function openStudio(cluster: Cluster, look: Look, now: string, film?: string): Promise<Studio> {
  const connectionString = await cluster.createDatabase();
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: publicUrl, RATE_LIMIT_FACTOR: '1000' });
  const clock = fixedClock(now);
  const opened = await openServices(config, connectionString, pino({ level: 'silent' }), clock);
  const [signIn, lithuanian, polish] = await seedDemo(connectionString, clock.now());
  const app = await buildApp(opened.services, join(root, 'dist/web'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: [
      ...chromiumArguments,
      `--host-resolver-rules=MAP maina.example 127.0.0.1:${port}`,
      `--unsafely-treat-insecure-origin-as-secure=${publicUrl}`,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
    ],
  });
  return {
    look,
    camera: createCamera(await browser.newPage()),
    signIn,
    ownCountry: { en: signIn, lv: signIn, lt: lithuanian, pl: polish }[look.language],
    clock,
    t: translator(look.language),
    async open(view, email) {
      const context = await browser.newContext({
        colorScheme: look.scheme,
        locale: LOCALES[look.language],
        ...view,
        baseURL: publicUrl,
        reducedMotion: 'reduce',
        timezoneId: 'Europe/Riga',
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      if (!email) return page;
      await page.goto(pathFor('auth', 'en'));
      await callApi(page, 'POST', '/api/login', { email, password: signIn.password });
      // The language of AI reports.
      await callApi(page, 'PUT', '/api/user', { language: look.language });
      return page;
    },
    async goto(page, name, { params, query = '' } = {}) {
      await page.goto(pathFor(name, look.language, params) + query);
      await settle(page);
    },
    async close() {
      await browser.close();
      await app.close();
      await opened.close();
    },
  };
}

/** Calls the API as the person who is signed in on the page; returns the answer. Throws what the server refuses. */
export async function callApi<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return page.evaluate(
    async ([verb, url, json]) => {
      const answer = await fetch(url, {
        method: verb,
        ...(json && { headers: { 'content-type': 'application/json' }, body: json }),
      });
      if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
      return answer.status === 204 ? null : answer.json();
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  );
}

export async function settle(page: Page): Promise<void> {
  await allIsLoaded(page);
  await page.locator('h1').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

/** The size of a picture file in pixels. */
export type Size = { width: number; height: number };

/** A part of a page in its pixels. */
export type Box = Size & { x: number; y: number };

const quality = 0.7;

export type Camera = ReturnType<typeof createCamera>;

/** Takes pictures of pages and writes them as WebP, which the browser's canvas encodes. */
function createCamera(encoder: Page) {
  return async (subject: Page | Locator, file: string, clip?: Box): Promise<Size> => {
    const png = await subject.screenshot({
      animations: 'disabled',
      ...(clip && 'goto' in subject && { clip }),
    });
    const { base64, ...size } = await encoder.evaluate(
      async ([data, wanted]) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const { width, height } = picture;
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext('2d')?.drawImage(picture, 0, 0);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: wanted });
        return { base64: new Uint8Array(await blob.arrayBuffer()).toBase64(), width, height };
      },
      [png.toString('base64'), quality] as const,
    );
    const bytes = Buffer.from(base64, 'base64');
    await writeFile(file, bytes);
    console.log(`${file.slice(root.length + 1)}: ${(bytes.length / 1024).toFixed(1)} KB`);
    return size;
  };
}

/** Runs ffmpeg. Throws with what to do if it is not installed. */
export function ffmpeg(args: string[]): void {
  try {
    execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('The films need ffmpeg. Install it (Debian: `apt-get install ffmpeg`) and try again.');
  }
}

/** Creates a folder for intermediate files, and removes it when the work is done or has failed. */
export async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'maina-pictures-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SITE = 'Objekts „Priedaine”, Jūrmala';

/** The card of the building site on the dashboard, above the timeline that names it again. */
export const boardOf = (page: Page): Locator =>
  page
    .getByRole('heading', { name: SITE })
    // Who is planned there stands above.
    .last()
    .locator('xpath=ancestor::*[contains(@class,"rounded-lg")][1]');

export async function siteOf(admin: Page): Promise<{ id: string; qrCode: string }> {
  const locations = await callApi<{ id: string; name: string; qrCode: string }[]>(
    admin,
    'GET',
    '/api/locations',
  );
  const site = locations.find(({ name }) => name === SITE);
  if (!site) throw new Error(`The demo company has no ${SITE}.`);
  return site;
}
