/** Who is in a month: the same people in its list, on its sheets and when it is approved for all. */

import { dateIn, monthOf } from '#domain/dates.ts';
import type { MonthState } from '../months/months.queries.ts';
import type { Membership } from './hours.queries.ts';

type Month = {
  /** When somebody's month was last approved: an account made later is not in it because of its employment alone. */
  closedAt: string | undefined;
  /** Who is absent in it. */
  absent: ReadonlySet<string>;
  /** The first month whose records are not erased; undefined: none are. */
  keptFrom: string | undefined;
  timeZone: string;
};

/** Whether the retention has erased what was recorded in the month. */
export const isErased = (month: string, keptFrom: string | undefined): boolean =>
  keptFrom !== undefined && month < keptFrom;

/**
 * Whether the person is in the month `yyyy-MM`: with an entry that begins in it, an open question, an approval or an absence; or
 * as an employee or manager who is employed in it, since the account was made where no date is known. Whoever else has time in
 * it is in it too. In a month that is erased, only who has something in it that is kept.
 */
export function isMember(
  month: string,
  { user, entries, openQuestions, approval, hasLeft }: MonthState,
  { role, employedFrom, employedTo, createdAt }: Membership,
  { closedAt, absent, keptFrom, timeZone }: Month,
): boolean {
  const isRecorded = entries > 0 || Object.values(openQuestions).some((count) => count > 0);
  if (isRecorded || approval !== null || absent.has(user.id)) return true;
  if (isErased(month, keptFrom)) return false;
  const { start, end } = monthOf(`${month}-01`);
  const from = employedFrom ?? monthOf(dateIn(createdAt, timeZone)).start;
  const isEmployed = from <= end && (employedTo ?? '9999') >= start;
  const isCounted = role === 'employee' || role === 'manager';
  const isNew = closedAt !== undefined && createdAt > closedAt;
  // When somebody without a last day of employment has left is not known.
  return isCounted && isEmployed && !isNew && !(hasLeft && employedTo === null);
}
