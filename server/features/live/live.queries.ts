import type { Scope } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { locationIn, personIn } from '#server/platform/scope.ts';

/** Which of these people are in the scope. */
export async function listPeopleIn(
  db: Db,
  companyId: string,
  scope: Scope,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users as u')
    .where('u.companyId', '=', companyId)
    .where('u.id', '=', anyOf([...userIds]))
    .where(personIn(scope, 'u.id').$castTo<boolean>())
    .select('u.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether the location is in the scope. */
export async function isLocationIn(db: Db, companyId: string, scope: Scope, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('location as l')
    .where('l.companyId', '=', companyId)
    .where('l.id', '=', id)
    .where('l.deletedAt', 'is', null)
    .where(locationIn(scope, 'l.id').$castTo<boolean>())
    .select('l.id')
    .executeTakeFirst();
  return found !== undefined;
}
