import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import type { Distance, Location } from '#contract/locations.ts';
import type { Scope } from '#server/context.ts';
import type { DB, Location as LocationTable } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { enterInDirectory, findInDirectory } from '#server/platform/database/directory.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { everything, locationIn } from '#server/platform/scope.ts';

const locationColumns = [
  'id',
  'companyId',
  'name',
  'address',
  'description',
  'qrCode',
  'isActive',
  'createdAt',
  sql<boolean>`rotating_code_required_at is not null`.as('requiresRotatingCode'),
  'asksWorkReport',
] as const;

export async function listLocations(db: Db, companyId: string, scope: Scope): Promise<Location[]> {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where(locationIn(scope, 'id'))
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .select(locationColumns)
    .execute();
}

export async function listLocationNames(db: Db, companyId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .where('isActive', '=', true)
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
}

/** The name of the active location that has this code; undefined if there is none. */
export async function findPosterName(db: Db, code: string): Promise<string | undefined> {
  const { companyId, id } = await findInDirectory(db, 'location-code', code);
  const found = await db
    .selectFrom('location as l')
    .innerJoin('company as c', 'c.id', 'l.companyId')
    .where('l.companyId', '=', companyId)
    .where('l.id', '=', id)
    // It is in the directory under its former codes as well.
    .where('l.qrCode', '=', code)
    .where('l.deletedAt', 'is', null)
    .where('l.isActive', '=', true)
    .where('c.deletionDueAt', 'is', null)
    .select('l.name')
    .executeTakeFirst();
  return found?.name;
}

/** A location in the scope, unless it was deleted. */
export async function findLocation(
  db: Db,
  companyId: string,
  id: string,
  scope: Scope = everything,
): Promise<Location | undefined> {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(locationIn(scope, 'id'))
    .select(locationColumns)
    .executeTakeFirst();
}

/** Until the transaction ends, nobody else changes or deletes it. */
export async function lockLocation(db: Db, companyId: string, id: string): Promise<void> {
  await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

/** In a transaction. Returns undefined if any company has this code. */
export async function insertLocation(
  db: Db,
  location: Omit<Insertable<LocationTable>, 'id'>,
): Promise<Location | undefined> {
  const { companyId, qrCode } = location;
  const id = randomUUIDv7();
  if (!(await enterInDirectory(db, 'location-code', qrCode, { companyId, id }))) return undefined;
  return db
    .insertInto('location')
    .values({ id, ...location })
    .returning(locationColumns)
    .executeTakeFirstOrThrow();
}

/** In a transaction: replaces the location's code and keeps the old one as retired. 'taken' when the new code is not free. */
export async function renewCode(
  db: Db,
  companyId: string,
  id: string,
  { qrCode, retiredAt }: { qrCode: string; retiredAt: string },
): Promise<Location | 'not-found' | 'taken'> {
  const before = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select('qrCode')
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 'not-found';
  if (!(await enterInDirectory(db, 'location-code', qrCode, { companyId, id }))) return 'taken';
  await db
    .insertInto('retiredLocationCode')
    .values({ companyId, qrCode: before.qrCode, locationId: id, retiredAt })
    .execute();
  return (await updateLocation(db, companyId, id, { qrCode })) ?? 'not-found';
}

/** Since when scans need the rotating code; those made before are judged as it was then. */
export const rotatingCodeRequiredSince = (isRequired: boolean, now: string) =>
  isRequired ? sql<string>`coalesce(rotating_code_required_at, ${now}::timestamptz)` : null;

export async function updateLocation(
  db: Db,
  companyId: string,
  id: string,
  changes: UpdateObject<DB, 'location'>,
): Promise<Location | undefined> {
  return db
    .updateTable('location')
    .set(changes)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(locationColumns)
    .executeTakeFirst();
}

/** Between which of the company's locations the way is known. */
export async function listDistances(db: Db, companyId: string): Promise<Distance[]> {
  return db
    .selectFrom('locationDistance as d')
    .innerJoin('location as f', inCompany('f.id', 'd.fromId'))
    .innerJoin('location as t', inCompany('t.id', 'd.toId'))
    .where('d.companyId', '=', companyId)
    .where('f.deletedAt', 'is', null)
    .where('t.deletedAt', 'is', null)
    .orderBy('d.fromId')
    .orderBy('d.toId')
    .select(['d.fromId as from', 'd.toId as to', 'd.minutes'])
    .execute();
}

/** In a transaction: replaces all distances. Returns false if one of the locations is not the company's, or deleted. */
export async function replaceDistances(
  db: Db,
  companyId: string,
  distances: readonly Distance[],
): Promise<boolean> {
  const ids = [...new Set(distances.flatMap(({ from, to }) => [from, to]))];
  if (ids.length > 0) {
    const known = await db
      .selectFrom('location')
      .where('companyId', '=', companyId)
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .select('id')
      .forShare()
      .execute();
    if (known.length < ids.length) return false;
  }
  await db.deleteFrom('locationDistance').where('companyId', '=', companyId).execute();
  const rows = distances.map(({ from, to, minutes }) => ({ companyId, fromId: from, toId: to, minutes }));
  if (rows.length > 0) await db.insertInto('locationDistance').values(rows).execute();
  return true;
}
