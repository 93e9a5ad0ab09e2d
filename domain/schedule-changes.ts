/** What became of somebody's shifts, as mails and screens say it. */

import { type PlannedShift, type ShiftTimes, shiftText } from './schedules.ts';

/** What the ledger keeps of a shift: all that was announced but words, since names and notes can be erased. */
export const shiftFacts = ({
  breakMinutes,
  locationId,
  ...times
}: ShiftTimes & Pick<PlannedShift, 'breakMinutes' | 'locationId'>) => ({
  times: shiftText(times),
  breakMinutes,
  locationId,
});

/** A planned shift with the names of its kind and its location. */
export type NamedShift = ShiftTimes &
  Pick<PlannedShift, 'breakMinutes'> & {
    name: string | null;
    locationName: string | null;
    note: string | null;
  };

/**
 * What became of a date's shifts, "07:00–15:30, Sawmill → day off"; only what is planned now where nothing was before. Kind,
 * break and note are named if nothing else is different.
 */
export function dayChangeText(
  { before, after }: { before: readonly NamedShift[]; after: readonly NamedShift[] },
  { dayOff, breakOf }: { dayOff: string; breakOf: (minutes: number) => string },
): string {
  const sideOf = (shifts: readonly NamedShift[], isDetailed: boolean) =>
    shifts
      .map((shift) => {
        const { name, locationName, breakMinutes, note } = shift;
        const details = isDetailed ? [name, breakOf(breakMinutes), note] : [];
        return [shiftText(shift), locationName, ...details].filter(Boolean).join(', ');
      })
      .join('; ') || dayOff;
  if (before.length === 0) return sideOf(after, false);
  const isDetailed = sideOf(before, false) === sideOf(after, false);
  return `${sideOf(before, isDetailed)} → ${sideOf(after, isDetailed)}`;
}
