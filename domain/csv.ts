/* CSV files that open correctly in a spreadsheet set to the reader's language (product.md §7). */
import { CSV_FORMAT, type Language } from './languages.ts';

/** U+FEFF: without it Excel reads UTF-8 as the system's legacy code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that begin a formula in a spreadsheet; the full-width ones are from East Asian keyboards (OWASP). Apostrophes
 * before them are counted in, so that `withoutEscape` is exact.
 */
const FORMULA_START = /^'*[=+\-@＝＋－＠\t\r\n]/;
/** A negative number begins like a formula, but is none. */
const NEGATIVE = /^-\d+([.,]\d+)?$/;

/**
 * Returns CSV text by RFC 4180 with a byte order mark: CRLF after each record, quotes if needed, the language's
 * separator. Cells are those of `escapeFormula`.
 */
export function toCsv(records: readonly (readonly string[])[], language: Language): string {
  const { separator } = CSV_FORMAT[language];
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => quote(cell, separator)).join(separator)}\r\n`;
  return BYTE_ORDER_MARK + records.map(line).join('');
}

/** A cell that a spreadsheet would read as a formula gets a leading apostrophe. */
export const escapeFormula = (cell: string): string =>
  FORMULA_START.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell;

/** Takes back what `escapeFormula` has done. */
export const withoutEscape = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;

function quote(cell: string, separator: string): string {
  const harmless = escapeFormula(cell);
  return /["\r\n]/.test(harmless) || harmless.includes(separator)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/** Replaces the decimal point by the language's decimal mark. */
export function localDecimal(decimal: string, language: Language): string {
  return decimal.replace('.', CSV_FORMAT[language].decimal);
}
