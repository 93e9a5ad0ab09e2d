import type { HoursExplanation } from '#contract/hours.ts';
import type { EndpointRequest } from '#contract/index.ts';
import { dayRange, offsetOf, rangeOfDates, splitByDay } from '#domain/calendar.ts';
import { hoursFromMs, roundHalfUp } from '#domain/hours.ts';
import { countedEnd } from '#domain/shifts.ts';
import { type Context, countingOf } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { areOfCompany, findEntriesWithin, findScans } from './hours-explanation.queries.ts';

type Part = HoursExplanation['days'][number]['parts'][number];

const figures = (ms: number) => {
  const hours = hoursFromMs(ms);
  return { ms, hours, oneDecimal: roundHalfUp(hours, 1), twoDecimals: roundHalfUp(hours, 2) };
};

/**
 * Explains the hours of a period: its days in company time, the parts of entries inside them, and the scans behind those.
 * Throws not_found for a person or location of another company, and to employees for anybody but themselves.
 */
export async function explainHours(
  context: Context,
  { startDate, endDate, ...asked }: EndpointRequest<'explainHours'>['query'],
): Promise<HoursExplanation> {
  const { db, viewer } = context;
  const { companyId, timeZone } = viewer;
  const only = {
    userId: (viewer.role === 'admin' ? asked.userId : (asked.userId ?? viewer.userId))?.toLowerCase(),
    locationId: asked.locationId,
  };
  const isAllowed = viewer.role === 'admin' || only.userId === viewer.userId;
  if (!isAllowed || !(await areOfCompany(db, companyId, only))) throw new AppError('not_found');

  const range = rangeOfDates(startDate, endDate, timeZone);
  const counting = countingOf(context);
  const entries = await findEntriesWithin(db, companyId, range, only, counting);
  const scans = await findScans(
    db,
    companyId,
    entries.map(({ id }) => id),
  );

  const byDate = new Map<string, Part[]>();
  for (const entry of entries) {
    const worked = { ...entry, checkOut: countedEnd(entry, counting) };
    let start = Date.parse(entry.checkIn);
    const days = splitByDay(worked, timeZone, counting.now);
    for (const [position, { date, ms }] of days.entries()) {
      const end = start + ms;
      if (date >= startDate && date <= endDate) {
        const part = {
          timeEntryId: entry.id,
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          startOffset: offsetOf(start, timeZone),
          endOffset: offsetOf(end, timeZone),
          ms,
          beganEarlier: position > 0,
          wentOn: position < days.length - 1,
        };
        byDate.set(date, [...(byDate.get(date) ?? []), part]);
      }
      start = end;
    }
  }
  const sum = (parts: Part[]) => parts.reduce((total, { ms }) => total + ms, 0);
  const days = [...byDate]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([date, parts]) => {
      const day = dayRange(date, timeZone);
      return { date, dayMs: day.end.getTime() - day.start.getTime(), ...figures(sum(parts)), parts };
    });
  return {
    startDate,
    endDate,
    timeZone,
    countedUpTo: counting.now.toISOString(),
    total: figures(sum(days.flatMap(({ parts }) => parts))),
    days,
    entries: entries.map((entry) => ({
      ...entry,
      scans: scans.get(entry.id) ?? [],
      notCounted: entry.needsAttention
        ? 'needs-attention'
        : entry.approval === 'rejected'
          ? 'rejected'
          : null,
    })),
  };
}
