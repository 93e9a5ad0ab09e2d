/** What an approval keeps of a person's month: plain values, from which lists, sheets and files are made ever after. */

import { isDeepStrictEqual } from 'node:util';
import type { PersonMonthHours } from '#contract/hours.ts';
import type { SheetSettings } from '#contract/sheets.ts';
import type { Country } from '#domain/holidays.ts';
import type { Language } from '#domain/languages.ts';
import type { WorkRules } from '#domain/work-rules.ts';
import type { SheetPerson } from './sheet-person.ts';

/** What is printed with everybody's hours of the month. */
export type SheetFacts = {
  country: Country;
  language: Language;
  company: { name: string; registrationNo: string | null };
  settings: Pick<SheetSettings, 'unit' | 'approver' | 'preparer' | 'dayCodes' | 'columns' | 'lines'>;
  /** What absence codes mean. */
  codeNames: Record<string, string>;
  /** Dates of the month. */
  holidays: string[];
  night: WorkRules['night'];
  /** The zone in which the sheet is dated. */
  timeZone: string;
  /** Which figures the country's payroll table has. */
  counts: { rates: boolean; nightWork: boolean; sundays: boolean };
};

export const countsOf = ({ overtime, nightWorkOver, countsSundays }: WorkRules): SheetFacts['counts'] => ({
  rates: overtime.rates,
  nightWork: nightWorkOver !== null,
  sundays: countsSundays,
});

/** A day's figures are in `hours` already. */
type SealedDay = Pick<SheetPerson['days'][number], 'code' | 'isScheduled' | 'spans' | 'worked'>;
type SealedPerson = Pick<
  SheetPerson,
  | ('firstName' | 'lastName' | 'name' | 'payrollNo' | 'position' | 'timeZone')
  | ('weekly' | 'weeklyNorm' | 'daysOffDue' | 'onCall' | 'additional')
> & { days: SealedDay[] };

export type Seal = { hours: PersonMonthHours; person: SealedPerson; facts: SheetFacts };

type DetailedHours = PersonMonthHours & { details: NonNullable<PersonMonthHours['details']> };

/** The seal of hours with details. */
export function sealOf(hours: DetailedHours, sheet: SheetPerson, facts: SheetFacts): Seal {
  const { firstName, lastName, name, payrollNo, position, timeZone, weekly, weeklyNorm, ...more } = sheet;
  const { days, daysOffDue, onCall, additional } = more;
  const person = { firstName, lastName, name, payrollNo, position, timeZone, weekly, weeklyNorm };
  return {
    hours,
    person: {
      ...person,
      daysOffDue,
      onCall,
      additional,
      days: days.map(({ code, isScheduled, spans, worked }) => ({ code, isScheduled, spans, worked })),
    },
    facts,
  };
}

/** The person on the month's sheet, as sealed. */
export function sealedPerson(id: string, month: string, { hours, person }: Seal): SheetPerson {
  const { user: _, isApproved, details, period, periodOvertime, balance: __, daysOffDue, ...figures } = hours;
  const counted = <F extends { nightWork: number | null; sundayHoliday: number | null }>(figures: F) => ({
    ...figures,
    nightWork: figures.nightWork ?? 0,
    sundayHoliday: figures.sundayHoliday ?? 0,
  });
  return {
    ...person,
    id,
    isApproved,
    month: { ...counted(figures), month },
    days: (details?.days ?? []).map(({ derivation: _, ...day }, index) => ({
      ...counted(day),
      ...(person.days[index] ?? { code: null, isScheduled: false, spans: [], worked: [] }),
    })),
    period: counted(period),
    periodOvertime,
    daysOffDue: person.daysOffDue ?? daysOffDue ?? [],
    // The first seals had neither.
    onCall: person.onCall ?? [],
    additional: person.additional ?? 0,
  };
}

/** The figures that later changes must leave as they are. The settlement period goes on after its month. */
const figuresOf = ({
  user: _,
  isApproved: __,
  period: ___,
  balance: ____,
  daysOffDue: _____,
  details,
  ...month
}: PersonMonthHours) => ({
  ...month,
  days: details?.days,
});

/** Whether the month, computed anew, still says what was sealed. */
export const isAsSealed = (hours: PersonMonthHours, { hours: sealed }: Seal): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(figuresOf(hours))), figuresOf(sealed));
