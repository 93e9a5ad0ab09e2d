import type { WorkCalendar } from '#domain/work-calendar.ts';
import type { WorkHours } from '#domain/work-hours.ts';

/** Days off with the code that are due and were not given yet. */
export type DaysOffDue = { code: string; days: number };

/** PL: a day off for work on a free Saturday (Kodeks pracy art. 151³), and for work on a Sunday or holiday (art. 151¹¹). */
const CODES = { free: 'W5', holiday: 'WNŚ' };

/**
 * The days off that work on days without a plan, in the settlement period up to the month's end, has earned and that were not
 * given; none where the rules count no Sundays.
 */
export function daysOffDue({ month, months }: WorkHours, calendar: WorkCalendar): DaysOffDue[] {
  const days = months.filter((each) => each.month <= month.month).flatMap((each) => each.days);
  const due = new Map<string, number>();
  const add = (code: string, count: number) => due.set(code, (due.get(code) ?? 0) + count);
  for (const { date, plan, total, restDay, absences, derivation } of days) {
    if (!calendar.rulesOn(date).countsSundays) continue;
    const isFree = plan === 0 && derivation.plan.isEmployed;
    const isFeast = calendar.isSunday(date) || calendar.isHoliday(date);
    if (isFree && (isFeast ? total : restDay) > 0) add(isFeast ? CODES.holiday : CODES.free, 1);
    for (const { code, days: given } of absences) {
      if (Object.values(CODES).includes(code)) add(code, -given);
    }
  }
  return [...due].filter(([, count]) => count > 0).map(([code, count]) => ({ code, days: count }));
}
