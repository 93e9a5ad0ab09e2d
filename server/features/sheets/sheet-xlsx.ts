/** Sheets as a workbook: figures as numbers, sums as formulas beside their results, which previews show. */

import { setImmediate } from 'node:timers/promises';
import { type Cell as BookCell, type CellStyle, colToLetter, writeXlsx } from 'hucre/xlsx';
import { PRODUCT_NAME } from '#domain/product.ts';
import { tabName } from '#server/platform/table-files/tables.ts';
import { type Cell, type Column, cellText, type Row, type Sheet } from './sheet-model.ts';

const MINUTES_A_DAY = 24 * 60;
const font = { name: 'Arial', size: 9 };
const bold = { ...font, bold: true };
/** In inches. */
const margins = { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4, header: 0.2, footer: 0.2 };
const thin = { style: 'thin', color: { rgb: '8A9099' } } as const;
const border = { top: thin, right: thin, bottom: thin, left: thin };
const fill = (rgb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { rgb } }) as const;
const shades = { weekend: fill('EEECE6'), holiday: fill('DCD8CE') };

/** Writes each sheet as a tab; gives other requests a turn after each. */
export async function sheetsXlsx(sheets: Iterable<Sheet>, title: string): Promise<Buffer> {
  const taken = new Set<string>();
  const tabs = [];
  for (const sheet of sheets) {
    tabs.push(tabOf(sheet, tabName(sheet.name, taken)));
    await setImmediate();
  }
  return Buffer.from(
    await writeXlsx({
      sheets: tabs.map(({ tab }) => tab),
      // Not through `pageSetup`: there the library does not quote the tab's name, and Excel calls the file damaged.
      namedRanges: tabs.map(({ tab: { name }, titles }) => ({
        name: '_xlnm.Print_Titles',
        range: `'${name}'!${titles}`,
        scope: name,
      })),
      properties: { title, creator: PRODUCT_NAME },
      defaultFont: font,
    }),
  );
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** What surrounds a figure is part of its format, so that it stays a number. */
function formatOf({ before, after, minutes }: Cell): string {
  const figure = minutes === undefined ? '0' : '[h]:mm';
  return `${before ? quoted(before) : ''}${figure}${after ? quoted(after) : ''}`;
}

function tabOf(sheet: Sheet, name: string) {
  const { columns } = sheet;
  const cells = new Map<string, Partial<BookCell>>();
  const merges: { startRow: number; startCol: number; endRow: number; endCol: number }[] = [];
  let at = 0;
  const text = (row: number, column: number, value: string, style: CellStyle = {}) =>
    cells.set(`${row},${column}`, { value, type: 'string', style });
  const widths = widthsOf(sheet);
  const heights = new Map<number, { height: number }>();
  const room = widths.reduce((sum, width) => sum + width, 0);
  const across = (value: string, style: CellStyle = {}) => {
    text(at, 0, value, { font, alignment: { wrapText: true, vertical: 'top' }, ...style });
    // No program makes merged cells as high as their text.
    const lines = Math.ceil(value.length / room);
    if (lines > 1) heights.set(at, { height: 12.5 * lines });
    merges.push({ startRow: at, startCol: 0, endRow: at, endCol: columns.length - 1 });
    at += 1;
  };

  across(sheet.title, { font: { ...bold, size: 13 } });
  if (sheet.warning) across(sheet.warning, { font: { ...bold, color: { rgb: 'B42318' } } });
  for (const line of sheet.head.flat()) across(line);
  at += 1;

  const header = at;
  heights.set(header, { height: 24 }).set(header + 1, { height: 74 });
  for (const [index, column] of columns.entries()) {
    const { group, label, isUpright } = column;
    const style = {
      border,
      alignment: {
        horizontal: 'center',
        vertical: 'bottom',
        wrapText: true,
        ...(isUpright && { textRotation: 90 }),
      },
    } as const;
    if (group === null) {
      text(header, index, label, style);
      text(header + 1, index, '', style);
      merges.push({ startRow: header, startCol: index, endRow: header + 1, endCol: index });
      continue;
    }
    text(header + 1, index, label, style);
    const isFirst = columns[index - 1]?.group !== group;
    const alignment = { horizontal: 'center', wrapText: true } as const;
    text(header, index, isFirst ? group : '', { border, alignment });
    let last = index;
    while (columns[last + 1]?.group === group) last += 1;
    if (isFirst && last > index) {
      merges.push({ startRow: header, startCol: index, endRow: header, endCol: last });
    }
  }
  at += 2;

  const first = at;
  const firstDay = columns.findIndex(({ isDay }) => isDay);
  const lastDay = columns.findLastIndex(({ isDay }) => isDay);
  const formula = (cell: Cell, row: number, column: number): string | undefined => {
    if (!cell.sum) return undefined;
    if (cell.sum === 'column') {
      return `SUM(${colToLetter(column)}${first + 1}:${colToLetter(column)}${row})`;
    }
    const { line, extra } = cell.sum;
    const days = `SUM(${colToLetter(firstDay)}${row + line + 1}:${colToLetter(lastDay)}${row + line + 1})`;
    return extra === 0 ? days : `${days}+${extra}/${MINUTES_A_DAY}`;
  };
  for (const [index, row] of sheet.rows.entries()) {
    for (const [column, { key }] of columns.entries()) {
      const cell = row.cells[key] ?? {};
      const style = styleOf(cell, row, columns[column]);
      const value = cell.minutes === undefined ? cell.count : cell.minutes / MINUTES_A_DAY;
      const own = formula(cell, first + index, column);
      cells.set(`${first + index},${column}`, {
        style,
        ...(value === undefined
          ? { value: cellText(cell) || null, type: cellText(cell) ? 'string' : 'empty' }
          : { value, type: 'number' }),
        ...(own !== undefined &&
          value !== undefined && { formula: own, formulaResult: value, type: 'formula' }),
      });
    }
  }
  at = first + sheet.rows.length + 1;
  for (const line of sheet.summary) across(line, { font: bold });
  for (const note of sheet.notes) across(note);
  at += 1;
  for (const signature of sheet.signatures) across(signature);

  const tab = {
    name,
    rows: [],
    cells,
    merges,
    columns: widths.map((width) => ({ width })),
    rowDefs: heights,
    freezePane: { rows: first, ...(firstDay > 0 && { columns: Math.min(firstDay, 4) }) },
    pageSetup: {
      paperSize: 'a4' as const,
      orientation: sheet.isLandscape ? ('landscape' as const) : ('portrait' as const),
      fitToPage: true,
      fitToWidth: 1,
      // A page for 25 people, as the PDF has it; a longer table goes on.
      fitToHeight: sheet.rows.filter(({ kind }) => kind === 'first').length > 31 ? 0 : 1,
      margins,
    },
  };
  return { tab, titles: `$${header + 1}:$${header + 2}` };
}

/** Widths in characters at which the longest texts fit; days, all alike, are set smaller where a code makes them long. */
function widthsOf({ columns, rows }: Sheet): number[] {
  const longest = columns.map(({ key }) =>
    rows.reduce((most, { cells }) => Math.max(most, cellText(cells[key] ?? {}).length), 0),
  );
  const days = Math.max(0, ...longest.filter((_, index) => columns[index]?.isDay));
  const ofDay = Math.min(9, Math.max(6, days * 0.8));
  return columns.map(({ width, isDay }, index) =>
    isDay ? ofDay : Math.min(40, Math.max(5, width / 4.2, (longest[index] ?? 0) + 2)),
  );
}

function styleOf(cell: Cell, row: Row, column: Column | undefined): CellStyle {
  const shade = column?.shade ?? row.shade;
  return {
    border,
    font: row.kind === 'total' ? bold : font,
    alignment: {
      horizontal: column?.isLeft ? 'left' : 'center',
      vertical: 'center',
      // A number that is too wide would be shown as ###.
      ...(column?.isDay && { shrinkToFit: true }),
    },
    ...(shade && { fill: shades[shade] }),
    ...((cell.minutes !== undefined || cell.count !== undefined) && { numFmt: formatOf(cell) }),
  };
}
