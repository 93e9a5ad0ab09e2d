import type { Insertable, Selectable } from 'kysely';
import type { IdempotentRequest } from '#server/generated/types.ts';
import type { Db } from '../database/database.ts';

type Key = { companyId: string; key: string };

/** Stores a request under its key. Returns the one that is there already, if it has not expired. */
export async function noteRequest(
  db: Db,
  request: Insertable<IdempotentRequest> & Key,
  now: Date,
): Promise<Selectable<IdempotentRequest> | undefined> {
  for (;;) {
    const noted = await db
      .insertInto('idempotentRequest')
      .values(request)
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'key'])
          .doUpdateSet({ request: request.request, answer: null, expiresAt: request.expiresAt })
          .where('idempotentRequest.expiresAt', '<=', now.toISOString()),
      )
      .returning('key')
      .executeTakeFirst();
    if (noted) return undefined;
    const first = await db
      .selectFrom('idempotentRequest')
      .where('companyId', '=', request.companyId)
      .where('key', '=', request.key)
      .selectAll()
      .executeTakeFirst();
    // Refused in the meantime, it may be noted anew.
    if (first) return first;
  }
}

export async function keepAnswer(db: Db, request: Key, answer: Buffer): Promise<void> {
  await db
    .updateTable('idempotentRequest')
    .set({ answer })
    .where('companyId', '=', request.companyId)
    .where('key', '=', request.key)
    .execute();
}

export async function forgetRequest(db: Db, request: Key): Promise<void> {
  await db
    .deleteFrom('idempotentRequest')
    .where('companyId', '=', request.companyId)
    .where('key', '=', request.key)
    .execute();
}

export async function deleteExpiredRequests(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotentRequest')
    .where('expiresAt', '<=', now.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
