import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import type { EndpointName } from '#contract/table.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { expectedDirectory } from '#server/platform/database/directory.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { exportLedger } from '#testing/ledger-export.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { readArchive } from './archive.ts';
import { restore } from './restore.ts';

/*
 * A backup made by the last version before the baseline, of a company with some of everything, another that pays with
 * Stripe and a third that is to be erased; and that version's responses.
 */
const fixture = (name: string) =>
  fileURLToPath(new URL(`./fixtures/before-baseline.${name}`, import.meta.url));
const file = fixture('backup');
const then = JSON.parse(readFileSync(fixture('json'), 'utf8')) as {
  password: string;
  takenAt: string;
  emails: Record<'admin' | 'worker' | 'deactivated' | 'deleted' | 'other' | 'companyToErase', string>;
  codes: Record<'yard' | 'hall' | 'deleted' | 'other', string>;
  customers: Record<string, string>;
  ledger: { lines: number; last: string };
  answers: { as: 'admin' | 'worker'; name: EndpointName; input?: unknown; body: unknown }[];
};
const password = then.password;

describe('a backup from before the baseline', () => {
  let app: TestApp;
  const clock = fixedClock(then.takenAt);
  beforeAll(async () => {
    const { connectionString, drop } = await createEmptyDatabase();
    await restore(connectionString, file);
    app = await startTestApp({ connectionString, clock });
    return async () => {
      await app.close();
      await drop();
    };
  });
  const signIn = async (who: keyof typeof then.emails) => {
    const client = app.client();
    await client.ok('login', { body: { email: then.emails[who], password } });
    return client;
  };

  it('restores every row except sessions and keys, which end', async () => {
    const { rows } = await readArchive(file);
    const counts: Record<string, number> = {};
    for (const table of Object.keys(rows)) {
      if (table === 'pgboss.job' || table === 'passkey_challenge') continue;
      const { rows: found } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}`.execute(app.services.db);
      counts[table] = found[0]?.count ?? -1;
    }
    const { passkey_challenge: _, 'pgboss.job': jobs, dev_mail: _mails, ...saved } = rows;
    const { dev_mail: _sent, ...restored } = counts;
    expect(jobs).toBeGreaterThan(0);
    expect(restored).toEqual({ ...saved, session: 0, password_reset_token: 0, api_key: 0 });
  });

  it('gives the same responses', async () => {
    const clients = { admin: await signIn('admin'), worker: await signIn('worker') };
    expect(then.answers.length).toBeGreaterThan(10);
    for (const { as, name, input, body } of then.answers) {
      const answer = await clients[as].call(name, input as EndpointInput<typeof name>);
      // Fields added to responses since are not compared.
      expect({ name, body: answer.body }).toMatchObject({ name, body });
    }
    const { lines } = await clients.admin.ok('listLedger', { query: {} });
    expect([lines.length, lines.at(-1)]).toEqual([then.ledger.lines, then.ledger.last]);
    expect(await verifyLedger(await exportLedger(clients.admin))).toMatchObject({ ok: true });
  });

  it('finds everybody by their current keys, and nobody by former ones', async () => {
    const { db } = app.services;
    const { rows } = await sql`select * from directory order by 1, 2`.execute(db);
    const { rows: expected } = await sql`${expectedDirectory} order by 1, 2`.execute(db);
    expect(rows).toEqual(expected);
    // Five people, all four locations, a passkey, two customers and the new codes of three companies.
    expect(rows).toHaveLength(15);
    for (const [key, companyId] of Object.entries(then.customers)) {
      expect(rows).toContainEqual({ kind: 'customer', key, companyId, id: companyId });
    }
    const login = (email: string) => app.client().call('login', { body: { email, password } });
    expect(await login(then.emails.deactivated)).toMatchObject({ body: { code: 'account_inactive' } });
    expect(await login(then.emails.deleted)).toMatchObject({ body: { code: 'invalid_credentials' } });
    expect(await login(then.emails.companyToErase)).toMatchObject({
      body: { code: 'company_deletion_pending' },
    });
    expect(await login(then.emails.other.toUpperCase())).toMatchObject({ status: 200 });
  });

  it('accepts every printed poster', async () => {
    const worker = await signIn('worker');
    const scan = (qrCode: string) => worker.call('scan', { body: { qrCode } });
    clock.set('2026-03-05T08:00:00.000Z');
    // The worker was at work in the yard when the backup was made.
    expect(await scan(then.codes.hall)).toMatchObject({ body: { action: 'location-switch' } });
    expect(await scan(then.codes.hall)).toMatchObject({ body: { action: 'check-out' } });
    expect(await scan(then.codes.yard)).toMatchObject({ body: { action: 'check-in' } });
    expect(await scan(then.codes.deleted)).toMatchObject({ body: { code: 'location_code_unknown' } });
    expect(await scan(then.codes.other)).toMatchObject({ body: { code: 'location_code_unknown' } });
    const other = await signIn('other');
    expect(await other.call('scan', { body: { qrCode: then.codes.other } })).toMatchObject({ status: 200 });
  });
});
