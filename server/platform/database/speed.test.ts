import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/test-app.ts';
import { createPool, openDatabase } from './database.ts';
import { warnIfSlow } from './speed.ts';

/** A log, and the sentences written to it. */
function listeningLog() {
  const sentences: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void sentences.push(JSON.parse(line).msg) });
  return { log, sentences };
}

async function start() {
  const app = await startTestApp({ isOwn: true });
  onTestFinished(() => app.close());
  return app;
}

it('connections of the server do not compile plans, whatever the settings of PostgreSQL', async () => {
  const { services } = await start();
  const { rows } = await sql`select current_setting('jit') as jit`.execute(services.db);
  expect(rows).toEqual([{ jit: 'off' }]);
});

it('warns at the start if connections compile plans all the same', async () => {
  const { connectionString } = await start();
  const url = new URL(connectionString);
  url.searchParams.set('options', '-c jit=on');
  const db = openDatabase(createPool(url.href, 1));
  onTestFinished(() => db.destroy());
  const { log, sentences } = listeningLog();
  await warnIfSlow(db, log);
  expect(sentences).toContainEqual(expect.stringContaining('just-in-time compiler is on'));
});

it('warns at the start if the statements of a scan take many times longer than they should', async () => {
  const { services } = await start();
  await sql`create or replace function with_work_reports(p_company_id uuid, p_answer jsonb, p_received_at timestamptz)
    returns jsonb language plpgsql stable as $$ begin perform pg_sleep(0.2); return p_answer; end $$`.execute(
    services.db,
  );
  const { log, sentences } = listeningLog();
  await warnIfSlow(services.db, log);
  expect(sentences).toEqual([expect.stringContaining('many times longer for a scan')]);
});
