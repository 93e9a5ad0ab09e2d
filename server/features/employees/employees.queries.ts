import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Employee, EmployeeDetails, FormerEmployee, ListedEmployee } from '#contract/employees.ts';
import type { Language } from '#domain/languages.ts';
import type { Scope } from '#server/context.ts';
import type { Users } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  type DirectoryEntry,
  enterInDirectory,
  findInDirectory,
  removeFromDirectory,
} from '#server/platform/database/directory.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Page } from '#server/platform/http/pages.ts';
import { everything, mayActFor, personIn } from '#server/platform/scope.ts';
import { deleteInvitation } from '../identity/invitations.queries.ts';
import { deleteEmailChanges } from './email-changes.queries.ts';

const employeeColumns = [
  'users.id',
  'companyId',
  'email',
  'firstName',
  'lastName',
  'role',
  'isOwner',
  'isActive',
  'mustChangePassword',
  'createdAt',
  'payrollNo',
  'position',
  'employedFrom',
  'employedTo',
  'personalNumber',
] as const;

const terms = sql<Employee['terms']>`work_terms`.as('terms');
const hasPersonalCode = sql<boolean>`personal_code is not null`.as('hasPersonalCode');

/** What other tables tell about a person. Each names the company itself, so that Citus asks the company's node alone. */
const ofOtherTables = (companyId: string) =>
  [
    // Whether sign-in needs more than the password: an authenticator app or a passkey.
    sql<boolean>`(
      exists (select from second_factor f where f.company_id = ${companyId} and f.user_id = users.id)
      or exists (select from passkey p where p.company_id = ${companyId} and p.user_id = users.id))`.as(
      'hasSecondFactor',
    ),
    // Unread messages addressed to the person since they joined, counted up to 1000.
    sql<number>`(select count(*) from (select from message_recipient r
      where r.company_id = ${companyId} and r.user_id = users.id and r.read_at is null and r.is_addressed
        and r.message_id > r.user_id
      limit 1000) as unread)`.as('unreadMessages'),
    sql<string | null>`(select new_email from email_change c
      where c.company_id = ${companyId} and c.user_id = users.id and c.confirmed_at is null)`.as(
      'pendingEmail',
    ),
    sql<string[]>`array(select m.location_id from user_location m
      join location l on l.company_id = m.company_id and l.id = m.location_id
      where m.company_id = ${companyId} and m.user_id = users.id and l.deleted_at is null order by l.id)`.as(
      'locationIds',
    ),
    sql<Employee['invitation']>`coalesce((select jsonb_build_object('state', i.state, 'at', iso_instant(i.at),
        'expiresAt', iso_instant(i.expires_at))
      from invitation i where i.company_id = ${companyId} and i.user_id = users.id),
      '{"state": "none", "at": null, "expiresAt": null}')`.as('invitation'),
  ] as const;

const selectEmployees = (db: Db, companyId: string) =>
  db
    .selectFrom('users')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'users.id')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .select([...employeeColumns, ...ofOtherTables(companyId), terms, hasPersonalCode, 'n.tag as nameTag']);

const lastEntry = (companyId: string) =>
  sql<ListedEmployee['lastEntry']>`(select jsonb_build_object(
    'location', jsonb_build_object('id', l.id, 'name', l.name), 'checkIn', iso_instant(e.check_in),
    'isOpen', e.check_out is null)
  from time_entry e join location l on l.company_id = e.company_id and l.id = e.location_id
  where e.company_id = ${companyId} and e.user_id = users.id order by e.check_in desc limit 1)`.as(
    'lastEntry',
  );

export async function listEmployees(
  db: Db,
  companyId: string,
  scope: Scope,
  page?: Page,
): Promise<ListedEmployee[]> {
  const after = page?.after;
  return selectEmployees(db, companyId)
    .where(personIn(scope, 'users.id'))
    .$if(Boolean(after), (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('users.createdAt', 'users.id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .select(lastEntry(companyId))
    .orderBy('createdAt')
    .orderBy('users.id')
    .$if(Boolean(page), (query) => query.limit(page?.limit ?? 0))
    .execute();
}

type Details = Omit<EmployeeDetails, 'account' | 'employment' | 'atWork'> & {
  employment: NonNullable<EmployeeDetails['employment']>;
  openEntry: Omit<NonNullable<EmployeeDetails['atWork']>, 'needsAttention'> | null;
};

/** Somebody in the scope whose records are not erased, deleted people included. */
export async function findDetails(
  db: Db,
  companyId: string,
  scope: Scope,
  id: string,
): Promise<Details | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'users.id')
    .where('companyId', '=', companyId)
    .where('users.id', '=', id)
    .where('erasedAt', 'is', null)
    .where(personIn(scope, 'users.id'))
    .select(['users.id', 'firstName', 'lastName', 'n.tag as nameTag', 'role', 'isActive', 'deletedAt'])
    .select(['position', 'employedFrom', 'employedTo'])
    .select(
      sql<Details['openEntry']>`(select jsonb_build_object(
          'location', jsonb_build_object('id', l.id, 'name', l.name), 'checkIn', iso_instant(e.check_in),
          'breakSince', (select iso_instant(b.started_at) from work_break b
            where b.company_id = ${companyId} and b.time_entry_id = e.id and b.ended_at is null limit 1))
        from time_entry e join location l on l.company_id = e.company_id and l.id = e.location_id
        where e.company_id = ${companyId} and e.user_id = users.id and e.check_out is null)`.as('openEntry'),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { position, employedFrom, employedTo, ...person } = row;
  return { ...person, employment: { position, employedFrom, employedTo } };
}

/** How the person's account is opened, and the newest messages that are addressed to them; undefined for a deleted one. */
export async function findAccountDetails(db: Db, companyId: string, id: string, messages: number) {
  const employee = await selectEmployees(db, companyId).where('users.id', '=', id).executeTakeFirst();
  if (!employee) return undefined;
  const ways = await db
    .selectFrom('users as u')
    .leftJoin('badge as b', (join) =>
      join
        .onRef('b.companyId', '=', 'u.companyId')
        .onRef('b.userId', '=', 'u.id')
        .on('b.retiredAt', 'is', null),
    )
    .where('u.companyId', '=', companyId)
    .where('u.id', '=', id)
    .select(['b.createdAt as badgeSince', sql<boolean>`u.pin_hash is not null`.as('hasPin')])
    .executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom('messageRecipient as r')
    .innerJoin('message as m', inCompany('m.id', 'r.messageId'))
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', id)
    .where('r.isAddressed', '=', true)
    // Ids are in the order of time (UUIDv7): not what was sent before they joined.
    .where('r.messageId', '>', id)
    .orderBy('r.messageId', 'desc')
    .limit(messages)
    .select(['m.id', 'm.subject', 'm.createdAt', 'r.readAt'])
    .execute();
  return { employee, ...ways, messages: newest };
}

/** Those of these people who are active and have the role `employee`, in a fixed order, locked until the transaction ends. */
export async function lockEmployees(
  db: Db,
  companyId: string,
  ids: string[],
): Promise<{ id: string; email: string | null }[]> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where((eb) => eb('id', '=', eb.fn.any(sql<string[]>`${ids}::uuid[]`)))
    .where('role', '=', 'employee')
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .select(['id', 'email'])
    .forNoKeyUpdate()
    .execute();
}

/** Deleted employees whose records are not erased, the last deleted first. */
export async function listFormerEmployees(db: Db, companyId: string): Promise<FormerEmployee[]> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .orderBy('deletedAt', 'desc')
    .orderBy('id')
    .select(['id', 'firstName', 'lastName', sql<string>`deleted_at`.as('deletedAt')])
    .execute();
}

/** Reads somebody after a change, which can create or remove a namesake. */
export const readEmployee = (db: Db, companyId: string, id: string): Promise<Employee> =>
  selectEmployees(db, companyId).where('users.id', '=', id).executeTakeFirstOrThrow();

/** The encrypted personal code, null if there is none; undefined for somebody who is not an employee of the company. */
export async function findPersonalCode(
  db: Db,
  companyId: string,
  id: string,
): Promise<{ id: string; personalCode: Buffer | null } | undefined> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'personalCode'])
    .executeTakeFirst();
}

/** Somebody in front of a kiosk; `language` is their own or the company's. */
export type Person = {
  id: string;
  firstName: string;
  lastName: string;
  language: Language;
  isActive: boolean;
  email: string | null;
  personalNumber: string | null;
  pinHash: string | null;
};

/** An employee of the company by id or employee number; not a deleted one. */
export async function findPerson(
  db: Db,
  companyId: string,
  by: { id: string } | { personalNumber: string },
): Promise<Person | undefined> {
  return db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .where('u.companyId', '=', companyId)
    .where('u.deletedAt', 'is', null)
    .$if('id' in by, (query) => query.where('u.id', '=', 'id' in by ? by.id : null))
    .$if('personalNumber' in by, (query) =>
      query.where('u.personalNumber', '=', 'personalNumber' in by ? by.personalNumber : null),
    )
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.isActive', 'u.email', 'u.personalNumber', 'u.pinHash'])
    .select((eb) => eb.fn.coalesce('u.language', 'c.language').as('language'))
    .executeTakeFirst();
}

/** Removes a password that was chosen in a session that came from the PIN; returns false for any other or none. */
export async function removePasswordFromPin(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: null, passwordFromPin: false })
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .where('passwordFromPin', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A number above every one in use, and above 100. Only while the company's row is locked. */
export async function nextPersonalNumber(db: Db, companyId: string): Promise<string> {
  const { next } = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`length(personal_number) < 10`)
    .select(sql<number>`greatest(max(personal_number::bigint), 100) + 1`.as('next'))
    .executeTakeFirstOrThrow();
  return String(next);
}

/** An employee of the company for whom the caller may act, locked against other changes until the transaction ends. */
export async function findEmployeeForUpdate(
  db: Db,
  companyId: string,
  id: string,
  scope: Scope = everything,
): Promise<Employee | undefined> {
  return selectEmployees(db, companyId)
    .where('users.id', '=', id)
    .where(mayActFor(scope, { user: 'users.id', role: 'users.role' }))
    .forNoKeyUpdate('users')
    .executeTakeFirst();
}

/** In a transaction. Returns the id. */
export async function insertUser(db: Db, user: Omit<Insertable<Users>, 'id'>): Promise<string> {
  const id = randomUUIDv7();
  if (user.email) await takeEmail(db, user.companyId, id, user.email);
  await db
    .insertInto('users')
    .values({ id, ...user })
    .execute();
  return id;
}

/** Reserves the e-mail for the person, unless it is theirs already. */
async function takeEmail(db: Db, companyId: string, id: string, email: string): Promise<void> {
  if (await leadsTo(db, { companyId, id }, email)) return;
  if (!(await enterInDirectory(db, 'email', email, { companyId, id }))) throw new AppError('email_taken');
}

/** In a transaction, if the e-mail changes. */
export async function updateUser(
  db: Db,
  companyId: string,
  id: string,
  changes: Omit<Updateable<Users>, 'deletedAt'>,
): Promise<void> {
  if (changes.email) await takeEmail(db, companyId, id, changes.email);
  if (changes.email === null) await freeEmails(db, companyId, [id]);
  await db
    .updateTable('users')
    // A new password has nothing to do with the PIN, unless it says so.
    .set({ ...(changes.passwordHash !== undefined && { passwordFromPin: false }), ...changes })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Frees the e-mail addresses of people, those that they could return to included. */
async function freeEmails(db: Db, companyId: string, ids: string[]): Promise<void> {
  await removeFromDirectory(db, 'email', companyId, ids);
  await deleteEmailChanges(db, companyId, ids);
}

/** Makes these the manager's locations. Returns false if the company has no such location. */
export async function setLocations(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  locationIds: string[],
): Promise<boolean> {
  await db
    .deleteFrom('userLocation')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  const ids = [...new Set(locationIds.map((id) => id.toLowerCase()))];
  if (ids.length === 0) return true;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('userLocation')
    .columns(['companyId', 'userId', 'locationId'])
    .expression((eb) =>
      eb
        .selectFrom('location')
        .where('companyId', '=', companyId)
        .where('id', 'in', ids)
        .where('deletedAt', 'is', null)
        .select(['companyId', sql.val(userId).as('userId'), 'id']),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === ids.length;
}

/** Records who has given the person access to their account; what is too old to matter is forgotten. */
export async function noteAccess(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  given: { by: string; at: Date },
): Promise<void> {
  const givenAt = given.at.toISOString();
  await db
    .deleteFrom('accountAccess')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`given_at <= ${givenAt}::timestamptz - interval '24 hours'`)
    .execute();
  await db
    .insertInto('accountAccess')
    .values({ companyId, userId, givenBy: given.by, givenAt })
    .onConflict((conflict) => conflict.columns(['companyId', 'userId', 'givenBy']).doUpdateSet({ givenAt }))
    .execute();
}

/** Whether the e-mail leads to this person already, perhaps as a former address that they may return to. */
async function leadsTo(db: Db, person: DirectoryEntry, email: string): Promise<boolean> {
  const entry = await findInDirectory(db, 'email', email);
  return entry.companyId === person.companyId && entry.id === person.id;
}

/** Erases what the record does not need: e-mail address, which others can then use, password and language. */
export async function markDeleted(db: Db, companyId: string, id: string, now: Date): Promise<void> {
  await freeEmails(db, companyId, [id]);
  await deleteInvitation(db, { companyId, userId: id });
  await setLocations(db, { companyId, userId: id }, []);
  await db
    .updateTable('users')
    .set({
      deletedAt: now.toISOString(),
      email: null,
      passwordHash: null,
      language: null,
      personalCode: null,
      pinHash: null,
      notice: null,
      noticedAt: null,
    })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
}

const selectAccounts = (db: Db, companyId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('company as c', 'c.id', 'u.companyId')
    .where('u.companyId', '=', companyId)
    .where('u.deletedAt', 'is', null)
    .select([
      'u.id',
      'u.companyId',
      'u.email',
      'u.firstName',
      'u.role',
      'u.isOwner',
      'u.passwordHash',
      'u.passwordFromPin',
      'u.pinHash',
      'u.isActive',
    ])
    // Mails are written in the company's language.
    .select(['c.language', 'c.timezone', 'c.deletionDueAt']);

export async function findAccount(db: Db, { companyId, id }: DirectoryEntry) {
  return selectAccounts(db, companyId).where('u.id', '=', id).executeTakeFirst();
}

export async function findAccountByNumber(db: Db, companyId: string, personalNumber: string) {
  return selectAccounts(db, companyId).where('u.personalNumber', '=', personalNumber).executeTakeFirst();
}

/** The account with an e-mail address, ignoring case, in any company. */
export async function findAccountByEmail(db: Db, email: string) {
  const { companyId, id } = await findInDirectory(db, 'email', email);
  return (
    selectAccounts(db, companyId)
      .where('u.id', '=', id)
      // A former address stays reserved for its person while the change can be undone, but no longer signs in.
      .where(sql`lower(u.email)`, '=', email.toLowerCase())
      .$narrowType<{ email: string }>()
      .executeTakeFirst()
  );
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
  await freeEmails(db, companyId, ids);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      firstName: name,
      lastName: sql`right(id::text, 4)`,
      email: null,
      passwordHash: null,
      language: null,
      payrollNo: null,
      position: null,
      employedFrom: null,
      employedTo: null,
      workTerms: '[]',
      personalCode: null,
      personalNumber: null,
      pinHash: null,
      notice: null,
      noticedAt: null,
      isActive: false,
      deletedAt: sql`coalesce(deleted_at, ${now})`,
      erasedAt: now.toISOString(),
    })
    .where('companyId', '=', companyId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
