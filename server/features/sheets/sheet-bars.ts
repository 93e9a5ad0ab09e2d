/** Bars and the mark on paper, with the looks that they have on the screen (docs/design-system.md). */

import type { Pen } from './sheet-pen.ts';

type Area = { x: number; y: number; width: number; height: number };

const INK = '#1a1f26';
const BRAND = '#fbda1b';
const OTHER = '#8a9099';
const STEP = 3;

/** Slanting lines over the area, upwards or downwards. */
function stripe({ doc }: Pen, { x, y, width, height }: Area, isUp: boolean) {
  for (let at = x - height; at < x + width; at += STEP) {
    const [from, to] = isUp ? [y + height, y] : [y, y + height];
    doc.moveTo(at, from).lineTo(at + height, to);
  }
  doc.lineWidth(0.8).stroke();
}

/** What fills the parts of a stack, in their order. */
const FILLS: ((pen: Pen, area: Area) => void)[] = [
  ({ doc }, { x, y, width, height }) => doc.rect(x, y, width, height).fill(INK),
  ({ doc }, { x, y, width, height }) => doc.rect(x, y, width, height).fill(BRAND),
  (pen, area) => stripe(pen, area, false),
  ({ doc }, { x, y, width, height }) => {
    for (let row = 0; row * STEP < height; row += 1) {
      const shift = row % 2 === 0 ? 0.6 : 2.1;
      for (let at = x + shift; at < x + width; at += STEP) doc.rect(at, y + row * STEP + 0.6, 1.1, 1.1);
    }
    doc.fill(INK);
  },
  (pen, area) => {
    pen.doc.rect(area.x, area.y, area.width, area.height).fill(BRAND);
    stripe(pen, area, true);
  },
  ({ doc }, { x, y, width, height }) => {
    for (let at = y + 1; at < y + height; at += 2) doc.moveTo(x, at).lineTo(x + width, at);
    doc.lineWidth(0.7).stroke();
  },
];

/** A part of a bar, or its sign in the key; parts beyond those with a look of their own share one. */
export function drawBar(pen: Pen, index: number, area: Area) {
  if (area.width <= 0) return;
  const { doc } = pen;
  const { x, y, width, height } = area;
  doc.save().rect(x, y, width, height).clip().strokeColor(INK);
  const fill = FILLS[index];
  if (fill) fill(pen, area);
  else doc.rect(x, y, width, height).fill(OTHER);
  doc.restore();
  doc.rect(x, y, width, height).lineWidth(0.4).strokeColor(INK).stroke();
  pen.forgetInk();
}

/** The product's mark, as `web/public/favicon.svg` draws it, so many points wide. */
export function drawMark(pen: Pen, x: number, y: number, size: number) {
  const { doc } = pen;
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.roundedRect(2, 2, 28, 28, 4).lineWidth(4).strokeColor(INK).stroke();
  doc.roundedRect(8, 8, 16, 16, 1.5).fill(BRAND);
  doc
    .moveTo(16, 10.4)
    .lineTo(16, 16)
    .lineTo(13.6, 20.2)
    .lineWidth(2.2)
    .lineCap('round')
    .lineJoin('round')
    .stroke();
  doc.circle(16, 16, 1.8).fill(INK);
  doc.restore();
  pen.forgetInk();
}
