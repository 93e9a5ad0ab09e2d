/* Reads QR codes off the main thread: receives frames, replies with the text of the code. */
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { DecoderAnswer } from './code-reader.ts';

/** The camera is requested with 1280×720; larger frames are only slower to read. */
const LONGEST_SIDE_PX = 1280;

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

async function decode(frame: ImageBitmap): Promise<DecoderAnswer> {
  if (!context) return { failed: true };
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(frame.width, frame.height));
  canvas.width = Math.max(1, Math.round(frame.width * scale));
  canvas.height = Math.max(1, Math.round(frame.height * scale));
  context.drawImage(frame, 0, 0, canvas.width, canvas.height);
  frame.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const [found] = await readBarcodes(pixels, READER_OPTIONS);
  return { text: found?.text || null };
}

self.onmessage = async ({ data: frame }: MessageEvent<ImageBitmap>) => {
  postMessage(await decode(frame).catch((): DecoderAnswer => ({ failed: true })));
};
