import type { Db } from '#server/platform/database/database.ts';

/** People and places that take a place in the plan; the first administrator takes none (decisions.md §7). */
export async function countUsage(
  db: Db,
  companyId: string,
): Promise<{ locations: number; employees: number }> {
  return await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('location')
        .where('companyId', '=', companyId)
        .where('deletedAt', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('locations'),
      eb
        .selectFrom('users')
        .where('companyId', '=', companyId)
        .where('deletedAt', 'is', null)
        .where('isOwner', '=', false)
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('employees'),
    ])
    .executeTakeFirstOrThrow();
}
