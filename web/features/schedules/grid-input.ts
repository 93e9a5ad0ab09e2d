/* What the mouse and the keyboard do on the schedule's grid. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { PlanStore } from './plan-store.ts';
import { type Day, movedBy, type Point, pasted, pointsIn, type Range, rectOf } from './ranges.ts';
import type { Person } from './schedule-data.ts';

type Size = { rows: number; columns: number };
type Cells = {
  people: readonly Person[];
  dates: readonly string[];
  store: PlanStore;
  isReadOnly: boolean;
};

/** People and dates of the chosen cells. */
export type Chosen = { userIds: string[]; dates: string[] };
export type GridHandle = { goTo: (userId: string, date: string) => void };

const only = (point: Point): Range => ({ anchor: point, focus: point });
const FIRST = only({ row: 0, column: 0 });

/** The cell under an event; undefined elsewhere. */
function pointOf(target: EventTarget): Point | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]');
  const [row, column] = cell?.dataset.cell?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

type RangeOptions = Pick<Cells, 'people' | 'dates'> & {
  frame: RefObject<HTMLElement | null>;
  scrollToRow: (row: number) => void;
  /** Changes when other rows are rendered. */
  firstRow: number | undefined;
  chosen: RefObject<Chosen>;
  handle: RefObject<GridHandle | null>;
};

/** The chosen cells. The focus follows their moving end, also to a row that has to be rendered first. */
export function useRange({ people, dates, frame, scrollToRow, firstRow, chosen, handle }: RangeOptions) {
  const size: Size = { rows: people.length, columns: dates.length };
  const [given, setRange] = useState<Range>(FIRST);
  const takesFocus = useRef(false);
  const isInside = ({ row, column }: Point) => row < size.rows && column < size.columns;
  const range = isInside(given.anchor) && isInside(given.focus) ? given : FIRST;
  const focusCell = () => {
    frame.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus();
  };
  const follow = useEffectEvent(() => {
    if (!takesFocus.current) return;
    scrollToRow(range.focus.row);
    focusCell();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cell, once its row is rendered.
  useEffect(() => follow(), [range.focus.row, range.focus.column, firstRow]);
  const choose = (next: Range) => {
    takesFocus.current = true;
    setRange(next);
    const { top, bottom, left, right } = rectOf(next);
    chosen.current = {
      userIds: people.slice(top, bottom + 1).map(({ user }) => user.id),
      dates: dates.slice(left, right + 1),
    };
  };
  useEffect(() => {
    handle.current = {
      goTo: (userId, date) => {
        const row = people.findIndex(({ user }) => user.id === userId);
        const column = dates.indexOf(date);
        if (row < 0 || column < 0) return;
        scrollToRow(row);
        // At once, because an effect would not run for a cell that is chosen already.
        flushSync(() => choose(only({ row, column })));
        focusCell();
      },
    };
  });
  return { range, size, choose, focusCell };
}

export function useCells({ people, dates, store, isReadOnly }: Cells) {
  const cellAt = ({ row, column }: Point, shifts: Day) => ({
    userId: people[row]?.user.id ?? '',
    date: dates[column] ?? '',
    shifts,
  });
  const change = (days: readonly (Point & { day: Day })[]) => {
    if (!isReadOnly) store.change(days.map(({ day, ...point }) => cellAt(point, day)));
  };
  return {
    change,
    fill: (range: Range, day: Day) => change(pointsIn(range).map((point) => ({ ...point, day }))),
    dayAt: (point: Point): Day => {
      const { userId, date } = cellAt(point, []);
      return store.read(userId, date);
    },
  };
}

type Input = {
  range: Range;
  size: Size;
  choose: (range: Range) => void;
  cells: ReturnType<typeof useCells>;
  isReadOnly: boolean;
  isTyping: boolean;
  onOpen: (point: Point) => void;
};

/** Arrows move, Shift extends, Ctrl copies, pastes, undoes and redoes; other characters begin to type. */
export function useKeys(input: Input & { store: PlanStore; onType: () => void }) {
  const { range, size, choose, cells, isReadOnly, isTyping, onOpen, store, onType } = input;
  const copied = useRef<Day[][]>([]);
  const byControl: Record<string, () => unknown> = {
    z: store.undo,
    Z: store.redo,
    y: store.redo,
    a: () =>
      choose({ anchor: { row: 0, column: 0 }, focus: { row: size.rows - 1, column: size.columns - 1 } }),
    c: () => {
      const rows = Map.groupBy(pointsIn(range), ({ row }) => row);
      copied.current = [...rows.values()].map((points) => points.map(cells.dayAt));
    },
    v: () => copied.current.length > 0 && cells.change(pasted(copied.current, range, size)),
  };
  const byKey: Record<string, () => unknown> = {
    Enter: () => onOpen(range.focus),
    F2: () => onOpen(range.focus),
    Delete: () => cells.fill(range, []),
    Backspace: () => cells.fill(range, []),
  };
  return (event: KeyboardEvent) => {
    if (isTyping || !pointOf(event.target)) return;
    const { key, shiftKey, altKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const next = movedBy({ key, shiftKey, isControl }, range, size);
    const name = shiftKey ? key.toUpperCase() : key.toLowerCase();
    const act = next ? () => choose(next) : isControl ? byControl[name] : byKey[key];
    if (act) {
      event.preventDefault();
      act();
    } else if (!isReadOnly && key.length === 1 && key !== ' ' && !isControl && !altKey) {
      // The field takes the focus at once, and with it this key.
      flushSync(onType);
    }
  };
}

/** A click or a drag of the mouse chooses cells and paints them; a finger scrolls, and paints by tapping. */
export function usePointer(input: Input & { brush: Day | undefined }) {
  const { range, choose, cells, isTyping, onOpen, brush } = input;
  const isDragging = useRef(false);
  const paint = useEffectEvent(() => {
    if (isDragging.current && brush) cells.fill(range, brush);
    isDragging.current = false;
  });
  useEffect(() => {
    const end = () => paint();
    addEventListener('pointerup', end);
    return () => removeEventListener('pointerup', end);
  }, []);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const point = pointOf(event.target);
      if (!point || event.button !== 0 || event.pointerType !== 'mouse' || isTyping) return;
      isDragging.current = true;
      choose(event.shiftKey ? { anchor: range.anchor, focus: point } : only(point));
      event.currentTarget.querySelector<HTMLElement>(`[data-cell="${point.row}:${point.column}"]`)?.focus();
      event.preventDefault();
    },
    onPointerOver: (event: PointerEvent) => {
      const point = isDragging.current && pointOf(event.target);
      if (point) choose({ anchor: range.anchor, focus: point });
    },
    onClick: (event: MouseEvent) => {
      const point = pointOf(event.target);
      if (!point || isTyping || (event.nativeEvent as globalThis.PointerEvent).pointerType === 'mouse')
        return;
      choose(only(point));
      if (brush) cells.fill(only(point), brush);
    },
    onDoubleClick: (event: MouseEvent) => {
      const point = pointOf(event.target);
      if (point && !brush && !isTyping) onOpen(point);
    },
  };
}
