import type pg from 'pg';

/* Bookkeeping of the migrator, and what belongs to an extension, is left out. */
const query = `
with tables as (
  select c.oid, c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
)
select 'type' as kind, t.typname as name, 0 as position,
  'create type ' || t.typname || ' as enum (' || string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
    || ')' as text
from pg_type t join pg_enum e on e.enumtypid = t.oid
where t.typnamespace = 'public'::regnamespace group by t.typname
union all
select 'part', t.name, a.attnum, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
  || case when a.attnotnull then ' not null' else '' end
  || case a.attidentity when 'a' then ' generated always as identity' else '' end
  || case when d.oid is null then ''
    when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
    else ' default ' || pg_get_expr(d.adbin, d.adrelid) end
from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
union all
select 'part', t.name, 10000 + position('p' in o.contype::text) * -1, 'constraint ' || o.conname || ' '
  || pg_get_constraintdef(o.oid)
-- PostgreSQL 18 keeps NOT NULL as a constraint as well.
from tables t join pg_constraint o on o.conrelid = t.oid and o.contype in ('p', 'u', 'f', 'c', 'x')
union all
select 'rule', t.name, 1, pg_get_indexdef(i.indexrelid)
from tables t join pg_index i on i.indrelid = t.oid
where not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.conrelid = t.oid)
union all
select 'rule', t.name, 1, pg_get_statisticsobjdef(s.oid)
from tables t join pg_statistic_ext s on s.stxrelid = t.oid
union all
select 'rule', t.name, 1, 'alter table ' || t.name || ' set (' || array_to_string(c.reloptions, ', ') || ')'
from tables t join pg_class c on c.oid = t.oid and c.reloptions is not null
union all
select 'rule', t.name, 2, pg_get_triggerdef(g.oid)
from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
union all
select 'function', p.proname, 0, '-- ' || p.proname || '(' || pg_get_function_arguments(p.oid)
  || ') returns ' || pg_get_function_result(p.oid) || ' language ' || l.lanname
  || case p.provolatile when 'i' then ' immutable' when 's' then ' stable' else '' end
  || coalesce(' set ' || array_to_string(p.proconfig, ', '), '')
from pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

type Line = { kind: 'type' | 'part' | 'rule' | 'function'; name: string; position: number; text: string };

/** Returns the schema of the database as the text of schema.sql. The same on every PostgreSQL. */
export async function describeSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Line>(
    `select * from (${query}) lines order by name collate "C", position, text collate "C"`,
  );
  const textsOf = (kind: Line['kind'], name?: string) =>
    rows.filter((row) => row.kind === kind && (name ?? row.name) === row.name).map(({ text }) => text);
  const tables = [...new Set(rows.filter(({ kind }) => kind === 'part').map(({ name }) => name))];
  return [
    '-- Written by npm run db:types from the migrated database, to show what a migration changes.',
    textsOf('type')
      .map((text) => `${text};`)
      .join('\n'),
    ...tables.map((name) =>
      [
        `create table ${name} (\n  ${textsOf('part', name).join(',\n  ')}\n);`,
        ...textsOf('rule', name).map((text) => `${text};`),
      ].join('\n'),
    ),
    `-- Functions\n${textsOf('function').join('\n')}\n`,
  ].join('\n\n');
}
