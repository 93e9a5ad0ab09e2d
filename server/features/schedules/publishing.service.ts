import { randomUUIDv7 } from 'node:crypto';
import { startOfDay } from '#domain/calendar.ts';
import { addDays, dateIn, datesBetween, monthOf } from '#domain/dates.ts';
import { shiftFacts } from '#domain/schedule-changes.ts';
import { datesWithinNotice } from '#domain/schedule-warnings.ts';
import type { Context } from '#server/context.ts';
import { type Db, lockTimeEntriesOf } from '#server/platform/database/database.ts';
import { AppError, monthsLocked } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger, type Fact } from '#server/platform/ledger/ledger.ts';
import { listAbsencesOf } from '../absences/absences.queries.ts';
import { lockCompany } from '../company/company.queries.ts';
import { listCoveredDates, listShifts, publishDays, type ShiftOfPerson } from '../shifts/shifts.queries.ts';
import {
  answerOf,
  isSameDay,
  nameDays,
  namerOf,
  noticeDaysOf,
  type PlannablePerson,
} from './plan.service.ts';
import { sendScheduleMail } from './schedules.emails.ts';
import * as queries from './schedules.queries.ts';
import { refuseOverlap, requirePlannable } from './schedules.service.ts';

type Change = { date: string; before: ShiftOfPerson[]; after: ShiftOfPerson[] };
/** What a publication does for one person. */
type Publication = {
  userId: string;
  person: PlannablePerson;
  /** Every date of the period within the employment, and whether the schedule then covers it. */
  days: { userId: string; date: string; isCovered: boolean }[];
  /** The dates with other shifts than before. */
  changes: Change[];
  /** The dates whose plan changes: these, and those that become covered or are no longer; at least one. */
  changedDates: [string, ...string[]];
  /** The person is told something: other shifts, or days off where no schedule was. */
  isNews: boolean;
};

/**
 * What publishing the period changes, by person. Who is not named, and has neither a shift nor a published day in it, is left
 * out: nobody's month becomes days off because others were planned. A date without a shift that a whole-day absence covers
 * stays with the pattern (work-rules.md §4).
 */
async function readPublications(
  { viewer }: Context,
  db: Db,
  people: readonly PlannablePerson[],
  { startDate: from, endDate: to, isNamed }: { startDate: string; endDate: string; isNamed: boolean },
): Promise<Publication[]> {
  const { companyId } = viewer;
  const range = { companyId, userIds: people.map(({ id }) => id), from, to };
  const drafts = await queries.listDraft(db, range);
  const published = queries.byPersonAndDate(await listShifts(db, range, 'published'));
  const covered = await listCoveredDates(db, range);
  const absences = Map.groupBy(await listAbsencesOf(db, range), ({ userId }) => userId);
  return people.flatMap((person) => {
    const { id: userId, employedFrom, employedTo } = person;
    if (!isNamed && !drafts.has(userId) && !covered.has(userId)) return [];
    const isAbsent = (date: string) =>
      absences.get(userId)?.some(({ start, end, part }) => part === null && start <= date && date <= end) ??
      false;
    const coveredBefore = new Set(covered.get(userId));
    const days = datesBetween({ start: from, end: to })
      .filter((date) => date >= (employedFrom ?? date) && date <= (employedTo ?? date))
      .map((date) => {
        const [before = [], after = []] = [published.get(userId)?.get(date), drafts.get(userId)?.get(date)];
        return { userId, date, before, after, isCovered: after.length > 0 || !isAbsent(date) };
      });
    const changes = days.filter(({ before, after }) => !isSameDay(before, after));
    const changed = days.filter(
      (day) => changes.includes(day) || day.isCovered !== coveredBefore.has(day.date),
    );
    const isNews = changes.length > 0 || changed.some(({ isCovered }) => isCovered);
    const [first, ...others] = changed.map(({ date }) => date);
    return first ? [{ userId, person, days, changes, changedDates: [first, ...others], isNews }] : [];
  });
}

/**
 * Refuses to change the schedule that a month was approved with. Holds up approvals that the change could reach until the
 * transaction ends: of months that are over, so up to the present one.
 */
async function requireOpenMonths(
  { viewer, clock }: Context,
  db: Db,
  publications: readonly Publication[],
): Promise<void> {
  const ids = publications.map(({ userId }) => userId).toSorted();
  const { end } = monthOf(dateIn(clock.now(), viewer.timeZone));
  const near = new Set(
    publications.filter((each) => each.changedDates[0] <= end).map(({ userId }) => userId),
  );
  for (const id of ids) if (near.has(id)) await lockTimeEntriesOf(db, viewer.companyId, id);
  const approved = await queries.listApprovedMonths(db, viewer.companyId, ids);
  const locked = publications.flatMap(({ userId, changedDates }) => {
    const months = new Set(approved.get(userId)?.map(({ month }) => month));
    return changedDates.map((date) => date.slice(0, 7)).filter((month) => months.has(month));
  });
  if (locked.length > 0) throw monthsLocked([...new Set(locked)].toSorted());
}

/** Refuses to publish a part of the draft that overlaps what is published beside it. */
async function refusePublishedOverlaps(
  context: Context,
  db: Db,
  publications: readonly Publication[],
  { startDate, endDate }: { startDate: string; endDate: string },
): Promise<void> {
  const published = await listShifts(
    db,
    {
      companyId: context.viewer.companyId,
      userIds: publications.map(({ userId }) => userId),
      from: addDays(startDate, -1),
      to: addDays(endDate, 1),
    },
    'published',
  );
  const shifts = Map.groupBy(published, ({ userId }) => userId);
  for (const { userId, person } of publications) refuseOverlap(context, person, shifts.get(userId) ?? []);
}

/** As the ledger keeps them. */
const factsOf = (changes: readonly Change[]): Fact =>
  changes.map(({ date, before, after }) => ({
    date,
    before: before.map(shiftFacts),
    after: after.map(shiftFacts),
  }));

/**
 * Makes the draft of a period what counts and announces to each person what changed for them. Refuses approved months, and a
 * change that is nearer than the notice without a reason. Who has an address is mailed when it is committed.
 */
export const publishSchedule: Handler<'publishSchedule'> = async (
  context,
  { body: { startDate, endDate, userIds, reason } },
) => {
  const { db, viewer, clock } = context;
  const { companyId, userId: actorId, timeZone } = viewer;
  await context.throttle.take('schedulePublication', companyId);
  const at = clock.now();
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    const period = { startDate, endDate };
    const people = await requirePlannable(context, transaction, period, userIds);
    const isNamed = userIds !== undefined;
    const publications = await readPublications(context, transaction, people, { ...period, isNamed });
    await requireOpenMonths(context, transaction, publications);
    const { sendsSchedules } = await queries.findSettings(transaction, companyId);
    const noticeDays = await noticeDaysOf(context, transaction);
    const today = dateIn(at, timeZone);
    const within = publications.flatMap(({ userId, changes }) =>
      datesWithinNotice(
        changes.map(({ date }) => date),
        today,
        noticeDays,
      ).map((date) => ({ userId, date })),
    );
    if (within.length > 0 && !reason) throw new AppError('notice_needs_reason');
    await publishDays(
      transaction,
      companyId,
      publications.flatMap(({ days }) => days),
    );
    await refusePublishedOverlaps(context, transaction, publications, period);
    const late = new Set(within.map(({ userId }) => userId));
    const named = namerOf(await queries.listNames(transaction, companyId));
    for (const { userId, changedDates } of publications) {
      const from = startOfDay(changedDates[0], timeZone).toISOString();
      await context.refuseSealedMonthChanges(context, transaction, userId, from);
    }
    const news = publications.filter(({ isNews }) => isNews);
    for (const { userId, person, changes } of news) {
      const days = changes.map(({ date, before, after }) => ({
        date,
        before: before.map(answerOf),
        after: after.map(answerOf),
      }));
      const told = { startDate, endDate, reason: late.has(userId) ? (reason ?? null) : null };
      const isMailed =
        sendsSchedules && (await sendScheduleMail(context, transaction, person, told, nameDays(days, named)));
      const announcement = { id: randomUUIDv7(), ...told, channels: isMailed ? ['app', 'mail'] : ['app'] };
      await queries.insertAnnouncement(transaction, companyId, {
        ...announcement,
        userId,
        days,
        announcedBy: actorId,
        announcedAt: at.toISOString(),
        seenAt: null,
      });
      const { id: announcementId, ...facts } = announcement;
      const why = { announcementId, ...facts, days: factsOf(changes) };
      const act = { kind: 'schedule-announced' as const, actorId, at, why };
      await appendToLedger(transaction, companyId, act, { userId });
    }
    return { announced: news.length, within };
  });
};

/** What was announced with a date in the period, to people in the scope. */
export const listAnnouncements: Handler<'listAnnouncements'> = ({ db, viewer, scope }, { query }) =>
  queries.listAnnouncementsIn(db, viewer.companyId, scope, query);

/** Notes in the ledger that the viewer has seen what was announced to them. */
export const acknowledgeSchedule: Handler<'acknowledgeSchedule'> = async (
  { db, viewer, scope, clock },
  { body: { announcementIds } },
) => {
  const { companyId, userId } = viewer;
  const ids = [...new Set(announcementIds.map((id) => id.toLowerCase()))];
  return db.transaction().execute(async (transaction) => {
    const at = clock.now();
    for (const announcementId of await queries.markSeen(transaction, companyId, userId, ids, at)) {
      const act = { kind: 'schedule-seen' as const, actorId: userId, at, why: { announcementId } };
      await appendToLedger(transaction, companyId, act, { userId });
    }
    const own = await queries.listAnnouncements(transaction, companyId, scope, ids);
    if (own.length < ids.length) throw new AppError('not_found');
    return own;
  });
};
