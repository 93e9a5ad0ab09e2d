/** Sheets as one tagged PDF (PDF/UA). */

import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { type Language, LOCALES } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { FALLBACKS, type Font, fontFile } from './sheet-fonts.ts';
import { type Column, cellText, type Row, type Sheet } from './sheet-model.ts';

type Element = PDFKit.PDFStructureElement & { dictionary: { data: Record<string, unknown> } };
type Box = { x: number; y: number; width: number };
type MainFont = 'regular' | 'bold';
type Look = { font?: MainFont; align?: 'left' | 'center'; color?: string };
/** A part of a text that one font can print, with its width at a size of one point. */
type Run = { text: string; font: Font; width: number };
type Placed = Column & { x: number };
type Measured = { row: Row; cells: string[][]; size: number; height: number };
/** A heading of one column, or of a group of them. */
type Heading = Box & { lines: string[]; height: number; span: number; isUpright: boolean };

const MARGIN = 24;
const GAP = 8;
/** How much a line that is too wide is set narrower before it is set smaller. */
const NARROWEST = 0.78;
/** The longest line of a heading that is written upwards. */
const UPRIGHT = 48;
/** Line height by font size. */
const LEADING = 1.16;
/** Sizes of text in points. The table has the largest at which everything fits on a page, otherwise `paged`. */
const SIZES = { title: 12, head: 7.5, heading: 5.8, step: 0.2, smallest: 4.4, paged: 6.2 };
const LARGEST = { landscape: { table: 6.6, foot: 5.8 }, portrait: { table: 7.4, foot: 7 } };
/** The size of the lines below a person's first one. */
const LINE_SIZE = 0.86;
const colors = {
  ink: '#1a1f26',
  line: '#8a9099',
  weekend: '#eeece6',
  holiday: '#ddd8cc',
  warning: '#b42318',
};

/** Writes the sheets; gives other requests a turn after each. */
export async function sheetsPdf(sheets: Iterable<Sheet>, title: string): Promise<Buffer> {
  let writer: ReturnType<typeof createWriter> | undefined;
  for (const sheet of sheets) {
    writer ??= createWriter(sheet.language, title);
    writer.write(sheet);
    await setImmediate();
  }
  if (!writer) throw new RangeError('No sheets');
  return writer.end();
}

function createWriter(language: Language, title: string) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: LOCALES[language],
    displayTitle: true,
    info: { Title: title, Producer: PRODUCT_NAME, Creator: PRODUCT_NAME },
    // None at first: the library would open a font that it knows by two names anew each time.
    font: '',
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  const root = doc.struct('Document') as Element;
  doc.addStructure(root);
  let pages = 0;

  // The library would copy each operator by itself, hundreds of thousands of them.
  const operators: string[] = [];
  doc.addContent = (operator: string) => {
    operators.push(operator);
    return doc;
  };
  function flush() {
    if (operators.length > 0) doc.page.write(Buffer.from(`${operators.join('\n')}\n`, 'latin1'));
    operators.length = 0;
  }

  const opened = new Set<Font>();
  function use(font: Font) {
    if (!opened.has(font)) doc.registerFont(font, fontFile(font));
    opened.add(font);
    return doc.font(font) as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };
  }
  const hasAll = (font: Font, text: string) => {
    const { _font } = use(font);
    return [...text].every((char) => _font.font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
  };
  /** The width, or undefined if the font cannot print the text: some marks on some letters make the library throw. */
  const widthIn = (font: Font, text: string): number | undefined => {
    if (!hasAll(font, text)) return undefined;
    try {
      return doc.fontSize(100).widthOfString(text) / 100;
    } catch {
      return undefined;
    }
  };

  /** The colour of texts on the page, empty where it is not known: setting it anew for each takes its time. */
  let ink = '';

  // Measuring is slow, and most texts come often.
  const known = { regular: new Map<string, Run[]>(), bold: new Map<string, Run[]>() };
  function runsOf(text: string, font: MainFont): Run[] {
    const found = known[font].get(text);
    if (found) return found;
    const runs = splitByFont(text.normalize('NFC').replace(/[\p{Bidi_C}\p{Cc}]/gu, ''), font);
    known[font].set(text, runs);
    return runs;
  }
  /** What was measured can be drawn: both lay the text out in the same way. */
  function splitByFont(text: string, font: MainFont): Run[] {
    const width = widthIn(font, text);
    if (width !== undefined) return [{ text, font, width }];
    const runs: Run[] = [];
    const add = (char: string): boolean => {
      const last = runs.at(-1);
      for (const own of [font, ...FALLBACKS]) {
        const alone = widthIn(own, char);
        if (alone === undefined) continue;
        const together = last?.font === own ? widthIn(own, last.text + char) : undefined;
        if (last && together !== undefined) Object.assign(last, { text: last.text + char, width: together });
        else runs.push({ text: char, font: own, width: alone });
        return true;
      }
      return false;
    };
    for (const { segment } of new Intl.Segmenter().segment(text)) {
      if (add(segment)) continue;
      // Where no font prints a letter with its marks, each is printed for itself.
      const printed = [...segment].filter((char) => !/\p{Cf}|\uFE0F/u.test(char) && add(char));
      if (printed.length === 0) add('?');
    }
    return runs;
  }
  const widthOf = (text: string, font: MainFont) =>
    runsOf(text, font).reduce((sum, { width }) => sum + width, 0);

  /** Breaks at spaces, before slashes and after hyphens; a word that is too wide stays whole. */
  function wrap(text: string, width: number, size: number, font: MainFont = 'regular'): string[] {
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

  /** Lines of text from the top of the box on; a line that is too wide is set narrower, then smaller. */
  function write(lines: string[], { x, y, width }: Box, size: number, look: Look = {}) {
    const { font = 'regular', align = 'left', color = colors.ink } = look;
    for (const [index, text] of lines.entries()) {
      const natural = widthOf(text, font) * size;
      const scale = Math.min(1, width / natural);
      const narrowed = Math.max(NARROWEST, scale);
      const fitted = (size * Math.min(scale, narrowed)) / narrowed;
      const top = y + index * size * LEADING + (size - fitted) * 0.7;
      let left = x + (align === 'center' ? Math.max(0, (width - natural) / 2) : 0);
      for (const run of runsOf(text, font)) {
        use(run.font);
        const options = { lineBreak: false, ...(narrowed < 1 && { horizontalScaling: narrowed * 100 }) };
        if (color !== ink) doc.fillColor(color);
        ink = color;
        doc.fontSize(fitted).text(run.text, left, top, options);
        left += run.width * fitted * narrowed;
      }
    }
  }

  /** Adds an element; without `content` it is open for further ones until it is ended. */
  function tag(
    parent: Element,
    role: string,
    content?: (() => void)[],
    attributes?: Record<string, unknown>,
  ) {
    const element = (content ? doc.struct(role, {}, content) : doc.struct(role)) as Element;
    if (attributes) element.dictionary.data.A = { O: 'Table', ...attributes };
    parent.add(element);
    return element;
  }
  function artifact(content: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    doc.markContent('Artifact', { type });
    content();
    doc.endMarkedContent();
  }

  /** Texts in columns of equal width; returns their height. `isDrawn` false only measures. */
  function texts(columns: string[][], y: number, size: number, look: Look = {}, isDrawn = true): number {
    const each = (doc.page.width - 2 * MARGIN) / columns.length;
    const heights = columns.map((column, index) => {
      let height = 0;
      for (const text of column) {
        const lines = wrap(text, each - GAP, size, look.font);
        const box = { x: MARGIN + index * each, y: y + height, width: each - (columns.length > 1 ? GAP : 0) };
        if (isDrawn) tag(root, 'P', [() => write(lines, box, size, look)]);
        height += lines.length * size * LEADING;
      }
      return height;
    });
    return Math.max(0, ...heights);
  }

  function addPage({ isLandscape, warning }: Sheet) {
    flush();
    doc.addPage({ size: 'A4', layout: isLandscape ? 'landscape' : 'portrait', margin: 0 });
    pages += 1;
    ink = '';
    const { width, height } = doc.page;
    artifact(() => {
      const box = { x: MARGIN, y: height - MARGIN + 8, width: width - 2 * MARGIN };
      write([String(pages)], box, SIZES.heading, { align: 'center' });
    }, 'Pagination');
    // Pale and slantwise; the head has it as well, for those who hear the page.
    if (warning) artifact(() => writeAcross(warning));
  }

  function writeAcross(text: string) {
    const { width, height } = doc.page;
    const size = Math.min(110, (0.7 * Math.hypot(width, height)) / widthOf(text, 'bold'));
    doc.save().rotate((-Math.atan(height / width) * 180) / Math.PI, { origin: [width / 2, height / 2] });
    doc.fillOpacity(0.09);
    const look = { font: 'bold', align: 'center', color: colors.warning } as const;
    write([text], { x: width / 2 - 600, y: (height - size) / 2, width: 1200 }, size, look);
    doc.restore().fillOpacity(1);
    ink = '';
  }

  /** Returns where the table begins. */
  function writeHead({ title: heading, warning, head }: Sheet): number {
    const box = { x: MARGIN, y: MARGIN, width: doc.page.width - 2 * MARGIN };
    const centred = { font: 'bold', align: 'center' } as const;
    tag(root, 'H1', [() => write([heading], box, SIZES.title, centred)]);
    let y = MARGIN + SIZES.title * 1.5;
    if (warning) y += texts([[warning]], y, 9, { ...centred, color: colors.warning });
    return y + texts(head, y, SIZES.head) + 4;
  }

  /** The summary, notes and signatures; returns their height. */
  function writeFoot(
    { summary, notes, signatures, isLandscape }: Sheet,
    top: number,
    isDrawn = true,
  ): number {
    const size = LARGEST[isLandscape ? 'landscape' : 'portrait'].foot;
    const quarters = [0, 1, 2, 3].map((column) => summary.filter((_, index) => index % 4 === column));
    let y = top + 5;
    y += texts(quarters, y, size, { font: 'bold' }, isDrawn);
    y += texts([notes], y, size, {}, isDrawn) + 1.6 * size;
    y += texts(
      signatures.map((text) => [text]),
      y,
      size * 1.1,
      {},
      isDrawn,
    );
    return y - top;
  }

  function writeSheet(sheet: Sheet) {
    addPage(sheet);
    const { width, height: pageHeight } = doc.page;
    const bottom = pageHeight - MARGIN;
    const stretch = (width - 2 * MARGIN) / sheet.columns.reduce((sum, column) => sum + column.width, 0);
    let x = MARGIN;
    const columns = sheet.columns.map((column): Placed => {
      const placed = { ...column, x, width: column.width * stretch };
      x += placed.width;
      return placed;
    });
    const header = headerOf(columns);
    const foot = writeFoot(sheet, 0, false);
    let y = writeHead(sheet);

    let size = LARGEST[sheet.isLandscape ? 'landscape' : 'portrait'].table;
    let rows = measure(sheet.rows, columns, size);
    const room = () => (bottom - 0.1 - y - foot - header.height) / heightOf(rows);
    while (room() < 1 && size > SIZES.smallest) {
      size -= SIZES.step;
      rows = measure(sheet.rows, columns, size);
    }
    const isPaged = room() < 1;
    if (isPaged) rows = measure(sheet.rows, columns, SIZES.paged);
    // What is left of the page makes the rows easier to read, up to a half more.
    else for (const row of rows) row.height *= Math.min(1.5, room());

    const table = tag(root, 'Table');
    y += writeHeader(header, y, table);
    let from = y;
    for (const [index, row] of rows.entries()) {
      if (isPaged && row.row.kind !== 'line' && y + heightTogether(rows, index) > bottom) {
        writeGrid(columns, from, y);
        addPage(sheet);
        y = MARGIN + writeHeader(header, MARGIN);
        from = y;
      }
      writeRow(table, row, columns, y);
      y += row.height;
    }
    writeGrid(columns, from, y);
    table.end();
    if (y + foot > bottom) {
      addPage(sheet);
      y = MARGIN;
    }
    writeFoot(sheet, y);
  }

  /** The headings, with y from the top of the table. */
  function headerOf(columns: Placed[]) {
    const size = SIZES.heading;
    const groups = groupsOf(columns).map(({ from, to, label }): Heading & { isGroup: boolean } => {
      const [first, last] = [columns[from] as Placed, columns[to] as Placed];
      const box = { x: first.x, y: 0, width: last.x + last.width - first.x };
      const lines = wrap(label ?? '', box.width - 2, size).slice(0, 2);
      return { ...box, lines, height: 0, span: to - from + 1, isUpright: false, isGroup: label !== null };
    });
    const groupHeight = Math.max(
      ...groups.map(({ lines }) => (lines.length ? lines.length * size * LEADING + 2 : 0)),
    );
    const heights: number[] = [];
    const labels = columns.map(({ label, x, width, group, isUpright }): Heading => {
      const lines = wrap(label, isUpright ? UPRIGHT : width - 2, size);
      const longest = Math.max(0, ...lines.map((line) => widthOf(line, 'regular') * size));
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
    { groups, labels, height }: ReturnType<typeof headerOf>,
    y: number,
    table?: Element,
  ): number {
    artifact(() => {
      doc.lineWidth(0.4).strokeColor(colors.line);
      for (const box of [...groups, ...labels]) {
        if (box.height > 0) doc.rect(box.x, y + box.y, box.width, box.height).stroke();
      }
    });
    if (!table) {
      artifact(() => {
        for (const heading of [...groups, ...labels]) writeHeading(heading, y);
      }, 'Pagination');
      return height;
    }
    const head = tag(table, 'THead');
    for (const cells of [groups, labels].filter((row) => row.some(({ lines }) => lines.length > 0))) {
      const row = tag(head, 'TR');
      for (const cell of cells)
        tag(row, 'TH', [() => writeHeading(cell, y)], { Scope: 'Column', ColSpan: cell.span });
      row.end();
    }
    head.end();
    return height;
  }

  function writeHeading({ x, y: below, width, height, lines, isUpright }: Heading, top: number) {
    const [size, bottom] = [SIZES.heading, top + below + height];
    if (!isUpright) {
      const y = bottom - lines.length * size * LEADING - 1;
      write(lines, { x: x + 0.5, y, width: width - 1 }, size, { align: 'center' });
      return;
    }
    const fitted = Math.min(size, (width - 1) / Math.max(1, lines.length) / 1.05);
    doc.save().rotate(-90, { origin: [x, bottom] });
    const middle = (width - lines.length * fitted * LEADING) / 2;
    write(lines, { x: x + 2, y: bottom + middle, width: height - 3 }, fitted);
    doc.restore();
    ink = '';
  }

  function measure(rows: Row[], columns: Placed[], size: number): Measured[] {
    const all = rows.map((row) =>
      columns.map((column) => {
        const width = column.width - 2 * paddingOf(column);
        // A figure may be set narrower, and is broken only if that is not enough.
        const room = column.isLeft ? width : width / NARROWEST;
        const cell = row.cells[column.key];
        return wrap(cell ? cellText(cell) : '', room, size, fontOf(row));
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

  function writeRow(table: Element, { row, cells, size, height }: Measured, columns: Placed[], y: number) {
    const right = doc.page.width - MARGIN;
    artifact(() => {
      const shades = row.shade ? [{ x: MARGIN, width: right - MARGIN, shade: row.shade }] : columns;
      for (const { x, width, shade } of shades) {
        if (!shade) continue;
        doc.rect(x, y, width, height).fill(colors[shade]);
        ink = '';
      }
      for (const column of columns) {
        const { bar = 0 } = row.cells[column.key] ?? {};
        if (bar === 0) continue;
        const room = column.width - 2 * paddingOf(column);
        doc.rect(column.x + paddingOf(column), y + height * 0.2, room * bar, height * 0.6).fill(colors.ink);
        ink = '';
      }
      doc.strokeColor(colors.line).lineWidth(row.kind === 'line' ? 0.15 : 0.4);
      doc.moveTo(MARGIN, y).lineTo(right, y).stroke();
    });
    const tr = tag(table, 'TR');
    for (let from = 0, to = 1; from < columns.length; from = to) {
      // Empty neighbours are one cell: a sheet has thousands of them.
      to = from + 1;
      while (cells[from]?.length === 0 && to < columns.length && cells[to]?.length === 0) to += 1;
      const [column, lines] = [columns[from] as Placed, cells[from] ?? []];
      const padding = paddingOf(column);
      const top = y + (height - lines.length * size * LEADING) / 2 + 0.3;
      const box = { x: column.x + padding, y: top, width: column.width - 2 * padding };
      const look = { font: fontOf(row), align: column.isLeft ? 'left' : 'center' } as const;
      tag(
        tr,
        'TD',
        lines.length > 0 ? [() => write(lines, box, size, look)] : [],
        to - from > 1 ? { ColSpan: to - from } : undefined,
      );
    }
    tr.end();
  }

  /** The lines between columns, and below the last row of the page. */
  function writeGrid(columns: Placed[], top: number, bottom: number) {
    artifact(() => {
      const right = doc.page.width - MARGIN;
      doc.strokeColor(colors.line).lineWidth(0.25).moveTo(MARGIN, bottom).lineTo(right, bottom);
      for (const x of [...columns.map((column) => column.x), right]) doc.moveTo(x, top).lineTo(x, bottom);
      doc.stroke();
    });
  }

  return {
    write: writeSheet,
    async end(): Promise<Buffer> {
      root.end();
      flush();
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
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
