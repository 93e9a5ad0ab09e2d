/* Parts of the plan's store that know nothing of saving. */
import { addDays } from '#domain/dates.ts';
import { findOverlaps, plannedMs } from '#domain/schedules.ts';
import type { Day, Shift } from './ranges.ts';

export type Cell = { userId: string; date: string; shifts: Day };
export type ShiftOnDate = Shift & { date: string };
export type Edit = { before: Cell[]; after: Cell[] };

/** Tells components what has changed: a number for everything, and one for each person. */
export function createSignals() {
  const listeners = new Set<() => void>();
  const revisions = new Map<string, number>();
  let revision = 0;
  return {
    notify(userIds: Iterable<string> = []): void {
      revision += 1;
      for (const userId of userIds) revisions.set(userId, revision);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    revision: () => revision,
    revisionOf: (userId: string) => revisions.get(userId) ?? 0,
  };
}

/** Steps that can be taken back and repeated; `put` sets the days. */
export function createHistory(put: (cells: readonly Cell[]) => void) {
  const done: Edit[] = [];
  let undone: Edit[] = [];
  const step = (from: Edit[], to: Edit[], side: keyof Edit): Cell[] => {
    const edit = from.pop();
    if (!edit) return [];
    to.push(edit);
    put(edit[side]);
    return edit[side];
  };
  return {
    add(edit: Edit): void {
      done.push(edit);
      undone = [];
    },
    undo: () => step(done, undone, 'before'),
    redo: () => step(undone, done, 'after'),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  };
}

/** Returns a function for the milliseconds planned on a day. It keeps them, since clocks cost more than painting. */
export function createLengths(timeZone: string): (date: string, day: Day) => number {
  const lengths = new Map<string, number>();
  return (date, day) =>
    day.reduce((sum, shift) => {
      const key = `${date} ${shift.starts} ${shift.ends} ${shift.breakMinutes}`;
      const ms = lengths.get(key) ?? plannedMs({ ...shift, date }, timeZone);
      lengths.set(key, ms);
      return sum + ms;
    }, 0);
}

/** Shifts of a person that overlap, on these days or the days beside them. */
export function overlapsNear(
  cells: readonly Omit<Cell, 'shifts'>[],
  read: (userId: string, date: string) => Day,
  timeZone: string,
): { userId: string; pair: [ShiftOnDate, ShiftOnDate] }[] {
  return [...Map.groupBy(cells, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const dates = new Set(own.flatMap(({ date }) => [-1, 0, 1].map((days) => addDays(date, days))));
    const shifts = [...dates].flatMap((date) =>
      read(userId, date).map((shift) => ({ ...shift, note: '', date })),
    );
    return findOverlaps(shifts, timeZone).map((pair) => ({ userId, pair }));
  });
}
