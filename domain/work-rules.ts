/**
 * What a country and a company prescribe for hours, as data (work-rules.md). Presets can be changed by the company.
 * Lengths are milliseconds; times of day are minutes after local midnight.
 */

import type { Country } from './holidays.ts';
import { MS_PER_HOUR as H } from './hours.ts';

/** A limit by the person's working time; null: no warning. */
export type Limit = { fixed: number | null; summed: number | null };

/** work-rules.md §6. A null turns the warning off. */
export type WarningRules = {
  dailyRest: (Limit & { afterLong: { over: number; rest: number } | null }) | null;
  /** `blocks`: judged at the end of each full 7 days of the settlement period, otherwise every day. */
  weeklyRest: { length: number; blocks: boolean } | null;
  longDay: Limit;
  /** Worked in Monday to Sunday, or in any 7 dates if `rolling`. */
  week: Limit & { rolling: boolean };
  /** Hours a week on average over the settlement period. */
  averageWeek: number | null;
  overtimeCap: {
    /** A week on average over the settlement period, at most its last `months`. */
    average: { length: number; months: number } | null;
    sevenDates: { length: number; withConsent: number } | null;
    year: number | null;
  };
  /**
   * In shifts of more than `shiftOver` worked: interruptions count from `atLeast` on, last at least `together`, and no
   * more than `stretch` is worked before the first of them (`every`: before, between and after them).
   */
  missingBreak: {
    shiftOver: number;
    atLeast: number;
    together: number;
    stretch: number;
    every: boolean;
  } | null;
  /** Average length of the shifts with `night` of night or more, in a month and the ones before it. */
  nightLength: { night: number; length: number; months: number; markedOnly: boolean } | null;
};

export type WorkRules = {
  country: Country;
  /** The full weekly norm: the "40 h" of work-rules.md. */
  weeklyNorm: number;
  /** Minutes after midnight; ends on the next date if `to` is not after `from`. */
  night: { from: number; to: number };
  /** Where the night may lie, and how long it is; null: anywhere. */
  nightBounds: { from: number; to: number; length: number } | null;
  /** A shift with more night than this is night work; null: not counted apart. */
  nightWorkOver: number | null;
  settlementMonths: 1 | 2 | 3 | 4 | 6 | 12;
  attribution: 'calendar' | 'shift';
  /** Whether overtime goes by the 24 hours that begin with work (work-rules.md §2). */
  doba: boolean;
  shiftGap: number;
  breaks: {
    policy: 'none' | 'automatic' | 'recorded';
    automatic: { after: number; length: number; at: number };
    /** Whether recorded breaks are paid. */
    isPaid: boolean;
    /** How much of the paid breaks is worked in a shift of `from` presence or more; null: all of it. */
    paid: { from: number; length: number }[] | null;
  };
  /** The hour at which holidays and Sundays begin and end. */
  holidayFromHour: number;
  /** Whether Sundays are counted with the holidays, beside the holidays alone. */
  countsSundays: boolean;
  /** `plans`: the sum of the plans. `weekdays`: Monday to Friday less public holidays, by weekly hours. */
  norm: 'plans' | 'weekdays';
  /** For `weekdays`: a public holiday on Saturday lowers the norm too. */
  saturdayHolidayLowersNorm: boolean;
  /** Hours less before a public holiday. `fullWeekOnly`: only on the full norm and five days a week. */
  shortDay: { length: number; fullWeekOnly: boolean } | null;
  overtime: {
    /** What a day may last before overtime, if the plan is shorter; 0: the plan, less absences that lower the norm. */
    dayFloor: number;
    dayFloorPartTime: number;
    /** Part-time: what is left over the full weekly norm at a week's end is overtime. */
    partTimeWeek: boolean;
    /** Average-week overtime at the period's end; norms are scaled to full time. */
    averageWeek: boolean;
    /** Whether overtime is divided into overtime50 and overtime100. */
    rates: boolean;
  };
  warnings: WarningRules;
};

/** Rules that hold from a date on, until others do. */
export type DatedRules = WorkRules & { validFrom: string };

const off = { fixed: null, summed: null };

const other: DatedRules = {
  validFrom: '1970-01-01',
  country: 'other',
  weeklyNorm: 40 * H,
  night: { from: 22 * 60, to: 6 * 60 },
  nightBounds: null,
  nightWorkOver: null,
  settlementMonths: 1,
  attribution: 'calendar',
  doba: false,
  shiftGap: 4 * H,
  breaks: {
    policy: 'none',
    automatic: { after: 6 * H, length: H / 2, at: 4 * H },
    isPaid: false,
    paid: null,
  },
  holidayFromHour: 0,
  countsSundays: false,
  norm: 'plans',
  saturdayHolidayLowersNorm: false,
  shortDay: null,
  overtime: { dayFloor: 0, dayFloorPartTime: 0, partTimeWeek: false, averageWeek: false, rates: false },
  warnings: {
    dailyRest: null,
    weeklyRest: null,
    longDay: off,
    week: { ...off, rolling: false },
    averageWeek: null,
    overtimeCap: { average: null, sevenDates: null, year: null },
    missingBreak: null,
    nightLength: null,
  },
};

const both = (limit: number): Limit => ({ fixed: limit, summed: limit });

const LV: DatedRules = {
  ...other,
  country: 'LV',
  nightBounds: { from: 22 * 60, to: 6 * 60, length: 8 * 60 },
  nightWorkOver: 2 * H,
  shortDay: { length: H, fullWeekOnly: true },
  overtime: { ...other.overtime, dayFloorPartTime: 8 * H, partTimeWeek: true },
  warnings: {
    ...other.warnings,
    dailyRest: { fixed: 12 * H, summed: 11 * H, afterLong: null },
    weeklyRest: { length: 42 * H, blocks: false },
    longDay: { fixed: 12 * H, summed: 24 * H },
    week: { fixed: null, summed: 56 * H, rolling: false },
    averageWeek: 48 * H,
    overtimeCap: { average: { length: 8 * H, months: 4 }, sevenDates: null, year: null },
    missingBreak: { shiftOver: 6 * H, atLeast: H / 4, together: H / 2, stretch: 4 * H, every: false },
  },
};

const LT: DatedRules = {
  ...other,
  country: 'LT',
  nightBounds: { from: 22 * 60, to: 6 * 60, length: 8 * 60 },
  breaks: { ...other.breaks, automatic: { after: 5 * H, length: H / 2, at: 4 * H } },
  shortDay: { length: H, fullWeekOnly: false },
  warnings: {
    dailyRest: { ...both(11 * H), afterLong: { over: 12 * H, rest: 24 * H } },
    weeklyRest: { length: 35 * H, blocks: false },
    longDay: both(12 * H),
    week: { fixed: 60 * H, summed: 52 * H, rolling: true },
    averageWeek: 48 * H,
    overtimeCap: { average: null, sevenDates: { length: 8 * H, withConsent: 12 * H }, year: 180 * H },
    missingBreak: { shiftOver: 0, atLeast: H / 2, together: 0, stretch: 5 * H, every: true },
    nightLength: { night: 3 * H, length: 8 * H, months: 3, markedOnly: false },
  },
};

const PL: DatedRules = {
  ...other,
  country: 'PL',
  nightBounds: { from: 21 * 60, to: 7 * 60, length: 8 * 60 },
  attribution: 'shift',
  doba: true,
  breaks: {
    ...other.breaks,
    isPaid: true,
    // "Over 9 h" is from one millisecond more.
    paid: [
      { from: 6 * H, length: H / 4 },
      { from: 9 * H + 1, length: H / 2 },
      { from: 16 * H + 1, length: (3 * H) / 4 },
    ],
  },
  holidayFromHour: 6,
  countsSundays: true,
  norm: 'weekdays',
  saturdayHolidayLowersNorm: true,
  overtime: { dayFloor: 8 * H, dayFloorPartTime: 8 * H, partTimeWeek: false, averageWeek: true, rates: true },
  warnings: {
    ...other.warnings,
    dailyRest: { ...both(11 * H), afterLong: null },
    weeklyRest: { length: 35 * H, blocks: true },
    longDay: both(13 * H),
    averageWeek: 48 * H,
    overtimeCap: { average: null, sevenDates: null, year: 150 * H },
    nightLength: { night: 3 * H, length: 8 * H, months: 3, markedOnly: true },
  },
};

/** The presets of each country, oldest first; a change of law adds a row. */
export const RULE_PRESETS: Record<Country, DatedRules[]> = { LV: [LV], LT: [LT], PL: [PL], other: [other] };

/** The last row that holds on the date; before all of them the first. Rows are ordered by `validFrom`. */
export function validOn<T extends { validFrom: string }>(rows: readonly T[], date: string): T {
  const row = rows.findLast(({ validFrom }) => validFrom <= date) ?? rows[0];
  if (!row) throw new RangeError('No rules at all');
  return row;
}

/** The country of a company that has not chosen one, by its time zone; of other zones `other`. */
export const COUNTRY_OF_ZONE: Partial<Record<string, Country>> = {
  'Europe/Riga': 'LV',
  'Europe/Vilnius': 'LT',
  'Europe/Warsaw': 'PL',
};

/** What a company can set differently from its country's preset. */
export const CHOOSABLE = [
  'weeklyNorm',
  'night',
  'settlementMonths',
  'attribution',
  'doba',
  'shiftGap',
  'breaks',
  'holidayFromHour',
  'saturdayHolidayLowersNorm',
  'shortDay',
  'warnings',
] as const satisfies (keyof WorkRules)[];
export type RuleSettings = Omit<Pick<WorkRules, 'country' | (typeof CHOOSABLE)[number]>, 'breaks'> & {
  breaks: Omit<WorkRules['breaks'], 'paid'>;
};

/** A company's rules from a date on: its country, and the settings in which it differs from the preset of that date. */
export type RulesChoice = { validFrom: string; country: Country } & Partial<RuleSettings>;

/** The rules that follow from the choices, which are ordered by `validFrom`. Later presets of the country apply as well. */
export function rulesOf(choices: readonly RulesChoice[]): DatedRules[] {
  return choices.flatMap(({ validFrom, country, ...chosen }, index) => {
    const end = choices[index + 1]?.validFrom ?? '9999';
    const presets = RULE_PRESETS[country];
    const later = presets.filter((preset) => preset.validFrom > validFrom && preset.validFrom < end);
    return [{ ...validOn(presets, validFrom), validFrom }, ...later].map((preset) => ({
      ...preset,
      ...chosen,
      breaks: { ...preset.breaks, ...chosen.breaks },
    }));
  });
}

/** Which end of the night does not fit the length and bounds that the country sets; null: both do. */
export function nightIssue({ night, nightBounds }: Pick<WorkRules, 'night' | 'nightBounds'>) {
  const day = 24 * 60;
  const length = (night.to - night.from + day) % day;
  if (!nightBounds) return length === 0 ? 'to' : null;
  /** Minutes from the first bound on. */
  const after = (minutes: number) => (minutes - nightBounds.from + day) % day;
  if (after(night.from) + nightBounds.length > after(nightBounds.to)) return 'from';
  return length === nightBounds.length ? null : 'to';
}

/** Whether the automatic break always finds enough worked time after it is due. */
export function automaticBreakFits({ after, length, at }: WorkRules['breaks']['automatic']): boolean {
  return at + length <= after;
}

/** `isForHolidayWork`: a day off given for Sunday or holiday work (PL: WNŚ). */
export type AbsenceCode = { code: string; paid: boolean; lowersNorm: boolean; isForHolidayWork: boolean };

const PAID = { paid: true, lowersNorm: true, isForHolidayWork: false };
const UNPAID = { ...PAID, paid: false };
/** Days off for time worked before or after, which the norm keeps. */
const DAY_OFF = { ...PAID, lowersNorm: false };
const UNEXCUSED = { ...DAY_OFF, paid: false };
/** Recorded with begin, end and place; it is neither worked nor absent time. */
const ON_CALL = { ...DAY_OFF, isOnCall: true as const };

/** A code of a preset; `name` is a key of the texts `absence-codes`. */
export type AbsencePreset = AbsenceCode & { name: string; isOnCall?: true };

/** Codes with their names, as `code:name`. */
const codes = (text: string, of: Omit<AbsencePreset, 'code' | 'name'>): AbsencePreset[] =>
  text.split(' ').map((pair) => {
    const [code = '', name = ''] = pair.split(':');
    return { code, name, ...of };
  });

/** The absence codes that a company starts with (sheets.md, domain.md §2.2); it can edit them all. */
export const ABSENCE_CODES: Record<Country, AbsencePreset[]> = {
  LV: [
    ...codes(
      'A:annual AM:paid-study K:business-trip V:excused SA:sick-paid SN:work-accident D:downtime DD:donor',
      PAID,
    ),
    ...codes('AN:unpaid AC:unpaid-study AB:child-care AD:maternity AP:paternity SB:sick-benefit', UNPAID),
    ...codes('N:unexcused', UNEXCUSED),
  ],
  LT: [
    ...codes('A:annual K:business-trip KV:training MD:health-check D:donor PN:downtime', PAID),
    ...codes('V:public-duty VV:civic-duty M:parent-day ID:paid-day-off', PAID),
    ...codes(
      'L:sick N:sick-unpaid NS:nursing NA:unpaid MA:study KA:creative G:maternity TA:paternity',
      UNPAID,
    ),
    ...codes('PV:child-care KR:other-leave KT:military-service KM:military-training', UNPAID),
    ...codes('PB:unexcused PK:downtime-own-fault ND:permitted NP:other-absence', UNEXCUSED),
    ...codes('BN:on-call-home BĮ:on-call-work', ON_CALL),
  ],
  PL: [
    ...codes(
      'UW:annual UŻ:on-demand ZO:paid-release CH:sick D:business-trip Op:child-days UO:occasional US:study',
      PAID,
    ),
    ...codes('UM:maternity UR:parental UB:unpaid UMY:paternity UWY:child-care ZW:release', UNPAID),
    ...codes('W5:saturday-off WP:made-up', DAY_OFF),
    ...codes('WNŚ:holiday-off', { ...DAY_OFF, isForHolidayWork: true }),
    ...codes('NN:unexcused', UNEXCUSED),
    ...codes('Dyż:on-call', ON_CALL),
  ],
  other: [
    ...codes('A:annual S:sick', PAID),
    ...codes('U:unpaid', UNPAID),
    ...codes('N:unexcused', UNEXCUSED),
  ],
};
