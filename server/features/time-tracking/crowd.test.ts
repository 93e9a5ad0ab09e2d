import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

type Person = { client: TestClient; id: string; company: Company; qrCode: string };

const isCitus = inject('engine') === 'citus';
const clock = fixedClock('2026-02-27T07:00:00.000Z');
let app: TestApp;
const companies: Company[] = [];
/** Ten of one company and four of another one, by id. February is approved for all. */
const people: Person[] = [];

beforeAll(async () => {
  app = await startTestApp({ clock, isOwn: true });
  for (const size of [10, 4]) {
    clock.set('2026-02-27T07:00:00.000Z');
    const company = await registerCompany(app, { subscriptionPlan: 'business' });
    const { qrCode } = await addLocation(company);
    const own = await Promise.all(
      Array.from({ length: size }, async () => {
        const { client, employee } = await addEmployee(app, company);
        return { client, id: employee.id, company, qrCode };
      }),
    );
    clock.set('2026-03-02T09:00:00.000Z');
    for (const { id } of own)
      await company.admin.ok('approveMonth', { body: { month: '2026-02', userId: id } });
    companies.push(company);
    people.push(...own.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  }
});
afterAll(() => app.close());

const scan = ({ client, qrCode }: Person, clientScanId: string = randomUUID()) =>
  client.call('scan', { body: { qrCode, clientScanId } });

/** Later than every scan so far. */
const later = () => clock.set(new Date(clock.now().getTime() + 60_000).toISOString());

async function findScans({ id }: Person) {
  const { rows } = await sql<{ id: string }>`select id from scan where user_id = ${id}`.execute(
    app.services.db,
  );
  return rows.map((row) => row.id);
}

const setActive = ({ id }: Person, isActive: boolean) =>
  app.services.db.updateTable('users').set({ isActive }).where('id', '=', id).execute();

/** What happens to a person among others, and what each of their requests gets. */
const cases = {
  scans: { act: (person: Person) => Promise.all([scan(person)]), gets: [200] },
  'scans twice': {
    act(person: Person) {
      const id = randomUUID();
      return Promise.all([scan(person, id), scan(person, id)]);
    },
    gets: [200, 200],
  },
  'scans an unknown code': {
    act: (person: Person) => Promise.all([scan({ ...person, qrCode: companies[0]?.user.id ?? '' })]),
    gets: ['location_code_malformed'],
  },
  'scans after a deactivation': {
    async act(person: Person) {
      await setActive(person, false);
      return [await scan(person)];
    },
    gets: ['unauthenticated'],
  },
};
/** For people without another scan. A trigger raises the error. */
const inApprovedMonth = {
  act: ({ client, qrCode }: Person) =>
    Promise.all([client.call('scan', { body: { qrCode, scannedAt: '2026-02-28T18:00:00.000Z' } })]),
  gets: ['month_locked'],
};
const newcomers = [9, 13];

it('gives each of many at the same time what they would get alone, and records it once', async () => {
  const caseOfEach = fc.tuple(
    ...people.map((_, i) =>
      newcomers.includes(i) ? fc.constant(inApprovedMonth) : fc.constantFrom(...Object.values(cases)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(caseOfEach, async (chosen) => {
      later();
      const before = await Promise.all(people.map(findScans));
      const asked = await Promise.all(people.map((person, i) => chosen[i]?.act(person) ?? []));
      for (const [i, person] of people.entries()) {
        const { gets } = chosen[i] ?? { gets: [] };
        const answers = asked[i] ?? [];
        expect(answers.map(({ status, body }) => (status === 200 ? 200 : body.code))).toEqual(gets);
        for (const { status, body } of answers) {
          if (status === 200) expect(body.timeEntry.userId).toBe(person.id);
          expect(body).toEqual(answers[0]?.body);
        }
        const recorded = (await findScans(person)).length - (before[i]?.length ?? 0);
        expect(recorded).toBe(gets[0] === 200 ? 1 : 0);
        await setActive(person, true);
      }
    }),
    { numRuns: samples(15) },
  );
  for (const { admin } of companies)
    expect(await verifyLedger(await exportLedger(admin))).toMatchObject({ ok: true });
});

/** Locks the entries of these people meanwhile, as another change of them does. */
const whileLocked = (locked: Person[], act: (client: pg.Client) => Promise<void>) =>
  withClient(app.connectionString, async (client) => {
    await client.query('begin');
    for (const { company, id } of locked)
      await client.query('select lock_time_entries_of($1, $2)', [company.user.company.id, id]);
    await act(client);
    await client.query('rollback');
  });

it('lets others of the company scan while some wait for a lock', async () => {
  later();
  const [locked, others] = [people.slice(0, 4), people.slice(4, 10)];
  let waiting: ReturnType<typeof scan>[] = [];
  await whileLocked(locked, async () => {
    waiting = locked.map((person) => scan(person));
    const answers = await Promise.all(others.map((person) => scan(person)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
  });
  for (const answer of waiting) expect((await answer).status).toBe(200);
});

it.skipIf(isCitus)(
  'records none of those whose connection is lost, and each once when repeated',
  async () => {
    later();
    const asked = people.slice(0, 10).map((person) => ({ person, id: randomUUID() }));
    const send = () => Promise.all(asked.map(({ person, id }) => scan(person, id)));
    await whileLocked(people.slice(0, 10), async (client) => {
      let isAnswered = false;
      const answers = send().finally(() => {
        isAnswered = true;
      });
      while (!isAnswered) {
        // A transaction reads the statistics once only, unless it is told to read them again.
        await client.query('select pg_stat_clear_snapshot(), pg_sleep(0.05)');
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event = 'advisory' and datname = current_database() and query like '%process_scan%'`);
      }
      expect((await answers).map(({ status }) => status)).toEqual(asked.map(() => 503));
    });
    for (const { person, id } of asked) expect(await findScans(person)).not.toContain(id);
    expect((await send()).map(({ status }) => status)).toEqual(asked.map(() => 200));
    for (const { person, id } of asked) expect(await findScans(person)).toContain(id);
  },
);
