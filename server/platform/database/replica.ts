import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Db } from './database.ts';

/**
 * Runs work that only reads, on a replica where there is one. It sees everything that was committed on the primary before,
 * whoever wrote it through whichever server. The work may run a second time, on the primary.
 */
export type Read = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** How long a read waits for the replica. */
const waitMs = 500;
const askAgainMs = 5;
/** How long the replica is not asked after it was too late or failed. */
const restMs = 2_000;

type Position = { system: string; timeline: number; lsn: string };

/** The last commit that others can see. Asynchronous ones are seen before they are written to the disk. */
async function positionOf(primary: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select system_identifier::text as system, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
      lsn::text
    from pg_control_system(), (select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end) p (lsn)`.execute(
    primary,
  );
  if (!rows[0]) throw new Error('The primary has no position');
  return rows[0];
}

/**
 * Whether the replica has replayed the primary's log so far. Throws if it is none of this primary: promoted, cut off before
 * another one was promoted, or of another installation. After a promotion the timelines differ until its next checkpoint.
 */
async function hasReplayed(replica: Db, { system, timeline, lsn }: Position): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean; isCurrent: boolean }>`
    select pg_is_in_recovery() and system_identifier::text = ${system} and timeline_id = ${timeline} as is_ours,
      pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_current
    from pg_control_system(), pg_control_checkpoint()`.execute(replica);
  if (!rows[0]?.isOurs) throw new Error('This is no replica of the primary, or was promoted');
  return rows[0].isCurrent;
}

/** Reads go to the replica if it answers and is no more than half a second behind, else to the primary. */
export function readFromReplica(primary: Db, replica: Db, metrics: Metrics, log: FastifyBaseLogger): Read {
  let restsUntil = 0;
  let isUsed = true;

  function note(isServed: boolean, err?: unknown): void {
    metrics.readFrom(isServed ? 'replica' : 'primary');
    if (!isServed) restsUntil = performance.now() + restMs;
    if (isServed === isUsed) return;
    isUsed = isServed;
    if (isServed) log.info('the replica answers reads again');
    else log.warn({ err }, 'the replica is late or failed; reads go to the primary');
  }

  /** Runs the work on one connection to the replica, so that several replicas may share the address. */
  async function readThere<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const position = await positionOf(primary);
    const deadline = performance.now() + waitMs;
    const current = Promise.withResolvers<void>();
    const result = replica.connection().execute(async (db) => {
      while (!(await hasReplayed(db, position)) && performance.now() < deadline) await sleep(askAgainMs);
      if (performance.now() >= deadline) throw new Error('The replica is late');
      current.resolve();
      return work(db);
    });
    result.catch(current.reject);
    const late = sleep(waitMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('The replica does not answer')),
    );
    late.catch(() => undefined);
    await Promise.race([current.promise, late]);
    return result;
  }

  return async (work) => {
    if (performance.now() < restsUntil) {
      metrics.readFrom('primary');
      return work(primary);
    }
    try {
      const result = await readThere(work);
      note(true);
      return result;
    } catch (error) {
      if (error instanceof AppError) throw error;
      note(false, error);
      return work(primary);
    }
  };
}
