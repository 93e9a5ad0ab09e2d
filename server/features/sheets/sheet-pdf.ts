/** Sheets as one tagged PDF (PDF/UA). */

import { setImmediate } from 'node:timers/promises';
import { drawBar } from './sheet-bars.ts';
import { type Column, cellText, type Row, type Sheet } from './sheet-model.ts';
import { type Box, createPen, type Element, LEADING, type Look, NARROWEST, type Pen } from './sheet-pen.ts';

type Placed = Column & { x: number };
type Measured = { row: Row; cells: string[][]; size: number; height: number };
/** A heading of one column, or of a group of them. */
type Heading = Box & { lines: string[]; height: number; span: number; isUpright: boolean };

export const MARGIN = 24;
const GAP = 8;
/** The longest line of a heading that is written upwards. */
const UPRIGHT = 48;
/** Sizes of text in points. The table has the largest at which everything fits on a page, otherwise `paged`. */
const SIZES = { title: 12, head: 7.5, heading: 5.8, step: 0.2, smallest: 4.4, paged: 6.2 };
const LARGEST = { landscape: { table: 6.6, foot: 5.8 }, portrait: { table: 7.4, foot: 7 } };
/** How much higher the rows of a report are than their text. */
const REPORT_LEADING = 1.2;
/** The size of the lines below a person's first one. */
const LINE_SIZE = 0.86;
export const colors = {
  ink: '#1a1f26',
  line: '#8a9099',
  weekend: '#eeece6',
  holiday: '#ddd8cc',
  warning: '#b42318',
};

/** Writes the sheets; gives other requests a turn after each. */
export async function sheetsPdf(sheets: Iterable<Sheet>, title: string): Promise<Buffer> {
  let pen: Pen | undefined;
  for (const sheet of sheets) {
    pen ??= createPen(sheet.language, title);
    writeSheet(pen, sheet);
    await setImmediate();
  }
  if (!pen) throw new RangeError('No sheets');
  return pen.end();
}

/** Texts in columns of equal width; returns their height. `isDrawn` false only measures. */
function texts(
  pen: Pen,
  columns: string[][],
  y: number,
  size: number,
  look: Look = {},
  isDrawn = true,
): number {
  const each = (pen.doc.page.width - 2 * MARGIN) / columns.length;
  const heights = columns.map((column, index) => {
    let height = 0;
    for (const text of column) {
      const lines = pen.wrap(text, each - GAP, size, look.font);
      const box = { x: MARGIN + index * each, y: y + height, width: each - (columns.length > 1 ? GAP : 0) };
      if (isDrawn) pen.tag(pen.root, 'P', [() => pen.write(lines, box, size, look)]);
      height += lines.length * size * LEADING;
    }
    return height;
  });
  return Math.max(0, ...heights);
}

export function addPage(pen: Pen, { isLandscape, warning }: Pick<Sheet, 'isLandscape' | 'warning'>) {
  const page = pen.newPage(isLandscape);
  const { width, height } = pen.doc.page;
  pen.artifact(() => {
    const box = { x: MARGIN, y: height - MARGIN + 8, width: width - 2 * MARGIN };
    pen.write([String(page)], box, SIZES.heading, { align: 'center' });
  }, 'Pagination');
  // Pale and slantwise; the head has it as well, for those who hear the page.
  if (warning) pen.artifact(() => writeAcross(pen, warning));
}

function writeAcross(pen: Pen, text: string) {
  const { width, height } = pen.doc.page;
  const size = Math.min(110, (0.7 * Math.hypot(width, height)) / pen.widthOf(text, 'bold'));
  pen.doc.save().rotate((-Math.atan(height / width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
  pen.doc.fillOpacity(0.09);
  const look = { font: 'bold', align: 'center', color: colors.warning } as const;
  pen.write([text], { x: width / 2 - 600, y: (height - size) / 2, width: 1200 }, size, look);
  pen.doc.restore().fillOpacity(1);
  pen.forgetInk();
}

/** Returns where the table begins. */
function writeHead(pen: Pen, { title: heading, warning, head }: Sheet): number {
  const box = { x: MARGIN, y: MARGIN, width: pen.doc.page.width - 2 * MARGIN };
  const centred = { font: 'bold', align: 'center' } as const;
  pen.tag(pen.root, 'H1', [() => pen.write([heading], box, SIZES.title, centred)]);
  let y = MARGIN + SIZES.title * 1.5;
  if (warning) y += texts(pen, [[warning]], y, 9, { ...centred, color: colors.warning });
  return y + texts(pen, head, y, SIZES.head) + 4;
}

/** The summary, notes and signatures; returns their height. */
function writeFoot(
  pen: Pen,
  { summary, notes, signatures, isLandscape }: Sheet,
  top: number,
  isDrawn = true,
): number {
  const size = LARGEST[isLandscape ? 'landscape' : 'portrait'].foot;
  const quarters = [0, 1, 2, 3].map((column) => summary.filter((_, index) => index % 4 === column));
  let y = top + 5;
  y += texts(pen, quarters, y, size, { font: 'bold' }, isDrawn);
  y += texts(pen, [notes], y, size, {}, isDrawn) + 1.6 * size;
  y += texts(
    pen,
    signatures.map((text) => [text]),
    y,
    size * 1.1,
    {},
    isDrawn,
  );
  return y - top;
}

/** The columns side by side over the whole width of the page. */
function place(pen: Pen, columns: readonly Column[]): Placed[] {
  const stretch = (pen.doc.page.width - 2 * MARGIN) / columns.reduce((sum, column) => sum + column.width, 0);
  let x = MARGIN;
  return columns.map((column) => {
    const placed = { ...column, x, width: column.width * stretch };
    x += placed.width;
    return placed;
  });
}

type Table = { columns: Placed[]; header: ReturnType<typeof headerOf>; rows: Measured[] };

/** A table of a report, which can follow other things on its page; `height` is that of all of it. */
export function layTable(pen: Pen, sheet: Pick<Sheet, 'columns' | 'rows'>): Table & { height: number } {
  const columns = place(pen, sheet.columns);
  const header = headerOf(pen, columns);
  const rows = measure(pen, sheet.rows, columns, LARGEST.portrait.table);
  for (const row of rows) row.height *= REPORT_LEADING;
  return { columns, header, rows, height: header.height + heightOf(rows) };
}

/** Writes a table from `y` on, further pages begin with its headings; returns where it ends. */
export function writeTable(
  pen: Pen,
  { columns, header, rows }: Table,
  top: number,
  bottom: number,
  nextPage: () => void,
): number {
  const table = pen.tag(pen.root, 'Table');
  let y = top + writeHeader(pen, header, top, table);
  let from = y;
  for (const [index, row] of rows.entries()) {
    if (row.row.kind !== 'line' && y + heightTogether(rows, index) > bottom) {
      writeGrid(pen, columns, from, y);
      nextPage();
      y = MARGIN + writeHeader(pen, header, MARGIN);
      from = y;
    }
    writeRow(pen, table, row, columns, y);
    y += row.height;
  }
  writeGrid(pen, columns, from, y);
  table.end();
  return y;
}

function writeSheet(pen: Pen, sheet: Sheet) {
  addPage(pen, sheet);
  const bottom = pen.doc.page.height - MARGIN;
  const columns = place(pen, sheet.columns);
  const header = headerOf(pen, columns);
  const foot = writeFoot(pen, sheet, 0, false);
  let y = writeHead(pen, sheet);

  let size = LARGEST[sheet.isLandscape ? 'landscape' : 'portrait'].table;
  let rows = measure(pen, sheet.rows, columns, size);
  const room = () => (bottom - 0.1 - y - foot - header.height) / heightOf(rows);
  while (room() < 1 && size > SIZES.smallest) {
    size -= SIZES.step;
    rows = measure(pen, sheet.rows, columns, size);
  }
  const isPaged = room() < 1;
  if (isPaged) rows = measure(pen, sheet.rows, columns, SIZES.paged);
  else {
    // What is left of the page makes the rows easier to read, up to a half more; all alike.
    const stretch = Math.min(1.5, room());
    for (const row of rows) row.height *= stretch;
  }

  y = writeTable(pen, { columns, header, rows }, y, isPaged ? bottom : Number.POSITIVE_INFINITY, () =>
    addPage(pen, sheet),
  );
  if (y + foot > bottom) {
    addPage(pen, sheet);
    y = MARGIN;
  }
  writeFoot(pen, sheet, y);
}

/** The headings, with y from the top of the table. */
function headerOf(pen: Pen, columns: Placed[]) {
  const size = SIZES.heading;
  const groups = groupsOf(columns).map(({ from, to, label }): Heading & { isGroup: boolean } => {
    const [first, last] = [columns[from] as Placed, columns[to] as Placed];
    const box = { x: first.x, y: 0, width: last.x + last.width - first.x };
    const lines = pen.wrap(label ?? '', box.width - 2, size).slice(0, 2);
    return { ...box, lines, height: 0, span: to - from + 1, isUpright: false, isGroup: label !== null };
  });
  const groupHeight = Math.max(
    ...groups.map(({ lines }) => (lines.length ? lines.length * size * LEADING + 2 : 0)),
  );
  const heights: number[] = [];
  const labels = columns.map(({ label, x, width, group, isUpright }): Heading => {
    const lines = pen.wrap(label, isUpright ? UPRIGHT : width - 2, size);
    const longest = Math.max(0, ...lines.map((line) => pen.widthOf(line, 'regular') * size));
    heights.push(isUpright ? Math.min(UPRIGHT, longest) + 4 : lines.length * size * LEADING + 3);
    return { x, width, y: group === null ? 0 : groupHeight, height: 0, lines, span: 1, isUpright };
  });
  const height = groupHeight + Math.max(...heights);
  for (const label of labels) label.height = height - label.y;
  for (const group of groups) group.height = group.isGroup ? groupHeight : 0;
  return { groups, labels, height };
}

/** Returns the height. On further pages, without a table to belong to, the headings are an artifact. */
function writeHeader(
  pen: Pen,
  { groups, labels, height }: ReturnType<typeof headerOf>,
  y: number,
  table?: Element,
): number {
  pen.artifact(() => {
    pen.doc.lineWidth(0.4).strokeColor(colors.line);
    for (const box of [...groups, ...labels]) {
      if (box.height > 0) pen.doc.rect(box.x, y + box.y, box.width, box.height).stroke();
    }
  });
  if (!table) {
    pen.artifact(() => {
      for (const heading of [...groups, ...labels]) writeHeading(pen, heading, y);
    }, 'Pagination');
    return height;
  }
  const head = pen.tag(table, 'THead');
  for (const cells of [groups, labels].filter((row) => row.some(({ lines }) => lines.length > 0))) {
    const row = pen.tag(head, 'TR');
    for (const cell of cells)
      pen.tag(row, 'TH', [() => writeHeading(pen, cell, y)], { Scope: 'Column', ColSpan: cell.span });
    row.end();
  }
  head.end();
  return height;
}

function writeHeading(pen: Pen, { x, y: below, width, height, lines, isUpright }: Heading, top: number) {
  const [size, bottom] = [SIZES.heading, top + below + height];
  if (!isUpright) {
    const y = bottom - lines.length * size * LEADING - 1;
    pen.write(lines, { x: x + 0.5, y, width: width - 1 }, size, { align: 'center' });
    return;
  }
  const fitted = Math.min(size, (width - 1) / Math.max(1, lines.length) / 1.05);
  pen.doc.save().rotate(-90, { origin: [x, bottom] });
  const middle = (width - lines.length * fitted * LEADING) / 2;
  pen.write(lines, { x: x + 2, y: bottom + middle, width: height - 3 }, fitted);
  pen.doc.restore();
  pen.forgetInk();
}

function measure(pen: Pen, rows: Row[], columns: Placed[], size: number): Measured[] {
  const all = rows.map((row) =>
    columns.map((column) => {
      const width = column.width - 2 * paddingOf(column);
      // A figure may be set narrower, and is broken only if that is not enough.
      const room = column.isLeft ? width : width / NARROWEST;
      const cell = row.cells[column.key];
      return pen.wrap(cell ? cellText(cell) : '', room, size, fontOf(row));
    }),
  );
  return rows.map((row, index) => {
    const cells = all[index] ?? [];
    const below = rows[index + 1]?.kind === 'line' ? all[index + 1] : undefined;
    // A long name goes on beside the person's next line.
    for (const [at, { isLeft }] of columns.entries()) {
      const rest = cells[at]?.slice(1) ?? [];
      if (!isLeft || !below || below[at]?.length !== 0 || rest.length === 0) continue;
      below[at] = rest;
      cells[at] = cells[at]?.slice(0, 1) ?? [];
    }
    const own = row.kind === 'line' ? size * LINE_SIZE : size;
    const lines = Math.max(1, ...cells.map(({ length }) => length));
    return { row, cells, size: own, height: lines * own * LEADING + 0.5 };
  });
}

function writeRow(
  pen: Pen,
  table: Element,
  { row, cells, size, height }: Measured,
  columns: Placed[],
  y: number,
) {
  const right = pen.doc.page.width - MARGIN;
  pen.artifact(() => {
    const shades = row.shade ? [{ x: MARGIN, width: right - MARGIN, shade: row.shade }] : columns;
    for (const { x, width, shade } of shades) {
      if (!shade) continue;
      pen.doc.rect(x, y, width, height).fill(colors[shade]);
      pen.forgetInk();
    }
    for (const column of columns) {
      let x = column.x + paddingOf(column);
      const room = column.width - 2 * paddingOf(column);
      for (const [index, part] of (row.cells[column.key]?.bar ?? []).entries()) {
        drawBar(pen, index, { x, y: y + height * 0.2, width: room * part, height: height * 0.6 });
        x += room * part;
      }
    }
    pen.doc.strokeColor(colors.line).lineWidth(row.kind === 'line' ? 0.15 : 0.4);
    pen.doc.moveTo(MARGIN, y).lineTo(right, y).stroke();
  });
  const tr = pen.tag(table, 'TR');
  for (let from = 0, to = 1; from < columns.length; from = to) {
    // Empty neighbours are one cell: a sheet has thousands of them.
    to = from + 1;
    while (cells[from]?.length === 0 && to < columns.length && cells[to]?.length === 0) to += 1;
    const [column, lines] = [columns[from] as Placed, cells[from] ?? []];
    const padding = paddingOf(column);
    const top = y + (height - lines.length * size * LEADING) / 2 + 0.3;
    const box = { x: column.x + padding, y: top, width: column.width - 2 * padding };
    const look = { font: fontOf(row), align: column.isLeft ? 'left' : 'center' } as const;
    pen.tag(
      tr,
      'TD',
      lines.length > 0 ? [() => pen.write(lines, box, size, look)] : [],
      to - from > 1 ? { ColSpan: to - from } : undefined,
    );
  }
  tr.end();
}

/** The lines between columns, and below the last row of the page. */
function writeGrid(pen: Pen, columns: Placed[], top: number, bottom: number) {
  pen.artifact(() => {
    const right = pen.doc.page.width - MARGIN;
    pen.doc.strokeColor(colors.line).lineWidth(0.25).moveTo(MARGIN, bottom).lineTo(right, bottom);
    for (const x of [...columns.map((column) => column.x), right]) pen.doc.moveTo(x, top).lineTo(x, bottom);
    pen.doc.stroke();
  });
}

/** Between a cell's edge and its text. */
const paddingOf = ({ isDay }: Column) => (isDay ? 0.5 : 1.2);
const fontOf = ({ kind }: Row) => (kind === 'total' ? 'bold' : 'regular');
const heightOf = (rows: Measured[]) => rows.reduce((sum, { height }) => sum + height, 0);

/** The height of what stays on one page: the row, its lines, and the total, which is never alone. */
function heightTogether(rows: Measured[], index: number): number {
  let to = index + 1;
  while (rows[to]?.row.kind === 'line') to += 1;
  return heightOf(rows.slice(index, rows[to]?.row.kind === 'total' ? to + 1 : to));
}

/** Neighbouring columns of the same group; without a group each is one by itself. */
function groupsOf(columns: Column[]) {
  const groups: { from: number; to: number; label: string | null }[] = [];
  for (const [index, { group }] of columns.entries()) {
    const last = groups.at(-1);
    if (last && group !== null && last.label === group) last.to = index;
    else groups.push({ from: index, to: index, label: group });
  }
  return groups;
}
