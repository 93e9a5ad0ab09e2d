import type { Db } from '../database/database.ts';

/** Keeps the origins for ever: codes printed under one remain valid when the server moves to another. */
export async function keepOrigins(db: Db, origins: string[]): Promise<void> {
  await db
    .insertInto('ownOrigin')
    .values(origins.map((origin) => ({ origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Every origin that this installation has ever had. */
export async function listOrigins(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ownOrigin').select('origin').execute();
  return rows.map(({ origin }) => origin);
}
