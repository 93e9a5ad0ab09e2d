import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ShiftKind } from '#contract/shifts.ts';
import { clockOf } from '#domain/on-call.ts';
import { coveredPlan, type PlannedShift } from '#domain/schedules.ts';
import type { Scope } from '#server/context.ts';
import type { ShiftKind as ShiftKindTable } from '#server/generated/types.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { locationIn } from '#server/platform/scope.ts';

/** The minute of the day of `HH:mm`. */
export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const kindColumns = [
  'id',
  'name',
  'code',
  'starts',
  'ends',
  'breakMinutes',
  'locationId',
  'isActive',
] as const;
const kindOf = ({ starts, ends, ...kind }: Omit<Selectable<ShiftKindTable>, 'companyId'>): ShiftKind => ({
  ...kind,
  starts: clockOf(starts),
  ends: clockOf(ends),
});
type KindFacts = Omit<ShiftKind, 'id'>;
const valuesOf = ({ starts, ends, ...facts }: KindFacts) => ({
  ...facts,
  starts: minuteOf(starts),
  ends: minuteOf(ends),
});

/** The company's shift kinds, active ones first, by start. Those of deleted locations are inactive. */
export async function listKinds(db: Db, companyId: string): Promise<ShiftKind[]> {
  const rows = await db
    .selectFrom('shiftKind as k')
    .leftJoin('location as l', inCompany('l.id', 'k.locationId'))
    .where('k.companyId', '=', companyId)
    .select(['k.id', 'k.name', 'k.code', 'k.starts', 'k.ends', 'k.breakMinutes', 'k.locationId'])
    .select(sql<boolean>`k.is_active and l.deleted_at is null`.as('isActive'))
    .orderBy('isActive', 'desc')
    .orderBy('k.starts')
    .orderBy('k.code')
    .execute();
  return rows.map(kindOf);
}

/** The kind that has the code, whatever its case: as the index that keeps codes apart says. */
export const findKindByCode = (db: Db, companyId: string, code: string) =>
  db
    .selectFrom('shiftKind')
    .where('companyId', '=', companyId)
    .where(sql`lower(code)`, '=', sql`lower(${code})`)
    .select('id')
    .executeTakeFirst();

export async function insertKind(db: Db, companyId: string, facts: KindFacts): Promise<ShiftKind> {
  const row = await db
    .insertInto('shiftKind')
    .values({ companyId, id: randomUUIDv7(), ...valuesOf(facts) })
    .returning(kindColumns)
    .executeTakeFirstOrThrow();
  return kindOf(row);
}

export async function updateKind(
  db: Db,
  companyId: string,
  id: string,
  facts: KindFacts,
): Promise<ShiftKind | undefined> {
  const row = await db
    .updateTable('shiftKind')
    .set(valuesOf(facts))
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .returning(kindColumns)
    .executeTakeFirst();
  return row && kindOf(row);
}

export async function deleteKind(db: Db, companyId: string, id: string): Promise<void> {
  await db
    .updateTable('plannedShift')
    .set({ kindId: null })
    .where('companyId', '=', companyId)
    .where('kindId', '=', id)
    .execute();
  await db.deleteFrom('shiftKind').where('companyId', '=', companyId).where('id', '=', id).execute();
}

/** Whether a kind is of no location or of one in the scope. */
export const isKindIn = (scope: Scope, { locationId }: Pick<ShiftKind, 'locationId'>): boolean =>
  scope.kind !== 'locations' || locationId === null || scope.locationIds.includes(locationId);

/** Which of these locations the caller may plan at: those of the company, of a manager the own ones; not deleted ones. */
export async function listPlannableLocations(
  db: Db,
  companyId: string,
  scope: Scope,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .where('id', '=', anyOf([...ids]))
    .where(locationIn(scope, 'id').$castTo<boolean>())
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export type ShiftOfPerson = PlannedShift & { userId: string };
/** Of these people, dates both included; without `userIds` of everybody. */
export type ShiftRange = { companyId: string; userIds?: readonly string[]; from: string; to: string };

/** Without what lies outside the employment of its person: what was published for later counts no more once they have left. */
async function whileEmployed<Row extends DayKey>(db: Db, companyId: string, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return rows;
  // A join with all rows would take longer than this.
  const limited = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`coalesce(employed_from, employed_to) is not null`)
    .select('id')
    .select([
      sql<string | null>`employed_from::text`.as('from'),
      sql<string | null>`employed_to::text`.as('to'),
    ])
    .execute();
  const limits = new Map(limited.map(({ id, ...limit }) => [id, limit]));
  return rows.filter(({ userId, date }) => {
    const { from, to } = limits.get(userId) ?? {};
    return date >= (from ?? date) && date <= (to ?? date);
  });
}

/** Planned shifts of the draft, or of what is published for somebody employed then, by person, date and start. */
export async function listShifts(
  db: Db,
  { companyId, userIds, from, to }: ShiftRange,
  plan: 'draft' | 'published',
): Promise<ShiftOfPerson[]> {
  const rows = await db
    .selectFrom('plannedShift')
    .where('companyId', '=', companyId)
    .$if(userIds !== undefined, (query) => query.where('userId', '=', anyOf([...(userIds ?? [])])))
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('isDraft', '=', plan === 'draft')
    .orderBy('userId')
    .orderBy('date')
    .orderBy('starts')
    .select(['userId', 'date', 'starts', 'ends', 'breakMinutes', 'locationId', 'kindId'])
    .select(sql<string>`coalesce(note, '')`.as('note'))
    .execute();
  const counted = plan === 'draft' ? rows : await whileEmployed(db, companyId, rows);
  return counted.map(({ starts, ends, ...row }) => ({
    ...row,
    starts: clockOf(starts),
    ends: clockOf(ends),
  }));
}

/** The dates of people's employment that lie in a published period, by person. */
export async function listCoveredDates(
  db: Db,
  { companyId, userIds, from, to }: ShiftRange,
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('scheduleDay')
    .where('companyId', '=', companyId)
    .$if(userIds !== undefined, (query) => query.where('userId', '=', anyOf([...(userIds ?? [])])))
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('isCovered', '=', true)
    .orderBy('date')
    .select(['userId', 'date'])
    .execute();
  const counted = await whileEmployed(db, companyId, rows);
  return new Map(
    [...Map.groupBy(counted, ({ userId }) => userId)].map(([userId, days]) => [
      userId,
      days.map(({ date }) => date),
    ]),
  );
}

/**
 * Reads what `Employment.schedule` takes (work-rules.md §4): of a person the milliseconds that are planned on each covered date,
 * by the clock of the date's time zone; undefined without one.
 */
export async function readCoveredPlans(db: Db, range: ShiftRange) {
  const covered = await listCoveredDates(db, range);
  const published = covered.size > 0 ? await listShifts(db, range, 'published') : [];
  const shiftsOf = Map.groupBy(published, ({ userId }) => userId);
  return (userId: string, zoneOf: (date: string) => string): Map<string, number> | undefined => {
    const dates = covered.get(userId);
    const shifts = shiftsOf.get(userId) ?? [];
    return dates && coveredPlan({ dates, shifts, absentDates: new Set(), zoneOf });
  };
}

export type DayKey = { userId: string; date: string };
export type DayOfShifts = DayKey & { shifts: ShiftOfPerson[] };

/** Columns of keys, as `unnest` takes them. */
export const keysOf = (days: readonly DayKey[]) =>
  sql`unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ date }) => date)}::date[])`;

/** Sets the draft of these days, whose shifts replace those that were there. */
export async function replaceDraft(
  db: Db,
  companyId: string,
  days: readonly DayOfShifts[],
  version: number,
): Promise<void> {
  await sql`
    insert into schedule_day (company_id, user_id, date, version)
      select ${companyId}, k.user_id, k.date, ${version} from ${keysOf(days)} as k (user_id, date)
    on conflict (company_id, user_id, date) do update set version = excluded.version`.execute(db);
  await deleteShifts(db, companyId, days, { isDraft: true });
  const shifts = days.flatMap(({ shifts: own }) => own);
  const of = <Key extends keyof ShiftOfPerson>(key: Key) => shifts.map((shift) => shift[key]);
  const minutes = (key: 'starts' | 'ends') => shifts.map((shift) => minuteOf(shift[key]));
  await sql`
    insert into planned_shift (company_id, user_id, date, is_draft, starts, ends, break_minutes, location_id, kind_id, note)
      select ${companyId}, s.user_id, s.date, true, s.starts, s.ends, s.break_minutes, s.location_id, s.kind_id,
        nullif(s.note, '')
      from unnest(${of('userId')}::uuid[], ${of('date')}::date[], ${minutes('starts')}::smallint[],
        ${minutes('ends')}::smallint[], ${of('breakMinutes')}::smallint[], ${of('locationId')}::uuid[],
        ${of('kindId')}::uuid[], ${of('note')}::text[])
        as s (user_id, date, starts, ends, break_minutes, location_id, kind_id, note)`.execute(db);
}

/** Notes that it is told who has not come on these days, and returns those of which it had not been told. */
export async function markNotHere(
  db: Db,
  companyId: string,
  days: readonly DayKey[],
  at: Date,
): Promise<DayKey[]> {
  const { rows } = await sql<DayKey>`
    update schedule_day d set not_here_mailed_at = ${at} from ${keysOf(days)} as k (user_id, date)
    where d.company_id = ${companyId} and d.user_id = k.user_id and d.date = k.date and d.not_here_mailed_at is null
    returning d.user_id as "userId", d.date::text as date`.execute(db);
  return rows;
}

async function deleteShifts(
  db: Db,
  companyId: string,
  days: readonly DayKey[],
  { isDraft }: { isDraft: boolean },
): Promise<void> {
  await sql`
    delete from planned_shift s using ${keysOf(days)} as k (user_id, date)
    where s.company_id = ${companyId} and s.user_id = k.user_id and s.date = k.date and s.is_draft = ${isDraft}`.execute(
    db,
  );
}

/** Makes the draft of these days what is published; `isCovered` says whether the day is then part of the plan. */
export async function publishDays(
  db: Db,
  companyId: string,
  days: readonly (DayKey & { isCovered: boolean })[],
): Promise<void> {
  await sql`
    insert into schedule_day (company_id, user_id, date, version, is_covered)
      select ${companyId}, k.user_id, k.date, 0, k.is_covered
      from unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ date }) => date)}::date[],
        ${days.map(({ isCovered }) => isCovered)}::boolean[]) as k (user_id, date, is_covered)
    on conflict (company_id, user_id, date) do update set is_covered = excluded.is_covered`.execute(db);
  await deleteShifts(db, companyId, days, { isDraft: false });
  await sql`
    insert into planned_shift (company_id, user_id, date, is_draft, starts, ends, break_minutes, location_id, kind_id, note)
      select s.company_id, s.user_id, s.date, false, s.starts, s.ends, s.break_minutes, s.location_id, s.kind_id, s.note
      from planned_shift s join ${keysOf(days)} as k (user_id, date) on s.user_id = k.user_id and s.date = k.date
      where s.company_id = ${companyId} and s.is_draft`.execute(db);
}
