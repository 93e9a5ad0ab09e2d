import type { HoursExplanation } from '#contract/hours.ts';
import type { EndpointRequest } from '#contract/index.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { dayRange, type InstantRange, offsetOf, rangeOfDates, splitByDay } from '#domain/calendar.ts';
import type { DatePeriod } from '#domain/dates.ts';
import { hoursFromMs, roundHalfUp } from '#domain/hours.ts';
import { type Counting, countedEnd } from '#domain/shifts.ts';
import { type CompanyViewer, type Context, countingOf } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { areOfCompany, findEntriesWithin, findScans } from './hours-explanation.queries.ts';
import { listMonthBounds, rangeOfMonth } from './month-bounds.queries.ts';

type Part = HoursExplanation['days'][number]['parts'][number];
type Measure = EndpointRequest<'explainHours'>['query']['measure'];

const figures = (ms: number) => {
  const hours = hoursFromMs(ms);
  return { ms, hours, oneDecimal: roundHalfUp(hours, 1), twoDecimals: roundHalfUp(hours, 2) };
};

/** The instants that the days of a period have, in their time zone. */
type Frame = InstantRange & { timeZone: string };

/** Epoch milliseconds of an entry that stand on a calendar date. */
type Piece = { date: string; start: number; end: number };

/**
 * The entry's milliseconds inside the frame by calendar date. What lies before the first midnight or after the last one of
 * the period, because the time zone changed, stands on its first or last date.
 */
function piecesOf(
  entry: TimeEntry,
  { start, end, timeZone }: Frame,
  { start: firstDate, end: lastDate }: DatePeriod,
  counting: Counting,
): Piece[] {
  const checkIn = Math.max(Date.parse(entry.checkIn), start.getTime());
  const checkOut = Math.min(new Date(countedEnd(entry, counting)).getTime(), end.getTime());
  const pieces: Piece[] = [];
  let from = checkIn;
  for (const day of splitByDay({ checkIn, checkOut }, timeZone, counting.now)) {
    const date = day.date < firstDate ? firstDate : day.date > lastDate ? lastDate : day.date;
    const last = pieces.at(-1);
    if (last?.date === date) last.end += day.ms;
    else pieces.push({ date, start: from, end: from + day.ms });
    from += day.ms;
  }
  return pieces;
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
 * Explains the hours of a period: its days in company time, the parts of entries inside them, and the scans behind those.
 * `measure` says which total is explained. Throws not_found for a person or location of another company, and to employees
 * for anybody but themselves.
 */
export async function explainHours(
  context: Context,
  { startDate, endDate, measure, ...asked }: EndpointRequest<'explainHours'>['query'],
): Promise<HoursExplanation> {
  const { db, viewer } = context;
  const { companyId } = viewer;
  const only = {
    userId: (viewer.role === 'admin' ? asked.userId : (asked.userId ?? viewer.userId))?.toLowerCase(),
    locationId: asked.locationId,
  };
  const isAllowed = viewer.role === 'admin' || only.userId === viewer.userId;
  if (!isAllowed || !(await areOfCompany(db, companyId, only))) throw new AppError('not_found');
  const period = { start: startDate, end: endDate };
  const counting = countingOf(context);
  const { frame, frameOf, all } = await framesOf(db, viewer, period, measure, only.userId);
  const found = await findEntriesWithin(db, companyId, all, only, counting);

  const byDate = new Map<string, Part[]>();
  const entries = found.filter((entry) => {
    const own = frameOf(entry.userId);
    if (!own) return false;
    const checkIn = Date.parse(entry.checkIn);
    const began = checkIn >= own.start.getTime() && checkIn < own.end.getTime();
    const pieces = piecesOf(entry, own, period, counting);
    const countedUpTo = new Date(countedEnd(entry, counting)).getTime();
    for (const { date, start, end } of pieces) {
      const part = {
        timeEntryId: entry.id,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        startOffset: offsetOf(start, own.timeZone),
        endOffset: offsetOf(end, own.timeZone),
        ms: end - start,
        beganEarlier: start > checkIn,
        wentOn: end < countedUpTo,
      };
      byDate.set(date, [...(byDate.get(date) ?? []), part]);
    }
    return began || pieces.length > 0;
  });
  const scans = await findScans(
    db,
    companyId,
    entries.map(({ id }) => id),
  );
  const sum = (parts: Part[]) => parts.reduce((total, { ms }) => total + ms, 0);
  const days = [...byDate]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([date, parts]) => {
      const day = dayRange(date, frame.timeZone);
      const start = date === startDate ? frame.start : day.start;
      const end = date === endDate ? frame.end : day.end;
      return { date, dayMs: end.getTime() - start.getTime(), ...figures(sum(parts)), parts };
    });
  return {
    startDate,
    endDate,
    timeZone: frame.timeZone,
    countedUpTo: counting.now.toISOString(),
    total: figures(sum(days.flatMap(({ parts }) => parts))),
    days,
    entries: entries.map((entry) => ({
      ...entry,
      scans: scans.get(entry.id) ?? [],
      notCounted: notCountedWhy(entry),
    })),
  };
}
