import { writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';

const width = 1280;
const height = 720;
const framesPerSecond = 10;

/**
 * Writes what a camera would see in front of this picture: a film for Chromium's fake camera, the picture on a grey
 * wall, as uncompressed YUV 4:2:0 without colour.
 */
export async function filmOf(browser: Browser, png: Buffer, file: string): Promise<void> {
  const page = await browser.newPage();
  const luma = await page.evaluate(
    async ([source, filmWidth, filmHeight]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(filmWidth, filmHeight);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#888';
      context.fillRect(0, 0, filmWidth, filmHeight);
      const side = filmHeight * 0.6;
      context.drawImage(image, (filmWidth - side) / 2, (filmHeight - side) / 2, side, side);
      const { data } = context.getImageData(0, 0, filmWidth, filmHeight);
      // Grey has the same value in every channel.
      return new Uint8Array(data.filter((_, index) => index % 4 === 0)).toBase64();
    },
    [`data:image/png;base64,${png.toString('base64')}`, width, height] as const,
  );
  await page.close();
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    Buffer.from(luma, 'base64'),
    Buffer.alloc((width * height) / 2, 128),
  ]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([header, ...Array<Buffer>(framesPerSecond).fill(frame)]));
}

/** Launch arguments for a browser whose camera shows the film. */
export const cameraArguments = (film: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];
