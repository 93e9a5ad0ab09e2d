/* Reads QR codes off the main thread: receives frames, replies with the text of the code. */
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { DecoderAnswer, Frame, Part } from './code-reader.ts';

/** The camera is requested with 1280×720; larger frames are only slower to read. */
const LONGEST_SIDE_PX = 1280;
/**
 * A code so near that it fills the camera's picture has large modules, no light margin, and sides that an upright screen cuts
 * off: it is read in a small copy of the whole picture, with a margin. Codes further away need the full resolution.
 */
const NEAR = { scale: 1 / 4, marginPx: 12 };

const READER_OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryInvert: false,
  // Only needed for bar codes; QR codes are found at any angle without it.
  tryRotate: false,
  maxNumberOfSymbols: 1,
};

// The library would load from a public CDN by default.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', { willReadFrequently: true });

async function decode({ picture, visible }: Frame): Promise<DecoderAnswer> {
  if (!context) return { failed: true };
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(visible.width, visible.height));
  const [code] = await codesIn(context, picture, visible, { scale, marginPx: 0 });
  if (code?.text) {
    picture.close();
    return { text: code.text };
  }
  const { width, height } = picture;
  const [near] = await codesIn(context, picture, { x: 0, y: 0, width, height }, NEAR);
  picture.close();
  return { text: near && isAimedAt(near.position, visible) ? near.text || null : null };
}

/** Draws a part of the picture, `scale` times as large and with a light margin, and reads it. */
async function codesIn(
  drawing: OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  { x, y, width, height }: Part,
  { scale, marginPx }: typeof NEAR,
): Promise<ReadResult[]> {
  const drawn = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  canvas.width = drawn.width + 2 * marginPx;
  canvas.height = drawn.height + 2 * marginPx;
  drawing.imageSmoothingQuality = 'high';
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, x, y, width, height, marginPx, marginPx, drawn.width, drawn.height);
  return readBarcodes(drawing.getImageData(0, 0, canvas.width, canvas.height), READER_OPTIONS);
}

/** Whether the middle of a near code is on screen: nobody shows what they cannot see. */
function isAimedAt({ topLeft, bottomRight }: ReadResult['position'], { x, y, width, height }: Part): boolean {
  const inPicture = (one: number, other: number) => ((one + other) / 2 - NEAR.marginPx) / NEAR.scale;
  const middle = { x: inPicture(topLeft.x, bottomRight.x), y: inPicture(topLeft.y, bottomRight.y) };
  return middle.x >= x && middle.x <= x + width && middle.y >= y && middle.y <= y + height;
}

self.onmessage = async ({ data: frame }: MessageEvent<Frame>) => {
  postMessage(await decode(frame).catch((): DecoderAnswer => ({ failed: true })));
};
