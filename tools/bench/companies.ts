/** Bulk-inserts companies with a given number of time entries. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { generateLocationCode } from '#domain/location-code.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { newCompanySecret } from '#server/platform/secrets/company-secret.ts';

export type Shape = {
  companies: number;
  entriesPerPerson: number;
  /** From the beginning of a person's entry to that of the next; 8, three a day, unless told. */
  hoursBetween?: number;
  /** People of each company; 200 unless told. */
  people?: number;
  /** Nobody has an open entry. */
  nobodyAtWork?: boolean;
};

/** The largest company of the largest plan. */
const PEOPLE = 200;
const LOCATIONS = 30;
const rowsAtOnce = 250_000;

/** The measured company: its people with their session tokens, the administrator first. */
export type MeasuredCompany = {
  companyId: string;
  people: { id: string; token: string }[];
  codes: string[];
};

/**
 * Gives every person entries of 4.5 hours each, three a day unless the shape says otherwise, going back from now; the newest
 * entry of every second person is open. In the measured company, every third entry of the last 40 days has a work report. Rows
 * are inserted in chronological order, as in production, so that a company's rows are spread over the table.
 */
export async function fillDatabase(connectionString: string, shape: Shape): Promise<MeasuredCompany> {
  return withClient(connectionString, async (client) => {
    await addUuidv7(client);
    const codes = Array.from({ length: shape.companies * LOCATIONS }, () =>
      generateLocationCode(randomBytes),
    );
    await client.query('begin');
    // The rows are valid by construction: no foreign-key checks, no ledger, and no WAL for a table created here.
    await client.query(
      `set local session_replication_role = replica; truncate company, ledger_record, ledger_pending cascade`,
    );
    await client.query(
      `insert into company (id, name, email, timezone, subscription_plan, subscription_status, trial_ends_at, created_at)
        select uuidv7(), 'Company ' || n, 'company' || n || '@bench.example', 'UTC', 'business', 'active', now(),
          now() - n * interval '1 minute'
        from generate_series(1, $1) n`,
      [shape.companies],
    );
    await client.query(
      `insert into users (company_id, id, email, password_hash, first_name, last_name, role, is_owner)
        select c.id, uuidv7(), n || '.' || c.email, '', 'Person', n::text,
          case when n = 0 then 'admin' else 'employee' end::user_role, n = 0
        from company c, generate_series(0, $1 - 1) n`,
      [shape.people ?? PEOPLE],
    );
    await client.query(
      `insert into location (company_id, id, name, qr_code)
        select c.id, uuidv7(), 'Place ' || (code.n - 1) % $2, code.text
        from (select id, row_number() over (order by created_at desc) n from company) c
        join unnest($1::text[]) with ordinality code (text, n) on (code.n - 1) / $2 = c.n - 1`,
      [codes, LOCATIONS],
    );
    await fillEntries(client, shape);
    const measured = await openSessions(client);
    await client.query(
      `insert into work_report (company_id, id, user_id, time_entry_id, submission_id, units, quantity, description)
        select company_id, uuidv7(), user_id, id, uuidv7(), 'm2', 12.5, 'Wall panels mounted'
        from time_entry
        where company_id = $1 and check_in > now() - interval '40 days' and hashtext(id::text) % 3 = 0`,
      [measured.companyId],
    );
    await setIndexesInUse(client, true);
    await client.query(`insert into unsettled_hours (company_id, since) select id, '-infinity' from company`);
    await client.query('commit');
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query('vacuum (full, freeze) time_entry');
    // Otherwise autovacuum would run during the measurement.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    return measured;
  });
}

/** Ids in chronological order, as PostgreSQL makes them from version 18 on. */
async function addUuidv7(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regproc('uuidv7') is not null as "isThere"`);
  if (rows[0]?.isThere) return;
  await client.query(`
    create function uuidv7(shift interval default '0') returns uuid language sql volatile as $$
      select encode(overlay(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp() + shift) * 1000)::bigint) from 3) from 1 for 6)
        placing set_byte('\\x00', 0, 112 | (random() * 15)::int) from 7 for 1), 'hex')::uuid $$`);
}

async function fillEntries(
  client: pg.Client,
  { companies, entriesPerPerson, hoursBetween = 8, people = PEOPLE, nobodyAtWork = false }: Shape,
): Promise<void> {
  await client.query(`
    create temp table person on commit drop as
      select company_id, id, last_name::int as n from users;
    create temp table place on commit drop as
      select company_id, id, split_part(name, ' ', 2)::int as n from location;
    analyze person; analyze place`);
  await setIndexesInUse(client, false);
  const step = Math.ceil(rowsAtOnce / (companies * people));
  for (let oldest = entriesPerPerson - 1; oldest >= 0; oldest -= step) {
    await client.query(
      `insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source,
          check_out_source, created_at)
        select person.company_id, uuidv7(check_in - now()), person.id, place.id, check_in, check_out, 'qr',
          case when check_out is not null then 'qr'::event_source end, check_in
        from generate_series($1::int, $2::int, -1) i
        cross join person
        cross join lateral (select now() - i * $4::float8 * interval '1 hour' - (person.n % 200 + 10) * interval '1 minute') a (check_in)
        cross join lateral (select case when i > 0 then check_in + interval '4.5 hours'
          when $5 or person.n % 2 = 0 then check_in + interval '5 minutes' end) b (check_out)
        join place on place.company_id = person.company_id and place.n = (person.n + i) % $3
        order by i desc`,
      [oldest, Math.max(0, oldest - step + 1), LOCATIONS, hoursBetween, nobodyAtWork],
    );
  }
}

/**
 * Enables or disables the indexes of time_entry, except the primary key, for inserts and queries. VACUUM FULL then rebuilds
 * them without checking the rows, in a twentieth of the time that a new exclusion constraint would take.
 */
async function setIndexesInUse(client: pg.Client, inUse: boolean): Promise<void> {
  await client.query(
    `update pg_index set indisready = $1, indisvalid = $1
      where indrelid = 'time_entry'::regclass and not indisprimary`,
    [inUse],
  );
}

async function openSessions(client: pg.Client): Promise<MeasuredCompany> {
  const { rows } = await client.query<{ companyId: string; id: string }>(`
    select company_id as "companyId", id from users
      where company_id = (select id from company order by created_at desc limit 1)
      order by is_owner desc, id`);
  const companyId = rows[0]?.companyId ?? '';
  const people = await signIn(client, rows);
  const codes = await client.query<{ code: string }>(
    'select qr_code as code from location where company_id = $1',
    [companyId],
  );
  return {
    companyId,
    people,
    codes: codes.rows.map(({ code }) => code),
  };
}

/** Gives each person a session. */
async function signIn<T extends { companyId: string; id: string }>(client: pg.Client, people: T[]) {
  const secrets = people.map(({ companyId }) => newCompanySecret(companyId));
  await client.query(
    `insert into session (company_id, user_id, token_hash, expires_at)
      select company_id, id, token_hash, now() + interval '30 days'
      from unnest($1::uuid[], $2::uuid[], $3::bytea[]) s (company_id, id, token_hash)`,
    [people.map(({ companyId }) => companyId), people.map(({ id }) => id), secrets.map(({ hash }) => hash)],
  );
  return people.map((person, index) => ({ ...person, token: secrets[index]?.secret ?? '' }));
}

/** Gives everybody of every company a session, in random order, with the code of one of their locations. */
export const signInEverybody = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    await client.query('delete from session');
    const { rows } = await client.query<{ companyId: string; id: string; code: string }>(`
      select u.company_id as "companyId", u.id, l.qr_code as code from users u
        join location l on l.company_id = u.company_id and l.name = 'Place ' || u.last_name::int % ${LOCATIONS}
        order by random()`);
    const people = await signIn(client, rows);
    await client.query('analyze session');
    return people;
  });
