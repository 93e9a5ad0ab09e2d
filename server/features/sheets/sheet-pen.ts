/** What a sheet is drawn with: texts in fonts that have their letters, and the tags of PDF/UA around them. */
import PDFDocument from 'pdfkit';
import { type Language, LOCALES } from '#domain/languages.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { FALLBACKS, type Font, fontFile } from './sheet-fonts.ts';

export type Element = PDFKit.PDFStructureElement & { dictionary: { data: Record<string, unknown> } };
export type Box = { x: number; y: number; width: number };
type MainFont = 'regular' | 'bold';
export type Look = { font?: MainFont; align?: 'left' | 'center'; color?: string };
/** A part of a text that one font can print, with its width at a size of one point. */
type Run = { text: string; font: Font; width: number };

/** How much a line that is too wide is set narrower before it is set smaller. */
export const NARROWEST = 0.78;
/** Line height by font size. */
export const LEADING = 1.16;
const INK = '#1a1f26';

export type Pen = ReturnType<typeof createPen>;

/** A new document, and what writes into it. */
export function createPen(language: Language, title: string) {
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
  const { use, runsOf, widthOf } = createFonts(doc);

  /** The colour of texts on the page, empty where it is not known: setting it anew for each takes its time. */
  let ink = '';

  /** Breaks at spaces, before slashes and after hyphens; a word that is too wide stays whole. */
  function wrap(text: string, width: number, size: number, font: MainFont = 'regular'): string[] {
    if (text === '') return [];
    const fits = (line: string) => widthOf(line, font) * size <= width;
    return text.split('\n').flatMap((paragraph) => {
      if (fits(paragraph)) return [paragraph];
      const lines: string[] = [];
      for (const word of paragraph.split(/(?<= )|(?=\/)|(?<=[-–])/)) {
        const joined = (lines.at(-1) ?? '') + word;
        if (lines.length > 0 && fits(joined.trimEnd())) lines[lines.length - 1] = joined;
        else lines.push(word);
      }
      return lines.map((line) => line.trimEnd());
    });
  }

  /** Lines of text from the top of the box on; a line that is too wide is set narrower, then smaller. */
  function write(lines: string[], { x, y, width }: Box, size: number, look: Look = {}) {
    const { font = 'regular', align = 'left', color = INK } = look;
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

  return {
    doc,
    root,
    widthOf,
    wrap,
    write,
    tag,
    artifact,
    /** After anything but `write` has set a colour. */
    forgetInk() {
      ink = '';
    },
    /** Begins a page of A4, and returns its number. */
    newPage(isLandscape: boolean): number {
      flush();
      doc.addPage({ size: 'A4', layout: isLandscape ? 'landscape' : 'portrait', margin: 0 });
      pages += 1;
      ink = '';
      return pages;
    },
    async end(): Promise<Buffer> {
      root.end();
      flush();
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/** Finds for each letter a font that has it, and measures texts. */
function createFonts(doc: PDFKit.PDFDocument) {
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
  return { use, runsOf, widthOf };
}
