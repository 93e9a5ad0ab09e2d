import { type Insertable, sql } from 'kysely';
import type { KioskPerson, PairedKiosk } from '#contract/kiosks.ts';
import { initial } from '#domain/names.ts';
import { needsAttentionAt } from '#domain/shifts.ts';
import type { Scope } from '#server/context.ts';
import type { Kiosk, KioskPairing } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  enterInDirectory,
  findInDirectory,
  removeFromDirectory,
} from '#server/platform/database/directory.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { everything, locationIn } from '#server/platform/scope.ts';

/** In a transaction. Returns false if the code is taken. */
export async function insertPairing(db: Db, pairing: Insertable<KioskPairing>): Promise<boolean> {
  const { companyId, id, codeHash } = pairing;
  if (!(await enterInDirectory(db, 'kiosk-pairing', codeHash.toString('hex'), { companyId, id })))
    return false;
  await db.insertInto('kioskPairing').values(pairing).execute();
  return true;
}

/** In a transaction: takes the pairing with this code, so that nobody else can; undefined if there is none. */
export async function takePairing(db: Db, codeHash: Buffer) {
  const { companyId, id } = await findInDirectory(db, 'kiosk-pairing', codeHash.toString('hex'));
  const pairing = await db
    .deleteFrom('kioskPairing')
    .where('companyId', '=', companyId)
    .where('codeHash', '=', codeHash)
    .returningAll()
    .executeTakeFirst();
  if (pairing) await removeFromDirectory(db, 'kiosk-pairing', companyId, [id]);
  return pairing;
}

export async function deleteExpiredPairings(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const expired = await transaction
      .deleteFrom('kioskPairing')
      .where('expiresAt', '<=', now.toISOString())
      .returning(['companyId', 'id'])
      .execute();
    for (const { companyId, id } of expired) {
      await removeFromDirectory(transaction, 'kiosk-pairing', companyId, [id]);
    }
    return expired.length;
  });
}

export async function insertKiosk(db: Db, kiosk: Insertable<Kiosk>): Promise<void> {
  await db.insertInto('kiosk').values(kiosk).execute();
}

const paired = (db: Db, companyId: string, scope: Scope = everything) =>
  db
    .selectFrom('kiosk as k')
    .innerJoin('location as l', inCompany('l.id', 'k.locationId'))
    .where('k.companyId', '=', companyId)
    .where('k.revokedAt', 'is', null)
    .where('l.deletedAt', 'is', null)
    .where(locationIn(scope, 'l.id'));

export async function listKiosks(db: Db, companyId: string, scope: Scope): Promise<PairedKiosk[]> {
  const rows = await paired(db, companyId, scope)
    .innerJoin('users as u', inCompany('u.id', 'k.pairedBy'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .orderBy('k.id')
    .select(['k.id', 'k.name', 'k.pairedAt', 'k.lastSeenAt', 'k.queueLength', 'k.release'])
    .select(['l.id as locationId', 'l.name as locationName', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .execute();
  return rows.map(({ locationId, locationName, firstName, lastName, nameTag, ...kiosk }) => ({
    ...kiosk,
    location: { id: locationId, name: locationName },
    pairedBy: { firstName, lastName, nameTag },
  }));
}

export async function countKiosks(db: Db, companyId: string): Promise<number> {
  const { count } = await paired(db, companyId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What the kiosk needs to know of its location and of itself. */
export async function findSettings(
  db: Db,
  companyId: string,
  id: string,
): Promise<{ asksWorkReport: boolean; leavePinHash: string | null }> {
  return paired(db, companyId)
    .where('k.id', '=', id)
    .select(['l.asksWorkReport', 'k.leavePinHash'])
    .executeTakeFirstOrThrow();
}

export async function noteKiosk(
  db: Db,
  companyId: string,
  id: string,
  seen: { lastSeenAt: string; queueLength?: number; release?: string },
): Promise<void> {
  await db.updateTable('kiosk').set(seen).where('companyId', '=', companyId).where('id', '=', id).execute();
}

/** Ends the pairing of a kiosk in the scope; false if there is none. */
export async function revokeKiosk(
  db: Db,
  companyId: string,
  { id, scope, revokedAt }: { id: string; scope: Scope; revokedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('kiosk')
    .set({ revokedAt })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(locationIn(scope, 'locationId'))
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The poster's code of the location, and the rotating part of the 30 seconds numbered `step`. */
export async function findRotatingCode(
  db: Db,
  companyId: string,
  locationId: string,
  step: number,
): Promise<{ qrCode: string; isActive: boolean; rotating: string }> {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', locationId)
    .select([
      'qrCode',
      'isActive',
      sql<string>`rotating_code(rotating_secret, ${step}::bigint)`.as('rotating'),
    ])
    .executeTakeFirstOrThrow();
}

/** The time entry of a scan that this kiosk sent for the person since the instant; undefined if there is none. */
export async function findScanOfKiosk(
  db: Db,
  companyId: string,
  { userId, scanId, kioskId, since }: { userId: string; scanId: string; kioskId: string; since: Date },
): Promise<{ timeEntryId: string | null } | undefined> {
  return db
    .selectFrom('scan')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .where('id', '=', scanId)
    .where('kioskId', '=', kioskId)
    .where('receivedAt', '>=', since.toISOString())
    .select('timeEntryId')
    .executeTakeFirst();
}

/** The person's time entry that began last, the open one if any is; undefined for somebody without entries. */
export async function findLastEntry(
  db: Db,
  companyId: string,
  userId: string,
): Promise<{ locationId: string; checkIn: string; checkOut: string | null } | undefined> {
  return db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('checkIn', 'desc')
    .orderBy('checkOut', (order) => order.desc().nullsFirst())
    .limit(1)
    .select(['locationId', 'checkIn', 'checkOut'])
    .executeTakeFirst();
}

type PersonRow = Pick<KioskPerson, 'id' | 'firstName' | 'badgeHash' | 'language'> & { lastName: string } & (
    | { since: string; locationId: string; locationName: string; onBreakSince: string | null }
    | { since: null }
  );

/**
 * The location's active people and where they work now. As people_of_locations, but of one location it reads a
 * few entries of each person, not those of all locations, which every kiosk would do every few minutes.
 */
export async function listPeople(
  db: Db,
  companyId: string,
  { locationId, since, longestShiftHours }: { locationId: string; since: Date; longestShiftHours: number },
): Promise<KioskPerson[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.first_name, u.last_name, coalesce(u.language, c.language) as language, encode(b.code_hash, 'hex') as badge_hash,
      e.check_in as since, e.location_id, l.name as location_name,
      (select w.started_at from work_break w
        where w.company_id = ${companyId} and w.time_entry_id = e.id and w.ended_at is null) as on_break_since
    from users u
    join company c on c.id = u.company_id
    left join badge b on b.company_id = u.company_id and b.user_id = u.id and b.retired_at is null
    left join time_entry e on e.company_id = ${companyId} and e.user_id = u.id and e.check_out is null
    left join location l on l.company_id = u.company_id and l.id = e.location_id
    where u.company_id = ${companyId} and u.is_active and u.deleted_at is null
      and (e.location_id = ${locationId} or exists (
        select from time_entry o
        where o.company_id = ${companyId} and o.user_id = u.id and o.check_in >= ${since}::timestamptz - interval '2 days'
          and o.location_id = ${locationId} and o.check_out >= ${since}))
    order by u.id`.execute(db);
  return rows.map(({ id, firstName, lastName, badgeHash, language, ...entry }) => ({
    id,
    firstName,
    initial: initial(lastName),
    badgeHash,
    language,
    working:
      entry.since === null
        ? null
        : { ...entry, needsAttentionAt: needsAttentionAt(entry.since, longestShiftHours).toISOString() },
  }));
}
