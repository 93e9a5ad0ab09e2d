import { type Insertable, type NotNull, type Selectable, sql, type Updateable } from 'kysely';
import type { ListedAbsence } from '#contract/absences.ts';
import { addDays } from '#domain/dates.ts';
import type { Employment, Terms } from '#domain/work-calendar.ts';
import type { Absence } from '#domain/work-hours.ts';
import type { Scope } from '#server/context.ts';
import type { AbsenceCode, Absence as AbsenceTable } from '#server/generated/types.ts';
import { type Db, overlaps as worksIn } from '#server/platform/database/database.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { mayActFor, personIn } from '#server/platform/scope.ts';

export type StoredAbsence = Selectable<AbsenceTable>;
export type StoredCode = Omit<Selectable<AbsenceCode>, 'companyId'>;

/** An absence as `workHours` takes it. */
export const absenceOf = (
  row: Pick<
    StoredAbsence,
    'code' | 'paid' | 'lowersNorm' | 'isForHolidayWork' | 'startDate' | 'endDate' | 'part'
  >,
): Absence => ({
  code: {
    code: row.code,
    paid: row.paid,
    lowersNorm: row.lowersNorm,
    isForHolidayWork: row.isForHolidayWork,
  },
  start: row.startDate,
  end: row.endDate,
  part: row.part,
});

/** The days that a request leaves of an absence; null for none. */
export const keptDaysOf = ({ keptStart, keptEnd }: { keptStart: string | null; keptEnd: string | null }) =>
  keptStart === null || keptEnd === null ? null : { startDate: keptStart, endDate: keptEnd };

/** Whether the dates of two columns meet a period, both ends included; written so that an index finds them. */
const overlaps = (start: string, end: string, from: string, to: string) =>
  sql<boolean>`daterange(${sql.ref(start)}, ${sql.ref(end)}, '[]') && daterange(${from}, ${to}, '[]')`;

/**
 * The absences that count of these people with a date from `from` to `to`, both included, by start; parts of one date in
 * their order. On-call time is not among them. For `workHours`, which wants those from `firstDateFor` on.
 */
export async function listAbsencesOf(
  db: Db,
  {
    companyId,
    userIds,
    from,
    to,
  }: { companyId: string; userIds: readonly string[]; from: string; to: string },
): Promise<(Absence & { userId: string })[]> {
  const rows = await db
    .selectFrom('absence')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`user_id = any (${userIds}::uuid[])`)
    .where('begins', 'is', null)
    .where(overlaps('startDate', 'endDate', from, to))
    .orderBy('startDate')
    .orderBy('seq')
    .select(['userId', 'code', 'paid', 'lowersNorm', 'isForHolidayWork', 'startDate', 'endDate', 'part'])
    .execute();
  return rows.map((row) => ({ ...absenceOf(row), userId: row.userId }));
}

/** On-call time of these people that begins from `from` to `to`, dates both included, in order. */
export async function listOnCallOf(
  db: Db,
  { companyId, userIds, from, to }: Parameters<typeof listAbsencesOf>[1],
) {
  return db
    .selectFrom('absence')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`user_id = any (${userIds}::uuid[])`)
    .where(overlaps('startDate', 'endDate', from, to))
    .where('begins', 'is not', null)
    .orderBy('startDate')
    .orderBy('begins')
    .select(['userId', 'code', 'startDate', 'begins', 'part', 'place'])
    .$narrowType<{ begins: NotNull; part: NotNull }>()
    .execute();
}

/** Who has an absence with a date from `start` to `end`, both included. */
export async function listAbsentIn(
  db: Db,
  companyId: string,
  { start, end }: { start: string; end: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('absence')
    .where('companyId', '=', companyId)
    .where(overlaps('startDate', 'endDate', start, end))
    .select('userId')
    .distinct()
    .execute();
  return rows.map(({ userId }) => userId);
}

type Selection = { id: string } | { startDate: string; endDate: string; userId: string | undefined };

/** Absences and the undecided or rejected requests for some, of people in the scope; of a period or the one of an id, by start. */
export async function listAbsences(
  db: Db,
  companyId: string,
  scope: Scope,
  selection: Selection,
): Promise<Omit<ListedAbsence, 'overlapsWork'>[]> {
  const isSelected = (start: string, end: string) => {
    if ('id' in selection) return sql<boolean>`id = ${selection.id}`;
    const { startDate, endDate, userId } = selection;
    const isIn = overlaps(start, end, startDate, endDate);
    return userId === undefined ? isIn : sql<boolean>`user_id = ${userId} and ${isIn}`;
  };
  const absences = db
    .selectFrom('absence')
    .where('companyId', '=', companyId)
    .where(isSelected('startDate', 'endDate'))
    .where(personIn(scope, 'userId'))
    .select(['id', 'userId', 'startDate', 'endDate', 'part', 'code', 'begins', 'place', 'note'])
    .select(sql<ListedAbsence['status']>`'approved'::approval_status`.as('status'))
    .select(sql<string | null>`null`.as('decisionReason'));
  const requests = db
    .selectFrom('correctionRequest')
    .where('companyId', '=', companyId)
    .where('kind', '=', 'absence')
    .where('status', '<>', 'approved')
    .where('absenceId', 'is', null)
    .where(isSelected('absenceStart', 'absenceEnd'))
    .where(personIn(scope, 'userId'))
    .select(['id', 'userId', 'absenceStart as startDate', 'absenceEnd as endDate', 'absencePart as part'])
    .select(['absenceCode as code'])
    .select([sql<number | null>`null::integer`.as('begins'), sql<string | null>`null`.as('place')])
    .select(['reason as note', 'status', 'decisionReason'])
    .$narrowType<{ startDate: NotNull; endDate: NotNull; code: NotNull }>();
  const rows = await db
    .selectFrom(absences.unionAll(requests).as('a'))
    .innerJoin('users as u', (join) => join.on('u.companyId', '=', companyId).onRef('u.id', '=', 'a.userId'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .leftJoin('correctionRequest as c', (join) =>
      join.on('c.companyId', '=', companyId).onRef('c.absenceId', '=', 'a.id').on('c.status', '=', 'pending'),
    )
    .orderBy('a.startDate')
    .orderBy('a.id')
    .selectAll('a')
    .select(['u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .select(['c.id as requestId', 'c.keptStart', 'c.keptEnd'])
    .execute();
  return rows.map(({ userId, firstName, lastName, nameTag, requestId, keptStart, keptEnd, ...absence }) => ({
    ...absence,
    change: requestId === null ? null : { requestId, kept: keptDaysOf({ keptStart, keptEnd }) },
    user: { id: userId, firstName, lastName, nameTag },
  }));
}

/** Which of these periods of people have a time entry in them; by the ids of the periods. */
export async function listWorked(
  db: Db,
  companyId: string,
  periods: { id: string; userId: string; start: Date; end: Date }[],
): Promise<Set<string>> {
  const of = <Key extends 'id' | 'userId' | 'start' | 'end'>(key: Key) =>
    periods.map((period) => period[key]);
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${of('id')}::uuid[], ${of('userId')}::uuid[], ${of('start')}::timestamptz[],
      ${of('end')}::timestamptz[]) as p (id, user_id, starts, ends)
    where exists (select from time_entry e where e.company_id = ${companyId} and e.user_id = p.user_id
      and ${worksIn(sql`p.starts`, sql`p.ends`)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function findAbsence(db: Db, companyId: string, id: string): Promise<StoredAbsence | undefined> {
  return db
    .selectFrom('absence')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

export async function insertAbsence(db: Db, absence: Insertable<AbsenceTable>): Promise<void> {
  await db.insertInto('absence').values(absence).execute();
}

export async function updateAbsence(
  db: Db,
  companyId: string,
  id: string,
  changes: Updateable<AbsenceTable>,
): Promise<void> {
  await db
    .updateTable('absence')
    .set(changes)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

export async function deleteAbsence(db: Db, companyId: string, id: string): Promise<void> {
  await db.deleteFrom('absence').where('companyId', '=', companyId).where('id', '=', id).execute();
}

/** Whether an absence of the person overlaps these dates. */
export async function overlapsAbsence(
  db: Db,
  companyId: string,
  {
    userId,
    startDate,
    endDate,
    part,
  }: { userId: string; startDate: string; endDate: string; part: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ overlaps: boolean }>`
    select exists (select from absence where company_id = ${companyId} and user_id = ${userId}
        and ${overlaps('start_date', 'end_date', startDate, endDate)}
        and (part is null or ${part === null})) as overlaps`.execute(db);
  return rows[0]?.overlaps ?? false;
}

/** Whether the person has other on-call time in these minutes, by the clock without changes. */
export async function overlapsOnCall(
  db: Db,
  companyId: string,
  {
    id,
    userId,
    startDate,
    begins,
    part,
  }: Pick<StoredAbsence, 'id' | 'userId' | 'startDate' | 'begins' | 'part'>,
): Promise<boolean> {
  const span = (date: unknown, minute: unknown, length: unknown) => sql`tsrange(
    ${date}::date + ${minute}::integer * interval '1 minute',
    ${date}::date + ${minute}::integer * interval '1 minute' + ${length}::integer * interval '1 millisecond')`;
  const { rows } = await sql`
    select from absence where company_id = ${companyId} and user_id = ${userId} and id <> ${id} and begins is not null
      and ${overlaps('start_date', 'end_date', addDays(startDate, -1), addDays(startDate, 1))}
      and ${span(sql`start_date`, sql`begins`, sql`part`)} && ${span(startDate, begins, part)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A person of the company, deleted or not, with their employment; undefined once their records are erased. */
export async function findPerson(
  db: Db,
  companyId: string,
  id: string,
): Promise<{ userId: string; employment: Employment } | undefined> {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .select(['id', 'employedFrom', 'employedTo', sql<Terms[]>`work_terms`.as('terms')])
    .executeTakeFirst();
  return row && { userId: row.id, employment: row };
}

/** Whether the person is an employee of the company for whom the caller may act. */
export async function mayRecordFor(db: Db, companyId: string, scope: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(mayActFor(scope, { user: 'id', role: 'role' }))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What the company set differently from its country's codes, and its own codes; in the order of their letters. */
export async function listCodes(db: Db, companyId: string): Promise<StoredCode[]> {
  return db
    .selectFrom('absenceCode')
    .where('companyId', '=', companyId)
    .orderBy('code')
    .select(['code', 'name', 'paid', 'lowersNorm', 'isActive'])
    .execute();
}

/** Stores these codes and no others. */
export async function replaceCodes(db: Db, companyId: string, codes: StoredCode[]): Promise<void> {
  await db.deleteFrom('absenceCode').where('companyId', '=', companyId).execute();
  if (codes.length === 0) return;
  await db
    .insertInto('absenceCode')
    .values(codes.map((code) => ({ companyId, ...code })))
    .execute();
}

/** Which of these codes an absence or a request has. */
export async function listUsedCodes(db: Db, companyId: string, codes: string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select c.code from unnest(${codes}::text[]) as c (code)
    where exists (select from absence a where a.company_id = ${companyId} and a.code = c.code)
      or exists (select from correction_request r where r.company_id = ${companyId} and r.absence_code = c.code)`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}
