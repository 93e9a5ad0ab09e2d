/* Reads the first sheet of a CSV or XLSX file that a stranger's program may have written. */
import { streamCsvRows } from 'hucre/csv';
import { type CellValue, colToLetter, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import type { Language } from '#domain/languages.ts';
import { AppError } from '../errors.ts';

const MAX_ROWS = 2_000;
const MAX_COLUMNS = 100;
/** Blank rows included. */
const MAX_LINE = 10_000;
/** Bytes to which an XLSX file may unpack. */
const MAX_UNPACKED = 40_000_000;

/** A cell's text; `problem` says why it has none that can be taken: a key of the issues in the area `import`. */
export type Cell = { text: string; problem?: 'formula' | 'type' };
/** `line` is the number of the row in a spreadsheet, from 1; blank rows are left out. */
export type Line = { line: number; cells: Cell[] };

/**
 * The rows of a file that are not blank, the headings first. `scoreOf` says how many headings a row has: it decides the
 * separator. `language` decides between two code pages where the bytes fit both.
 * Throws file_unreadable, file_too_long.
 */
export async function readTable(
  bytes: Uint8Array,
  { scoreOf, language }: { scoreOf: (cells: string[]) => number; language: Language },
): Promise<Line[]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  // An OLE container: the XLS of old, or an encrypted workbook.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new AppError('file_unreadable');
  const lines = isZip ? await readBook(bytes) : readCsv(textOf(bytes, language), scoreOf);
  if (lines.length === 0) throw new AppError('file_unreadable');
  return lines;
}

function readCsv(text: string, scoreOf: (cells: string[]) => number): Line[] {
  const start = text.slice(0, 100_000);
  const headingsBy = (delimiter: string) => streamCsvRows(start, { delimiter }).next().value ?? [];
  const [best] = [';', ',', '\t']
    .map((delimiter) => ({ delimiter, cells: headingsBy(delimiter).map(String) }))
    .toSorted((a, b) => scoreOf(b.cells) - scoreOf(a.cells) || b.cells.length - a.cells.length);
  const lines: Line[] = [];
  let line = 0;
  for (const row of streamCsvRows(text, { delimiter: best?.delimiter ?? ',' })) {
    line += 1;
    const cells = row.map((cell) => ({ text: String(cell).trim() }));
    const isBlank = cells.every(({ text: cell }) => !cell);
    requireFew(line, cells.length, isBlank ? 0 : lines.length);
    if (!isBlank) lines.push({ line, cells });
  }
  return lines;
}

function requireFew(line: number, columns: number, lines: number): void {
  if (line > MAX_LINE || columns > MAX_COLUMNS || lines > MAX_ROWS) throw new AppError('file_too_long');
}

/* Letters of Latvian, Lithuanian and Polish: a text that is read in the wrong code page has others. */
const ownLetters = /[āčēģīķļņšūžąęėįųłćńóśźż]/giu;
const otherLetters = /[^\p{ASCII}āčēģīķļņšūžąęėįųłćńóśźż\s„”“’–—]/giu;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Decodes UTF-8, UTF-16, windows-1257 and windows-1250, with or without a byte order mark. */
function textOf(bytes: Uint8Array, language: Language): string {
  const [first, second] = bytes;
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if ((first === 0xff && second === 0xfe) || second === 0) return decode('utf-16le');
  if ((first === 0xfe && second === 0xff) || first === 0) return decode('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const pages = language === 'pl' ? ['windows-1250', 'windows-1257'] : ['windows-1257', 'windows-1250'];
    const scored = pages.map(decode).map((text) => {
      const sample = text.slice(0, 100_000);
      return { text, score: count(sample, ownLetters) - count(sample, otherLetters) };
    });
    return scored.toSorted((a, b) => b.score - a.score)[0]?.text ?? '';
  }
}

async function readBook(bytes: Uint8Array): Promise<Line[]> {
  requireUnpackable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    // The first pass stops early and keeps nothing; the second one has the formulas, in a rectangle of bounded size.
    let last = 0;
    let rows = 0;
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const isBlank = values.every((value) => value === null || value === '');
      if (isBlank) last = Math.max(last, Math.min(index, MAX_LINE - 1));
      else {
        requireFew(index + 1, values.findLastIndex((value) => value !== null && value !== '') + 1, rows);
        last = Math.max(last, index);
        rows += 1;
      }
    }
    const range = `A1:${colToLetter(MAX_COLUMNS - 1)}${last + 1}`;
    const [sheet] = (await readXlsx(bytes, { sheets: [0], range })).sheets;
    return (sheet?.rows ?? [])
      .map((values, row) => ({
        line: row + 1,
        cells: values.map((value, column) => {
          const details = sheet?.cells?.get(`${row},${column}`);
          return cellOf(value, details?.formula !== undefined, details?.type === 'error');
        }),
      }))
      .filter(({ cells }) => cells.some(({ text, problem }) => text || problem));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('file_unreadable');
  }
}

/** Takes the last result of a formula. Numbers are written without exponents, dates as yyyy-MM-dd. */
function cellOf(value: CellValue, isFormula: boolean, isError: boolean): Cell {
  if (isError || (isFormula && (value === null || value === ''))) return { text: '', problem: 'formula' };
  if (value instanceof Date) {
    return Number.isNaN(value.getTime())
      ? { text: '', problem: 'type' }
      : { text: value.toISOString().slice(0, 10) };
  }
  if (typeof value === 'number' && !/e/.test(String(value))) return { text: String(value) };
  if (typeof value === 'string') return { text: value.trim() };
  return value === null ? { text: '' } : { text: String(value), problem: 'type' };
}

const CENTRAL_END = Buffer.from([0x50, 0x4b, 5, 6]);
const CENTRAL_ENTRY = 0x02014b50;

/**
 * Refuses a ZIP file that would unpack to too much, by the sizes in its directory: the library unpacks no entry beyond its
 * own. An entry of no stated size, which it would unpack without a limit, is refused too. Throws file_unreadable.
 */
function requireUnpackable(file: Buffer): void {
  const refusal = () => new AppError('file_unreadable');
  const end = file.length < 22 ? -1 : file.lastIndexOf(CENTRAL_END, file.length - 22);
  // The other directory of a ZIP64 file is not looked at.
  if (end < 0 || file.readUInt32LE(end + 12) === 0xffffffff) throw refusal();
  let at = file.readUInt32LE(end + 16);
  let total = 0;
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== CENTRAL_ENTRY) throw refusal();
    const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const isStreamed = (file.readUInt16LE(at + 8) & 8) !== 0;
    total += unpacked;
    if (total > MAX_UNPACKED || (unpacked === 0 && (packed > 100 || (packed === 0 && isStreamed))))
      throw refusal();
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
}
