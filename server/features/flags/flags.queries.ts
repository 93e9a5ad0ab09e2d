import { randomUUIDv7 } from 'node:crypto';
import { type NotNull, sql } from 'kysely';
import type { Flag, OwnFlag } from '#contract/flags.ts';
import { type FlagFacts, POSTER_DAYS, type SeenFlag, type SeenScan } from '#domain/flags.ts';
import type { Scope } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { personIn, workIn } from '#server/platform/scope.ts';

/** How many flags of a kind a person gets in 24 hours. */
const flagsOfKindPerDay = 3;
/** A scan whose transaction takes this long is still seen. */
const overlap = sql`interval '30 seconds'`;
/** Arrived this long ago, a scan no longer tells anything about a new one: a scan may be three days old. */
const lookBack = sql`interval '4 days'`;

/** Companies, or this one, with scans that nobody has looked at. */
export async function listCompaniesToCheck(db: Db, companyId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('company as c')
    .leftJoin('flagCheck as f', 'f.companyId', 'c.id')
    .where('c.deletionDueAt', 'is', null)
    .$if(companyId !== undefined, (query) => query.where('c.id', '=', companyId ?? ''))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('scan as s')
          .whereRef('s.companyId', '=', 'c.id')
          .where(sql<boolean>`s.received_at > coalesce(f.until, '-infinity')`)
          .select('s.id'),
      ),
    )
    .select('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * In a transaction: the instant up to which the company's scans have been looked at, locked; undefined while somebody else
 * looks.
 */
export async function lockCheck(db: Db, companyId: string, now: Date): Promise<string | undefined> {
  await sql`insert into flag_check (company_id, until) values (${companyId}, ${now}::timestamptz - ${lookBack})
    on conflict do nothing`.execute(db);
  const row = await db
    .selectFrom('flagCheck')
    .where('companyId', '=', companyId)
    .select('until')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.until;
}

export async function setChecked(db: Db, companyId: string, now: Date): Promise<void> {
  await sql`update flag_check set until = ${now}::timestamptz - ${overlap}
    where company_id = ${companyId}`.execute(db);
}

type ScanRow = Omit<SeenScan, 'at' | 'receivedAt' | 'deviceAt' | 'scannedAt' | 'deviceNow'> &
  Record<'at' | 'receivedAt', string> &
  Record<'deviceAt' | 'scannedAt' | 'deviceNow', string | null>;

/**
 * The scans that arrived since `until`, and the earlier ones of the same people and phones. A kiosk or a manager's phone
 * says nothing about the person: neither its clock nor the time without a signal is theirs.
 */
export async function listSeenScans(
  db: Db,
  companyId: string,
  { until, now }: { until: string; now: Date },
): Promise<SeenScan[]> {
  const { rows } = await sql<ScanRow>`
    with fresh as materialized (
      select user_id, device_id from scan
      where company_id = ${companyId} and received_at > ${until}::timestamptz)
    select id, user_id, location_id, action, encode(device_id, 'hex') as device, code_form as code,
      source = 'offline' and own.phone as is_offline, effective_at as at, received_at, device_at, scanned_at,
      case when own.phone then device_now end as device_now, is_uncertain and own.phone as is_uncertain,
      received_at > ${until}::timestamptz as is_new
    from scan cross join lateral (select kiosk_id is null and made_by is null) own (phone)
    where company_id = ${companyId} and received_at > ${now}::timestamptz - ${lookBack} and undone_at is null
      and (user_id in (select user_id from fresh)
        or device_id in (select device_id from fresh where device_id is not null))`.execute(db);
  const ms = (instant: string | null) => (instant === null ? null : Date.parse(instant));
  return rows.map((row) => ({
    ...row,
    at: Date.parse(row.at),
    receivedAt: Date.parse(row.receivedAt),
    deviceAt: ms(row.deviceAt),
    scannedAt: ms(row.scannedAt),
    deviceNow: ms(row.deviceNow),
  }));
}

/** How often the printed code and the one on the screen were used in the last days, at each of these locations. */
export async function countCodes(
  db: Db,
  companyId: string,
  locationIds: readonly string[],
  now: Date,
): Promise<Map<string, ReturnType<FlagFacts['codesAt']>>> {
  if (locationIds.length === 0) return new Map();
  const { rows } = await sql<{ locationId: string; screen: number; printed: number }>`
    select location_id, count(*) filter (where code_form = 'rotating')::integer as screen,
      count(*) filter (where code_form <> 'rotating')::integer as printed
    from scan
    where company_id = ${companyId} and received_at > ${now}::timestamptz - make_interval(days => ${POSTER_DAYS})
      and code_form is not null and location_id = any (${locationIds}::uuid[])
    group by location_id`.execute(db);
  return new Map(rows.map(({ locationId, ...codes }) => [locationId, codes]));
}

/** Keeps a flag once for its scan; one that is still open gets the new figures. Beyond three of a kind a day it is not kept. */
export async function keepFlag(db: Db, companyId: string, flag: SeenFlag, now: Date): Promise<void> {
  const { kind, userId, scanId, locationId, at, figures, others } = flag;
  await sql`
    insert into flag (company_id, id, user_id, scan_id, kind, location_id, at, figures, others, created_at)
    select ${companyId}, ${randomUUIDv7()}, ${userId}, ${scanId}, ${kind}, ${locationId}, ${new Date(at)},
      ${JSON.stringify(figures)}::jsonb, ${others}::uuid[], ${now}
    where (select count(*) from flag f where f.company_id = ${companyId} and f.user_id = ${userId}
        and f.kind = ${kind} and f.scan_id <> ${scanId} and f.at <= ${new Date(at)}
        and f.at > ${new Date(at)}::timestamptz - interval '24 hours') < ${flagsOfKindPerDay}
    on conflict (company_id, user_id, scan_id, kind) do update
      set figures = excluded.figures, others = excluded.others
      where flag.dismissed_at is null and flag.figures <> excluded.figures`.execute(db);
}

function selectFlags(db: Db, companyId: string) {
  return (
    db
      .selectFrom('flag as f')
      .innerJoin('users as u', inCompany('u.id', 'f.userId'))
      .innerJoin('location as l', inCompany('l.id', 'f.locationId'))
      .leftJoin('users as d', inCompany('d.id', 'f.dismissedBy'))
      .where('f.companyId', '=', companyId)
      .select(['f.id', 'f.at', 'f.locationId', 'l.name as locationName', 'f.kind', 'f.dismissedBy'])
      .select(['f.dismissedAt', 'f.note', 'd.firstName as dismissedByFirstName'])
      .select(['d.lastName as dismissedByLastName'])
      // The figures of a flag name a location by its id.
      .select(
        sql<
          OwnFlag['seen']['figures']
        >`f.figures || coalesce((select jsonb_build_object('from', o.name) from location o
          where o.company_id = ${companyId} and o.id = (f.figures ->> 'fromLocationId')::uuid), '{}')`.as(
          'figures',
        ),
      )
      .$narrowType<{ locationName: NotNull }>()
  );
}

type FlagRow = Awaited<ReturnType<ReturnType<typeof selectFlags>['execute']>>[number];

function toOwnFlag(row: FlagRow): OwnFlag {
  const { id, at, kind, figures, dismissedBy, dismissedAt, note } = row;
  const { dismissedByFirstName: firstName, dismissedByLastName: lastName } = row;
  const isDismissed = dismissedBy && dismissedAt && note && firstName !== null && lastName !== null;
  return {
    id,
    at,
    location: { id: row.locationId, name: row.locationName },
    // The figures were written by the kind's own rule.
    seen: { kind, figures } as OwnFlag['seen'],
    dismissed: isDismissed ? { by: { id: dismissedBy, firstName, lastName }, at: dismissedAt, note } : null,
  };
}

/** Flags in the scope that are open, or those dismissed; newest first. */
export async function listFlags(
  db: Db,
  companyId: string,
  scope: Scope,
  { state, userId }: { state: 'open' | 'dismissed'; userId: string | undefined },
  limit: number,
): Promise<Flag[]> {
  const rows = await selectFlags(db, companyId)
    .where(workIn(scope, { user: 'f.userId', location: 'f.locationId' }))
    .$if(userId !== undefined, (query) => query.where('f.userId', '=', userId ?? ''))
    .where('f.dismissedAt', state === 'open' ? 'is' : 'is not', null)
    .orderBy(state === 'open' || userId !== undefined ? 'f.at' : 'f.dismissedAt', 'desc')
    .orderBy('f.id')
    .limit(limit)
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .select(['f.userId', 'f.others', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .execute();
  const others = await findPeople(
    db,
    companyId,
    scope,
    rows.flatMap((row) => row.others),
  );
  return rows.map((row) => ({
    ...toOwnFlag(row),
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, nameTag: row.nameTag },
    others: row.others.flatMap((id) => others.get(id) ?? []),
  }));
}

async function findPeople(
  db: Db,
  companyId: string,
  scope: Scope,
  ids: string[],
): Promise<Map<string, Flag['user']>> {
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('users as u')
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('u.companyId', '=', companyId)
    .where('u.id', 'in', ids)
    .where(personIn(scope, 'u.id'))
    .select(['u.id', 'u.firstName', 'u.lastName', 'n.tag as nameTag'])
    .execute();
  return new Map(people.map((person) => [person.id, person]));
}

/** The person's flags, newest first; all of them without a limit. */
export async function listFlagsOf(
  db: Db,
  companyId: string,
  userId: string,
  limit?: number,
): Promise<OwnFlag[]> {
  const rows = await selectFlags(db, companyId)
    .where('f.userId', '=', userId)
    .orderBy('f.at', 'desc')
    .orderBy('f.id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(toOwnFlag);
}

/** Returns false if there is no such flag in the scope. One that is dismissed keeps its note. */
export async function dismissFlag(
  db: Db,
  companyId: string,
  scope: Scope,
  id: string,
  dismissal: { dismissedBy: string; dismissedAt: string; note: string },
): Promise<boolean> {
  await db
    .updateTable('flag')
    .set(dismissal)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(workIn(scope, { user: 'userId', location: 'locationId' }))
    .where('dismissedAt', 'is', null)
    .execute();
  const found = await db
    .selectFrom('flag')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(workIn(scope, { user: 'userId', location: 'locationId' }))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
