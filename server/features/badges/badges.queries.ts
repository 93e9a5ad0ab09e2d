import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Scope } from '#server/context.ts';
import type { Badge } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { mayActFor } from '#server/platform/scope.ts';

/** The hash by which the database and kiosks know a badge. */
export const hashOfBadge = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Employees of the company for whom the caller may act, by id, each with the badge that is valid, still encrypted. */
export async function listHolders(db: Db, companyId: string, scope: Scope, userIds: string[]) {
  return db
    .selectFrom('users as u')
    .leftJoin('badge as b', (join) =>
      join
        .onRef('b.companyId', '=', 'u.companyId')
        .onRef('b.userId', '=', 'u.id')
        .on('b.retiredAt', 'is', null),
    )
    .where('u.companyId', '=', companyId)
    .where('u.id', 'in', userIds)
    .where('u.deletedAt', 'is', null)
    .where(mayActFor(scope, { user: 'u.id', role: 'u.role' }))
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.personalNumber', 'b.sealed'])
    .execute();
}

/** Adds badges; does nothing for people who have got a valid one meanwhile. */
export async function insertBadges(db: Db, badges: Insertable<Badge>[]): Promise<void> {
  await db
    .insertInto('badge')
    .values(badges)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'userId']).where('retiredAt', 'is', null).doNothing(),
    )
    .execute();
}

export async function retireBadges(
  db: Db,
  companyId: string,
  userIds: string[],
  retiredAt: string,
): Promise<void> {
  await db
    .updateTable('badge')
    .set({ retiredAt })
    .where('companyId', '=', companyId)
    .where('userId', 'in', userIds)
    .where('retiredAt', 'is', null)
    .execute();
}

/** Whose badge this is, and whether it was retired or its person deleted; undefined if the company has none with this code. */
export async function findBadge(
  db: Db,
  companyId: string,
  code: string,
): Promise<{ userId: string; isRetired: boolean } | undefined> {
  const found = await db
    .selectFrom('badge as b')
    .innerJoin('users as u', inCompany('u.id', 'b.userId'))
    .where('b.companyId', '=', companyId)
    .where('b.codeHash', '=', hashOfBadge(code))
    .select(['b.userId', 'b.retiredAt', 'u.deletedAt'])
    .executeTakeFirst();
  return found && { userId: found.userId, isRetired: found.retiredAt !== null || found.deletedAt !== null };
}
