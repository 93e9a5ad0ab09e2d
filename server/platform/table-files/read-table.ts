/* Reads the first sheet of a CSV or XLSX file that a stranger's program may have written. Runs in a process of its own. */
import { type Cell as BookCell, type CellValue, colToLetter, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import type { Language } from '#domain/languages.ts';
import { AppError } from '../errors.ts';
import { headingKey } from './headings.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

/** Below the headings. */
const MAX_ROWS = 2_000;
const MAX_COLUMNS = 100;
/** Blank rows included. */
const MAX_LINE = 10_000;
/** The headings are looked for among so many rows that are not blank: titles may stand above them. */
const HEADING_ROWS = 10;
/** Characters that fit into a cell of a spreadsheet. */
const MAX_CELL = 32_767;
/** Characters of a cell that are given on; the schema of every column refuses as many. */
const MAX_TEXT = 5_000;

/**
 * A cell's text; `problem` says why it has none that can be taken: a key of the issues in the area `import`. `isDate` if the
 * spreadsheet has it as a date.
 */
export type Cell = { text: string; problem?: 'formula' | 'type' | 'mangled'; isDate?: true };
/** `line` is the number of the row in a spreadsheet, from 1; blank rows are left out. */
export type Line = { line: number; cells: Cell[] };
/**
 * `known` are the headings that mean a column, as `headingKey` makes them. `language` decides between two code pages where
 * the bytes fit both.
 */
export type TableOptions = { known: string[]; language: Language };
export type TableAnswer = { headings: string[]; lines: Line[] };

/**
 * Returns the headings of a file, which are the row with the most known ones, and the rows below that are not blank. Of columns
 * with an unknown heading the texts are left out.
 * @throws file_unreadable, file_too_long
 */
export async function readTable(bytes: Buffer, { known, language }: TableOptions): Promise<TableAnswer> {
  const keys = new Set(known);
  const isKnown = (text: string) => keys.has(headingKey(text));
  const scoreOf = (cells: string[]) => cells.filter(isKnown).length;
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  // An OLE container: the XLS of old, or an encrypted workbook.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new AppError('file_unreadable');
  const all = isZip ? await readBook(bytes) : readCsv(textOf(bytes, language), scoreOf);
  const texts = all.slice(0, HEADING_ROWS).map(({ cells }) => cells.map(({ text }) => text));
  const scores = texts.map(scoreOf);
  const at = scores.indexOf(Math.max(0, ...scores));
  const headings = texts[at];
  if (!headings) throw new AppError('file_unreadable');
  const lines = all.slice(at + 1);
  if (lines.length > MAX_ROWS) throw new AppError('file_too_long');
  const isTaken = headings.map(isKnown);
  return {
    headings: headings.map((text) => text.slice(0, MAX_TEXT)),
    lines: lines.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, column) =>
        column >= headings.length || isTaken[column]
          ? { ...cell, text: cell.text.slice(0, MAX_TEXT) }
          : { text: '' },
      ),
    })),
  };
}

function readCsv(text: string, scoreOf: (cells: string[]) => number): Line[] {
  // How Excel is told the separator; it does not show this line.
  const hint = /^sep=([^\r\n])(?:\r\n|\r|\n|$)/i.exec(text);
  const content = hint ? text.slice(hint[0].length) : text;
  const read = (separator: string, most = MAX_ROWS + HEADING_ROWS) => {
    const lines: Line[] = [];
    let line = 0;
    for (const row of csvRows(content, separator)) {
      line += 1;
      requireFew(line, row.length, lines.length);
      const cells = row.map((cell) => ({ text: unquoted(cell.trim()) }));
      if (cells.some((cell) => cell.text)) lines.push({ line, cells });
      if (lines.length > most) break;
    }
    return lines;
  };
  if (hint?.[1]) return read(hint[1]);
  let refusal: unknown;
  const scored = [';', ',', '\t'].flatMap((separator) => {
    try {
      return read(separator, HEADING_ROWS).map(({ cells }) => ({
        separator,
        score: scoreOf(cells.map((cell) => cell.text)),
        cells: cells.length,
      }));
    } catch (error) {
      // With another separator its rows may be short enough.
      refusal ??= error;
      return [];
    }
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score || b.cells - a.cells);
  if (refusal && !best?.score) throw refusal;
  return read(best?.separator ?? ',');
}

/** Rows by RFC 4180. Ends as soon as a row has too many cells, or a cell too many characters. Throws file_too_long. */
function* csvRows(text: string, separator: string): Generator<string[]> {
  const ends = new RegExp(`\\r\\n|[\\r\\n${RegExp.escape(separator)}]|$`, 'g');
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0; ) {
    let cell = '';
    if (text[at] === '"') {
      for (;;) {
        const quote = text.indexOf('"', at + 1);
        const end = quote < 0 ? text.length : quote;
        cell += text.slice(at + 1, end);
        at = end + 1;
        if (cell.length > MAX_CELL) throw new AppError('file_too_long');
        if (text[at] !== '"') break;
        // Two quotes within quotes are one.
        cell += '"';
      }
    }
    ends.lastIndex = at;
    const end = ends.exec(text);
    const next = end?.index ?? text.length;
    cell += text.slice(at, next);
    row.push(cell);
    if (cell.length > MAX_CELL || row.length > MAX_COLUMNS) throw new AppError('file_too_long');
    at = next + (end?.[0].length ?? 0);
    if (end?.[0] === separator) continue;
    yield row;
    row = [];
  }
}

/** Programs write `="00045"` so that a spreadsheet keeps the zeros. */
const unquoted = (text: string) => /^="([^"]*)"$/.exec(text)?.[1] ?? text;

function requireFew(line: number, columns: number, lines: number): void {
  if (line > MAX_LINE || columns > MAX_COLUMNS || lines > MAX_ROWS + HEADING_ROWS)
    throw new AppError('file_too_long');
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

async function readBook(bytes: Buffer): Promise<Line[]> {
  const book = unpackWorkbook(bytes);
  try {
    // The first pass stops early and keeps nothing; the second one has formulas and formats, in a rectangle of bounded size.
    let last = 0;
    let rows = 0;
    for await (const { index, values } of streamXlsxRows(book)) {
      const isBlank = values.every((value) => value === null || value === '');
      if (isBlank) last = Math.max(last, Math.min(index, MAX_LINE - 1));
      else {
        requireFew(index + 1, values.findLastIndex((value) => value !== null && value !== '') + 1, rows);
        last = Math.max(last, index);
        rows += 1;
      }
    }
    const range = `A1:${colToLetter(MAX_COLUMNS - 1)}${last + 1}`;
    const [sheet] = (await readXlsx(book, { sheets: [0], range, readStyles: true })).sheets;
    return (sheet?.rows ?? [])
      .map((values, row) => ({
        line: row + 1,
        cells: values.map((value, column) => cellOf(value, sheet?.cells?.get(`${row},${column}`))),
      }))
      .filter(({ cells }) => cells.some(({ text, problem }) => text || problem));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('file_unreadable');
  }
}

/** Takes the last result of a formula. Numbers are written without exponents, dates as yyyy-MM-dd. */
function cellOf(value: CellValue, details?: Partial<BookCell>): Cell {
  const isFormula = details?.formula !== undefined;
  if (details?.type === 'error' || (isFormula && (value === null || value === '')))
    return { text: '', problem: 'formula' };
  if (value instanceof Date) {
    return Number.isNaN(value.getTime())
      ? { text: '', problem: 'type' }
      : { text: value.toISOString().slice(0, 10), isDate: true };
  }
  if (typeof value === 'number') {
    // A spreadsheet keeps 15 digits and replaces further ones by zeros.
    return Math.abs(value) >= 1e15 || String(value).includes('e')
      ? { text: String(value), problem: 'mangled' }
      : { text: padded(value, details?.style?.numFmt) };
  }
  if (typeof value === 'string') return { text: value.trim() };
  return value === null ? { text: '' } : { text: String(value), problem: 'type' };
}

/** A number as its cell shows it if the format pads it with zeros, such as `00000` or `000-000`. */
function padded(value: number, format = ''): string {
  const places = /^0(?:\\?[- /]|0)*0$/.test(format) ? format.replaceAll('\\', '') : '';
  const digits = places.replace(/[^0]/g, '').length;
  if (digits === 0 || !Number.isSafeInteger(value) || value < 0) return String(value);
  const shown = [...String(value).padStart(digits, '0')];
  const rest = shown.splice(0, shown.length - digits + 1).join('');
  let isFirst = true;
  return places.replace(/0/g, () => {
    const digit = isFirst ? rest : (shown.shift() ?? '');
    isFirst = false;
    return digit;
  });
}
