/*
 * Makes all pictures and films of the public pages and of README.md from the demo company: `npm run screenshots`, then look
 * at them and commit what changed. `npm run screenshots -- lv` makes those of one language. The films need ffmpeg, the sheets
 * pdftoppm (Debian: `poppler-utils`).
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { pathFor } from '#domain/paths.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { SMALL_PICTURE_WIDTH } from '#domain/site.ts';
import { startTestCluster } from '#tests/support/test-cluster.ts';
import { ensureWebIsBuilt } from '#tools/build/build.ts';
import { type Contents, readContents } from './contents.ts';
import { FILM_AT, makeLoop, makeMovingScan, makeTour } from './film.ts';
import { openPoster, STILLS_AT, takeStills } from './stills.ts';
import {
  ffmpeg,
  inTemporaryFolder,
  openStudio,
  pictureFile,
  picturesFolder,
  root,
  SCHEMES,
  type Size,
  type Studio,
  settle,
} from './studio.ts';

const previewsFolder = join(root, 'web/public/og');
const sizesFile = join(root, 'web/site/picture-sizes.json');
const contentsFile = join(root, 'tools/pictures/contents.json');

/** What a phone's camera sees in front of the poster on a grey wall: a film for Chromium's fake camera. */
function filmPoster(poster: string, file: string): void {
  const scene = 'scale=-2:800,pad=1280:1280:(ow-iw)/2:(oh-ih)/2:color=0x8a8a86,crop=1280:720:0:240';
  ffmpeg(['-loop', '1', '-i', poster, '-t', '1', '-r', '10', '-vf', scene, '-pix_fmt', 'yuv420p', file]);
}

/** The link preview for messengers and social networks, 1200×630. */
async function takePreview({ open, t, look: { language } }: Studio): Promise<void> {
  const page = await open({
    viewport: { width: 1200, height: 630 },
    colorScheme: 'light',
    // The preview has its own styles.
    bypassCSP: true,
  });
  await page.goto(pathFor('auth', language));
  await settle(page);
  const picture = await readFile(pictureFile('dashboard', { language, scheme: 'light' }), 'base64');
  await drawPreview(page, {
    name: PRODUCT_NAME,
    title: t('site:preview.title'),
    text: t('site:preview.text'),
    dashboard: `data:image/webp;base64,${picture}`,
  });
  await writeFile(join(previewsFolder, `${language}.png`), await page.screenshot());
  await page.context().close();
}

type Preview = { name: string; title: string; text: string; dashboard: string };

async function drawPreview(page: Page, preview: Preview): Promise<void> {
  await page.evaluate(({ name, title, text, dashboard }) => {
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
  }, preview);
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
}

/** Draws the upper part of a PDF's first sheet, without loss: black text and lines make a smaller file so. */
async function drawSheet(pdf: string, folder: string, file: string): Promise<Size> {
  const [width, height] = [1100, 560];
  const sheet = join(folder, 'sheet');
  await writeFile(`${sheet}.pdf`, pdf, 'base64');
  const part = ['-scale-to-x', width, '-scale-to-y', -1, '-x', 0, '-y', 0, '-W', width, '-H', height].map(
    String,
  );
  execFileSync('pdftoppm', ['-png', '-gray', '-singlefile', ...part, `${sheet}.pdf`, sheet]);
  ffmpeg(['-i', `${sheet}.png`, '-lossless', '1', '-compression_level', '6', file]);
  return { width, height };
}

const asked = process.argv.slice(2);
const languages = LANGUAGES.filter((language) => asked.length === 0 || asked.includes(language));
await Promise.all([picturesFolder, previewsFolder].map((folder) => mkdir(folder, { recursive: true })));
await ensureWebIsBuilt();
const cluster = await startTestCluster();
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
const sizes: Record<string, Record<string, Size>> = await readJson(sizesFile);
const contents: Record<string, Contents> = await readJson(contentsFile);

async function makeAll(language: Language, scheme: (typeof SCHEMES)[number], folder: string) {
  const look = { language, scheme };
  const film = join(folder, 'camera.y4m');
  const poster = pictureFile('poster', look);
  const posterPng = join(folder, 'poster.png');
  const atDoor = await openStudio(cluster, look, STILLS_AT);
  await atDoor.camera(await openPoster(atDoor), poster);
  await atDoor.close();
  ffmpeg(['-i', poster, posterPng]);
  filmPoster(poster, film);

  const morning = await openStudio(cluster, look, FILM_AT, film);
  const hero = join(picturesFolder, `hero.${language}.${scheme}`);
  const heroSize = await makeLoop(morning, await readFile(posterPng), folder, hero);
  await morning.close();
  // For phones, which see it first of all: what fits into a server's first answer of 14 KB comes a round trip earlier.
  ffmpeg([
    ...['-i', `${hero}.webp`, '-vf', `scale=${SMALL_PICTURE_WIDTH}:-1:flags=lanczos`],
    ...['-quality', '58', '-compression_level', '6'],
    `${hero}.small.webp`,
  ]);

  const studio = await openStudio(cluster, look, STILLS_AT, film);
  const taken: Record<string, Size> = { hero: heroSize };
  const texts: Contents = {};
  await takeStills(studio, async (name, subject, clip) => {
    texts[name] = await readContents(subject);
    const file = pictureFile(name, look);
    taken[name] =
      'texts' in subject
        ? await drawSheet(subject.pdf, folder, file)
        : await studio.camera(subject, file, clip);
  });
  sizes[language] = taken;
  contents[language] = texts;
  if (scheme === 'light') {
    await takePreview(studio);
    await makeTour(studio, folder, join(picturesFolder, `tour.${language}`));
  }
  if (scheme === 'light' && language === 'en') makeMovingScan(`${hero}.mp4`);
  await studio.close();
  await writeJson(sizesFile, sizes);
  await writeJson(contentsFile, contents);
}

try {
  await inTemporaryFolder(async (folder) => {
    for (const language of languages) for (const scheme of SCHEMES) await makeAll(language, scheme, folder);
  });
} finally {
  await cluster.stop();
}
