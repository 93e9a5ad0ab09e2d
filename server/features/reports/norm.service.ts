import type { EndpointRequest } from '#contract/index.ts';
import type { NormReport, PeriodNorm } from '#contract/reports.ts';
import { type DatePeriod, monthOf, partsOf, periodBefore } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { daysOfMonth } from '../hours/hours.service.ts';
import { readMonthPeople } from '../hours/month-people.service.ts';
import { findStoredRules } from '../work-rules/work-rules.queries.ts';
import { requireKnown } from './overview.service.ts';

type Query = EndpointRequest<'getNormReport'>['query'];

const none = () => ({ norm: 0, absence: 0, worked: 0, overtime: 0 });

async function readPeriod(
  context: Context,
  period: DatePeriod,
  userId: string | undefined,
): Promise<PeriodNorm> {
  const months: PeriodNorm['months'] = [];
  const people = new Set<string>();
  const absences = new Map<string, PeriodNorm['absences'][number]>();
  for (const { start, end } of partsOf(period, monthOf)) {
    const figures = none();
    const isIn = ({ date }: { date: string }) => start <= date && date <= end;
    const month = await readMonthPeople(context, start.slice(0, 7), { userId });
    for await (const person of month.people) {
      people.add(person.overview.user.id);
      const { days, periodOvertime } = daysOfMonth(person);
      for (const day of days.filter(isIn)) {
        figures.norm += day.norm;
        figures.worked += day.total;
        figures.overtime += day.overtime;
        for (const { code, ms, days } of day.absences) {
          figures.absence += ms;
          const known = absences.get(code) ?? { code, ms: 0, days: 0 };
          absences.set(code, { code, ms: known.ms + ms, days: known.days + days });
        }
      }
      for (const { reason, ms } of periodOvertime.filter(isIn)) {
        if (reason !== 'over-contract') figures.overtime += ms;
      }
    }
    months.push({ startDate: start, endDate: end, ...figures });
  }
  const total = none();
  for (const month of months) {
    for (const figure of Object.keys(total) as (keyof typeof total)[]) total[figure] += month[figure];
  }
  return {
    startDate: period.start,
    endDate: period.end,
    people: people.size,
    ...total,
    absences: [...absences.values()].toSorted((a, b) => a.code.localeCompare(b.code)),
    months,
  };
}

/**
 * The norm, working time, overtime and absences of the period and of the one before it, by the dates of `getMonthHours`.
 * Null until rules are chosen.
 */
export async function readNorm(
  context: Context,
  { startDate, endDate, employeeId }: Query,
): Promise<NormReport> {
  const { db, viewer, throttle } = context;
  await requireKnown(context, { employeeId });
  if (!(await findStoredRules(db, viewer.companyId))) return null;
  const period = { start: startDate, end: endDate };
  const before = periodBefore(period);
  const months = partsOf(period, monthOf).length + partsOf(before, monthOf).length;
  if (!employeeId) await throttle.take('monthHours', viewer.companyId, months);
  const userId = employeeId?.toLowerCase();
  return {
    current: await readPeriod(context, period, userId),
    previous: await readPeriod(context, before, userId),
  };
}
