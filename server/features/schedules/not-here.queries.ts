import { sql } from 'kysely';
import { addDays, dateIn } from '#domain/dates.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Companies that mail who has not come, and have published shifts about now, which is an instant. */
export async function listTelling(db: Db, now: Date) {
  const today = dateIn(now, 'UTC');
  return db
    .selectFrom('company as c')
    .where('c.sendsNotHere', '=', true)
    .where('c.deletionDueAt', 'is', null)
    .where('c.confirmedAt', 'is not', null)
    .where(
      sql<boolean>`exists (select from planned_shift s where s.company_id = c.id and not s.is_draft
        and s.date between ${addDays(today, -2)} and ${addDays(today, 1)})`,
    )
    .selectAll('c')
    .execute();
}
