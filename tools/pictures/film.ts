/* The films of the public pages, put together frame by frame from pictures of the product and encoded by ffmpeg. */
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Attention } from '#contract/corrections.ts';
import { demoEmail } from '#server/demo/demo-company.ts';
import { LATVIAN_CAST } from '#server/demo/latvian-cast.ts';
import { openScanner } from './stills.ts';
import {
  boardOf,
  callApi,
  ffmpeg,
  phone,
  pictureFile,
  root,
  type Size,
  type Studio,
  siteOf,
} from './studio.ts';

/** A quarter to eight in Riga, before the building site begins. */
export const FILM_AT = '2026-11-19T05:44:00Z';

const framesPerSecond = 15;
const filmSize = { width: 960, height: 720 };

/** Who comes after the first, at which second of the film, and when that is on the clock (UTC). */
const ARRIVALS = [
  { second: 6.4, at: '2026-11-19T05:48:00Z', lastNames: ['Strazdiņš'] },
  { second: 7.2, at: '2026-11-19T05:52:00Z', lastNames: ['Kazlauskas', 'Upīte'] },
  { second: 8.0, at: '2026-11-19T05:57:00Z', lastNames: ['Dzenis', 'Wiśniewski'] },
];
const seconds = 10;

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const picture = async (subject: Page | Locator) =>
  dataUrl(await subject.screenshot({ animations: 'disabled' }));

/**
 * A morning at a building site: a worker scans the poster, the phone turns green, and the board fills. Writes the film,
 * and a still of its end for those who want no motion; returns the still's size.
 */
export async function makeLoop(
  studio: Studio,
  posterPng: Buffer,
  folder: string,
  file: string,
): Promise<Size> {
  const { open, goto, t, signIn, clock, camera } = studio;
  const worker = await open({ ...phone, deviceScaleFactor: 1 }, signIn.employee);
  await goto(worker, 'timeTracking');
  const release = await openScanner(worker, studio);
  const scanning = await picture(worker);
  await release();
  await worker.getByRole('status').getByText(t('time-tracking:done.check-in')).waitFor();
  const confirmed = await picture(worker);

  const admin = await open({ viewport: { width: 440, height: 900 }, deviceScaleFactor: 1.5 }, signIn.admin);
  await endForgottenEntries(admin);
  const boards: { second: number; url: string }[] = [];
  const takeBoard = async (second: number) => {
    await goto(admin, 'dashboard');
    boards.push({ second, url: await picture(boardOf(admin)) });
  };
  await takeBoard(0);
  const { qrCode } = await siteOf(admin);
  for (const { second, at, lastNames } of ARRIVALS) {
    clock.set(at);
    for (const lastName of lastNames) {
      const person = LATVIAN_CAST.people.find((one) => one.lastName === lastName);
      const arriving = await open(phone, person && demoEmail(person, LATVIAN_CAST));
      await callApi(arriving, 'POST', '/api/time-tracking/scan', { qrCode });
      await arriving.context().close();
    }
    await takeBoard(second);
  }

  const stage = await openStage(studio, { poster: dataUrl(posterPng), scanning, confirmed, boards });
  await record(stage, seconds, drawLoop, folder, `${file}.mp4`);
  await stage.evaluate(drawLoop, seconds - 0.5);
  const size = await camera(stage, `${file}.webp`);
  await Promise.all([worker, admin, stage].map((page) => page.context().close()));
  return size;
}

/** The administrator adds the check-outs that are missing since yesterday. */
async function endForgottenEntries(admin: Page): Promise<void> {
  const { missingCheckOuts } = await callApi<Attention>(admin, 'GET', '/api/time-entries/attention');
  for (const { id, locationId, checkIn } of missingCheckOuts) {
    const checkOut = new Date(Date.parse(checkIn) + 8 * 3_600_000).toISOString();
    const body = { locationId, checkIn, checkOut, reason: 'Aizmirsa atzīmēties.' };
    await callApi(admin, 'PUT', `/api/time-entries/${id}`, body);
  }
}

/** One picture of the tour and how long it is shown. */
const TOUR_STEPS = [
  'sign-up',
  'add-location',
  'poster',
  'add-employee',
  'scanner',
  'switched',
  'now',
  'months',
  'sheet',
] as const;
const secondsPerStep = 3;
const tourSize = { width: 960, height: 600 };

/** The tour of /tutorials: the pictures of the first steps, one after the other, each with its title. */
export async function makeTour(studio: Studio, folder: string, file: string): Promise<void> {
  const page = await studio.open({ viewport: tourSize, deviceScaleFactor: 1, bypassCSP: true });
  await studio.goto(page, 'auth');
  const steps = await Promise.all(
    TOUR_STEPS.map(async (step) => {
      const webp = await readFile(pictureFile(step, studio.look));
      return {
        url: `data:image/webp;base64,${webp.toString('base64')}`,
        title: studio.t(`site-tutorials:video.steps.${step}`),
      };
    }),
  );
  await page.evaluate(
    async ([all, styles]) => {
      document.body.innerHTML = `<style>${styles}</style><div id="stage">${all
        .map(({ url }) => `<figure><img src="${url}"><figcaption></figcaption></figure>`)
        .join('')}</div>`;
      document.querySelectorAll('figcaption').forEach((caption, index) => {
        caption.textContent = all[index]?.title ?? '';
      });
      await Promise.all([...document.images].map((image) => image.decode()));
    },
    [steps, tourStyles] as const,
  );
  await record(page, TOUR_STEPS.length * secondsPerStep, drawTour, folder, `${file}.mp4`);
  await page.evaluate(drawTour, 0);
  await studio.camera(page, `${file}.webp`);
  await page.context().close();
}

const tourStyles = `
  #stage { position: fixed; inset: 0; background: var(--sunken) }
  figure { position: absolute; inset: 0; margin: 0; display: grid; grid-template-columns: 1fr 580px; align-items: center; gap: 32px; padding: 32px 40px; background: var(--sunken) }
  figcaption { order: -1; font: 800 38px/1.1 Archivo, sans-serif; letter-spacing: -0.02em; color: var(--ink) }
  figure img { max-width: 100%; max-height: 536px; justify-self: center; border: 1px solid var(--edge); border-radius: 10px }`;

function drawTour(second: number): void {
  const figures = [...document.querySelectorAll('figure')];
  figures.forEach((figure, index) => {
    const shown = (second - index * 3) / 0.3;
    figure.style.opacity = String(index === 0 ? 1 : Math.min(1, Math.max(0, shown)));
  });
}

/** The landing page's film as an animated picture for README.md, because a forge plays no film of a repository in a page. */
export function makeMovingScan(film: string): void {
  const size = ['-vf', 'fps=8,scale=640:-1:flags=lanczos'];
  const encoder = ['-c:v', 'libwebp_anim', '-quality', '85', '-compression_level', '3', '-loop', '0'];
  ffmpeg(['-i', film, ...size, ...encoder, join(root, 'docs/pictures/scan.webp')]);
}

type Props = {
  poster: string;
  scanning: string;
  confirmed: string;
  boards: { second: number; url: string }[];
};

const stageStyles = `
  #stage { position: fixed; inset: 0; overflow: hidden; background: var(--sunken) }
  #stage > * { position: absolute; left: 0; top: 0; transform-origin: 0 0; will-change: transform }
  #poster { width: 430px; box-shadow: 0 2px 0 #0003, 0 18px 40px -18px #0008 }
  #phone { width: 300px; height: 596px; padding: 8px; border-radius: 42px; background: #10151c; box-shadow: 0 0 0 1px #fff3, 0 24px 60px -20px #000a }
  #phone img { position: absolute; inset: 8px; width: 284px; height: 580px; border-radius: 34px; object-fit: cover; object-position: top }
  .board { width: 560px; border-radius: 8px }`;

/** A page with the product's fonts and colours, on which the pictures move. */
async function openStage(studio: Studio, props: Props): Promise<Page> {
  const page = await studio.open({ viewport: filmSize, deviceScaleFactor: 1, bypassCSP: true });
  await studio.goto(page, 'auth');
  await page.evaluate(
    async ({ poster, scanning, confirmed, boards, styles }) => {
      document.body.innerHTML = `<style>${styles}</style><div id="stage">
        <img id="poster" src="${poster}">${boards.map(({ url }) => `<img class="board" src="${url}">`).join('')}
        <div id="phone"><img src="${scanning}"><img src="${confirmed}"></div></div>`;
      await Promise.all([...document.images].map((image) => image.decode()));
    },
    { ...props, styles: stageStyles },
  );
  const boardSeconds = props.boards.map(({ second }) => second);
  await page.evaluate((all) => Object.assign(window, { boardSeconds: all }), boardSeconds);
  return page;
}

/** Puts everything where it is at `second`; runs in the page. */
function drawLoop(second: number): void {
  /** From 0 to 1 while the film goes from `from` to `to`, slower at both ends. */
  const eased = (from: number, to: number) => {
    const x = Math.min(1, Math.max(0, (second - from) / (to - from)));
    return x * x * (3 - 2 * x);
  };
  const between = (a: number, b: number, share: number) => a + (b - a) * share;
  const place = (element: Element | null, x: number, y: number, scale: number, opacity = 1) => {
    if (element instanceof HTMLElement) {
      element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      element.style.opacity = String(opacity);
    }
  };
  const end = eased(9.6, 10);
  const phoneIn = eased(1.1, 2.1);
  const closer = eased(3.4, 4.0);
  const aside = eased(5.0, 5.8);
  const poster = document.querySelector('#poster');
  const posterX = between(between(265, 130, phoneIn), -520, aside);
  place(poster, between(posterX, 265, end), 56, 1, end > 0 ? end : 1);
  const x = between(between(between(700, 470, phoneIn), 320, closer), 40, aside);
  const y = between(between(between(760, 62, phoneIn), 20, closer), 96, aside);
  const scale = between(between(1, 1.14, closer), 0.88, aside);
  place(document.querySelector('#phone'), x, y, scale, 1 - end);
  const [, green] = document.querySelectorAll<HTMLElement>('#phone img');
  if (green) green.style.opacity = String(eased(3.0, 3.2));
  const { boardSeconds } = window as unknown as { boardSeconds: number[] };
  document.querySelectorAll('.board').forEach((board, index) => {
    const from = index === 0 ? 5.2 : (boardSeconds[index] ?? 0);
    const shown = eased(from, from + 0.3);
    place(board, between(980, 350, aside), 120, 1, shown * (1 - end));
  });
}

/** Takes the frames of a film and encodes it as H.264, which every browser plays. */
async function record(
  stage: Page,
  length: number,
  draw: (second: number) => void,
  folder: string,
  file: string,
): Promise<void> {
  const frames = join(folder, 'frames');
  await rm(frames, { recursive: true, force: true });
  await mkdir(frames);
  const count = length * framesPerSecond;
  for (let frame = 0; frame < count; frame++) {
    await stage.evaluate(draw, frame / framesPerSecond);
    await stage.screenshot({ path: join(frames, `${String(frame).padStart(4, '0')}.png`) });
  }
  encode(join(frames, '%04d.png'), count, file);
  console.log(`${file.slice(root.length + 1)}: ${((await stat(file)).size / 1024).toFixed(1)} KB`);
}

function encode(pattern: string, count: number, file: string): void {
  // One thread and no writer's name: the same pictures become the same file.
  const exact = ['-threads', '1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'];
  const quality = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-tune',
    'animation',
    '-crf',
    // As small as the landing page's 400 KB in all demand, Lithuanian's longest texts included.
    '28',
    '-pix_fmt',
    'yuv420p',
  ];
  const input = ['-framerate', String(framesPerSecond), '-i', pattern, '-frames:v', String(count)];
  ffmpeg([...input, ...quality, ...exact, '-movflags', '+faststart', '-an', file]);
}
