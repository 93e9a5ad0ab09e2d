import { sql } from 'kysely';
import type { Language } from '#domain/languages.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';

type Ended = { checkIn: string; checkOut: string };

/** When the entry's last work report was written; undefined if there is none. */
export async function findLastReportAt(
  db: Db,
  companyId: string,
  timeEntryId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('workReport')
    .where('companyId', '=', companyId)
    .where('timeEntryId', '=', timeEntryId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .select('createdAt')
    .executeTakeFirst();
  return row?.createdAt;
}

/** Entries of the person that began in the range and were ended by a check-out, not by an estimate or an administrator. */
export async function listOwnEnds(
  db: Db,
  companyId: string,
  userId: string,
  { start, end }: { start: Date; end: Date },
): Promise<Ended[]> {
  return db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('checkIn', '>=', start.toISOString())
    .where('checkIn', '<', end.toISOString())
    .where('checkOutSource', 'not in', ['estimate', 'admin'])
    .select(['checkIn', sql<string>`check_out`.as('checkOut')])
    .execute();
}

/** When each colleague last left the location within the range. */
export async function listColleaguesEnds(
  db: Db,
  companyId: string,
  userId: string,
  locationId: string,
  { start, end }: { start: Date; end: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('locationId', '=', locationId)
    .where('userId', '!=', userId)
    .where('checkOut', '>', start.toISOString())
    .where('checkOut', '<=', end.toISOString())
    .where('checkOutSource', 'not in', ['estimate', 'admin'])
    .groupBy('userId')
    .select(sql<string>`max(check_out)`.as('checkOut'))
    .execute();
  return rows.map((row) => row.checkOut);
}

export type Forgotten = {
  companyId: string;
  timeEntryId: string;
  checkIn: string;
  location: string;
  email: string;
  firstName: string;
  company: string;
  timezone: string;
  language: Language;
};

/** Entries of all companies that need attention and whose person has an e-mail address and was not yet reminded, oldest first. */
export async function listToRemind(db: Db, now: Date): Promise<Forgotten[]> {
  return (
    db
      // Starting from the companies finds each one's open entries by their index.
      .selectFrom('company as c')
      .innerJoin('timeEntry as e', (join) =>
        join.onRef('e.companyId', '=', 'c.id').on('e.checkOut', 'is', null),
      )
      .innerJoin('users as u', inCompany('u.id', 'e.userId'))
      .innerJoin('location as l', inCompany('l.id', 'e.locationId'))
      .where('c.deletionDueAt', 'is', null)
      .where('c.confirmedAt', 'is not', null)
      .where('u.deletedAt', 'is', null)
      .where('u.isActive', '=', true)
      .where('u.email', 'is not', null)
      .where('e.remindedAt', 'is', null)
      .where(sql<boolean>`needs_attention(e.check_in, e.check_out, ${now}, c.longest_shift_hours)`)
      .orderBy('e.checkIn')
      .select([
        'e.companyId',
        'e.id as timeEntryId',
        'e.checkIn',
        'l.name as location',
        'u.email',
        'u.firstName',
        'c.name as company',
        'c.timezone',
        (eb) => eb.fn.coalesce('u.language', 'c.language').as('language'),
      ])
      .$narrowType<{ email: string }>()
      .execute()
  );
}
