import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** Whether a mail to this address waits: the company's owner has not confirmed their own, and it is somebody else's. */
export async function mustWait(db: Db, companyId: string, recipient: string): Promise<boolean> {
  const row = await db
    .selectFrom('company as c')
    .where('c.id', '=', companyId)
    .where('c.confirmedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as u')
            .whereRef('u.companyId', '=', 'c.id')
            .where('u.isOwner', '=', true)
            .where(sql`lower(u.email)`, '=', recipient.toLowerCase())
            .select('u.id'),
        ),
      ),
    )
    .select('c.id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes those who hold mails of the company and the one who releases them wait for each other until the transaction ends,
 * so that no mail is held after the others have left. Taken after the company's row (docs/ARCHITECTURE.md).
 */
export async function lockHeldMails(db: Db, companyId: string, by: 'holder' | 'release'): Promise<void> {
  const lock = sql.raw(by === 'release' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtextextended(id::text, 2)) from company where id = ${companyId}`.execute(db);
}

export async function insertHeldMail(
  db: Db,
  mail: { companyId: string; recipient: string; sealed: Buffer; createdAt: string },
): Promise<void> {
  await db
    .insertInto('heldMail')
    .values({ id: randomUUIDv7(), ...mail })
    .execute();
}

/** The addresses of the company's held mails, the oldest mail first. */
export async function listHeldRecipients(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('heldMail')
    .where('companyId', '=', companyId)
    .orderBy('id')
    .select('recipient')
    .execute();
  return rows.map(({ recipient }) => recipient);
}

/** Removes the company's held mails and returns them, the oldest first. */
export async function takeHeldMails(db: Db, companyId: string): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('heldMail')
    .where('companyId', '=', companyId)
    .returning(['id', 'sealed'])
    .execute();
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ sealed }) => sealed);
}

/** Removes the company's held mails to an address, upper and lower case alike. */
export async function deleteHeldMails(db: Db, companyId: string, recipient: string): Promise<void> {
  await db
    .deleteFrom('heldMail')
    .where('companyId', '=', companyId)
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .execute();
}
