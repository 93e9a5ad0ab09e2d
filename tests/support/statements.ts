/** The statements that the server sends to the database. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { vi } from 'vitest';
import { withClient } from '#server/platform/database/embedded/cluster.ts';

export type Statement = { text: string; values: unknown[] };

/** Set in what `queriesOf` runs, and not in jobs that run beside it. */
const isAsked = new AsyncLocalStorage<true>();

/** Runs it and returns what it sent to the database, in order. */
export async function queriesOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const queries: Statement[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked, given] = args as [string | pg.QueryConfig, unknown[] | undefined];
    const { text, values = [] } = typeof asked === 'string' ? { text: asked, values: given } : asked;
    const isOfConnection = /pgboss|pg_listening_channels|pg_notify/.test(text);
    if (isAsked.getStore() && !isOfConnection) queries.push({ text, values });
    return Reflect.apply(query, this, args);
  });
  try {
    await isAsked.run(true, act);
  } finally {
    spy.mockRestore();
  }
  return queries;
}

/** Runs it and returns the statements that read, and those that write by functions. */
export const statementsOf = async (act: () => Promise<unknown>): Promise<Statement[]> =>
  (await queriesOf(act)).filter(({ text }) => /^\s*(select|with)\b/i.test(text));

/** Tables of no company, which stay on the coordinator of a Citus cluster. */
const isOnCoordinator = (plan: string) => / on (rate_limit|dev_mail|own_origin)\b/.test(plan);

/**
 * The statements that a Citus cluster does not run on one shard. One without any is a function that runs on the coordinator,
 * whose own statements the plan does not show.
 */
export async function widespread(connectionString: string, statements: Statement[]): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    const found: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      if (tasks.some((count) => count > 1)) found.push(`${Math.max(...tasks)} shards: ${text}`);
      if (tasks.length === 0 && !isOnCoordinator(plan)) found.push(`on the coordinator: ${text}`);
    }
    return found;
  });
}
