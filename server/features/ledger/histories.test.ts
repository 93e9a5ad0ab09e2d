/**
 * A thousand random histories of people at work: scans, forgotten check-outs, corrections, approvals, nights with a DST
 * change.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { enterInDirectory } from '#server/platform/database/directory.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { newCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { exportLedger, replayLedger, storedEntries } from '#tests/support/ledger-export.ts';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleDayAfter,
  oracleMidnight,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { runsAllSamples, samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const minute = 60_000;
const longest = 14 * hour;
const clock = fixedClock('2026-01-05T08:00:00Z');
let app: TestApp;
type Tenant = {
  zone: Zone;
  company: Company;
  locations: { id: string; qrCode: string }[];
  second: TestClient;
};
let tenants: Tenant[];

beforeAll(async () => {
  app = await startTestApp({ clock });
  tenants = [];
  for (const zone of zoneNames) {
    const company = await registerCompany(app, { timezone: zone });
    // Split at midnight, also in Poland.
    await company.admin.ok('updateWorkRules', { body: { country: 'other' } });
    const { client: second } = await addEmployee(app, company, { role: 'admin' });
    const locations = [await addLocation(company, 'A'), await addLocation(company, 'B')];
    tenants.push({ zone, company, locations, second });
  }
  await app.services.db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
  // The administrators stay signed in over all the years of this test.
  await app.services.db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
});
afterAll(() => app.close());

/** A new person, signed in; without the password, whose hash takes longer than the whole history. */
async function newWorker({ company }: Tenant) {
  const { companyId } = company.user;
  const id = randomUUID();
  const email = `${id}@example.test`;
  const { secret, hash } = newCompanySecret(companyId);
  await app.services.db
    .insertInto('users')
    .values({ companyId, id, email, passwordHash: '', firstName: 'A', lastName: 'B' })
    .execute();
  await enterInDirectory(app.services.db, 'email', email, { companyId, id });
  await app.services.db
    .insertInto('session')
    .values({
      companyId,
      userId: id,
      tokenHash: hash,
      expiresAt: '2099-01-01T00:00:00Z',
    })
    .execute();
  return { id, headers: { cookie: `maina_session=${secret}` } };
}

const steps = [
  ...[
    'scan',
    'scan',
    'scan',
    'scan',
    'offline',
    'button',
    'answer',
    'request',
    'request',
    'decide',
    'decide',
  ],
  ...['add', 'edit', 'delete', 'approve-month', 'unlock-month'],
] as const;
const step = fc.record({
  what: fc.constantFrom(...steps),
  /** Since the previous step. */
  minutes: fc.oneof(fc.integer({ min: 0, max: 9 * 60 }), fc.integer({ min: 10 * 60, max: 30 * 60 })),
  location: fc.nat(1),
  /** Choices of all kinds. */
  a: fc.nat(2000),
  b: fc.nat(1500),
});
type Step = { what: (typeof steps)[number]; minutes: number; location: number; a: number; b: number };

const nights = [lastSundayAt1(2026, 2), lastSundayAt1(2026, 9), Date.UTC(2026, 4, 31, 22)];
/** A day's work at the end of May, approved in June and changed too late: too rare to occur by chance. */
const approvedMay = {
  zone: 0,
  night: Date.UTC(2026, 4, 31, 22),
  steps: [
    { what: 'scan' as const, minutes: 0, location: 0, a: 0, b: 0 },
    { what: 'button' as const, minutes: 480, location: 0, a: 0, b: 0 },
    { what: 'approve-month' as const, minutes: 2400, location: 0, a: 1, b: 0 },
    { what: 'edit' as const, minutes: 0, location: 0, a: 0, b: 60 },
  ],
};
const allowed = [200, 201, 204, 404, 409];
const codes = new Set<string>();

/** Runs one step, with the responses and refusals of real use. */
async function live(tenant: Tenant, worker: { id: string; headers: Record<string, string> }, one: Step) {
  const { company, locations, second } = tenant;
  const client = app.client();
  const now = clock.now().getTime();
  const iso = (ms: number) => new Date(ms).toISOString();
  const qrCode = locations[one.location]?.qrCode ?? '';
  const locationId = locations[one.location]?.id ?? '';
  const span = { checkIn: iso(now - one.a * minute), checkOut: iso(now - one.a * minute + one.b * minute) };
  const reason = 'tā bija';
  const seen = ({ status, body }: { status: number; body: { code?: string } | null }) => {
    if (status === 400) expect(body?.code).toBe('validation_failed');
    else expect(allowed, JSON.stringify(body)).toContain(status);
    if (body?.code) codes.add(body.code);
    return body?.code;
  };
  const open = async () => (await client.call('getMissingCheckOut', {}, worker.headers)).body;
  const entries = () =>
    app.services.db
      .selectFrom('timeEntry')
      .where('userId', '=', worker.id)
      .orderBy('checkIn')
      .selectAll()
      .execute();

  switch (one.what) {
    case 'scan':
    case 'offline': {
      const scannedAt = one.what === 'offline' ? { scannedAt: iso(now - (one.a % 300) * minute) } : {};
      const body = { qrCode, clientScanId: randomUUID(), ...scannedAt };
      if (seen(await client.call('scan', { body }, worker.headers)) !== 'check_out_missing') return;
      const missing = await open();
      if (!missing) return;
      const leftAt = iso(Date.parse(missing.checkIn) + one.b * minute);
      const previousEnd = { timeEntryId: missing.timeEntryId, leftAt };
      seen(await client.call('scan', { body: { ...body, previousEnd } }, worker.headers));
      return;
    }
    case 'button':
      seen(await client.call('checkOut', { body: {} }, worker.headers));
      return;
    case 'answer': {
      const missing = await open();
      if (!missing) return;
      const leftAt = missing.proposals[0]?.at ?? iso(Date.parse(missing.checkIn) + one.b * minute);
      const body = { timeEntryId: missing.timeEntryId, leftAt };
      seen(await client.call('answerMissingCheckOut', { body }, worker.headers));
      return;
    }
    case 'request': {
      const own = await entries();
      const about = own[one.a % (own.length + 1)];
      const kind = about ? (one.b % 3 === 0 ? ('delete' as const) : ('edit' as const)) : ('add' as const);
      const times = kind === 'edit' ? { checkOut: span.checkOut } : span;
      const body = { kind, timeEntryId: about?.id ?? null, locationId, ...times, reason };
      seen(await client.call('createCorrectionRequest', { body }, worker.headers));
      return;
    }
    case 'decide': {
      const { db } = app.services;
      const own = db.selectFrom('correctionRequest').where('userId', '=', worker.id);
      const pending = await own.where('status', '=', 'pending').select(['id', 'kind']).execute();
      const chosen = pending[one.a % Math.max(1, pending.length)];
      if (!chosen) return;
      const decision = one.b % 3 === 0 ? ('rejected' as const) : ('approved' as const);
      const changes = one.b % 5 === 1 && chosen.kind !== 'delete' ? { changes: span } : {};
      const by = one.location === 0 ? company.admin : second;
      const body = { decision, reason, ...changes };
      seen(await by.call('decideCorrectionRequest', { params: { id: chosen.id }, body }));
      return;
    }
    case 'add': {
      const body = { userId: worker.id, locationId, ...span, reason };
      seen(await company.admin.call('createTimeEntry', { body }));
      return;
    }
    case 'edit':
    case 'delete': {
      const own = await entries();
      const chosen = own[one.a % Math.max(1, own.length)];
      if (!chosen) return;
      const params = { id: chosen.id };
      const checkOut = iso(Date.parse(chosen.checkIn) + one.b * minute);
      const body = { locationId, checkIn: chosen.checkIn, checkOut, reason };
      seen(
        one.what === 'edit'
          ? await company.admin.call('updateTimeEntry', { params, body })
          : await company.admin.call('deleteTimeEntry', { params, body: { reason } }),
      );
      return;
    }
    case 'approve-month':
    case 'unlock-month': {
      const month = oracleDate(now - (one.a % 2) * 31 * day, tenant.zone).slice(0, 7);
      const body = { month, userId: worker.id };
      seen(
        one.what === 'approve-month'
          ? await company.admin.call('approveMonth', { body })
          : await company.admin.call('unlockMonth', { body: { ...body, reason } }),
      );
    }
  }
}

/** Milliseconds by date, split at the oracle's midnights; an open entry counts up to now, and after 14 hours zero. */
function oracleDays(entries: Pick<TimeEntry, 'checkIn' | 'checkOut'>[], zone: Zone, now: number) {
  const days = new Map<string, number>();
  for (const { checkIn, checkOut } of entries) {
    const start = Date.parse(checkIn);
    const end = checkOut === null ? (now - start >= longest ? start : now) : Date.parse(checkOut);
    for (let at = start; at < end; ) {
      const date = oracleDate(at, zone);
      const to = Math.min(end, oracleMidnight(oracleDayAfter(date), zone));
      days.set(date, (days.get(date) ?? 0) + to - at);
      at = to;
    }
  }
  return days;
}

it('keep no overlaps, totals that are the sum of their parts, and a ledger that reproduces them', async () => {
  const lives = fc.record({
    zone: fc.nat(2),
    night: fc.constantFrom(...nights),
    steps: fc.array(step, { minLength: 4, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(lives, async ({ zone, night, steps }) => {
      const tenant = tenants[zone];
      if (!tenant) throw new RangeError('no such zone');
      const worker = await newWorker(tenant);
      clock.set(new Date(night - 40 * hour).toISOString());
      for (const one of steps) {
        clock.set(new Date(clock.now().getTime() + one.minutes * minute).toISOString());
        await live(tenant, worker, one);
      }
      const now = clock.now().getTime();
      const startDate = oracleDate(night - 10 * day, tenant.zone);
      const query = { startDate, endDate: oracleDate(now + day, tenant.zone) };
      const entries = await tenant.company.admin.ok('getTimeEntriesReport', {
        query: { ...query, employeeId: worker.id },
      });

      const inOrder = entries.toSorted((a, b) => a.checkIn.localeCompare(b.checkIn));
      for (const [index, entry] of inOrder.entries()) {
        const next = inOrder.slice(index + 1).find(({ checkIn, checkOut }) => checkOut !== checkIn);
        if (entry.checkOut === entry.checkIn || !next) continue;
        expect(entry.checkOut && entry.checkOut <= next.checkIn).toBe(true);
      }

      const expected = oracleDays(entries, tenant.zone, now);
      const explained = await app
        .client()
        .call('explainHours', { query: { ...query, userId: worker.id } }, worker.headers);
      expect(new Map(explained.body.days.map(({ date, ms }) => [date, ms]))).toEqual(expected);
      const total = [...expected.values()].reduce((sum, ms) => sum + ms, 0);
      expect(explained.body.total.ms).toBe(total);
      const counted = entries.reduce((sum, { totalHours }) => sum + (totalHours ?? 0), 0);
      const running = entries.filter(({ checkOut, needsAttention }) => checkOut === null && !needsAttention);
      const runningMs = running.reduce((sum, { checkIn }) => sum + now - Date.parse(checkIn), 0);
      expect(Math.round(counted * hour) + runningMs).toBe(total);
    }),
    { numRuns: samples(1000), examples: [[approvedMay]] },
  );

  for (const { company } of tenants) {
    const lines = await exportLedger(company.admin);
    expect(lines.length).toBeGreaterThan(samples(1000) / 2);
    expect(await verifyLedger(lines, await company.admin.ok('getLedgerDigest'))).toMatchObject({
      ok: true,
      seq: lines.length,
    });
    expect(replayLedger(lines)).toEqual(await storedEntries(app.services.db, company.user.companyId));
  }
  if (!runsAllSamples()) return;
  // Otherwise the histories were too simple to prove anything.
  expect([...codes]).toEqual(
    expect.arrayContaining([
      ...['check_out_missing', 'entry_overlaps', 'entry_in_future', 'month_locked'],
      ...['left_beyond_longest_shift', 'request_pending', 'scan_out_of_order', 'not_checked_in'],
    ]),
  );
  const requests = await sql<{ kind: string }>`select distinct kind from correction_request`.execute(
    app.services.db,
  );
  expect(requests.rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['add', 'edit', 'delete', 'estimate', 'overlong']),
  );
  const { rows } = await sql<{ kind: string }>`select distinct kind from ledger_record`.execute(
    app.services.db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['scan', 'estimated-end', 'request', 'decision', 'entry-added', 'entry-edited']),
  );
}, 600_000);
