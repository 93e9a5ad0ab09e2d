import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawQrCode } from './qr-drawing.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer } });

const PIXELS_PER_MODULE = 4;

/** Renders the drawing to black and white pixels, as a printer would. */
function raster({ viewBox, path }: ReturnType<typeof drawQrCode>) {
  const [left = 0, top = 0, side = 0] = viewBox.split(' ').map(Number);
  const width = side * PIXELS_PER_MODULE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const firstColumn = (Number(x) - left) * PIXELS_PER_MODULE;
    const firstRow = (Number(y) - top) * PIXELS_PER_MODULE;
    for (let row = firstRow; row < firstRow + PIXELS_PER_MODULE; row += 1) {
      const from = (row * width + firstColumn) * 4;
      const to = from + Number(length) * PIXELS_PER_MODULE * 4;
      for (let pixel = from; pixel < to; pixel += 4) data.fill(0, pixel, pixel + 3);
    }
  }
  return { data, width, height: width, colorSpace: 'srgb' as const };
}

it.each([
  'https://maina.example/time-tracking?code=4F7K92MTC',
  'http://localhost:3000/time-tracking?code=000000000',
  `https://${'a'.repeat(200)}.example/time-tracking?code=ZZZZZZZZZ`,
])('the drawing of %s can be read', async (text) => {
  const [symbol] = await readBarcodes(raster(drawQrCode(text)), { formats: ['QRCode'] });
  expect(symbol?.text).toBe(text);
  expect(symbol?.ecLevel).toBe('M');
});
