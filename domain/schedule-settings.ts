/** What a company sets about its schedules, and what the law of its country says. For browsers too. */

import { addMonths, daysBetween, isDate } from './dates.ts';
import type { Country } from './holidays.ts';

/** How many months and days before a shift it has to be made known. `coversMonth`: a schedule covers at least one month. */
export type Notice = { validFrom: string; months: 0 | 1; days: number; coversMonth: boolean };

/** The presets of each country, oldest first. LV: one month, which the law demands of shift work only°. */
export const NOTICE_PRESETS: Record<Country, Notice[]> = {
  LV: [{ validFrom: '1970-01-01', months: 1, days: 0, coversMonth: false }],
  LT: [{ validFrom: '1970-01-01', months: 0, days: 7, coversMonth: false }],
  PL: [{ validFrom: '1970-01-01', months: 0, days: 7, coversMonth: true }],
  other: [{ validFrom: '1970-01-01', months: 0, days: 0, coversMonth: false }],
};

/**
 * Days from today to the first date for which notice given today is in time. One month's notice means the same day of the month
 * before: 31 January is too late for 28 February and in time for 1 March.
 */
export function noticeDaysFrom({ months, days }: Notice, today: string): number {
  const month = addMonths(today.slice(0, 7), months);
  const same = `${month}-${today.slice(8)}`;
  return daysBetween(today, isDate(same) ? same : `${addMonths(month, 1)}-01`) + days;
}

/** The most days of notice that a company can set. */
export const MAX_NOTICE_DAYS = 62;

/** The most minutes after a shift’s start that a company can let pass before somebody is late. */
export const MAX_GRACE_MINUTES = 60;
