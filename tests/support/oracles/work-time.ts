import { dateIn } from '#domain/dates.ts';
import type { Country } from '#domain/holidays.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import { type CompanyTime, createWorkCalendar, type Terms } from '#domain/work-calendar.ts';
import { type PersonTime, workHours } from '#domain/work-hours.ts';
import { type AbsenceCode, RULE_PRESETS, type WorkRules } from '#domain/work-rules.ts';
import type { RecordedEntry } from '#domain/worked-time.ts';

export const ZONES = {
  LV: 'Europe/Riga',
  LT: 'Europe/Vilnius',
  PL: 'Europe/Warsaw',
  other: 'Europe/Riga',
} as const;

/** The country's preset, with changes. */
export function company(
  country: Country,
  rules: Partial<WorkRules> = {},
  more: Partial<CompanyTime> = {},
): CompanyTime {
  return {
    rules: RULE_PRESETS[country].map((preset) => ({ ...preset, ...rules })),
    zones: [{ validFrom: '', timeZone: ZONES[country] }],
    holidays: [],
    daysOff: [],
    movedDays: [],
    ...more,
  };
}

const week = (hours: number, days: number) =>
  Array.from({ length: 7 }, (_, index) => (index < days ? hours * H : 0));

export function terms(hours = 8, days = 5, more: Partial<Terms> = {}): Terms {
  return {
    validFrom: '1970-01-01',
    pattern: week(hours, days),
    weekly: hours * days * H,
    workTime: 'fixed',
    reducedNorm: false,
    overContractFrom: null,
    overtimeConsent: false,
    markedNightWork: false,
    ...more,
  };
}

/** `2026-06-12 20:00` by the zone's wall clock; the earlier one where the clock shows it twice. */
export const at = (text: string, zone: string): number =>
  Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds;

/** An entry of `hours` from a wall-clock time on. */
export function entry(text: string, hours: number, zone: string): RecordedEntry {
  const from = at(text, zone);
  return {
    id: text,
    checkIn: from,
    checkOut: from + hours * H,
    recordedAt: from + hours * H,
    marks: [],
  };
}

export const counting = { now: new Date('2030-01-01T00:00:00Z'), longestShiftHours: 16 };

export function personTime(more: Partial<PersonTime> = {}, own: Terms = terms()): PersonTime {
  return {
    entries: [],
    breaks: [],
    approvals: [],
    absences: [],
    counting,
    employment: { employedFrom: null, employedTo: null, terms: [own] },
    ...more,
  };
}

export const leave: AbsenceCode = { code: 'A', paid: true, lowersNorm: true, isForHolidayWork: false };

/** Hours of the month by the company's rules. */
export function hoursOf(month: string, person: PersonTime, of: CompanyTime) {
  return workHours(person, month, createWorkCalendar(of));
}

/** Eight hours from 08:00 on each Monday to Friday of the month that `isWorked` accepts. */
export function workdays(month: string, zone: string, isWorked: (date: string) => boolean, hours = 8) {
  const found: RecordedEntry[] = [];
  for (
    let noon = Date.parse(`${month}-01T12:00:00Z`);
    dateIn(noon, 'UTC').startsWith(month);
    noon += 24 * H
  ) {
    const weekday = new Date(noon).getUTCDay();
    const date = dateIn(noon, 'UTC');
    if (weekday > 0 && weekday < 6 && isWorked(date)) found.push(entry(`${date} 08:00`, hours, zone));
  }
  return found;
}
