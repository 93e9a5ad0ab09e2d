/*
 * The plan on screen: what the server has, what is not saved yet, and what can be undone. Outside React, so that painting a
 * cell renders one row.
 */
import type { Day, Shift } from './ranges.ts';
import {
  type Cell,
  createHistory,
  createLengths,
  createSignals,
  overlapsNear,
  type ShiftOnDate,
} from './store-parts.ts';

type Answer = { before: Cell[]; after: Cell[]; version: number };
type Schedule = {
  people: { user: { id: string }; days: { date: string; shifts: Shift[] }[] }[];
  version: number;
};
/** `base` is what the server had when it was typed. */
type Typed = { shifts: Day; base: Day };

export type SaveState = 'saved' | 'saving' | 'waiting' | 'failed';

type Options = {
  timeZone: string;
  save: (days: Cell[], ifVersion: number) => Promise<Answer>;
  /** Somebody else has changed these days, which now show their change. */
  onConflict: (days: Cell[]) => void;
  /** Shifts of a person overlap; the days are kept, and not sent. */
  onOverlap: (userId: string, shifts: [ShiftOnDate, ShiftOnDate]) => void;
  onRefused: (error: Error) => void;
  /** Whether the error is a conflict, after which the schedule is read again. */
  isConflict: (error: unknown) => boolean;
  delayMs?: number;
};

export type PlanStore = ReturnType<typeof createPlanStore>;

const DAY_OFF: Day = [];
/** The server sets no more at once. */
const MAX_DAYS = 2000;
const keyOf = ({ userId, date }: Pick<Cell, 'userId' | 'date'>) => `${userId} ${date}`;
const cellOf = (key: string, shifts: Day): Cell => {
  const [userId = '', date = ''] = key.split(' ');
  return { userId, date, shifts };
};
const isSame = (one: Day, other: Day) =>
  one === other ||
  (one.length === other.length &&
    one.every((shift, index) => {
      const twin = other[index] as Shift;
      return (Object.keys(shift) as (keyof Shift)[]).every(
        (field) => (shift[field] || null) === (twin[field] || null),
      );
    }));

export function createPlanStore({
  timeZone,
  save,
  onConflict,
  onOverlap,
  onRefused,
  isConflict,
  delayMs = 800,
}: Options) {
  const known = new Map<string, Day>();
  /** By date, the version that was read or saved last. */
  const versions = new Map<string, number>();
  let latest = 0;
  const typed = new Map<string, Typed>();
  let sending = new Map<string, Typed>();
  let state: SaveState = 'saved';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldOverlaps = '';
  const signals = createSignals();
  const history = createHistory(put);

  const find = (key: string): Day =>
    (typed.get(key) ?? sending.get(key))?.shifts ?? known.get(key) ?? DAY_OFF;
  const read = (userId: string, date: string): Day => find(keyOf({ userId, date }));
  const isUnsaved = (userId: string, date: string) => {
    const key = keyOf({ userId, date });
    return typed.has(key) || sending.has(key);
  };

  const notify = (keys: Iterable<string> = []) =>
    signals.notify([...keys].map((key) => cellOf(key, DAY_OFF).userId));

  function saveLater(ms = delayMs): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  function put(cells: readonly Cell[]): void {
    const keys = cells.map(keyOf);
    for (const [index, { shifts }] of cells.entries()) {
      const key = keys[index] ?? '';
      const base = typed.get(key)?.base ?? sending.get(key)?.shifts ?? known.get(key) ?? DAY_OFF;
      if (isSame(base, shifts)) typed.delete(key);
      else typed.set(key, { shifts, base });
    }
    if (typed.size > 0) state = sending.size > 0 ? 'saving' : 'waiting';
    else if (sending.size === 0) state = 'saved';
    notify(keys);
    saveLater();
  }

  /** Takes what the server has now. What somebody else changed meanwhile replaces what is typed there. */
  function load({ people, version }: Schedule, dates: readonly string[]): void {
    if (version < latest) return;
    const keys: string[] = [];
    const conflicts: Cell[] = [];
    for (const { user, days } of people) {
      const byDate = new Map(days.map(({ date, shifts }) => [date, shifts]));
      for (const date of dates) {
        const key = keyOf({ userId: user.id, date });
        const now = byDate.get(date) ?? DAY_OFF;
        const mine = typed.get(key);
        if (mine && !isSame(mine.base, now)) {
          if (!isSame(mine.shifts, now)) conflicts.push(cellOf(key, now));
          typed.delete(key);
          keys.push(key);
        }
        if (isSame(known.get(key) ?? DAY_OFF, now)) continue;
        known.set(key, now);
        keys.push(key);
      }
    }
    for (const date of dates) versions.set(date, version);
    latest = version;
    if (typed.size === 0 && sending.size === 0) state = 'saved';
    notify(keys);
    if (conflicts.length > 0) onConflict(conflicts);
    if (typed.size > 0) saveLater();
  }

  /** The unsaved days without those whose shifts overlap others of the person. */
  function ready(): [string, Typed][] {
    const overlaps = overlapsNear(
      [...typed.keys()].map((key) => cellOf(key, DAY_OFF)),
      read,
      timeZone,
    );
    const told = JSON.stringify(overlaps);
    if (overlaps[0] && told !== toldOverlaps) onOverlap(overlaps[0].userId, overlaps[0].pair);
    toldOverlaps = told;
    const held = new Set(
      overlaps.flatMap(({ userId, pair }) => pair.map(({ date }) => keyOf({ userId, date }))),
    );
    return [...typed].filter(([key]) => !held.has(key));
  }

  /** Saves what is not saved in one request. After an error everything typed is kept, and sent with the next change. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (sending.size > 0 || typed.size === 0) return;
    const batch = ready().slice(0, MAX_DAYS);
    if (batch.length === 0) {
      state = 'failed';
      notify();
      return;
    }
    sending = new Map(batch);
    for (const [key] of batch) typed.delete(key);
    state = 'saving';
    notify();
    const cells = batch.map(([key, { shifts }]) => cellOf(key, shifts));
    try {
      const ifVersion = Math.min(...cells.map(({ date }) => versions.get(date) ?? latest));
      const { after, version } = await save(cells, ifVersion);
      learn(after, version);
      state = typed.size > 0 ? 'waiting' : 'saved';
    } catch (error) {
      for (const [key, mine] of sending) typed.set(key, { ...mine, ...typed.get(key), base: mine.base });
      state = 'failed';
      // After a conflict the schedule is read again, and what is left is sent with `load`.
      if (!isConflict(error)) onRefused(error as Error);
    }
    const keys = [...sending.keys()];
    sending = new Map();
    notify(keys);
    if (typed.size > 0 && state !== 'failed') saveLater();
  }

  function learn(after: readonly Cell[], version: number): void {
    // The schedule was read again since.
    if (version < latest) return;
    for (const cell of after) known.set(keyOf(cell), cell.shifts);
    // Another version between means that somebody else has saved days that are not read yet.
    if (version - latest > 1) return;
    for (const [date, seen] of versions) if (seen === latest) versions.set(date, version);
    latest = version;
  }

  return {
    load,
    read,
    isUnsaved,
    flush,
    /** Sets days as one step that can be undone. */
    change(cells: readonly Cell[]): void {
      const changed = cells.filter((cell) => !isSame(find(keyOf(cell)), cell.shifts));
      if (changed.length === 0) return;
      history.add({ before: changed.map((cell) => cellOf(keyOf(cell), find(keyOf(cell)))), after: changed });
      put(changed);
    },
    /** Takes what the server has set by itself, a copy or a rotation, as one step that can be undone. */
    accept({ before, after, version }: Answer): void {
      learn(after, version);
      history.add({ before, after });
      notify(after.map(keyOf));
    },
    undo: history.undo,
    redo: history.redo,
    lengthOf: createLengths(timeZone),
    subscribe: signals.subscribe,
    revision: signals.revision,
    revisionOf: signals.revisionOf,
    /** The state of saving, and whether there is something to undo and redo. */
    status: () => `${state} ${history.canUndo()} ${history.canRedo()}`,
  };
}
