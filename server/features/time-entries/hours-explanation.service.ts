import type { EndpointRequest } from '#contract/index.ts';
import type { HoursExplanation } from '#contract/time-entries.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { MINUTE_MS, roundedSteps } from '#domain/apportion.ts';
import { dayRange, type InstantRange, offsetOf, rangeOfDates } from '#domain/calendar.ts';
import type { DatePeriod } from '#domain/dates.ts';
import { hoursFromMs, roundHalfUp } from '#domain/hours.ts';
import { type CompanyViewer, type Context, settledCounting } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { personAsked } from '#server/platform/scope.ts';
import { readCountedTime } from './counted-time.queries.ts';
import { areInScope, findScans, listParts, listUncounted, readEntries } from './hours-explanation.queries.ts';
import { listMonthBounds, rangeOfMonth } from './month-bounds.queries.ts';
import { ownHoursFile } from './own-hours-file.ts';

/** How many parts of entries, and entries that count nothing, an answer lists; with their scans they are below 2 MB. */
const MAX_LISTED = 1000;

type Measure = EndpointRequest<'explainHours'>['query']['measure'];

const figures = (ms: number) => {
  const hours = hoursFromMs(ms);
  return { ms, hours, oneDecimal: roundHalfUp(hours, 1), twoDecimals: roundHalfUp(hours, 2) };
};

/** Of several people each person's are rounded alone (work-rules.md §7). */
function minutesOf(parts: { userId: string; ms: number }[]): number {
  const people = [...Map.groupBy(parts, ({ userId }) => userId).values()];
  const sums = people.map((own) => own.reduce((total, { ms }) => total + ms, 0));
  return sums.reduce((total, ms) => total + roundedSteps(ms, MINUTE_MS), 0);
}

/** The instants that the days of a period have, in their time zone. */
type Frame = InstantRange & { timeZone: string };

/**
 * The day in its frame. What lies before the first midnight or after the last one of the period, because the time zone
 * changed, stands on its first or last date.
 */
function rangeOn(date: string, { start, end, timeZone }: Frame, period: DatePeriod): InstantRange {
  const day = dayRange(date, timeZone);
  return {
    start: date === period.start || day.start < start ? start : day.start,
    end: date === period.end || day.end > end ? end : day.end,
  };
}

/** The frames of a period: one of all people, or one for each person's month. */
async function framesOf(
  db: Db,
  { companyId, timeZone }: CompanyViewer,
  period: DatePeriod,
  measure: Measure,
  userId: string | undefined,
): Promise<{ frame: Frame; frameOf: (userId: string) => Frame | undefined; all: InstantRange }> {
  const frame = { ...rangeOfDates(period.start, period.end, timeZone), timeZone };
  if (measure !== 'month') return { frame, frameOf: () => frame, all: frame };
  const month = rangeOfMonth(period.start.slice(0, 7), timeZone);
  const bounds = await listMonthBounds(db, companyId, month, userId);
  const frames = new Map(
    bounds.map((one) => [
      one.userId,
      { start: new Date(one.starts), end: new Date(one.ends), timeZone: one.timeZone ?? timeZone },
    ]),
  );
  const of = [...frames.values()];
  return {
    frame: of.length === 1 ? (of[0] ?? frame) : frame,
    frameOf: (id) => frames.get(id),
    all: {
      start: new Date(Math.min(...of.map(({ start }) => start.getTime()))),
      end: new Date(Math.max(...of.map(({ end }) => end.getTime()))),
    },
  };
}

function notCountedWhy({ needsAttention, approval }: TimeEntry) {
  if (needsAttention) return 'needs-attention';
  return approval === 'rejected' ? 'rejected' : null;
}

/**
 * Explains the working time of a period: its days, the parts of entries that stand on them, and the scans behind those.
 * `measure` says which total is explained. Of a person and of months, managers get all entries; else those at
 * their locations.
 */
async function readExplanation(
  context: Context,
  { startDate, endDate, measure, ...asked }: Omit<EndpointRequest<'explainHours'>['query'], 'format'>,
): Promise<HoursExplanation> {
  const { db, viewer, scope } = context;
  const { companyId } = viewer;
  const only = { userId: personAsked(scope, asked.userId), locationId: asked.locationId };
  if (!(await areInScope(db, companyId, scope, only))) throw new AppError('not_found');
  const period = { start: startDate, end: endDate };
  const counting = await settledCounting(context);
  const { frame, frameOf, all } = await framesOf(db, viewer, period, measure, only.userId);
  const isOfPeople = only.userId !== undefined || measure === 'month';
  const of = { scope, ...only, isOfPeople };
  const parts = await listParts(db, companyId, period, of, counting);
  const begun = await listUncounted(db, companyId, all, of, counting);
  const uncounted = begun.filter(({ userId, checkIn }) => {
    const [own, at] = [frameOf(userId), Date.parse(checkIn)];
    return own !== undefined && at >= own.start.getTime() && at < own.end.getTime();
  });
  let listed = 0;
  const byDate = [...Map.groupBy(parts, ({ date }) => date)].map(([date, ofDay], index) => {
    listed += ofDay.length;
    // The first day is always whole, so that each can be asked for by itself.
    return { date, ofDay, isListed: index === 0 || listed <= MAX_LISTED };
  });
  const shown = byDate.flatMap(({ ofDay, isListed }) => (isListed ? ofDay : []));
  const ids = [
    ...new Set(shown.map(({ timeEntryId }) => timeEntryId)),
    ...uncounted.slice(0, MAX_LISTED).map(({ id }) => id),
  ];
  const entries = await readEntries(db, companyId, ids, counting);
  const scans = await findScans(
    db,
    companyId,
    entries.map(({ id }) => id),
  );
  const countedOf = await readCountedTime(db, companyId, ids, counting);
  const sum = (of: { ms: number; breakMs: number }[]) => ({
    ...figures(of.reduce((total, { ms }) => total + ms, 0)),
    breakMs: of.reduce((total, { breakMs }) => total + breakMs, 0),
  });
  const days = byDate.map(({ date, ofDay, isListed }) => {
    const { start, end } = rangeOn(date, frame, period);
    return {
      date,
      dayMs: end.getTime() - start.getTime(),
      ...sum(ofDay),
      parts: (isListed ? ofDay : []).map(({ userId, date: _, ...part }) => {
        const { timeZone } = frameOf(userId) ?? frame;
        return {
          ...part,
          startOffset: offsetOf(Date.parse(part.start), timeZone),
          endOffset: offsetOf(Date.parse(part.end), timeZone),
        };
      }),
    };
  });
  return {
    startDate,
    endDate,
    timeZone: frame.timeZone,
    countedUpTo: counting.now.toISOString(),
    total: { ...sum(parts), minutes: minutesOf(parts) },
    days,
    entries: entries.map((entry) => ({
      ...entry,
      ...countedOf(entry.id),
      scans: scans.get(entry.id) ?? [],
      notCounted: notCountedWhy(entry),
    })),
  };
}

/** As a file only the viewer's own hours, which no plan limits. */
export const explainHours: Handler<'explainHours'> = async (context, { query: { format, ...query } }) => {
  const { viewer, scope, language, throttle } = context;
  if (format === 'csv') {
    if (personAsked(scope, query.userId) !== viewer.userId) throw new AppError('not_found');
    await throttle.take('ownData', viewer.userId);
  }
  const explanation = await readExplanation(context, query);
  return format === 'csv' ? ownHoursFile(explanation, query.measure, language) : explanation;
};
