/**
 * Random days of one person at three kiosks and on the phone, with and without a signal: what is recorded is what an
 * oracle makes of the scans in the order of their arrival, and each counts once.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const minute = 60_000;
const morning = Date.parse('2026-03-16T05:00:00.000Z');
const clock = fixedClock(new Date(morning).toISOString());
const iso = (ms: number) => new Date(ms).toISOString();

let app: TestApp;
let company: Company;
/** Two at the first location, one at the second. */
const kiosks: { client: TestClient; location: number }[] = [];
const locations: { id: string; qrCode: string }[] = [];

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  await app.services.db
    .updateTable('company')
    .set({ trialEndsAt: '2099-01-01T00:00:00Z' })
    .where('id', '=', company.user.companyId)
    .execute();
  locations.push(await addLocation(company, 'A'), await addLocation(company, 'B'));
  for (const location of [0, 0, 1]) {
    const body = { locationId: locations[location]?.id ?? '', name: 'Vārti' };
    const { code } = await company.admin.ok('createKioskPairingCode', { body });
    const client = app.client();
    await client.ok('pairKiosk', { body: { code } });
    kiosks.push({ client, location });
  }
});
afterAll(() => app.close());

let toDelete: string | undefined;
const phone = 3;
const event = fc.record({
  device: fc.nat(phone),
  /** Since the event before. */
  minutes: fc.integer({ min: 1, max: 50 }),
  isOnline: fc.boolean(),
  /** Sent so often; the answers to all but the last were lost. */
  times: fc.integer({ min: 1, max: 3 }),
});
const story = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 12 }),
  /** By how many seconds each device's clock is wrong, all the time. */
  wrong: fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 4, maxLength: 4 }),
  /** In which order the devices have a signal again. */
  order: fc.shuffledSubarray([0, 1, 2, phone], { minLength: 4, maxLength: 4 }),
  /** When each has it, after the last event. */
  waited: fc.integer({ min: 1, max: 120 }),
});

type Scan = { id: string; device: number; at: number; isOnline: boolean; times: number };
type Entry = { location: number; from: number; to: number | null };

/** What the day is after these scans arrived in this order, and which of them were refused. */
function oracle(arrivals: Scan[], locationOf: (device: number) => number) {
  const entries: Entry[] = [];
  const refused = new Set<string>();
  let last = Number.NEGATIVE_INFINITY;
  for (const { id, device, at } of arrivals) {
    if (at < last) {
      refused.add(id);
      continue;
    }
    last = at;
    const open = entries.find(({ to }) => to === null);
    if (open) open.to = at;
    if (open?.location !== locationOf(device))
      entries.push({ location: locationOf(device), from: at, to: null });
  }
  return { entries, refused };
}

it('is recorded as an oracle says, each scan once, and what is refused is kept', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.nat(1), async ({ events, wrong, order, waited }, phonesLocation) => {
      clock.set(iso(morning));
      await app.services.db.deleteFrom('rateLimit').execute();
      // Frees the seat in the plan.
      if (toDelete) await company.admin.ok('deleteEmployee', { params: { id: toDelete } });
      const { client, employee } = await addEmployee(app, company);
      toDelete = employee.id;
      const { badge } = await company.admin.ok('getBadge', { params: { id: employee.id } });
      const locationOf = (device: number) => kiosks[device]?.location ?? phonesLocation;
      const send = async (scan: Scan) => {
        const now = clock.now().getTime();
        const error = (wrong[scan.device] ?? 0) * 1000;
        const timing = {
          clientScanId: scan.id,
          ...(!scan.isOnline && { scannedAt: iso(scan.at), deviceAt: iso(scan.at + error) }),
          deviceNow: iso(now + error),
        };
        const kiosk = kiosks[scan.device]?.client;
        const qrCode = locations[phonesLocation]?.qrCode ?? '';
        const answers = [];
        for (let time = 0; time < scan.times; time += 1) {
          const { status, body } = kiosk
            ? await kiosk.call('scanAtKiosk', { body: { badge, ...timing } })
            : await client.call('scan', { body: { qrCode, ...timing } });
          answers.push(status === 200 ? body.action : body.code);
        }
        expect(new Set(answers).size).toBe(1);
      };
      const arrivals: Scan[] = [];
      const waiting: Scan[] = [];
      let now = morning;
      for (const { minutes, device, isOnline, times } of events) {
        now += minutes * minute;
        const scan = { id: randomUUID(), device, at: now, isOnline, times };
        if (!isOnline) waiting.push(scan);
        else {
          clock.set(iso(now));
          arrivals.push(scan);
          await send(scan);
        }
      }
      for (const device of order) {
        now += waited * minute;
        clock.set(iso(now));
        for (const scan of waiting.filter((one) => one.device === device)) {
          arrivals.push(scan);
          await send(scan);
        }
      }
      const expected = oracle(arrivals, locationOf);
      const stored = await app.services.db
        .selectFrom('timeEntry')
        .where('userId', '=', employee.id)
        .orderBy('checkIn')
        .orderBy('checkOut')
        .select(['locationId', 'checkIn', 'checkOut'])
        .execute();
      expect(stored).toEqual(
        expected.entries.map(({ location, from, to }) => ({
          locationId: locations[location]?.id,
          checkIn: iso(from),
          checkOut: to === null ? null : iso(to),
        })),
      );
      const own = await app.services.db
        .selectFrom('refusedScan')
        .where('userId', '=', employee.id)
        .select(['scannedAt', 'reason'])
        .execute();
      expect(own.map(({ scannedAt }) => scannedAt).toSorted()).toEqual(
        arrivals
          .filter(({ id }) => expected.refused.has(id))
          .map(({ at }) => iso(at))
          .toSorted(),
      );
      expect(own.every(({ reason }) => reason === 'scan_out_of_order')).toBe(true);
    }),
    { numRuns: samples(100), seed: 20_261_123 },
  );
});
