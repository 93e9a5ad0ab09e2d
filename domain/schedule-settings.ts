/** What a company sets about its schedules, and what the law of its country says. For browsers too. */

import type { Country } from './holidays.ts';

/** How many days before a shift it has to be made known. `coversMonth`: a schedule covers at least one month. */
export type Notice = { validFrom: string; days: number; coversMonth: boolean };

/** The presets of each country, oldest first. LV: one month, which the law demands of shift work only°. */
export const NOTICE_PRESETS: Record<Country, Notice[]> = {
  LV: [{ validFrom: '1970-01-01', days: 31, coversMonth: false }],
  LT: [{ validFrom: '1970-01-01', days: 7, coversMonth: false }],
  PL: [{ validFrom: '1970-01-01', days: 7, coversMonth: true }],
  other: [{ validFrom: '1970-01-01', days: 0, coversMonth: false }],
};
/** The most days of notice that a company can set. */
export const MAX_NOTICE_DAYS = 62;

/** The most minutes after a shift’s start that a company can let pass before somebody is late. */
export const MAX_GRACE_MINUTES = 60;
