/* Takes the public pages' screenshots from the demo company: `npm run screenshots`, then commit what changed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { pino } from 'pino';
import { LANGUAGES, type Language, LOCALES } from '#domain/languages.ts';
import { type PageName, pathFor } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { type DemoSignIn, seedDemo } from '#server/demo/seed-demo.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/i18n.ts';
import { openServices } from '#server/services.ts';
import { startTestCluster } from '#server/testing/test-cluster.ts';
import { chromiumArguments, requireBrowser } from './browser.ts';
import { ensureWebIsBuilt } from './build.ts';

const root = join(import.meta.dirname, '..');
const picturesFolder = join(root, 'web/public/site');
const previewsFolder = join(root, 'web/public/og');

/** A fixed Thursday morning, so that every run shows the same people at work. */
const now = '2026-11-19T08:24:00Z';
/** The host name shown in the pictures: a reserved name, resolved to our own server. */
const publicUrl = 'http://maina.example';

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
};

const schemes = ['light', 'dark'] as const;
const quality = 0.78;

type Shot = { name: string; page: PageName; as: 'admin' | 'employee'; query?: string };

const shots: Shot[] = [
  { name: 'dashboard', page: 'dashboard', as: 'admin' },
  { name: 'reports', page: 'reports', as: 'admin', query: '?start=2026-10-01&end=2026-10-31' },
  { name: 'employees', page: 'employees', as: 'admin' },
  { name: 'time-tracking', page: 'timeTracking', as: 'employee' },
];

async function startDemo() {
  const cluster = await startTestCluster();
  const connectionString = await cluster.createDatabase();
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: publicUrl, RATE_LIMIT_FACTOR: '1000' });
  const clock = fixedClock(now);
  const opened = await openServices(config, connectionString, pino({ level: 'error' }), clock);
  const signIn = await seedDemo(connectionString, clock.now());
  const app = await buildApp(opened.services, join(root, 'dist/web'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    signIn,
    port: (app.server.address() as AddressInfo).port,
    async close() {
      await app.close();
      await opened.close();
      await cluster.stop();
    },
  };
}

type View = typeof desktop & { colorScheme: (typeof schemes)[number]; locale: string };

/** A signed-in browser context. */
async function openAs(browser: Browser, email: string, password: string, view: View): Promise<Page> {
  const context = await browser.newContext({
    ...view,
    baseURL: publicUrl,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Riga',
  });
  const page = await context.newPage();
  await page.goto(pathFor('auth', 'en'));
  await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    { email, password },
  );
  return page;
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('main h1').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

/** Encodes with the browser's canvas. */
async function saveAsWebp(encoder: Page, png: Buffer, file: string): Promise<void> {
  const base64 = await encoder.evaluate(
    async ([data, wanted]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: Number(wanted) });
      return new Uint8Array(await blob.arrayBuffer()).toBase64();
    },
    [png.toString('base64'), String(quality)] as const,
  );
  const bytes = Buffer.from(base64, 'base64');
  await writeFile(file, bytes);
  console.log(`${file.slice(root.length + 1)}: ${(bytes.length / 1024).toFixed(1)} KB`);
}

async function takePictures(browser: Browser, encoder: Page, signIn: DemoSignIn): Promise<void> {
  for (const language of LANGUAGES) {
    for (const colorScheme of schemes) {
      const look = { colorScheme, locale: LOCALES[language] };
      const pages = {
        admin: await openAs(browser, signIn.admin, signIn.password, { ...desktop, ...look }),
        employee: await openAs(browser, signIn.employee, signIn.password, { ...phone, ...look }),
      };
      for (const { name, page: pageName, as, query = '' } of shots) {
        const page = pages[as];
        await page.goto(pathFor(pageName, language) + query);
        await settle(page);
        const file = join(picturesFolder, `${name}.${language}.${colorScheme}.webp`);
        await saveAsWebp(encoder, await page.screenshot(), file);
      }
      // The poster is always printed on white.
      if (colorScheme === 'light') await takePoster(pages.admin, encoder, language);
      for (const page of Object.values(pages)) await page.context().close();
    }
  }
}

async function takePoster(page: Page, encoder: Page, language: Language): Promise<void> {
  const locations = await page.evaluate(async () => (await fetch('/api/locations')).json());
  await page.goto(pathFor('locationPoster', language, { id: locations[0].id }));
  await settle(page);
  await page.getByRole('combobox').selectOption(language);
  const sheet = page.locator(`article[lang="${language}"]`);
  await sheet.waitFor();
  await saveAsWebp(encoder, await sheet.screenshot(), join(picturesFolder, `poster.${language}.webp`));
}

/** The link preview for messengers and social networks, 1200×630. */
async function takePreview(browser: Browser, language: Language): Promise<void> {
  const t = translator(language);
  const context = await browser.newContext({
    baseURL: publicUrl,
    viewport: { width: 1200, height: 630 },
    // The preview has its own styles.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(pathFor('auth', language));
  await settle(page);
  const picture = await readFile(join(picturesFolder, `dashboard.${language}.light.webp`), 'base64');
  const dashboard = `data:image/webp;base64,${picture}`;
  await page.evaluate(
    ({ name, title, text, dashboard }) => {
      const mark = document.querySelector('header svg')?.outerHTML ?? '';
      document.body.innerHTML = `<div style="display:grid;grid-template-columns:560px 1fr;width:1200px;height:630px;overflow:hidden;background:var(--paper);color:var(--ink)">
        <div style="display:flex;flex-direction:column;justify-content:space-between;padding:64px 0 64px 64px">
          <div style="display:flex;align-items:center;gap:16px;font-weight:800;font-size:40px;letter-spacing:-0.02em">${mark}<span></span></div>
          <div><h1 style="font-weight:800;font-size:64px;line-height:1.05;letter-spacing:-0.025em;margin:0 0 20px"></h1>
          <p style="font-size:26px;line-height:1.35;color:var(--ink-muted);margin:0"></p></div>
        </div>
        <div style="position:relative"><img src="${dashboard}" style="position:absolute;left:64px;top:88px;width:900px;max-width:none;border:1px solid var(--edge);border-radius:12px"></div></div>`;
      const put = (selector: string, value: string) => {
        const element = document.querySelector(selector);
        if (element) element.textContent = value;
      };
      put('span', name);
      put('h1', title);
      put('p', text);
      for (const svg of document.querySelectorAll('svg')) svg.setAttribute('style', 'width:56px;height:56px');
    },
    { name: PRODUCT_NAME, title: t('site:preview.title'), text: t('site:preview.text'), dashboard },
  );
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  await writeFile(join(previewsFolder, `${language}.png`), await page.screenshot());
  await context.close();
}

await mkdir(picturesFolder, { recursive: true });
await mkdir(previewsFolder, { recursive: true });
await ensureWebIsBuilt();
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: requireBrowser(),
  args: [
    ...chromiumArguments,
    `--host-resolver-rules=MAP maina.example 127.0.0.1:${demo.port}`,
    `--unsafely-treat-insecure-origin-as-secure=${publicUrl}`,
  ],
});
try {
  const encoder = await browser.newPage();
  await takePictures(browser, encoder, demo.signIn);
  for (const language of LANGUAGES) await takePreview(browser, language);
} finally {
  await browser.close();
  await demo.close();
}
