import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

const width = 1280;
const height = 720;
/** How long each picture is in view, where several follow each other. */
const secondsEach = 3;

/** How a picture hangs: its side in pixels, and turned by so many radians. */
type Hung = { side: number; turn: number };
const AT_ARMS_LENGTH: Hung = { side: height * 0.6, turn: 0 };

/**
 * Writes what a camera would see in front of these pictures, one after another and again from the first: a film for
 * Chromium's fake camera, each on a grey wall, as uncompressed YUV 4:2:0 without colour.
 */
export async function filmOf(
  browser: Browser,
  png: Buffer | Buffer[],
  file: string,
  hung = AT_ARMS_LENGTH,
): Promise<void> {
  const page = await browser.newPage();
  const pictures = [png].flat();
  const framesPerSecond = pictures.length > 1 ? 4 : 10;
  const framesEach = pictures.length > 1 ? framesPerSecond * secondsEach : framesPerSecond;
  const frames: Buffer[] = [];
  for (const picture of pictures) {
    const frame = await frameOf(page, picture, hung);
    frames.push(...Array<Buffer>(framesEach).fill(frame));
  }
  await page.close();
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([header, ...frames]));
}

async function frameOf(page: Page, png: Buffer, hung: Hung): Promise<Buffer> {
  const luma = await page.evaluate(
    async ([source, filmWidth, filmHeight, { side, turn }]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(filmWidth, filmHeight);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#888';
      context.fillRect(0, 0, filmWidth, filmHeight);
      context.translate(filmWidth / 2, filmHeight / 2);
      context.rotate(turn);
      context.drawImage(image, -side / 2, -side / 2, side, side);
      const { data } = context.getImageData(0, 0, filmWidth, filmHeight);
      // Grey has the same value in every channel.
      return new Uint8Array(data.filter((_, index) => index % 4 === 0)).toBase64();
    },
    [`data:image/png;base64,${png.toString('base64')}`, width, height, hung] as const,
  );
  return Buffer.concat([
    Buffer.from('FRAME\n'),
    Buffer.from(luma, 'base64'),
    Buffer.alloc((width * height) / 2, 128),
  ]);
}

/** Launch arguments for a browser whose camera shows the film. */
export const cameraArguments = (film: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];
