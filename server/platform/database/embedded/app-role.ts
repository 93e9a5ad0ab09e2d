import { createHmac } from 'node:crypto';
import { type Cluster, connectionString, withClient } from './cluster.ts';

const role = 'maina_app';
const database = 'maina';

/** A separate password: it does not reveal the superuser's, from which it is derived. */
const passwordOf = ({ password }: Pick<Cluster, 'password'>) =>
  createHmac('sha256', password).update(role).digest('base64url');

/** Connection string of the role that owns Maina's database and has no other rights. */
export function appConnectionString(cluster: Pick<Cluster, 'password'>, port: number): string {
  const url = new URL(connectionString(cluster, port, database));
  url.username = role;
  url.password = passwordOf(cluster);
  return url.href;
}

/** Objects of the superuser outside PostgreSQL's own schemas and extensions. */
const handOverEverything = `
do $$
declare statement text;
begin
  for statement in
    with ours as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    member as (select classid, objid from pg_depend where deptype = 'e'),
    part as (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i')
      and refclassid = 'pg_class'::regclass and refobjsubid > 0)
    select format('alter schema %I owner to ${role}', nspname) from pg_namespace
      where oid in (select oid from ours) and nspname <> 'public'
    union all
    select format('alter %s %s owner to ${role}',
        case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        oid::regclass) from pg_class
      where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'v', 'm', 'S')
        and (relkind <> 'S' or oid not in (select objid from part))
        and not exists (select from member where classid = 'pg_class'::regclass and objid = pg_class.oid)
    union all
    select format('alter type %s owner to ${role}', oid::regtype) from pg_type
      where typnamespace in (select oid from ours) and typtype in ('e', 'd')
        and not exists (select from member where classid = 'pg_type'::regclass and objid = pg_type.oid)
    union all
    select format('alter routine %s owner to ${role}', oid::regprocedure) from pg_proc
      where pronamespace in (select oid from ours)
        and not exists (select from member where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
  loop
    execute statement;
  end loop;
end
$$;
alter database ${database} owner to ${role}`;

/**
 * Creates the database and the role that owns it, if missing. In a cluster of an earlier version, where the superuser
 * owns everything, the role takes ownership in one transaction.
 */
export async function ensureAppDatabase(cluster: Cluster, port: number): Promise<void> {
  const isHandedOver = await withClient(connectionString(cluster, port, 'postgres'), async (client) => {
    const roles = await client.query('select from pg_roles where rolname = $1', [role]);
    if (!roles.rowCount) await client.query(`create role ${role} login password '${passwordOf(cluster)}'`);
    const { rows } = await client.query<{ owner: string }>(
      'select datdba::regrole::text as owner from pg_database where datname = $1',
      [database],
    );
    if (rows.length === 0) await client.query(`create database ${database} owner ${role}`);
    return rows.length === 0 || rows[0]?.owner === role;
  });
  if (isHandedOver) return;
  await withClient(connectionString(cluster, port, database), (client) => client.query(handOverEverything));
}
