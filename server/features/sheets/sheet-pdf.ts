/** Sheets as one tagged PDF (PDF/UA) with Archivo embedded. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { LOCALES } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { type Cell, type Column, cellText, type Row, type Sheet } from './sheet-model.ts';

type Element = PDFKit.PDFStructureElement & { dictionary: { data: Record<string, unknown> } };

const { resolve } = createRequire(import.meta.url);
const fontFile = (name: string) => readFileSync(resolve(`@expo-google-fonts/archivo/${name}`));
const fonts = {
  regular: fontFile('400Regular/Archivo_400Regular.ttf'),
  bold: fontFile('700Bold/Archivo_700Bold.ttf'),
};
type Font = keyof typeof fonts;

const MARGIN = 24;
/** Between a cell's edge and its text. */
const PADDING = 1.2;
const DAY_PADDING = 0.5;
/** How much a line that is too wide is set narrower before it is set smaller. */
const NARROWEST = 0.78;
/** The longest line of a heading that is written upwards. */
const UPRIGHT = 48;
/** Line height by font size. */
const LEADING = 1.16;
/** Sizes of the table's text in points: the largest at which everything fits on a page, otherwise `paged`. */
const SIZES = { largest: 7.4, step: 0.2, smallest: 4.4, paged: 6.2 };
/** The size of the lines below a person's first one. */
const LINE_SIZE = 0.86;
const colors = {
  ink: '#1a1f26',
  line: '#8a9099',
  weekend: '#eeece6',
  holiday: '#dcd8ce',
  warning: '#b42318',
};

const asArtifact = { type: 'Layout' as const };

/** Writes the sheets; gives other requests a turn after each page. */
export async function sheetsPdf(sheets: Iterable<Sheet>, title: string): Promise<Buffer> {
  let writer: ReturnType<typeof createWriter> | undefined;
  for (const sheet of sheets) {
    writer ??= createWriter(sheet, title);
    writer.write(sheet);
    await setImmediate();
  }
  if (!writer) throw new RangeError('No sheets');
  return writer.end();
}

function createWriter(first: Sheet, title: string) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: LOCALES[first.language],
    displayTitle: true,
    size: 'A4',
    margin: 0,
    info: { Title: title, Producer: PRODUCT_NAME, Creator: PRODUCT_NAME },
    // None at first: the library would open a font that it knows by two names anew each time.
    font: '',
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font);
  const root = doc.struct('Document') as Element;
  doc.addStructure(root);

  // Widths at a size of one point: measuring is slow, and most texts come often.
  const widths = new Map<string, number>();
  function widthOf(text: string, font: Font): number {
    const key = font + text;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = doc.font(font).fontSize(100).widthOfString(text) / 100;
    widths.set(key, width);
    return width;
  }

  /** Breaks at spaces and before slashes; a word that is too wide stays whole. */
  function wrap(text: string, width: number, size: number, font: Font): string[] {
    if (text === '') return [];
    const fits = (line: string) => widthOf(line, font) * size <= width;
    return text.split('\n').flatMap((paragraph) => {
      if (fits(paragraph)) return [paragraph];
      const lines: string[] = [];
      for (const word of paragraph.split(/(?<= )|(?=\/)|(?<=-)/)) {
        const joined = (lines.at(-1) ?? '') + word;
        if (lines.length > 0 && fits(joined.trimEnd())) lines[lines.length - 1] = joined;
        else lines.push(word);
      }
      return lines.map((line) => line.trimEnd());
    });
  }

  /** One line of text in a box; a wider one is set narrower, then smaller. `y` is the top of the line. */
  function line(
    text: string,
    box: { x: number; y: number; width: number },
    size: number,
    { font = 'regular' as Font, align = 'left' as 'left' | 'center', color = colors.ink } = {},
  ) {
    if (text === '') return;
    const natural = widthOf(text, font) * size;
    const narrowed = Math.max(NARROWEST, Math.min(1, box.width / natural));
    const fitted = Math.min(size, (size * box.width) / (natural * narrowed));
    const left = align === 'center' ? Math.max(0, (box.width - natural) / 2) : 0;
    const top = box.y + (size - fitted) * 0.7;
    const options = { lineBreak: false, ...(narrowed < 1 && { horizontalScaling: narrowed * 100 }) };
    doc
      .font(font)
      .fontSize(fitted)
      .fillColor(color)
      .text(text, box.x + left, top, options);
  }

  function paragraph(text: string, box: { x: number; y: number; width: number }, size: number, font?: Font) {
    const lines = wrap(text, box.width, size, font ?? 'regular');
    if (lines.length > 0) {
      root.add(
        doc.struct('P', {}, () => {
          for (const [index, each] of lines.entries()) {
            line(each, { ...box, y: box.y + index * size * LEADING }, size, { font: font ?? 'regular' });
          }
        }),
      );
    }
    return lines.length * size * LEADING;
  }

  function write(sheet: Sheet) {
    doc.addPage({ size: 'A4', layout: sheet.isLandscape ? 'landscape' : 'portrait', margin: 0 });
    const width = doc.page.width - 2 * MARGIN;
    const bottom = doc.page.height - MARGIN;
    const top = writeHead(sheet, width);
    const stretch = width / sheet.columns.reduce((sum, column) => sum + column.width, 0);
    let x = MARGIN;
    const columns = sheet.columns.map((column): Placed => {
      const placed = { ...column, x, width: column.width * stretch };
      x += placed.width;
      return placed;
    });
    const footSize = sheet.isLandscape ? 5.8 : 7;
    const foot = footHeight(sheet, width, footSize);

    const header = headerOf(columns);
    let size = SIZES.largest;
    let rows: Measured[] = [];
    for (; size >= SIZES.smallest; size -= SIZES.step) {
      rows = measure(sheet.rows, columns, size);
      if (top + header.height + sum(rows) + foot <= bottom) break;
    }
    const isPaged = size < SIZES.smallest;
    if (isPaged) {
      size = SIZES.paged;
      rows = measure(sheet.rows, columns, size);
    } else if (sum(rows) > 0) {
      // What is left of the page makes the rows easier to read, up to a half more.
      const room = Math.min(1.5, (bottom - 0.1 - top - foot - header.height) / sum(rows));
      for (const row of rows) row.height *= room;
    }

    const table = doc.struct('Table') as Element;
    root.add(table);
    let y = top + writeHeader(table, header, columns, top, false);
    let from = y;
    const edge = () =>
      drawLines(
        columns,
        from,
        y,
        rows.filter(({ y: at }) => at >= from && at < y),
      );
    for (const [index, row] of rows.entries()) {
      // The lines of a person stay together, and the total is never alone on a page.
      const together = row.row.kind === 'line' ? 0 : heightTogether(rows, index);
      if (isPaged && together > 0 && y + together > bottom) {
        edge();
        rows.splice(0, index, ...rows.slice(0, index).map((each) => ({ ...each, y: -1 })));
        doc.addPage({ size: 'A4', layout: sheet.isLandscape ? 'landscape' : 'portrait', margin: 0 });
        y = MARGIN + writeHeader(table, header, columns, MARGIN, true);
        from = y;
      }
      row.y = y;
      writeRow(table, row, columns);
      y += row.height;
    }
    edge();
    table.end();
    if (y + foot > bottom) {
      doc.addPage({ size: 'A4', layout: sheet.isLandscape ? 'landscape' : 'portrait', margin: 0 });
      y = MARGIN;
    }
    writeFoot(sheet, y + 5, width, footSize);
  }

  /** Returns where the table begins. */
  function writeHead(sheet: Sheet, width: number): number {
    const size = 7.5;
    root.add(
      doc.struct('H1', {}, () =>
        line(sheet.title, { x: MARGIN, y: MARGIN, width }, 12, { font: 'bold', align: 'center' }),
      ),
    );
    let left = MARGIN + 18;
    if (sheet.warning) {
      const { warning } = sheet;
      root.add(
        doc.struct('P', {}, () =>
          line(warning, { x: MARGIN, y: left, width }, 9, {
            font: 'bold',
            align: 'center',
            color: colors.warning,
          }),
        ),
      );
      writeAcross(warning);
    }
    const shown = sheet.head.filter(([, value]) => value !== '');
    const perColumn = sheet.isLandscape ? shown.length : Math.ceil(shown.length / 2);
    if (!sheet.isLandscape) left += sheet.warning ? 14 : 2;
    for (const [index, [label, value]] of shown.entries()) {
      const column = Math.floor(index / perColumn);
      const box = {
        x: MARGIN + column * (width / 2),
        y: left + (index % perColumn) * size * 1.35,
        width: width / (sheet.isLandscape ? 3 : 2) - 8,
      };
      root.add(doc.struct('P', {}, () => line(`${label}: ${value}`, box, size)));
    }
    const right = { x: MARGIN + width * 0.78, width: width * 0.22 };
    for (const [index, text] of sheet.approvalBlock.entries()) {
      if (text === '') continue;
      const box = { ...right, y: MARGIN + index * 10.5 };
      root.add(doc.struct('P', {}, () => line(text, box, size)));
    }
    const headBottom = left + perColumn * size * 1.35;
    return Math.max(headBottom, MARGIN + sheet.approvalBlock.length * 10.5) + 4;
  }

  /** The text slantwise over the page, pale; it is in the head as well, for those who hear the page. */
  function writeAcross(text: string) {
    const { width, height } = doc.page;
    doc.markContent('Artifact', asArtifact).save();
    const size = Math.min(110, (0.7 * Math.hypot(width, height)) / widthOf(text, 'bold'));
    doc.rotate((-Math.atan(height / width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
    doc.font('bold').fontSize(size).fillColor(colors.warning).fillOpacity(0.09);
    const left = (width - widthOf(text, 'bold') * size) / 2;
    doc.text(text, left, (height - size) / 2, { lineBreak: false });
    doc.restore().endMarkedContent();
    doc.fillOpacity(1);
  }

  function headerOf(columns: Placed[]) {
    const size = 5.8;
    const lines = columns.map(({ label, width, isUpright }) =>
      isUpright ? wrap(label, UPRIGHT, size, 'regular') : wrap(label, width - 2 * PADDING, size, 'regular'),
    );
    const heights = columns.map(({ isUpright }, index) =>
      isUpright
        ? Math.min(
            UPRIGHT,
            Math.max(...(lines[index] ?? []).map((each) => widthOf(each, 'regular') * size)),
          ) + 4
        : (lines[index]?.length ?? 0) * size * LEADING + 3,
    );
    const hasGroups = columns.some(({ group }) => group !== null);
    const groupLines = groupsOf(columns).map(({ from, to, label }) => {
      const [first, last] = [columns[from], columns[to]];
      return label && first && last
        ? wrap(label, last.x + last.width - first.x - 2, size, 'regular').length
        : 0;
    });
    const groupHeight = hasGroups ? Math.min(2, Math.max(...groupLines)) * size * LEADING + 2 : 0;
    return { size, lines, groupHeight, height: groupHeight + Math.max(...heights) };
  }

  /** Repeated on further pages as an artifact. */
  function writeHeader(
    table: Element,
    { size, lines, groupHeight, height }: ReturnType<typeof headerOf>,
    columns: Placed[],
    y: number,
    isRepeated: boolean,
  ): number {
    const groups = groupsOf(columns);
    doc.markContent('Artifact', asArtifact);
    doc.lineWidth(0.4).strokeColor(colors.line);
    for (const { from, to } of groups.filter(({ label }) => label !== null)) {
      const [first, last] = [columns[from], columns[to]];
      if (first && last) doc.rect(first.x, y, last.x + last.width - first.x, groupHeight).stroke();
    }
    for (const column of columns) {
      const top = column.group === null ? y : y + groupHeight;
      doc.rect(column.x, top, column.width, y + height - top).stroke();
    }
    doc.endMarkedContent();
    const writeGroup = ({ from, to, label }: (typeof groups)[number]) => {
      const [first, last] = [columns[from], columns[to]];
      if (!first || !last || label === null) return;
      const box = { x: first.x + 1, width: last.x + last.width - first.x - 2 };
      const texts = wrap(label, box.width, size, 'regular').slice(0, 2);
      for (const [index, text] of texts.entries()) {
        line(text, { ...box, y: y + 1 + index * size * LEADING }, size, { align: 'center' });
      }
    };
    const writeLabel = (column: Placed, index: number) => {
      const texts = lines[index] ?? [];
      const top = column.group === null ? y : y + groupHeight;
      if (!column.isUpright) {
        const start = y + height - texts.length * size * LEADING - 1;
        for (const [at, text] of texts.entries()) {
          const box = { x: column.x + 0.5, y: start + at * size * LEADING, width: column.width - 1 };
          line(text, box, size, { align: 'center' });
        }
        return;
      }
      const room = y + height - top - 3;
      const fitted = Math.min(size, (column.width - 1) / Math.max(1, texts.length) / 1.05);
      doc.save().rotate(-90, { origin: [column.x, y + height] });
      for (const [at, text] of texts.entries()) {
        const middle = (column.width - texts.length * fitted * LEADING) / 2;
        line(text, { x: column.x + 2, y: y + height + middle + at * fitted * LEADING, width: room }, fitted);
      }
      doc.restore();
    };
    if (isRepeated) {
      doc.markContent('Artifact', { type: 'Pagination' });
      for (const group of groups) writeGroup(group);
      for (const [index, column] of columns.entries()) writeLabel(column, index);
      doc.endMarkedContent();
      return height;
    }
    const head = doc.struct('THead') as Element;
    table.add(head);
    const cell = (span: number, write: () => void) => {
      const options = { scope: 'Column' } as object;
      const element = doc.struct('TH', options, [write]) as Element;
      if (span > 1) element.dictionary.data.A = { O: 'Table', Scope: 'Column', ColSpan: span };
      return element;
    };
    if (groupHeight > 0) {
      const row = doc.struct('TR') as Element;
      head.add(row);
      for (const group of groups) row.add(cell(group.to - group.from + 1, () => writeGroup(group)));
      row.end();
    }
    const row = doc.struct('TR') as Element;
    head.add(row);
    for (const [index, column] of columns.entries()) row.add(cell(1, () => writeLabel(column, index)));
    row.end();
    head.end();
    return height;
  }

  function measure(rows: Row[], columns: Placed[], size: number): Measured[] {
    const all = rows.map((row) => {
      const font = row.kind === 'total' ? 'bold' : 'regular';
      return columns.map((column) => {
        const width = column.width - 2 * paddingOf(column);
        // A figure may be set narrower, and is broken only if that is not enough.
        const room = column.isLeft ? width : width / NARROWEST;
        return wrap(textOf(row.cells[column.key]), room, size, font).slice(0, 3);
      });
    });
    return rows.map((row, index) => {
      const [cells, below] = [
        all[index] ?? [],
        rows[index + 1]?.kind === 'line' ? all[index + 1] : undefined,
      ];
      // A long name goes on beside the person's next line.
      for (const [at, { isLeft }] of columns.entries()) {
        const rest = cells[at]?.slice(1) ?? [];
        if (!isLeft || !below || below[at]?.length !== 0 || rest.length === 0) continue;
        below[at] = rest;
        cells[at] = cells[at]?.slice(0, 1) ?? [];
      }
      const lines = Math.max(1, ...cells.map(({ length }) => length));
      const own = row.kind === 'line' ? size * LINE_SIZE : size;
      return { row, cells, size: own, y: 0, height: lines * own * LEADING + 0.5 };
    });
  }

  function writeRow(table: Element, { row, cells, size, y, height }: Measured, columns: Placed[]) {
    const shaded = columns.filter(({ shade }) => shade ?? row.shade);
    if (shaded.length > 0) {
      doc.markContent('Artifact', asArtifact);
      for (const { x, width, shade } of shaded) {
        doc.rect(x, y, width, height).fill(colors[shade ?? row.shade ?? 'weekend']);
      }
      doc.endMarkedContent();
    }
    const tr = doc.struct('TR') as Element;
    table.add(tr);
    const font = row.kind === 'total' ? 'bold' : 'regular';
    for (let from = 0; from < columns.length; ) {
      // Empty neighbours are one cell: a sheet has thousands of them.
      let to = from + 1;
      while (cells[from]?.length === 0 && to < columns.length && cells[to]?.length === 0) to += 1;
      const [column, lines] = [columns[from], cells[from] ?? []];
      const write = () => {
        if (!column) return;
        const start = y + (height - lines.length * size * LEADING) / 2 + 0.3;
        for (const [index, text] of lines.entries()) {
          const padding = paddingOf(column);
          const box = {
            x: column.x + padding,
            y: start + index * size * LEADING,
            width: column.width - 2 * padding,
          };
          line(text, box, size, { font, align: column.isLeft ? 'left' : 'center' });
        }
      };
      const td = doc.struct('TD', {}, lines.length > 0 ? [write] : []) as Element;
      if (to - from > 1) td.dictionary.data.A = { O: 'Table', ColSpan: to - from };
      tr.add(td);
      from = to;
    }
    tr.end();
  }

  function drawLines(columns: Placed[], top: number, bottom: number, rows: Measured[]) {
    const last = columns.at(-1);
    if (!last) return;
    doc.markContent('Artifact', asArtifact).strokeColor(colors.line);
    for (const { row, y } of rows) {
      doc.lineWidth(row.kind === 'line' ? 0.15 : 0.4);
      doc
        .moveTo(MARGIN, y)
        .lineTo(last.x + last.width, y)
        .stroke();
    }
    doc
      .lineWidth(0.4)
      .moveTo(MARGIN, bottom)
      .lineTo(last.x + last.width, bottom)
      .stroke();
    doc.lineWidth(0.25);
    for (const x of [...columns.map((column) => column.x), last.x + last.width]) {
      doc.moveTo(x, top).lineTo(x, bottom);
    }
    doc.stroke().endMarkedContent();
  }

  function footHeight(sheet: Sheet, width: number, size: number): number {
    const notes = sheet.notes.reduce(
      (all, text) => all + wrap(text, width, size, 'regular').length * size * LEADING,
      0,
    );
    const summary = Math.ceil(sheet.summary.length / 4) * size * 1.4;
    return 6 + notes + summary + (sheet.signatures.length > 0 ? size * 2.8 : 0);
  }

  function writeFoot(sheet: Sheet, top: number, width: number, size: number) {
    let y = top;
    for (const [index, [label, value]] of sheet.summary.entries()) {
      const box = { x: MARGIN + (index % 4) * (width / 4), y: y + Math.floor(index / 4) * size * 1.4 };
      root.add(
        doc.struct('P', {}, () =>
          line(`${label}: ${value}`, { ...box, width: width / 4 - 6 }, size, { font: 'bold' }),
        ),
      );
    }
    y += Math.ceil(sheet.summary.length / 4) * size * 1.4;
    for (const text of sheet.notes) y += paragraph(text, { x: MARGIN, y, width }, size);
    for (const [index, text] of sheet.signatures.entries()) {
      const each = width / sheet.signatures.length;
      const box = { x: MARGIN + index * each, y: y + size * 1.6, width: each - 10 };
      root.add(doc.struct('P', {}, () => line(text, box, size * 1.1)));
    }
  }

  return {
    write,
    async end(): Promise<Buffer> {
      root.end();
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

type Placed = Column & { x: number };
type Measured = { row: Row; cells: string[][]; size: number; y: number; height: number };

const paddingOf = ({ isDay }: Column) => (isDay ? DAY_PADDING : PADDING);
const textOf = (cell: Cell | undefined) => (cell ? cellText(cell) : '');
const sum = (rows: Measured[]) => rows.reduce((all, { height }) => all + height, 0);

/** The height of the row and of the lines that belong to it; before the total, of that too. */
function heightTogether(rows: Measured[], index: number): number {
  let to = index + 1;
  while (rows[to]?.row.kind === 'line') to += 1;
  if (rows[to]?.row.kind === 'total') to += 1;
  return sum(rows.slice(index, to));
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
