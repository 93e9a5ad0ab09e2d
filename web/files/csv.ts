/* CSV files that a spreadsheet set to the reader's language opens as they are (product.md §7). */
import { CSV_FORMAT, type Language } from '#domain/languages.ts';

/** U+FEFF: without it Excel takes UTF-8 for the system's old code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet would run what begins so as a formula; the wide signs are those of East Asian keyboards (OWASP). */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * A CSV text by RFC 4180 with a byte order mark: CRLF after each record, quotes where needed, the language's separator.
 * A cell that a spreadsheet would take for a formula gets a leading apostrophe.
 */
export function toCsv(records: readonly (readonly string[])[], language: Language): string {
  const { separator } = CSV_FORMAT[language];
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => quote(cell, separator)).join(separator)}\r\n`;
  return BYTE_ORDER_MARK + records.map(line).join('');
}

function quote(cell: string, separator: string): string {
  const harmless = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /["\r\n]/.test(harmless) || harmless.includes(separator)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/** A decimal point becomes the language's decimal mark. */
export function localDecimal(decimal: string, language: Language): string {
  return decimal.replace('.', CSV_FORMAT[language].decimal);
}
