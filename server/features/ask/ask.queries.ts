import { sql } from 'kysely';
import type { InstantRange } from '#domain/calendar.ts';
import type { DatePeriod } from '#domain/dates.ts';
import type { Counting } from '#domain/shifts.ts';
import type { SettledCounting } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { holds, sumOfWorkedMs } from '#server/platform/texts/hours.ts';

/** Ids to which an answer is limited; null: all. */
export type Narrowing = { userIds: string[] | null; locationIds: string[] | null };

/** Everybody who is or was in the company and is not erased. */
export async function listPeople(db: Db, companyId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('u.companyId', '=', companyId)
    .where('u.erasedAt', 'is', null)
    .select(['u.id', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .orderBy('u.id')
    .execute();
}

/** Every location that the company has or had. */
export async function listLocations(db: Db, companyId: string) {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .select(['id', 'name'])
    .orderBy('id')
    .execute();
}

/** Entries of the company, limited, with the names that belong to them. */
function selectEntries(db: Db, companyId: string, { userIds, locationIds }: Narrowing) {
  return db
    .selectFrom('timeEntry as e')
    .innerJoin('users as u', inCompany('u.id', 'e.userId'))
    .innerJoin('location as l', inCompany('l.id', 'e.locationId'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('e.companyId', '=', companyId)
    .$if(userIds !== null, (query) =>
      query.where((eb) => eb('e.userId', '=', eb.fn.any(sql<string[]>`${userIds}::uuid[]`))),
    )
    .$if(locationIds !== null, (query) =>
      query.where((eb) => eb('e.locationId', '=', eb.fn.any(sql<string[]>`${locationIds}::uuid[]`))),
    );
}

/** Rows of entry_hours on the dates of the period, limited; people without any have not worked. */
function selectHours(
  db: Db,
  companyId: string,
  { userIds, locationIds }: Narrowing,
  { start, end }: DatePeriod,
  counting: SettledCounting,
) {
  return db
    .selectFrom('entryHours as h')
    .where('h.companyId', '=', companyId)
    .where(sql<boolean>`h.date between ${start}::date and ${end}::date`)
    .where(sql<boolean>`${holds(counting)}`)
    .$if(userIds !== null, (query) => query.where('h.userId', '=', anyOf(userIds ?? [])))
    .$if(locationIds !== null, (query) => query.where('h.locationId', '=', anyOf(locationIds ?? [])))
    .select(sumOfWorkedMs(counting).as('ms'));
}

/** Working time of the period by person. */
export async function sumHoursByPerson(
  db: Db,
  companyId: string,
  narrowing: Narrowing,
  period: DatePeriod,
  counting: SettledCounting,
) {
  return selectHours(db, companyId, narrowing, period, counting)
    .innerJoin('users as u', inCompany('u.id', 'h.userId'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .groupBy(['h.userId', 'u.firstName', 'u.lastName', 'n.tag'])
    .orderBy('h.userId')
    .select(['h.userId', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .execute();
}

/** Working time of the period by location, and how many people it belongs to. */
export async function sumHoursByLocation(
  db: Db,
  companyId: string,
  narrowing: Narrowing,
  period: DatePeriod,
  counting: SettledCounting,
) {
  return selectHours(db, companyId, narrowing, period, counting)
    .innerJoin('location as l', inCompany('l.id', 'h.locationId'))
    .groupBy(['h.locationId', 'l.name'])
    .orderBy('h.locationId')
    .select(['h.locationId', 'l.name as location', sql<number>`count(distinct h.user_id)`.as('people')])
    .execute();
}

/** Whose entry it is, where and since when. */
const entryColumns = [
  'e.userId',
  'u.firstName',
  'u.lastName',
  'n.tag as nameTag',
  'e.locationId',
  'l.name as location',
  'e.checkIn',
] as const;

/** Open entries that do not need attention, earliest check-in first. */
export async function listOpenEntries(
  db: Db,
  companyId: string,
  narrowing: Narrowing,
  { now, longestShiftHours }: Counting,
) {
  return selectEntries(db, companyId, narrowing)
    .where('e.checkOut', 'is', null)
    .where(sql<boolean>`not needs_attention(e.check_in, e.check_out, ${now}, ${longestShiftHours})`)
    .orderBy('e.checkIn')
    .orderBy('e.id')
    .select(entryColumns)
    .execute();
}

/** Entries that began in the range and have no work report, oldest first, with their total number. */
export async function listEntriesWithoutReport(
  db: Db,
  companyId: string,
  narrowing: Narrowing,
  { start, end }: InstantRange,
  limit: number,
) {
  return selectEntries(db, companyId, narrowing)
    .where('e.checkIn', '>=', start.toISOString())
    .where('e.checkIn', '<', end.toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('workReport as r')
            .whereRef('r.companyId', '=', 'e.companyId')
            .whereRef('r.timeEntryId', '=', 'e.id')
            .select('r.id'),
        ),
      ),
    )
    .orderBy('e.checkIn')
    .orderBy('e.id')
    .limit(limit)
    .select(entryColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .execute();
}

/** Reported quantities by unit, of entries that began in the range. */
export async function sumQuantities(
  db: Db,
  companyId: string,
  narrowing: Narrowing,
  { start, end }: InstantRange,
) {
  return selectEntries(db, companyId, narrowing)
    .innerJoin('workReport as r', inCompany('r.timeEntryId', 'e.id'))
    .where('e.checkIn', '>=', start.toISOString())
    .where('e.checkIn', '<', end.toISOString())
    .groupBy('r.units')
    .orderBy('r.units')
    .select(['r.units', sql<number>`sum(r.quantity)`.as('quantity'), sql<number>`count(*)`.as('reports')])
    .execute();
}
