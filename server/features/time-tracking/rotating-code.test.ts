/** The code that changes every 30 seconds: at which instants a scan of it counts. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rotatingCodeUrl } from '#domain/location-code.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';

const start = Date.parse('2026-03-16T06:00:00.000Z');
const clock = fixedClock(new Date(start).toISOString());
const iso = (ms: number) => new Date(ms).toISOString();
const stepOf = (ms: number) => Math.floor(ms / 1000 / 30);
const hour = 3_600_000;

/** What the database computes, by Node's own HMAC and digit by digit. */
function oracle(secret: Buffer, step: number): string {
  const digest = createHmac('sha256', secret).update(String(step)).digest();
  let bits = BigInt(`0x${digest.subarray(0, 7).toString('hex')}`) >> 6n;
  let code = '';
  for (let letter = 0; letter < 10; letter += 1) {
    code = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(Number(bits % 32n)) + code;
    bits /= 32n;
  }
  return code;
}

let app: TestApp;
let company: Company;
let location: { id: string; name: string; qrCode: string };
let secret: Buffer;
let kiosk: TestClient;
let worker: { client: TestClient; employee: { id: string } };

const secretOf = async (id: string) =>
  (
    await app.services.db
      .selectFrom('location')
      .where('id', '=', id)
      .select('rotatingSecret')
      .executeTakeFirstOrThrow()
  ).rotatingSecret;

/** Makes the worker's past empty, so that each story begins with a check-in. */
async function forgetEverything(): Promise<void> {
  await app.services.db.transaction().execute(async (transaction) => {
    await sql`select set_for_transaction('maina.erases', ${company.user.companyId})`.execute(transaction);
    for (const table of ['scan', 'refused_scan', 'correction_request', 'time_entry']) {
      await sql`delete from ${sql.table(table)} where user_id = ${worker.employee.id}`.execute(transaction);
    }
  });
}

const demand = (requiresRotatingCode: boolean) =>
  company.admin.ok('updateLocation', {
    params: { id: location.id },
    body: { name: location.name, requiresRotatingCode },
  });

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  location = await addLocation(company);
  secret = await secretOf(location.id);
  worker = await addEmployee(app, company);
  const { code } = await company.admin.ok('createKioskPairingCode', {
    body: { locationId: location.id, name: 'Vārti' },
  });
  kiosk = app.client();
  await kiosk.ok('pairKiosk', { body: { code } });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(iso(start));
  await forgetEverything();
  await demand(true);
});

type Timing = { scannedAt?: string; deviceAt?: string; deviceNow?: string };
const scanOf = (qrCode: string, timing: Timing = {}) =>
  worker.client.call('scan', { body: { qrCode, clientScanId: randomUUID(), ...timing } });
const addressOf = (step: number) => rotatingCodeUrl(testOrigin, location.qrCode, oracle(secret, step));

it('is HMAC-SHA-256 of the step with the location’s secret, in Crockford’s base 32', async () => {
  const cases = Array.from({ length: 200 }, (_, index) => ({
    key: randomBytes(1 + (index % 64)),
    step: index < 3 ? index : stepOf(start) + index * 7919,
  }));
  const { rows } = await sql<{ code: string }>`select rotating_code(key, step) as code
    from unnest(${cases.map(({ key }) => key)}::bytea[], ${cases.map(({ step }) => step)}::bigint[])
      with ordinality as given (key, step, position) order by position`.execute(app.services.db);
  expect(rows.map(({ code }) => code)).toEqual(cases.map(({ key, step }) => oracle(key, step)));
});

it('is shown as an address that a scan takes as it stands, until the next one', async () => {
  clock.set(iso(start + 12_345));
  const shown = await kiosk.ok('getKioskCode');
  expect(shown).toEqual({ code: addressOf(stepOf(start)), validUntil: iso(start + 30_000) });
  expect(new URL(shown.code).pathname).toBe('/time-tracking');
  expect((await scanOf(shown.code)).body).toMatchObject({
    action: 'check-in',
    timeEntry: { checkInSource: 'qr' },
  });
  const { rows } = await sql`select code_form from scan where user_id = ${worker.employee.id}`.execute(
    app.services.db,
  );
  expect(rows).toEqual([{ codeForm: 'rotating' }]);
});

it('counts online in its own 30 seconds and those before and after, whatever the phone’s clock says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: 0, max: 29_999 }),
      fc.integer({ min: -90, max: 90 }),
      async (steps, withinMs, seconds) => {
        await forgetEverything();
        const now = start + hour + withinMs;
        clock.set(iso(now));
        const answer = await scanOf(addressOf(stepOf(now) + steps), {
          deviceNow: iso(now + seconds * 1000),
        });
        expect(answer.body.code ?? 'accepted').toBe(
          Math.abs(steps) <= 1 ? 'accepted' : 'rotating_code_expired',
        );
      },
    ),
    { numRuns: 80 },
  );
});

describe('without a signal', () => {
  it('counts at the instant of the scan, up to 72 hours later', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -4, max: 4 }),
        fc.integer({ min: 0, max: 29_999 }),
        fc.integer({ min: 1, max: 72 * 3600 - 1 }),
        async (steps, withinMs, waitedSeconds) => {
          await forgetEverything();
          const made = start + hour + withinMs;
          const now = made + waitedSeconds * 1000;
          clock.set(iso(now));
          const times = { scannedAt: iso(made), deviceAt: iso(made), deviceNow: iso(now) };
          const answer = await scanOf(addressOf(stepOf(made) + steps), times);
          expect(answer.body.code ?? 'accepted').toBe(
            Math.abs(steps) <= 1 ? 'accepted' : 'rotating_code_expired',
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  it('counts from a phone whose clock is up to 90 s wrong, whether or not it knew the server’s time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -90, max: 90 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 29_999 }),
        fc.integer({ min: 180, max: 70 * 3600 }),
        async (wrongSeconds, knewServer, withinMs, waitedSeconds) => {
          await forgetEverything();
          const made = start + hour + withinMs;
          const now = made + waitedSeconds * 1000;
          const wrong = wrongSeconds * 1000;
          clock.set(iso(now));
          const answer = await scanOf(addressOf(stepOf(made)), {
            scannedAt: iso(knewServer ? made : made + wrong),
            deviceAt: iso(made + wrong),
            deviceNow: iso(now + wrong),
          });
          expect(answer.body.code ?? 'accepted').toBe('accepted');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a screenshot of an old one does not count later, and is kept for the administrators', async () => {
    const old = addressOf(stepOf(start));
    clock.set(iso(start + 2 * hour));
    const made = iso(start + hour);
    const times = { scannedAt: made, deviceAt: made, deviceNow: clock.now().toISOString() };
    expect(await scanOf(old, times)).toMatchObject({ status: 410, body: { code: 'rotating_code_expired' } });
    expect((await scanOf(old)).body.code).toBe('rotating_code_expired');
    const { refusedScans } = await company.admin.ok('listAttention');
    expect(refusedScans.map(({ reason, location: at }) => [reason, at?.id])).toEqual([
      ['rotating_code_expired', location.id],
      ['rotating_code_expired', location.id],
    ]);
    expect(await worker.client.ok('getActiveEntry')).toBeNull();
  });

  it('does not count after 72 hours', async () => {
    clock.set(iso(start + 73 * hour));
    const times = { scannedAt: iso(start), deviceAt: iso(start), deviceNow: clock.now().toISOString() };
    expect((await scanOf(addressOf(stepOf(start)), times)).body.code).toBe('scan_too_old');
  });
});

describe('where it is demanded', () => {
  it('the poster and the typed code are refused with what to do, and the button still checks out', async () => {
    const poster = `${testOrigin}/time-tracking?code=${location.qrCode}`;
    for (const text of [poster, location.qrCode]) {
      expect(await scanOf(text)).toMatchObject({ status: 409, body: { code: 'rotating_code_required' } });
    }
    await scanOf(addressOf(stepOf(start)));
    clock.set(iso(start + hour));
    expect((await worker.client.call('checkOut', { body: {} })).body.action).toBe('check-out');
    await demand(false);
    expect((await scanOf(poster)).body.action).toBe('check-in');
  });

  it('a poster that was scanned before it was demanded counts, one scanned afterwards does not', async () => {
    await demand(false);
    clock.set(iso(start + hour));
    await demand(true);
    // Saved again, it is demanded since when it was first.
    clock.set(iso(start + 2 * hour));
    await demand(true);
    const times = (ms: number) => ({
      scannedAt: iso(ms),
      deviceAt: iso(ms),
      deviceNow: clock.now().toISOString(),
    });
    expect((await scanOf(location.qrCode, times(start + hour + 1))).body.code).toBe('rotating_code_required');
    expect((await scanOf(location.qrCode, times(start + hour - 1))).body.action).toBe('check-in');
  });

  it('a kiosk needs none', async () => {
    const { badge } = await company.admin.ok('getBadge', { params: { id: worker.employee.id } });
    const body = { badge, clientScanId: randomUUID() };
    expect((await kiosk.call('scanAtKiosk', { body })).body.action).toBe('check-in');
  });

  it('asking for the location’s name says what a scan would say', async () => {
    const ask = async (t?: string) => {
      const answer = await worker.client.call('getLocationOfCode', {
        query: { code: location.qrCode, ...(t && { t }) },
      });
      return answer.body.code ?? answer.body.name;
    };
    const step = stepOf(start);
    expect(await ask()).toBe('rotating_code_required');
    expect(await ask(oracle(secret, step))).toBe(location.name);
    expect(await ask(oracle(secret, step - 2))).toBe('rotating_code_expired');
    await demand(false);
    expect(await ask()).toBe(location.name);
  });
});

it('is another one at each location; something else in its place is refused', async () => {
  const other = await addLocation(company, 'Halle');
  const foreign = oracle(await secretOf(other.id), stepOf(start));
  expect(foreign).not.toBe(oracle(secret, stepOf(start)));
  for (const t of [foreign, '', 'x', 'ZZZZZZZZZZ', `${oracle(secret, stepOf(start))}0`]) {
    expect((await scanOf(rotatingCodeUrl(testOrigin, location.qrCode, t))).body.code).toBe(
      'rotating_code_expired',
    );
  }
  const read = oracle(secret, stepOf(start)).toLowerCase();
  expect((await scanOf(rotatingCodeUrl(testOrigin, location.qrCode, read))).status).toBe(200);
});

it('is never told: neither the secret nor a later code is in any answer', async () => {
  const texts = [
    await company.admin.raw({ url: '/api/locations' }),
    await kiosk.raw({ url: '/api/kiosk' }),
    await kiosk.raw({ url: '/api/kiosk/code' }),
    await kiosk.raw({ url: '/api/kiosk/people' }),
  ].map(({ body }) => body);
  for (const text of texts) {
    expect(text).not.toContain(secret.toString('hex'));
    expect(text).not.toContain(secret.toString('base64'));
    expect(text).not.toContain(oracle(secret, stepOf(start) + 1));
  }
});
