import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Employee } from '#contract/employees.ts';
import { type Db, violates } from '#server/platform/database/database.ts';
import type { Users } from '#server/platform/database/types.ts';
import { AppError } from '#server/platform/errors.ts';

const employeeColumns = [
  'id',
  'companyId',
  'email',
  'firstName',
  'lastName',
  'role',
  'isActive',
  'mustChangePassword',
  'createdAt',
] as const;

/** Whether signing in needs more than the password: an authenticator app or a passkey. */
const hasSecondFactor = sql<boolean>`(
  exists (select from second_factor f where f.company_id = users.company_id and f.user_id = users.id)
  or exists (select from passkey p where p.company_id = users.company_id and p.user_id = users.id))`.as(
  'hasSecondFactor',
);

/** Unread messages addressed to the person, counted up to 1000. */
const unreadMessages = sql<number>`(select count(*) from (select from message_recipient r
  where r.company_id = users.company_id and r.user_id = users.id and r.read_at is null and r.is_addressed
  limit 1000) as unread)`.as('unreadMessages');

const columns = [...employeeColumns, hasSecondFactor, unreadMessages];

function emailTaken(error: unknown): never {
  throw violates(error, 'users_email_key') ? new AppError('email_taken') : error;
}

export async function listEmployees(db: Db, companyId: string): Promise<Employee[]> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .select(columns)
    .execute();
}

/** An employee of the company, locked against other changes until the transaction ends. */
export async function findEmployeeForUpdate(
  db: Db,
  companyId: string,
  id: string,
): Promise<Employee | undefined> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(columns)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Throws email_taken. */
export async function insertUser(db: Db, user: Omit<Insertable<Users>, 'id'>): Promise<Employee> {
  return db
    .insertInto('users')
    .values({ id: randomUUIDv7(), ...user })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(emailTaken);
}

/** Throws email_taken. */
export async function updateUser(
  db: Db,
  companyId: string,
  id: string,
  changes: Updateable<Users>,
): Promise<Employee> {
  return db
    .updateTable('users')
    .set(changes)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(emailTaken);
}

/** The account behind an e-mail address, upper and lower case alike, in whichever company it is. */
export async function findAccountByEmail(db: Db, email: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .where(sql<string>`lower(u.email)`, '=', email.toLowerCase())
    .where('u.deletedAt', 'is', null)
    .select([
      'u.id',
      'u.companyId',
      'u.email',
      'u.firstName',
      'u.passwordHash',
      'u.isActive',
      // Mails are written in the company's language.
      'c.language',
      'c.timezone',
      'c.deletionDueAt',
    ])
    .executeTakeFirst();
}

/** Sets the departure of everybody deactivated by an early version, which did not record it, to `now`. */
export async function noteDepartures(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ deactivatedAt: now.toISOString() })
    .where('isActive', '=', false)
    .where('deletedAt', 'is', null)
    .where('deactivatedAt', 'is', null)
    .execute();
}

/**
 * Erases the personal data of these people and returns how many there were. What other rows refer to stays: the id, and
 * `name` with the id's last four digits.
 */
export async function eraseUsers(
  db: Db,
  companyId: string,
  ids: string[],
  { name, now }: { name: string; now: Date },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      firstName: name,
      lastName: sql`right(id::text, 4)`,
      email: sql`id || '@removed.invalid'`,
      passwordHash: '',
      language: null,
      isActive: false,
      deletedAt: sql`coalesce(deleted_at, ${now})`,
      erasedAt: now.toISOString(),
    })
    .where('companyId', '=', companyId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
