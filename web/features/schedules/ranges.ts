/* Cells of the schedule by row and column: which are chosen, what stands in them and is pasted. */
import type { EndpointResponse } from '#contract/index.ts';
import type { ShiftKind } from '#contract/shifts.ts';
import { shiftText } from '#domain/schedules.ts';
import { codeOf, isCode } from '#domain/typed-shifts.ts';

export type Shift = EndpointResponse<'setScheduleDays'>['after'][number]['shifts'][number];
/** All shifts of a date, by start; none is a day off. */
export type Day = readonly Shift[];

export type Point = { row: number; column: number };
/** From the cell where it began to the one that the keyboard is on. */
export type Range = { anchor: Point; focus: Point };
type Size = { rows: number; columns: number };

export const rectOf = ({ anchor, focus }: Range) => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
});

export function pointsIn(range: Range): Point[] {
  const { top, bottom, left, right } = rectOf(range);
  const points: Point[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) points.push({ row, column });
  }
  return points;
}

const PAGE_ROWS = 10;

/** The range after a key; with Shift only its moving end. Undefined for other keys. */
export function movedBy(
  { key, shiftKey, isControl }: { key: string; shiftKey: boolean; isControl: boolean },
  { anchor, focus }: Range,
  { rows, columns }: Size,
): Range | undefined {
  const steps: Record<string, Point> = {
    ArrowLeft: { row: 0, column: isControl ? -columns : -1 },
    ArrowRight: { row: 0, column: isControl ? columns : 1 },
    ArrowUp: { row: isControl ? -rows : -1, column: 0 },
    ArrowDown: { row: isControl ? rows : 1, column: 0 },
    PageUp: { row: -PAGE_ROWS, column: 0 },
    PageDown: { row: PAGE_ROWS, column: 0 },
    Home: { row: isControl ? -rows : 0, column: -columns },
    End: { row: isControl ? rows : 0, column: columns },
  };
  const step = steps[key];
  if (!step) return undefined;
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const to = { row: within(focus.row + step.row, rows), column: within(focus.column + step.column, columns) };
  return { anchor: shiftKey ? anchor : to, focus: to };
}

/** The copied days at their places: repeated over a larger range, whole from its corner in a smaller one. */
export function pasted(copied: readonly (readonly Day[])[], range: Range, { rows, columns }: Size) {
  const { top, left, bottom, right } = rectOf(range);
  const [height, width] = [copied.length, copied[0]?.length ?? 0];
  const anchor = { row: top, column: left };
  const focus = {
    row: Math.min(rows - 1, Math.max(bottom, top + height - 1)),
    column: Math.min(columns - 1, Math.max(right, left + width - 1)),
  };
  return pointsIn({ anchor, focus }).map((point) => ({
    ...point,
    day: copied[(point.row - top) % height]?.[(point.column - left) % width] ?? [],
  }));
}

/** Whether the text is a code and cannot become anything longer: neither another code nor times. */
export function isWholeCode(text: string, kinds: readonly ShiftKind[]): boolean {
  const typed = text.toLocaleLowerCase();
  return (
    !/^\d/.test(text) &&
    kinds.some((kind) => isCode(kind, text)) &&
    !kinds.some(({ code }) => code.length > typed.length && code.toLocaleLowerCase().startsWith(typed))
  );
}

/** What stands in a cell: codes, and the times of shifts without a kind or with others than it has. */
export const dayTexts = (day: Day, kinds: ReadonlyMap<string, ShiftKind>): string[] =>
  day.map((shift) => codeOf(shift, kinds) ?? shiftText(shift));

/** The day in words, "Day 07:00–15:30"; empty for a day off. */
export const dayWords = (day: Day, kinds: ReadonlyMap<string, ShiftKind>): string =>
  day
    .map((shift) =>
      [kinds.get(shift.kindId ?? '')?.name, shiftText(shift), shift.note].filter(Boolean).join(' '),
    )
    .join(', ');
