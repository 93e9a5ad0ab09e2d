import type { EndpointRequest } from '#contract/index.ts';
import type { OverviewReport, PeriodOverview } from '#contract/reports.ts';
import { type InstantRange, offsetsIn, rangeOfDates } from '#domain/calendar.ts';
import {
  addDays,
  type DatePeriod,
  dateIn,
  daysBetween,
  monthOf,
  partsOf,
  periodBefore,
  weekOf,
} from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import type { Language } from '#domain/languages.ts';
import { byFullName, byName } from '#domain/names.ts';
import { type CompanyContext, type SettledCounting, settledCounting } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import * as queries from './overview.queries.ts';

/** What the overview needs of a context; `language` orders names. */
export type Reader = Pick<CompanyContext, 'db' | 'clock' | 'viewer' | 'scope' | 'settleHours'> & {
  language: Language;
};
type Query = Omit<EndpointRequest<'getOverviewReport'>['query'], 'format' | 'table'>;
type Hour = PeriodOverview['hoursOfDay'][number];

const QUARTER_MS = MS_PER_HOUR / 4;
const sum = (items: readonly { ms: number }[]) => items.reduce((total, { ms }) => total + ms, 0);

function barsOf(period: DatePeriod): { grain: PeriodOverview['grain']; bars: DatePeriod[] } {
  const days = daysBetween(period.start, period.end) + 1;
  if (days <= 92) return { grain: 'day', bars: partsOf(period, (date) => ({ start: date, end: date })) };
  return days <= 184
    ? { grain: 'week', bars: partsOf(period, weekOf) }
    : { grain: 'month', bars: partsOf(period, monthOf) };
}

/**
 * Working time by hour of the zone's clock, from its changes. Averages are over the range; time that stands on its first or
 * last date may lie outside of it.
 */
function hoursOfDay(
  changes: Awaited<ReturnType<typeof queries.listWorkChanges>>,
  range: InstantRange,
  timeZone: string,
  now: Date,
): Hour[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, ms: 0, lengthMs: 0 }));
  const bySlot = new Map(changes.map(({ slot, ...change }) => [Date.parse(slot), change]));
  const slots = [...bySlot.keys()];
  const counted = { start: range.start.getTime(), end: Math.min(range.end.getTime(), now.getTime()) };
  const all = {
    start: new Date(Math.min(counted.start, slots[0] ?? counted.start)),
    end: new Date(Math.max(counted.end, (slots.at(-1) ?? 0) + QUARTER_MS)),
  };
  let present = 0;
  for (const { start, end: until, offsetMs } of offsetsIn(all, timeZone)) {
    for (let slot = start; slot < until; slot += QUARTER_MS) {
      const own = hours[Math.floor((slot + offsetMs) / MS_PER_HOUR) % 24];
      const { growth, ms } = bySlot.get(slot) ?? { growth: 0, ms: 0 };
      if (own) own.ms += present * QUARTER_MS + ms;
      const isCounted = slot >= counted.start && slot < counted.end;
      if (own && isCounted) own.lengthMs += Math.min(QUARTER_MS, counted.end - slot);
      present += growth;
    }
  }
  return hours.map(({ lengthMs, ...hour }) => ({
    ...hour,
    averagePeople: lengthMs === 0 ? 0 : hour.ms / lengthMs,
  }));
}

async function readPeriod(
  context: Reader,
  period: DatePeriod,
  query: Query,
  counting: SettledCounting,
): Promise<PeriodOverview> {
  const { db, viewer, scope, language } = context;
  const { companyId, timeZone } = viewer;
  const { locationId, employeeId } = query;
  const { grain, bars } = barsOf(period);
  const range = rangeOfDates(period.start, period.end, timeZone);
  const asked = { companyId, scope, locationId, employeeId };
  const [sums, changes] = await Promise.all([
    queries.sumTime(db, asked, bars, counting),
    queries.listWorkChanges(db, asked, period, counting),
  ]);
  const ofPeople = sums.flatMap(({ userId, ms }) => (userId === null ? [] : [{ userId, ms }]));
  const ofBars = sums.flatMap(({ bar, locationId: of, ms }) =>
    bar === null || of === null ? [] : [{ bar, locationId: of, ms }],
  );
  const byLocation = Map.groupBy(ofBars, (each) => each.locationId);
  const [people, locations] = await Promise.all([
    queries.listNamesOf(db, companyId, [...new Set(ofPeople.map(({ userId }) => userId))]),
    queries.listLocationNamesOf(db, companyId, [...byLocation.keys()]),
  ]);

  const filterOf = ({ start, end }: DatePeriod, more: { locationId?: string; employeeId?: string } = {}) => ({
    startDate: start,
    endDate: end,
    ...(locationId && { locationId }),
    ...(employeeId && { employeeId }),
    ...more,
  });
  const [locationOrder, personOrder] = [byName(language), byFullName(language)];
  const named = new Map(people.map((person) => [person.userId, person]));
  const sortedLocations = locations.toSorted(
    (a, b) => locationOrder(a, b) || a.locationId.localeCompare(b.locationId),
  );
  const order = new Map(sortedLocations.map((location, index) => [location.locationId, index]));
  const byBar = Map.groupBy(ofBars, ({ bar }) => bar);
  return {
    startDate: period.start,
    endDate: period.end,
    total: { ms: sum(ofPeople), people: ofPeople.length, filter: filterOf(period) },
    grain,
    bars: bars.map((bar, index) => {
      const parts = byBar.get(index) ?? [];
      return {
        startDate: bar.start,
        endDate: bar.end,
        ms: sum(parts),
        filter: filterOf(bar),
        locations: parts
          .toSorted((a, b) => (order.get(a.locationId) ?? 0) - (order.get(b.locationId) ?? 0))
          .map((part) => ({
            locationId: part.locationId,
            ms: part.ms,
            filter: filterOf(bar, { locationId: part.locationId }),
          })),
      };
    }),
    locations: sortedLocations.map((location) => ({
      ...location,
      ms: sum(byLocation.get(location.locationId) ?? []),
      filter: filterOf(period, { locationId: location.locationId }),
    })),
    people: ofPeople
      .flatMap(({ userId, ms }) => {
        const person = named.get(userId);
        return person ? [{ ...person, ms, filter: filterOf(period, { employeeId: userId }) }] : [];
      })
      .toSorted(
        (a, b) =>
          (query.sort === 'hours' ? b.ms - a.ms : 0) || personOrder(a, b) || a.userId.localeCompare(b.userId),
      ),
    hoursOfDay: hoursOfDay(changes, range, timeZone, counting.now),
  };
}

/** The period before; of one that runs only as many of its days as have begun. */
function comparedWith(period: DatePeriod, today: string): DatePeriod {
  const before = periodBefore(period);
  if (today < period.start || today >= period.end) return before;
  const end = addDays(before.start, daysBetween(period.start, today));
  return { start: before.start, end: end < before.end ? end : before.end };
}

/** Refuses a location or person that is not within the scope. */
export async function requireKnown(
  { db, viewer, scope }: Pick<Reader, 'db' | 'viewer' | 'scope'>,
  { locationId, employeeId }: { locationId?: string | undefined; employeeId?: string | undefined },
): Promise<void> {
  if (!locationId && !employeeId) return;
  const asked = { companyId: viewer.companyId, scope, locationId, employeeId };
  if (!(await queries.isKnown(db, asked))) throw new AppError('not_found');
}

/**
 * Working time of the period, counted up to now, and of the same days of the one before it, as far as the scope reaches: what
 * `reportTimeEntries` lists for the filter beside each figure adds up to it.
 */
export async function readOverview(context: Reader, query: Query): Promise<OverviewReport> {
  await requireKnown(context, query);
  const period = { start: query.startDate, end: query.endDate };
  // One instant for both: a figure of one is compared with the same of the other.
  const counting = await settledCounting(context);
  const today = dateIn(counting.now, context.viewer.timeZone);
  const [current, previous] = await Promise.all([
    readPeriod(context, period, query, counting),
    readPeriod(context, comparedWith(period, today), query, counting),
  ]);
  return { countedUpTo: counting.now.toISOString(), current, previous };
}
