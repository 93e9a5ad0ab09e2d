import type { EndpointRequest, EndpointResponse } from '#contract/index.ts';
import { dateText } from '#domain/date-text.ts';
import { addDays, dateIn, datesBetween } from '#domain/dates.ts';
import { bySurname, fullName } from '#domain/names.ts';
import { copyDates, fillRotation, findOverlaps, shiftText } from '#domain/schedules.ts';
import { createWorkCalendar } from '#domain/work-calendar.ts';
import type { CompanyContext, Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { lockCompany } from '../company/company.queries.ts';
import {
  type DayKey,
  type DayOfShifts,
  isKindIn,
  listCoveredDates,
  listKinds,
  listPlannableLocations,
  listShifts,
  replaceDraft,
  type ShiftOfPerson,
} from '../shifts/shifts.queries.ts';
import { readCompanyTime } from '../work-rules/work-rules.service.ts';
import { hasFeed } from './feed.queries.ts';
import {
  answerOf,
  isSameDay,
  legalNoticeOf,
  nameDays,
  namerOf,
  type PlannablePerson,
  readPlan,
} from './plan.service.ts';
import * as queries from './schedules.queries.ts';

/** How far in the past and in the future a shift may be planned, in days: a year and two. */
const DAYS_BACK = 366;
const DAYS_AHEAD = 731;
/** Person-days that are copied or filled at once: 300 people of a month. */
export const MAX_DAYS_AT_ONCE = 10_000;

type DaysSet = EndpointResponse<'setScheduleDays'>;
type SentShift = EndpointRequest<'setScheduleDays'>['body']['days'][number]['shifts'][number];
type Period = { startDate: string; endDate: string };

/** The people of these ids who can be planned in the period; refuses others (not_found). Without ids everybody in the scope. */
export async function requirePlannable(
  { viewer, scope, clock }: Context,
  db: Db,
  { startDate: from, endDate: to }: Period,
  ids: readonly string[] | undefined,
): Promise<PlannablePerson[]> {
  const userIds = ids && [...new Set(ids.map((id) => id.toLowerCase()))];
  const asked = { from, to, now: clock.now(), ...(userIds && { userIds }) };
  const people = await queries.listPeople(db, viewer.companyId, scope, asked);
  if (userIds && people.length < userIds.length) throw new AppError('not_found');
  return people;
}

/**
 * The people in the scope who can be planned in the period, or those of one location; refuses a foreign one (not_found).
 * `withGone`: also who was, and has closed their account.
 */
export async function listPeopleAsked(
  { db, viewer, scope, clock }: CompanyContext,
  { startDate: from, endDate: to }: Period,
  locationId: string | undefined,
  withGone = false,
): Promise<PlannablePerson[]> {
  const location = locationId?.toLowerCase();
  if (location && (await listPlannableLocations(db, viewer.companyId, scope, [location])).length === 0) {
    throw new AppError('not_found');
  }
  const asked = { from, to, withGone, now: clock.now(), ...(location && { locationId: location }) };
  return queries.listPeople(db, viewer.companyId, scope, asked);
}

/** The schedule of everybody in the scope, or of those of a location, with its warnings. */
export const getSchedule: Handler<'getSchedule'> = async (
  context,
  { query: { plan, locationId, ...period } },
) => {
  const { db, viewer, language, throttle } = context;
  await throttle.take('monthHours', viewer.companyId);
  // Read before the draft, so that a change in between conflicts with a save based on this version.
  const version = await queries.readVersion(db, viewer.companyId);
  const people = await listPeopleAsked(context, period, locationId, plan === 'published');
  const read = await readPlan(context, db, people, period, plan);
  const order = bySurname(language);
  return {
    people: read.people.toSorted((a, b) => order(a.user, b.user)),
    warnings: read.warnings,
    changed: read.people.filter(({ isChanged }) => isChanged).length,
    version,
    coversMonth: (await legalNoticeOf(context, db)).coversMonth,
  };
};

const keyOf = ({ userId, date }: DayKey) => `${userId} ${date}`;

/** The draft around these days of the people. Refuses shifts in them that overlap others of the person, which the error names. */
export async function requireNoOverlaps(
  context: Context,
  transaction: Db,
  people: readonly PlannablePerson[],
  days: readonly DayOfShifts[],
): ReturnType<typeof queries.listDraft> {
  const dates = days.map(({ date }) => date).toSorted();
  const draft = await queries.listDraft(transaction, {
    companyId: context.viewer.companyId,
    userIds: people.map(({ id }) => id),
    from: addDays(dates[0] ?? '', -1),
    to: addDays(dates.at(-1) ?? '', 1),
  });
  const planned = Map.groupBy(days, ({ userId }) => userId);
  for (const person of people) {
    const own = planned.get(person.id) ?? [];
    const after = new Map([
      ...(draft.get(person.id) ?? []),
      ...own.map((day) => [day.date, day.shifts] as const),
    ]);
    if (own.length > 0) refuseOverlap(context, person, [...after.values()].flat());
  }
  return draft;
}

/** Refuses shifts of the person that overlap. */
export function refuseOverlap(
  { viewer, language }: Context,
  person: PlannablePerson,
  shifts: readonly ShiftOfPerson[],
): void {
  const [overlap] = findOverlaps(shifts, viewer.timeZone);
  if (!overlap) return;
  const [first = '', second = ''] = overlap.map(
    (shift) => `${dateText(shift.date, language)} ${shiftText(shift)}`,
  );
  throw new AppError('schedule_overlaps', { params: { name: fullName(person), first, second } });
}

/**
 * Sets days of the draft and returns how they were and are; none may overlap. The caller has locked the company, which keeps two
 * planners apart.
 */
export async function writeDays(
  context: Context,
  transaction: Db,
  people: readonly PlannablePerson[],
  days: readonly DayOfShifts[],
): Promise<DaysSet> {
  const { companyId } = context.viewer;
  const version = await queries.readVersion(transaction, companyId);
  if (days.length === 0) return { before: [], after: [], version };
  const draft = await requireNoOverlaps(context, transaction, people, days);
  const before = days.map(({ userId, date }) => ({
    userId,
    date,
    shifts: draft.get(userId)?.get(date) ?? [],
  }));
  const changed = days.filter((day, index) => !isSameDay(day.shifts, before[index]?.shifts));
  if (changed.length > 0) await replaceDraft(transaction, companyId, changed, version + 1);
  const answer = (list: readonly DayOfShifts[]) =>
    list.map(({ userId, date, shifts }) => ({ userId, date, shifts: shifts.map(answerOf) }));
  return {
    before: answer(before),
    after: answer(days),
    version: changed.length > 0 ? version + 1 : version,
  };
}

export function requireNearDates(
  { viewer, clock }: Context,
  dates: readonly { date: string; path: string }[],
): void {
  const today = dateIn(clock.now(), viewer.timeZone);
  const [first, last] = [addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)];
  const far = dates.find(({ date }) => date < first || date > last);
  if (far) throw invalidField(far.path, 'scheduleTooFar');
}

const byStart = (a: ShiftOfPerson, b: ShiftOfPerson) =>
  Number(a.starts > b.starts) - Number(a.starts < b.starts);

export const shiftsOf = ({ userId, date }: DayKey, shifts: readonly SentShift[]): ShiftOfPerson[] =>
  shifts
    .map(({ locationId, kindId, note, ...times }) => ({
      userId,
      date,
      ...times,
      note: note ?? '',
      locationId: locationId?.toLowerCase() ?? null,
      kindId: kindId?.toLowerCase() ?? null,
    }))
    .toSorted(byStart);

/** Sets whole days of the draft, all or none. */
export const setScheduleDays: Handler<'setScheduleDays'> = async (
  context,
  { body: { days: sent, ifVersion } },
) => {
  const { db, viewer, scope, language } = context;
  const { companyId } = viewer;
  requireNearDates(
    context,
    sent.map(({ date }, index) => ({ date, path: `days.${index}.date` })),
  );
  const days = sent.map(({ userId: given, date, shifts }): DayOfShifts => {
    const userId = given.toLowerCase();
    return { userId, date, shifts: shiftsOf({ userId, date }, shifts) };
  });
  const firstOf = new Map(days.map((day, index) => [keyOf(day), index] as const).toReversed());
  const twice = days.findIndex((day, index) => firstOf.get(keyOf(day)) !== index);
  if (twice >= 0) throw invalidField(`days.${twice}.date`, 'invalid');
  const dates = days.map(({ date }) => date).toSorted();
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const period = { startDate: dates[0] ?? '', endDate: dates.at(-1) ?? '' };
    const people = await requirePlannable(
      context,
      transaction,
      period,
      days.map(({ userId }) => userId),
    );
    await requireKnown(days);
    if (ifVersion !== undefined) await requireUnchanged(transaction, people, period, ifVersion);
    return writeDays(context, transaction, people, days);

    /** Refuses kinds and locations that are not the company's, or not the manager's, unless the day has them already. */
    async function requireKnown(all: readonly DayOfShifts[]): Promise<void> {
      const shifts = all.flatMap((day) => day.shifts);
      const usable = (await listKinds(transaction, companyId)).filter((kind) => isKindIn(scope, kind));
      const asked = [...new Set(shifts.flatMap(({ locationId }) => locationId ?? []))];
      const known = new Set<string | null>([
        ...[null, ...usable.map(({ id }) => id)],
        ...(await listPlannableLocations(transaction, companyId, scope, asked)),
      ]);
      const others = shifts.filter(({ kindId, locationId }) => !known.has(kindId) || !known.has(locationId));
      if (others.length === 0) return;
      const userIds = others.map(({ userId }) => userId);
      const range = { companyId, userIds, from: period.startDate, to: period.endDate };
      const there = [
        ...(await listShifts(transaction, range, 'draft')),
        ...(await listShifts(transaction, range, 'published')),
      ];
      const isThere = (shift: ShiftOfPerson, key: 'kindId' | 'locationId') =>
        known.has(shift[key]) ||
        there.some(
          (each) => each.userId === shift.userId && each.date === shift.date && each[key] === shift[key],
        );
      if (!others.every((shift) => isThere(shift, 'kindId') && isThere(shift, 'locationId'))) {
        throw new AppError('not_found');
      }
    }
  });

  async function requireUnchanged(
    transaction: Db,
    people: PlannablePerson[],
    { startDate, endDate }: Period,
    version: number,
  ) {
    const since = await queries.listChangedSince(transaction, companyId, days, version);
    if (since.length === 0) return;
    const draft = await queries.listDraft(transaction, {
      companyId,
      userIds: since.map(({ userId }) => userId),
      from: startDate,
      to: endDate,
    });
    const byKey = new Map(days.map((day) => [keyOf(day), day]));
    const other = since.find(
      (key) => !isSameDay(byKey.get(keyOf(key))?.shifts, draft.get(key.userId)?.get(key.date)),
    );
    const person = people.find(({ id }) => id === other?.userId);
    if (other && person) {
      throw new AppError('schedule_changed', {
        params: { name: fullName(person), date: dateText(other.date, language), count: since.length },
      });
    }
  }
};

/** The company's holidays and days off among the dates. */
async function holidaysAmong(
  { viewer }: Context,
  db: Db,
  period: Period,
  isAsked: boolean,
): Promise<Set<string>> {
  if (!isAsked) return new Set();
  const zones = [{ validFrom: '', timeZone: viewer.timeZone }];
  const calendar = createWorkCalendar({ ...(await readCompanyTime(db, viewer)), zones });
  const dates = datesBetween({ start: period.startDate, end: period.endDate });
  return new Set(dates.filter((date) => calendar.freeDay(date) !== null));
}

/** Copies the draft of a period. */
export const copySchedule: Handler<'copySchedule'> = async (
  context,
  { body: { startDate, endDate, toDate, userIds, skipHolidays } },
) => {
  const { db, viewer } = context;
  const { companyId } = viewer;
  const targets = copyDates({ startDate, endDate, toDate, skipDates: new Set() });
  const to = { startDate: toDate, endDate: targets.at(-1)?.to ?? toDate };
  requireNearDates(context, [
    { date: to.startDate, path: 'toDate' },
    { date: to.endDate, path: 'toDate' },
  ]);
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const people = await requirePlannable(context, transaction, to, userIds);
    const skipDates = await holidaysAmong(context, transaction, to, skipHolidays);
    const draft = await queries.listDraft(transaction, {
      companyId,
      userIds: people.map(({ id }) => id),
      from: startDate,
      to: endDate,
    });
    const dates = copyDates({ startDate, endDate, toDate, skipDates });
    requireRoom(people.length * dates.length);
    const days = people.flatMap(({ id: userId }) =>
      dates.map(({ from, to: date }) => ({
        userId,
        date,
        shifts: (draft.get(userId)?.get(from) ?? []).map((shift) => ({ ...shift, date })),
      })),
    );
    return writeDays(context, transaction, people, days);
  });
};

function requireRoom(days: number): void {
  if (days > MAX_DAYS_AT_ONCE) throw new AppError('schedule_too_large');
}

/** The active kinds of no location, or of one where the viewer may plan. */
export async function listPlannableKinds({ viewer: { companyId }, scope }: Context, db: Db) {
  const kinds = (await listKinds(db, companyId)).filter(({ isActive }) => isActive);
  const asked = kinds.flatMap(({ locationId }) => locationId ?? []);
  const known = new Set(await listPlannableLocations(db, companyId, scope, asked));
  return kinds.filter(({ locationId }) => locationId === null || known.has(locationId));
}

/** Fills a period by a rotation of kinds. */
export const fillSchedule: Handler<'fillSchedule'> = async (
  context,
  { body: { startDate, endDate, userIds, rotation, firstDay, skipHolidays } },
) => {
  const { db, viewer } = context;
  const { companyId } = viewer;
  requireNearDates(context, [
    { date: startDate, path: 'startDate' },
    { date: endDate, path: 'endDate' },
  ]);
  const places = new Map(Object.entries(firstDay).map(([id, place]) => [id.toLowerCase(), place]));
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const people = await requirePlannable(context, transaction, { startDate, endDate }, userIds);
    const kinds = new Map((await listPlannableKinds(context, transaction)).map((kind) => [kind.id, kind]));
    const turns = rotation.map((id, index) => {
      const kind = id && kinds.get(id.toLowerCase());
      if (kind === undefined) throw invalidField(`rotation.${index}`, 'invalid');
      return kind || null;
    });
    const skipDates = await holidaysAmong(context, transaction, { startDate, endDate }, skipHolidays);
    const days = people.flatMap(({ id: userId }) =>
      fillRotation({ rotation: turns, startDate, endDate, firstDay: places.get(userId) ?? 0, skipDates }).map(
        ({ date, kind }) => {
          if (!kind) return { userId, date, shifts: [] };
          const { id: kindId, starts, ends, breakMinutes, locationId } = kind;
          const shift = { starts, ends, breakMinutes, locationId, kindId, note: null };
          return { userId, date, shifts: shiftsOf({ userId, date }, [shift]) };
        },
      ),
    );
    requireRoom(days.length);
    return writeDays(context, transaction, people, days);
  });
};

/** The viewer's published shifts, and what they have not said to have seen. */
export const getOwnSchedule: Handler<'getOwnSchedule'> = async (
  { db, viewer, scope },
  { query: { startDate: from, endDate: to } },
) => {
  const { companyId, userId } = viewer;
  const range = { companyId, userIds: [userId], from, to };
  const shifts = await listShifts(db, range, 'published');
  const named = namerOf(await queries.listNames(db, companyId));
  const unseen = await queries.listAnnouncements(db, companyId, scope, 'unseen');
  return {
    days: [...Map.groupBy(shifts, ({ date }) => date)].map(([date, own]) => ({
      date,
      shifts: own.map((shift) => named(answerOf(shift))),
    })),
    coveredDates: (await listCoveredDates(db, range)).get(userId) ?? [],
    hasFeed: await hasFeed(db, viewer),
    announcements: unseen.map(({ days, ...announcement }) => ({
      ...announcement,
      days: nameDays(days, named),
    })),
  };
};
