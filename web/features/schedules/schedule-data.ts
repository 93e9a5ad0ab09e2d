/* What the parts of the page share: who is planned, with what, and the words for it. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EndpointResponse } from '#contract/index.ts';
import type { ShiftKind } from '#contract/shifts.ts';
import { durationText } from '#domain/apportion.ts';
import { addDays, weekdayOf } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { type Day, dayWords } from './ranges.ts';

export type Schedule = EndpointResponse<'getSchedule'>;
export type Person = Schedule['people'][number];
export type Warning = Schedule['warnings'][number];

const NO_KINDS: ShiftKind[] = [];

export function useKinds() {
  const { data = NO_KINDS } = useQuery(query('listShiftKinds'));
  return useMemo(
    () => ({
      kinds: data,
      active: data.filter(({ isActive }) => isActive),
      byId: new Map(data.map((kind) => [kind.id, kind])),
    }),
    [data],
  );
}

/** The company's holidays and days off in the dates, by date. */
export function useHolidays(dates: readonly string[]): ReadonlyMap<string, string> {
  const ask = (date = '') => query('listHolidays', { query: { year: date.slice(0, 4) } });
  const { data: first } = useQuery(ask(dates[0]));
  const { data: last } = useQuery(ask(dates.at(-1)));
  return useMemo(
    () => new Map([...(first ?? []), ...(last ?? [])].map(({ date, name }) => [date, name])),
    [first, last],
  );
}

export const isFree = (date: string, holidays: ReadonlyMap<string, string>) =>
  weekdayOf(date) > 5 || holidays.has(date);

export const absenceOn = ({ absences }: Person, date: string): string | undefined =>
  absences.find(({ startDate, endDate }) => startDate <= date && date <= endDate)?.code;

/** Returns the words for a day's shifts, "Day 07:00–15:30" or "Day off". */
export function useDayText(byId: ReadonlyMap<string, ShiftKind>): (day: Day) => string {
  const { t } = useTranslation('schedules');
  return (day) => dayWords(day, byId) || t('dayOff');
}

const DAY_MS = 86_400_000;
/** Warnings whose figure is less than what is due. */
const TOO_LITTLE: readonly Warning['kind'][] = ['daily-rest', 'weekly-rest', 'missing-break'];

/** Returns a warning in words, with its figure and the rule. */
export function useWarningText(): (warning: Warning) => string {
  const { t } = useTranslation(['schedules', 'hours', 'common']);
  const { formatDate, today } = useCompanyTime();
  return ({ kind, ms, limitMs }) => {
    const hours = (value: number) => t('common:hours', { hours: durationText(value) });
    switch (kind) {
      case 'notice': {
        const due = formatDate(addDays(today(), Math.round(limitMs / DAY_MS)));
        return t('warnings.notice', { date: due });
      }
      case 'overlaps-absence':
      case 'not-employed':
      case 'inactive-location':
        return t(`warnings.${kind}`);
      case 'differs-from-pattern':
      case 'differs-from-norm':
        return t(`warnings.${kind}`, { planned: hours(ms), due: hours(limitMs) });
      default: {
        const side = TOO_LITTLE.includes(kind) ? 'hours:warnings.atLeast' : 'hours:warnings.atMost';
        return `${t(`hours:warnings.${kind}`)}: ${t(side, { figure: hours(ms), limit: hours(limitMs) })}`;
      }
    }
  };
}

/** Warnings of a person on dates in a row that say the same, as one; the dates of each person are in order. */
export function inStretches(warnings: readonly Warning[]): (Warning & { until: string })[] {
  const stretches: (Warning & { until: string })[] = [];
  const last = new Map<string, Warning & { until: string }>();
  for (const warning of warnings) {
    const { userId, kind, ms, limitMs, date } = warning;
    // The figure of a notice is how far away its date is.
    const key = [userId, kind, limitMs, kind === 'notice' || ms].join(' ');
    const before = last.get(key);
    if (before?.until === addDays(date, -1)) before.until = date;
    else {
      const stretch = { ...warning, until: date };
      last.set(key, stretch);
      stretches.push(stretch);
    }
  }
  return stretches;
}
