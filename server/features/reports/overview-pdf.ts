/** The overview for print: its total, one sentence, and tables with bars beside their figures, one below the other. */

import { setImmediate } from 'node:timers/promises';
import type { OverviewReport } from '#contract/reports.ts';
import { apportion, MINUTE_MS, minutesText, peopleColumn, roundedSteps } from '#domain/apportion.ts';
import { dateText } from '#domain/date-text.ts';
import { fullName } from '#domain/names.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { dateTimeText } from '#server/platform/texts/time-text.ts';
import { drawBar, drawMark } from '../sheets/sheet-bars.ts';
import type { Column, Row, Sheet } from '../sheets/sheet-model.ts';
import { addPage, layTable, MARGIN, writeTable } from '../sheets/sheet-pdf.ts';
import { createPen, LEADING, type Look, type Pen } from '../sheets/sheet-pen.ts';
import type { Words } from './report-tables.ts';

/** `look` is that of the bar, where it is not made of parts. */
type Line = { label: string; ms: number; parts?: number[]; look?: number; more?: string };
/** `key` names the parts of the bars. */
type Part = Pick<Sheet, 'name' | 'columns' | 'rows'> & { key: string[] };

/** Locations that have a column each; more would not fit. */
const MAX_COLUMNS = 6;
const PAGE = { isLandscape: false, warning: null };
const MUTED = '#5b6470';
/** Above a table. */
const GAP = 16;

const column = (key: string, label: string, width: number): Column => ({
  key,
  label,
  width,
  group: null,
  isLeft: key === 'label',
  isUpright: false,
  isDay: false,
  shade: null,
});

/** Minutes of each column add up to its total: the whole minutes of its sum, or of people what theirs, rounded alone, add up to. */
function rowsOf(lines: Line[], columns: number, totalLabel: string, arePeople: boolean): Row[] {
  const most = Math.max(1, ...lines.map(({ ms }) => ms));
  const lengths = lines.map(({ ms }) => ms);
  const wholes = arePeople ? lengths.map((ms) => roundedSteps(ms, MINUTE_MS)) : apportion(lengths, MINUTE_MS);
  const parts = Array.from({ length: columns }, (_, index) =>
    apportion(
      lines.map(({ parts: own = [] }) => own[index] ?? 0),
      MINUTE_MS,
    ),
  );
  const sum = (minutes: number[]) => minutes.reduce((total, each) => total + each, 0);
  const cellsOf = (minutes: (values: number[]) => number) => ({
    total: { minutes: minutes(wholes) },
    ...Object.fromEntries(parts.map((part, index) => [`part${index}`, { minutes: minutes(part) }])),
  });
  return [
    ...lines.map(
      ({ label, ms, parts: own = [], look = 0, more }, index): Row => ({
        kind: 'first',
        shade: null,
        cells: {
          label: { text: label },
          ...cellsOf((values) => values[index] ?? 0),
          more: { text: more ?? '' },
          bar: { bar: (own.length > 0 ? own : [...Array(look).fill(0), ms]).map((part) => part / most) },
        },
      }),
    ),
    { kind: 'total', shade: null, cells: { label: { text: totalLabel }, ...cellsOf(sum) } },
  ];
}

/** Writes the overview in the reader's language. */
export async function overviewPdf(
  { current, previous, countedUpTo }: OverviewReport,
  companyName: string,
  { t, language, timeZone }: Words,
): Promise<Buffer> {
  const date = (text: string) => dateText(text, language);
  const periodText = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
    t('reports:period', { start: date(startDate), end: date(endDate) });
  const minutesOf = ({ people }: OverviewReport['current']) =>
    peopleColumn(people, ({ ms }) => ms, MINUTE_MS).total;
  const title = `${t('report-files:title')}, ${periodText(current)}`;

  const part = (
    name: string,
    lines: Line[],
    {
      first,
      columns = [],
      more,
      arePeople = false,
    }: { first: string; columns?: string[]; more?: string; arePeople?: boolean },
  ): Part => ({
    name,
    key: columns.length > 1 ? columns : [],
    columns: [
      column('label', first, 90),
      ...columns.map((label, index) => column(`part${index}`, label, 40)),
      column('total', t('reports:columns.hours'), 40),
      ...(more ? [column('more', more, 40)] : []),
      column('bar', '', 180),
    ],
    rows: rowsOf(lines, columns.length, t('reports:total'), arePeople),
  });

  const shown = current.locations.length <= MAX_COLUMNS ? current.locations : [];
  const parts = [
    part(
      t(`report-files:bars.${current.grain}`),
      current.bars.map(({ startDate, endDate, ms, locations }) => ({
        label: startDate === endDate ? date(startDate) : periodText({ startDate, endDate }),
        ms,
        parts: shown.map(
          ({ locationId }) => locations.find((each) => each.locationId === locationId)?.ms ?? 0,
        ),
      })),
      { first: t('reports:columns.date'), columns: shown.map(({ name }) => name) },
    ),
    part(
      t('report-files:locations'),
      current.locations.map(({ name, ms }, look) => ({ label: name, ms, look: shown.length > 0 ? look : 0 })),
      { first: t('reports:columns.location') },
    ),
    part(
      t('report-files:people'),
      current.people.map(({ ms, ...person }) => ({ label: fullName(person), ms })),
      { first: t('reports:columns.employee'), arePeople: true },
    ),
    part(
      t('report-files:hoursOfDay'),
      current.hoursOfDay.map(({ hour, ms, averagePeople }) => ({
        label: `${minutesText(hour * 60).padStart(5, '0')}–${minutesText((hour + 1) * 60).padStart(5, '0')}`,
        ms,
        more: averagePeople.toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
      })),
      { first: t('report-files:columns.hour'), more: t('report-files:columns.averagePeople') },
    ),
  ];

  const [now, before] = [minutesOf(current), minutesOf(previous)];
  const compared = now === before ? 'same' : now > before ? 'more' : 'less';
  const pen = createPen(language, `${title}, ${companyName}`);
  addPage(pen, PAGE);
  let y = writeTop(pen, { title, companyName });
  y = writeLine(
    pen,
    t('report-files:total', { hours: minutesText(now), people: current.people.length }),
    y,
    15,
    {
      font: 'bold',
    },
  );
  y = writeLine(
    pen,
    t(`overview:compared.${compared}`, {
      difference: minutesText(Math.abs(now - before)),
      hours: minutesText(before),
      period: periodText(previous),
    }),
    y,
    8.5,
  );
  y = writeLine(
    pen,
    t('report-files:countedUpTo', { time: dateTimeText(countedUpTo, language, timeZone) }),
    y + 2,
    7,
    { color: MUTED },
  );
  for (const each of parts) {
    y = writePart(pen, each, y);
    // Other requests get a turn.
    await setImmediate();
  }
  return pen.end();
}

/** The mark, the company and the heading; returns where the page goes on. */
function writeTop(pen: Pen, { title, companyName }: { title: string; companyName: string }): number {
  pen.artifact(() => {
    drawMark(pen, MARGIN, MARGIN, 18);
    pen.write([PRODUCT_NAME], { x: MARGIN + 24, y: MARGIN + 3.5, width: 200 }, 11, { font: 'bold' });
  });
  const width = pen.widthOf(companyName, 'regular') * 8.5;
  const right = pen.doc.page.width - MARGIN;
  const box = {
    x: Math.max(MARGIN + 140, right - width),
    y: MARGIN + 5,
    width: Math.min(width, right - MARGIN - 140),
  };
  pen.tag(pen.root, 'P', [() => pen.write([companyName], box, 8.5)]);
  const size = 14;
  const lines = pen.wrap(title, pen.doc.page.width - 2 * MARGIN, size, 'bold');
  const place = { x: MARGIN, y: MARGIN + 30, width: pen.doc.page.width - 2 * MARGIN };
  pen.tag(pen.root, 'H1', [() => pen.write(lines, place, size, { font: 'bold' })]);
  return place.y + lines.length * size * LEADING + 6;
}

function writeLine(pen: Pen, text: string, y: number, size: number, look: Look = {}): number {
  const width = pen.doc.page.width - 2 * MARGIN;
  const lines = pen.wrap(text, width, size, look.font);
  pen.tag(pen.root, 'P', [() => pen.write(lines, { x: MARGIN, y, width }, size, look)]);
  return y + lines.length * size * LEADING + 2;
}

/** Writes a table below what stands on the page, on a new one if it fits only there; returns where it ends. */
function writePart(pen: Pen, part: Part, above: number): number {
  const bottom = pen.doc.page.height - MARGIN;
  const size = 10;
  const table = layTable(pen, part);
  const headHeight = size * LEADING + 4 + (part.key.length > 0 ? 12 : 0);
  const needed = headHeight + table.height;
  const isLong = needed > bottom - MARGIN;
  let y = above + GAP;
  // A table that is longer than a page begins where there is room for some of it.
  if (y + (isLong ? 0.4 * (bottom - MARGIN) : needed) > bottom) {
    addPage(pen, PAGE);
    y = MARGIN;
  }
  const box = { x: MARGIN, y, width: pen.doc.page.width - 2 * MARGIN };
  pen.tag(pen.root, 'H2', [() => pen.write([part.name], box, size, { font: 'bold' })]);
  if (part.key.length > 0) pen.artifact(() => writeKey(pen, part.key, y + size * LEADING + 3));
  return writeTable(pen, table, y + headHeight, bottom, () => addPage(pen, PAGE));
}

/** What the parts of the bars stand for, in equal shares of the width; the headings of the columns say it as well. */
function writeKey(pen: Pen, labels: string[], y: number) {
  const share = (pen.doc.page.width - 2 * MARGIN) / labels.length;
  for (const [index, label] of labels.entries()) {
    const x = MARGIN + index * share;
    drawBar(pen, index, { x, y, width: 7, height: 7 });
    pen.write([label], { x: x + 10, y: y - 0.3, width: share - 14 }, 6.5);
  }
}
