import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Employee } from '#contract/employees.ts';
import { type Db, violates } from '#server/platform/database/database.ts';
import type { Users } from '#server/platform/database/types.ts';
import { AppError } from '#server/platform/errors.ts';
import { hasSecondFactor } from '../second-factor/second-factor.queries.ts';

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

/** Messages addressed to the person that they have not opened, counted no further than 1000. */
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

/** One person of the company, held against other changes until the transaction ends. */
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

export async function countActiveAdmins(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
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

export async function findPasswordHash(db: Db, companyId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .select('passwordHash')
    .executeTakeFirst();
  return row?.passwordHash;
}
