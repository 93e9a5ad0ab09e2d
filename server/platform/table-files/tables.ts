/** Tables as files: CSV in the reader's language, and workbooks in which figures are numbers and dates are dates. */

import type { Cell as BookCell } from 'hucre/xlsx';
import { groupedColumn, HUNDREDTH_MS, hundredthsText, roundedSteps, secondsText } from '#domain/apportion.ts';
import { localDecimal, toCsv } from '#domain/csv.ts';
import { MS_PER_HOUR, roundHalfUp } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { CSV } from '#domain/media-types.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { FileAnswer } from '../http/file-answer.ts';

/**
 * What numbers and texts of a column are. `hours`, `hoursAlone` and `seconds` are given in milliseconds: hours are printed to
 * two decimals that add up or are each rounded alone, seconds exactly. `date` is `yyyy-MM-dd`, `dateTime` `yyyy-MM-dd HH:mm:ss` on the company's clock.
 */
type Kind = 'text' | 'date' | 'dateTime' | 'hours' | 'hoursAlone' | 'seconds' | 'count' | 'decimal';

export type Table = {
  name: string;
  columns: { label: string; kind?: Kind }[];
  /**
   * `key` decides between equal remainders when hours are rounded. The hours of a `group` add up to its own rounded sum; without
   * one, those of all rows do. A null cell is blank.
   */
  rows: { key: string; group?: string; cells: (string | number | null)[] }[];
};

/** The table as CSV with the language's separator and decimal mark. */
export function tableCsv({ columns, rows }: Table, language: Language): string {
  const hours = columns.map(({ kind }, index) =>
    kind === 'hours'
      ? groupedColumn(
          rows,
          ({ group = '' }) => group,
          ({ key }) => key,
          ({ cells }) => cells[index] as number | null,
          HUNDREDTH_MS,
        )
      : null,
  );
  const text = (row: Table['rows'][number], index: number) => {
    const [cell, kind] = [row.cells[index] ?? null, columns[index]?.kind];
    if (typeof cell !== 'number') return cell ?? '';
    const printed = {
      hours: () => hundredthsText(hours[index]?.stepsOf(row) ?? 0),
      hoursAlone: () => hundredthsText(roundedSteps(cell, HUNDREDTH_MS)),
      seconds: () => secondsText(cell),
      decimal: () => roundHalfUp(cell, 2).toFixed(2),
    };
    const write = printed[kind as keyof typeof printed] ?? (() => String(cell));
    return localDecimal(write(), language);
  };
  const records = rows.map((row) => row.cells.map((_, index) => text(row, index)));
  return toCsv([columns.map(({ label }) => label), ...records], language);
}

/** The table as a CSV file, of which `name` is the name without its ending. */
export const csvAnswer = (table: Table, language: Language, name: string): FileAnswer =>
  new FileAnswer(Buffer.from(tableCsv(table, language)), `${CSV}; charset=utf-8`, `${name}.csv`);

const formats: Partial<Record<Kind, string>> = {
  date: 'yyyy-mm-dd',
  dateTime: 'yyyy-mm-dd hh:mm:ss',
  hours: '0.00',
  hoursAlone: '0.00',
  decimal: '0.00',
};
/** Milliseconds in one. */
const units: Partial<Record<Kind, number>> = { hours: MS_PER_HOUR, hoursAlone: MS_PER_HOUR, seconds: 1000 };
/** Days since the workbook's own beginning of time. */
const serialOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 86_400_000 + 25_569;
const dateOf = (text: string) => serialOf(text.length > 10 ? text : `${text} 00:00:00`);

/** A reader takes `_x0041_` for the letter of this code; the library writes such a text as it is. */
const escapeCode = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

/** Always as the type that is given: text that begins like a formula stays text. */
function cellOf(value: string | number, kind: Kind = 'text'): Partial<BookCell> {
  const numFmt = formats[kind];
  const style = numFmt === undefined ? {} : { style: { numFmt } };
  if (typeof value === 'number') {
    return { value: value / (units[kind] ?? 1), type: 'number', ...style };
  }
  const isDate = kind === 'date' || kind === 'dateTime';
  return isDate
    ? { value: dateOf(value), type: 'number', ...style }
    : { value: escapeCode(value), type: 'string' };
}

/** Excel forbids some characters in names of tabs, more than 31 of them, and the same name twice. */
export function tabName(name: string, taken: Set<string>): string {
  const clean = name.replace(/[[\]:*?/\\']/g, ' ').trim() || '-';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const tab = [...clean].slice(0, 31 - suffix.length).join('') + suffix;
    if (taken.has(tab.toLowerCase())) continue;
    taken.add(tab.toLowerCase());
    return tab;
  }
}

/** The tables as tabs of one workbook, each with a heading that stays in sight. */
export async function tablesXlsx(tables: Table[]): Promise<Buffer> {
  // Loaded when it is first needed: it would slow the start of every server.
  const { writeXlsx } = await import('hucre/xlsx');
  const taken = new Set<string>();
  const sheets = tables.map(({ name, columns, rows }) => {
    const cells = new Map<string, Partial<BookCell>>();
    for (const [column, { label }] of columns.entries()) {
      cells.set(`0,${column}`, { value: label, type: 'string', style: { font: { bold: true } } });
    }
    for (const [index, row] of rows.entries()) {
      for (const [column, value] of row.cells.entries()) {
        if (value !== null) cells.set(`${index + 1},${column}`, cellOf(value, columns[column]?.kind));
      }
    }
    const widths = columns.map(({ label }, column) => {
      const longest = Math.max(...rows.map(({ cells: row }) => String(row[column] ?? '').length), 0);
      return { width: Math.min(40, Math.max(9, label.length + 2, longest + 1)) };
    });
    return { name: tabName(name, taken), rows: [], cells, columns: widths, freezePane: { rows: 1 } };
  });
  return Buffer.from(await writeXlsx({ sheets, properties: { creator: PRODUCT_NAME } }));
}
