import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { registerCompany } from '#tests/support/factories.ts';
import { startTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createPool, openDatabase } from './database.ts';
import { withClient } from './embedded/cluster.ts';

/** Changes a setting of the database, for new connections; existing ones are closed. */
async function configure(connectionString: string, setting: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('set default_transaction_read_only to off');
    await client.query(`alter database ${new URL(connectionString).pathname.slice(1)} set ${setting}`);
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
}

it('runs in UTC, whatever the time zone of the database', async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  await configure(connectionString, `timezone to 'Europe/Riga'`);
  const pool = createPool(connectionString, 1);
  const { rows } = await pool.query(`select current_setting('timezone') as zone`);
  await pool.end();
  expect(rows).toEqual([{ zone: 'UTC' }]);
});

it('answers that it is unavailable where a primary has just become a standby, and goes on with the next one', async () => {
  const test = await startTestApp();
  onTestFinished(() => test.close());
  const { admin } = await registerCompany(test);
  const addLocation = () => admin.call('createLocation', { body: { name: 'Hall' } });
  await configure(test.connectionString, 'default_transaction_read_only to on');
  await expect.poll(async () => (await addLocation()).body.code).toBe('unavailable');
  expect(await addLocation()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  await configure(test.connectionString, 'default_transaction_read_only to off');
  await expect.poll(async () => (await addLocation()).status).toBe(201);
});

it('keeps the connection of a transaction while this process computes for seconds', async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const db = openDatabase(createPool(connectionString, 1, 'test', { patienceMs: 1_000 }));
  onTestFinished(() => db.destroy());
  const answer = await db.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    // Longer than a connection is trusted, and too busy to ask PostgreSQL about it in time.
    for (let turn = 0; turn < 8; turn += 1) {
      const until = performance.now() + 1_200;
      while (performance.now() < until);
      await setImmediate();
    }
    return sql<{ one: number }>`select 1 as one`.execute(transaction);
  });
  expect(answer.rows).toEqual([{ one: 1 }]);
});
