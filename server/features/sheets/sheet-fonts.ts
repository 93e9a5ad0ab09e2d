/** Archivo, and the fonts for characters that it lacks: names may be in any script. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const { resolve } = createRequire(import.meta.url);
const read = (file: string) => readFileSync(resolve(file));

const files = {
  regular: () => archivo.regular,
  bold: () => archivo.bold,
  /** Cyrillic, Greek, Georgian, Armenian, Hebrew, Arabic. */
  otherScripts: () => read('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  /** All other scripts, in plain pixels. */
  anyScript: () => unpacked(read('@fontsource/unifont/files/unifont-latin-400-normal.woff')),
};
const archivo = {
  regular: read('@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf'),
  bold: read('@expo-google-fonts/archivo/700Bold/Archivo_700Bold.ttf'),
};
export type Font = keyof typeof files;
export const FALLBACKS = ['otherScripts', 'anyScript'] as const satisfies Font[];

/** The font's file; of the fallbacks, which few sheets need, read anew each time. */
export const fontFile = (font: Font): Buffer => files[font]();

/** A WOFF file as a plain font: the PDF library would inflate its tables again for each character. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const data = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(data) : data;
    woff.copy(directory, 12 + 16 * index, entry, entry + 4);
    directory.writeUInt32BE(woff.readUInt32BE(entry + 16), 16 + 16 * index);
    directory.writeUInt32BE(offset, 20 + 16 * index);
    directory.writeUInt32BE(length, 24 + 16 * index);
    parts.push(table, Buffer.alloc(-length & 3));
    offset += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
