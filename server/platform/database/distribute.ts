/** Distributes the tables by company over the nodes of a Citus cluster (docs/scaling.md, docs/operations.md). */
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { createPool, type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** What keeps the database from being distributed, as a sentence for the operator. */
export class DistributionError extends Error {}

/**
 * Settings that every node needs, of which Citus warns in general:
 * - triggers on distributed tables. Ours touch rows of their own company only.
 * - queries by functions within a query. Ours read rows of one company only (company-bound.test.ts), which are on the node.
 */
export const nodeSettings = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
};

/** Parents first: a foreign key must not lead to a table that is not distributed yet. */
const undistributedTables = sql<{ name: string; column: string }>`
  with recursive own as (
    select c.oid, c.relname::text as name, case when c.relname = 'company' then 'id' else a.attname::text end as column
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'directory'
      and (a.attname is not null or c.relname = 'company')
  ), depth as (
    select oid, 0 as steps from own where name = 'company'
    union
    select f.conrelid, steps + 1 from depth join pg_constraint f on f.contype = 'f' and f.confrelid = depth.oid
      and f.conrelid <> f.confrelid
  )
  select own.name, own.column from own left join depth using (oid)
  where not exists (select from pg_dist_partition p where p.logicalrelid = own.oid)
  group by own.name, own.column order by coalesce(max(steps), 1), own.name`;

/**
 * Functions of one company run where its rows are, also within a transaction. Not those that use a table of no company, which
 * is on the coordinator. The others, and those, are merely made known to the nodes.
 */
const unknownFunctions = sql<{ name: string; isDelegated: boolean }>`
  select name, is_delegated from (
    select p.oid, p.oid::regprocedure::text as name, p.proargnames[1] is not distinct from 'p_company_id' and not exists (
      select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and p.prosrc ~ ('\\m' || c.relname || '\\M')
        and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)) as is_delegated
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  ) f
  where not exists (select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = f.oid
    and (not f.is_delegated or d.distribution_argument_index is not null))
  order by is_delegated, name`;

/** Citus cannot make a plan for all companies, which may be on any node. */
const functionsWithOnePlan = sql<{ name: string }>`
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (p.proconfig)`;

/**
 * Statements for each node. The numbers that a node gives begin with its own, so those restored from another cluster may be
 * ahead of it. They do nothing once it gives numbers itself.
 */
const skipsOfGivenNumbers = sql<{ command: string }>`
  select format('select setval(numbers, last) from (
      select pg_get_serial_sequence(%1$L, %2$L)::regclass as numbers, max(%2$I) as last from %1$I
      where %2$I >> 48 = (select groupid from pg_dist_local_group)
    ) given where last > coalesce(pg_sequence_last_value(numbers), 0)', c.relname, a.attname) as command
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
  join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
  where c.relnamespace = 'public'::regnamespace`;

/** Rows that a table had before it was distributed are still in its file on the coordinator, unseen. */
const leftovers = sql<{ name: string }>`
  select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
  where c.relnamespace = 'public'::regnamespace and p.partmethod = 'h' and pg_relation_size(c.oid) > 0 order by 1`;

/**
 * Drops the triggers of tables that are about to be distributed: they would fire for each row on its way to a node, and when
 * the rows are removed from the coordinator. They are made anew with the functions.
 */
async function dropTriggers(db: Db, tables: string[]): Promise<void> {
  const { rows } = await sql<{ command: string }>`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as command from pg_trigger
    where not tgisinternal and tgrelid = any (${tables}::regclass[])`.execute(db);
  if (rows.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('appliedFunctions').execute();
    for (const { command } of rows) await sql.raw(command).execute(transaction);
  });
}

/** Checks that this is the coordinator of a cluster, and sets what its nodes need. */
async function prepareNodes(db: Db, tell: (sentence: string) => void): Promise<void> {
  const rows = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows;
  const [found] = await rows(sql<{ version: string | null }>`
    select (select extversion from pg_extension where extname = 'citus') as version`);
  if (!found?.version)
    throw new DistributionError('Citus is not set up in this database: create extension citus.');
  const nodes = await rows(sql<{ isCoordinator: boolean }>`
    select groupid = 0 as is_coordinator from pg_dist_node where isactive and noderole = 'primary'`);
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    throw new DistributionError('The coordinator does not know its own address: citus_set_coordinator_host.');
  }
  if (nodes.length < 2) throw new DistributionError('The cluster has no worker yet: citus_add_node.');
  for (const [name, value] of Object.entries(nodeSettings)) {
    const missing =
      await rows(sql`select nodeid from run_command_on_all_nodes(${`select current_setting('${name}')`})
      where not success or result <> ${value}`);
    if (missing.length === 0) continue;
    const [set] = await rows(sql<{ command: string }>`
      select format('alter database %I set %s = %L', current_database(), ${name}::text, ${value}::text) as command`);
    // The coordinator sends it to the other nodes.
    await sql.raw(set?.command ?? '').execute(db);
    tell(`Set ${name} to ${value} on every node.`);
  }
}

async function distributeTables(db: Db, tell: (sentence: string) => void): Promise<void> {
  // Unique over all companies, so that its key is what it is distributed by. A reference table would make all nodes take
  // part in each registration.
  const directory =
    await sql`select from pg_dist_partition where logicalrelid = 'directory'::regclass`.execute(db);
  if (directory.rows.length === 0) {
    await sql`select create_distributed_table('directory', 'key', colocate_with => 'none')`.execute(db);
    tell('Distributed directory by key.');
  }
  const { rows: tables } = await undistributedTables.execute(db);
  await dropTriggers(
    db,
    tables.map(({ name }) => name),
  );
  for (const { name, column } of tables) {
    const colocation = name === 'company' ? 'none' : 'company';
    await sql`select create_distributed_table(${name}, ${column}, colocate_with => ${colocation})`.execute(
      db,
    );
    tell(`Distributed ${name} by ${column}.`);
  }
  for (const { command } of (await skipsOfGivenNumbers.execute(db)).rows) {
    const { rows: failed } = await sql<{ result: string }>`
      select result from run_command_on_workers(${command}) where not success`.execute(db);
    if (failed[0]) throw new DistributionError(failed[0].result);
  }
  const { rows: left } = await leftovers.execute(db);
  await dropTriggers(
    db,
    left.map(({ name }) => name),
  );
  for (const { name } of left) {
    await sql`select truncate_local_data_after_distributing_table(${name})`.execute(db);
    tell(`Removed the rows of ${name} that were moved to the nodes from the coordinator.`);
  }
}

async function distributeFunctions(db: Db, tell: (sentence: string) => void): Promise<void> {
  for (const { name, isDelegated } of (await unknownFunctions.execute(db)).rows) {
    await (isDelegated
      ? sql`select create_distributed_function(${name}, 'p_company_id', colocate_with => 'company', force_delegation => true)`
      : sql`select create_distributed_function(${name})`
    ).execute(db);
    tell(isDelegated ? `${name} runs on the node of its company.` : `${name} is on every node.`);
  }
  for (const { name } of (await functionsWithOnePlan.execute(db)).rows) {
    await sql.raw(`alter function ${name} reset plan_cache_mode`).execute(db);
    tell(`${name} is planned for each company.`);
  }
}

/**
 * Migrates the database, brings it up to what its nodes need and calls `say` with each thing done, in a sentence. Doing it again
 * changes only what has been added since: a table of a migration, a node. No server may be running the first time. Throws
 * DistributionError.
 */
export async function distribute(
  connectionString: string,
  log: FastifyBaseLogger,
  say: (sentence: string) => void,
): Promise<void> {
  let changes = 0;
  const tell = (sentence: string) => {
    changes += 1;
    say(sentence);
  };
  const connected = async (act: (db: Db) => Promise<void>) => {
    const db = openDatabase(createPool(connectionString, 2));
    try {
      await act(db);
    } finally {
      await db.destroy();
    }
  };
  await connected(async (db) => {
    await migrate(db, log);
    await prepareNodes(db, tell);
  });
  // Connections have the settings from their beginning.
  await connected(async (db) => {
    await distributeTables(db, tell);
    await migrate(db, log);
    await distributeFunctions(db, tell);
  });
  say(
    changes === 0 ? 'Everything is distributed already.' : 'The companies are distributed over the workers.',
  );
}
