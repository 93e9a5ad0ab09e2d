/**
 * Checks that every key, foreign key and function is bound to one company, so that companies can be distributed over
 * nodes.
 */
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';

/** Tables that do not belong to a company. The first finds companies; the others do not refer to any. */
const globalTables = [
  'directory',
  'dev_mail',
  'own_origin',
  'push_key',
  'rate_limit',
  'applied_functions',
  'applied_migration',
  'kysely_migration',
  'kysely_migration_lock',
];

/** Every violation of the rule, as sentences. */
async function findOffences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ offence: string }>(
    `
with tables as (
  -- A company's own row is bound by its id.
  select c.oid, c.relname::text as name, a.attnum, a.attnotnull and a.atttypid = 'uuid'::regtype as is_bound
  from pg_class c
  left join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    and a.attname = case when c.relname = 'company' then 'id' else 'company_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
), functions as (
  select p.oid, p.proname, pg_get_functiondef(p.oid) as definition, p.prorettype,
    p.proargtypes::oid[] as argument_types, p.proargnames[1] as first_argument, p.proargtypes[0] as first_type
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
)
select format('table %s has no company_id', t.name) as offence from tables t where t.is_bound is not true
union all
select format('unique key %s spans companies', i.indexrelid::regclass)
from tables t join pg_index i on i.indrelid = t.oid
left join pg_constraint o on o.conindid = i.indexrelid and o.contype = 'x'
where (i.indisunique or i.indisexclusion) and not exists (
  select from unnest(i.indkey::int2[]) with ordinality k (attnum, position)
  where k.attnum = t.attnum and k.position <= i.indnkeyatts and (not i.indisexclusion
    or (select oprname = '=' from pg_operator where oid = o.conexclop[k.position])))
union all
select format('foreign key %s on %s spans companies', o.conname, o.conrelid::regclass)
from pg_constraint o
left join tables t on t.oid = o.conrelid
left join tables r on r.oid = o.confrelid
where o.contype = 'f' and o.connamespace = 'public'::regnamespace and not exists (
  select from unnest(o.conkey, o.confkey) k (own, other) where k.own = t.attnum and k.other = r.attnum)
union all
-- Citus: a column by which tables are distributed cannot be part of such a key, even if it stays.
select format('foreign key %s on %s sets columns to null or their default', o.conname, o.conrelid::regclass)
from pg_constraint o
where o.contype = 'f' and o.connamespace = 'public'::regnamespace
  and (o.confdeltype in ('n', 'd') or o.confupdtype in ('n', 'd'))
union all
select format('function %s uses the row type of a table', f.proname)
from functions f
where exists (select from pg_type y where y.typtype = 'c' and y.oid = any (f.argument_types || f.prorettype)
  or y.typarray <> 0 and y.typtype = 'c' and y.typarray = any (f.argument_types || f.prorettype))
union all
select format('function %s does not begin with p_company_id', f.proname)
from functions f
where f.prorettype <> 'trigger'::regtype
  and (f.first_argument is distinct from 'p_company_id' or f.first_type <> 'uuid'::regtype)
  and exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and f.definition ~* ('\\m(from|join|into|update|using)\\s+(only\\s+)?(public\\.)?' || c.relname || '\\M'))
union all
select format('trigger function %s uses the table %s, which is no company''s', f.proname, g.name)
from functions f, unnest($1::text[]) g (name)
where f.prorettype = 'trigger'::regtype and f.definition ~* ('\\m' || g.name || '\\M')
order by 1`,
    [globalTables],
  );
  return rows.map(({ offence }) => offence);
}

async function scratchDatabase(): Promise<string> {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  return connectionString;
}

it('nothing in the schema spans companies', async () => {
  expect(await withClient(await scratchDatabase(), findOffences)).toEqual([]);
});

it('every listed exception exists', async () => {
  await withClient(await scratchDatabase(), async (client) => {
    const { rows } = await client.query(
      `select from unnest($1::text[]) t (name) where to_regclass(name) is null`,
      [globalTables],
    );
    expect(rows).toHaveLength(0);
  });
});

it.each([
  ['a table without company_id', 'create table tool (id uuid)', 'table tool has no company_id'],
  ['one that may be null', 'create table tool (company_id uuid)', 'table tool has no company_id'],
  ['one that is a text', 'create table tool (company_id text not null)', 'table tool has no company_id'],
  [
    'a primary key over companies',
    'create table tool (company_id uuid not null, id uuid primary key)',
    'unique key tool_pkey spans companies',
  ],
  [
    'a unique constraint',
    'alter table passkey add unique (credential_id)',
    'unique key passkey_credential_id_key spans companies',
  ],
  [
    'a unique index over an expression',
    'create unique index users_email_key on users (lower(email)) where deleted_at is null',
    'unique key users_email_key spans companies',
  ],
  [
    'a unique index that only carries the company along',
    'create unique index users_email_key on users (email) include (company_id)',
    'unique key users_email_key spans companies',
  ],
  [
    'a unique index over the company as a text',
    'create unique index users_email_key on users (email, (company_id::text))',
    'unique key users_email_key spans companies',
  ],
  [
    'an exclusion over companies',
    'alter table time_entry add constraint badly exclude using gist (company_id with <>, user_id with =)',
    'unique key badly spans companies',
  ],
  [
    'a foreign key over companies',
    'alter table company add unique (provider_customer_id, id); ' +
      'alter table message add column customer text, add constraint badly foreign key (customer, recipient_id) ' +
      'references company (provider_customer_id, id)',
    'foreign key badly on message spans companies',
  ],
  [
    'a foreign key to a table of no company',
    'alter table message add column mail_id uuid, add constraint badly foreign key (mail_id) references dev_mail',
    'foreign key badly on message spans companies',
  ],
  [
    'a foreign key from a table of no company',
    'alter table directory add constraint badly foreign key (company_id) references company',
    'foreign key badly on directory spans companies',
  ],
  [
    'on delete set null',
    `alter table scan add constraint badly foreign key (company_id, time_entry_id)
      references time_entry (company_id, id) on delete set null (time_entry_id)`,
    'foreign key badly on scan sets columns to null or their default',
  ],
  [
    'a function that takes a row',
    'create function badly(p_company_id uuid, e time_entry) returns uuid language sql as $$ select e.id $$',
    'function badly uses the row type of a table',
  ],
  [
    'a function that returns rows',
    'create function badly(p_company_id uuid) returns setof scan language sql as $$ select s from scan s $$',
    'function badly uses the row type of a table',
  ],
  [
    'a function that looks through all companies',
    `create function badly(p_hash bytea) returns uuid language sql as $$
      select user_id from session s where token_hash = p_hash $$`,
    'function badly does not begin with p_company_id',
  ],
  [
    'a trigger that writes what is no company’s',
    `create function badly() returns trigger language plpgsql as $$
      begin insert into directory values ('email', new.email, new.company_id, new.id); return null; end $$`,
    "trigger function badly uses the table directory, which is no company's",
  ],
])('finds %s', async (_, offence, found) => {
  await withClient(await scratchDatabase(), async (client) => {
    await client.query(offence);
    expect(await findOffences(client)).toEqual([found]);
  });
});
