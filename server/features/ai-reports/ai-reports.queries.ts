import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { TimeEntry } from '#contract/time-tracking.ts';
import type { InstantRange } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import type { Counting } from '#domain/shifts.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { readTimeEntries, selectTimeEntries } from '../time-entries/time-entries.queries.ts';

/** These entries, and those at the location that began in the range and have no end, in the order of their check-ins. */
export async function findEntriesAt(
  db: Db,
  companyId: string,
  { locationId, ids, range }: { locationId: string; ids: string[]; range: InstantRange },
  counting: Counting,
): Promise<TimeEntry[]> {
  const selection = selectTimeEntries(db, companyId)
    .where((eb) =>
      eb.or([
        eb('e.id', '=', anyOf(ids)),
        eb.and([
          eb('e.locationId', '=', locationId),
          eb('e.checkIn', '>=', range.start.toISOString()),
          eb('e.checkIn', '<', range.end.toISOString()),
          eb('e.checkOut', 'is', null),
        ]),
      ]),
    )
    .orderBy('e.checkIn')
    .orderBy('e.id');
  return readTimeEntries(db, companyId, selection, counting, 'all');
}

/** Everybody who is or was in the company. */
export async function listNames(db: Db, companyId: string) {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .select(['id', 'firstName', 'lastName'])
    .execute();
}

export type ReportKey = { companyId: string; locationId: string; date: string; language: Language };

/** The stored report, if it was made from the facts of this fingerprint. */
export async function findReport(
  db: Db,
  { companyId, locationId, date, language }: ReportKey,
  fingerprint: Buffer,
): Promise<{ content: string; source: string; createdAt: string } | undefined> {
  return db
    .selectFrom('aiReport')
    .where('companyId', '=', companyId)
    .where('locationId', '=', locationId)
    .where('date', '=', date)
    .where('language', '=', language)
    .where('fingerprint', '=', fingerprint)
    .select(['content', 'source', 'createdAt'])
    .executeTakeFirst();
}

/** Stores the report, replacing an earlier one; not for a location that was deleted meanwhile. */
export async function saveReport(
  db: Db,
  { companyId, locationId, date, language }: ReportKey,
  report: { fingerprint: Buffer; source: 'builtin' | 'model'; content: string; createdAt: string },
): Promise<void> {
  await db
    .insertInto('aiReport')
    .columns([
      'companyId',
      'id',
      'locationId',
      'date',
      'language',
      'fingerprint',
      'source',
      'content',
      'createdAt',
    ])
    .expression((eb) =>
      eb
        .selectFrom('location')
        .where('companyId', '=', companyId)
        .where('id', '=', locationId)
        .where('deletedAt', 'is', null)
        // Locked against a deletion, which then finds the row.
        .forShare()
        .select((value) => [
          'companyId',
          sql<string>`${randomUUIDv7()}::uuid`.as('reportId'),
          'id as locationId',
          sql<string>`${date}::date`.as('date'),
          sql<Language>`${language}::language_code`.as('language'),
          value.val(report.fingerprint).as('fingerprint'),
          value.val(report.source).as('source'),
          value.val(report.content).as('content'),
          sql<string>`${report.createdAt}::timestamptz`.as('createdAt'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'locationId', 'date', 'language']).doUpdateSet(report),
    )
    .execute();
}
