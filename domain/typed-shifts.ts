/* What people write into a cell of a schedule: codes of kinds of shift, and times. For browsers too. */
import { MAX_SHIFTS_A_DAY, parseTypedShift, type ShiftTimes } from './schedules.ts';

type Kind = ShiftTimes & { id: string; code: string; breakMinutes: number; locationId: string | null };
type TypedShift = ShiftTimes & {
  breakMinutes: number;
  locationId: string | null;
  kindId: string | null;
  note: null;
};

/** A shift of the kind. */
export const shiftOf = ({ id, starts, ends, breakMinutes, locationId }: Kind): TypedShift => ({
  starts,
  ends,
  breakMinutes,
  locationId,
  kindId: id,
  note: null,
});

/** Whether the text is the kind's code, in capitals or not. */
export const isCode = ({ code }: Pick<Kind, 'code'>, text: string) =>
  code.toLocaleLowerCase() === text.trim().toLocaleLowerCase();

/** Stands for a day off. */
const isDash = (part: string) => /^[-–—]$/.test(part.trim());

/**
 * The shifts of a kind's code, of times ("7-15:30"), or of several of them with commas, by start; none for a blank text or a dash.
 * Undefined if the text is none of these.
 */
export function readTyped(text: string, kinds: readonly Kind[]): TypedShift[] | undefined {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '' && !isDash(part));
  if (parts.length > MAX_SHIFTS_A_DAY) return undefined;
  const day = parts.map((part) => {
    const kind = kinds.find((each) => isCode(each, part));
    if (kind) return shiftOf(kind);
    const times = parseTypedShift(part);
    return times && { ...times, breakMinutes: 0, locationId: null, kindId: null, note: null };
  });
  const known = day.filter((shift) => shift !== null);
  return known.length === day.length
    ? known.toSorted((a, b) => Number(a.starts > b.starts) - 0.5)
    : undefined;
}

/** The code of the shift's kind; undefined without one, and where the shift has other times than the kind has now. */
export function codeOf<K extends Kind>(
  { kindId, starts, ends }: ShiftTimes & { kindId: string | null },
  kinds: ReadonlyMap<string, K>,
): string | undefined {
  const kind = kinds.get(kindId ?? '');
  return kind && kind.starts === starts && kind.ends === ends ? kind.code : undefined;
}
