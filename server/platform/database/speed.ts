import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from './database.ts';

const isJitOn = sql<{ isOn: boolean }>`select current_setting('jit')::boolean as is_on`;

/**
 * Turns PostgreSQL's just-in-time compiler off for our role in this database: it takes longer to compile a plan than any
 * of our statements takes to run. A setting of the role, unlike one of a connection, also holds behind a pooler; it applies
 * to connections opened later. Any role may set it for itself. Warns if that fails.
 */
export async function turnOffJit(db: Db, log: FastifyBaseLogger): Promise<void> {
  const { rows } = await isJitOn.execute(db);
  if (!rows[0]?.isOn) return;
  try {
    await sql`do $$ begin
      execute format('alter role current_user in database %I set jit = off', current_database());
    end $$`.execute(db);
  } catch (err) {
    // Two servers that start together set it at the same time: one of them fails.
    log.debug({ err }, 'the setting jit of the role could not be changed');
  }
}

/** Tries of a statement; the fastest counts, since the first also plans and any may be interrupted. */
const tries = 4;
/** More than a scan takes in all, on any machine that the product is meant for. */
const slowMs = 20;

async function fastest(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < tries; i += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

/**
 * Warns if the database is far away, or takes many times longer than it should for the statements of a scan. Of these it
 * runs those that need no data, and writes nothing.
 */
export async function warnIfSlow(db: Db, log: FastifyBaseLogger): Promise<void> {
  const { rows } = await isJitOn.execute(db);
  if (rows[0]?.isOn) {
    log.warn(
      'PostgreSQL’s just-in-time compiler is on for this connection, which makes scans up to 24 times as slow. Set ' +
        'jit = off for the role of DATABASE_URL and restart the connection pooler, if there is one (docs/operations.md)',
    );
  }
  const nobody = '00000000-0000-0000-0000-000000000000';
  const scan = JSON.stringify({ userId: nobody, scanId: nobody });
  const answer = JSON.stringify({ action: 'check-out', timeEntry: { id: nobody } });
  const roundTripMs = await fastest(() => sql`select 1`.execute(db));
  const statementMs = await fastest(() =>
    sql`select find_viewer(${nobody}, ''::bytea, now()), with_work_reports(${nobody}, ${answer}, now()),
      process_scan(${nobody}, ${scan})`.execute(db),
  );
  const rounded = {
    roundTripMs: Math.round(roundTripMs),
    statementMs: Math.round(statementMs - roundTripMs),
  };
  if (roundTripMs > slowMs) {
    log.warn(rounded, 'the database is far away: every scan waits for several round trips to it');
  }
  if (statementMs - roundTripMs > slowMs) {
    log.warn(rounded, 'the database takes many times longer for a scan than it should (docs/operations.md)');
  }
}
