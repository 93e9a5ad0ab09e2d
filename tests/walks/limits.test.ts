/** Limits of `throttle.ts` that no feature tests: the last act that is allowed, and the next one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointInput, EndpointName } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import type { ThrottleName } from '#server/platform/throttle.ts';
import {
  addEmployee,
  addLocation,
  addWebhook,
  feedTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const address = '127.0.0.1';
const month = { month: '2026-10' };
const days = { startDate: '2026-12-01', endDate: '2026-12-07' };
const token = 'a'.repeat(40);

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp({ clock: fixedClock('2026-11-20T09:00:00Z'), env: { RATE_LIMIT_FACTOR: '1' } });
  world = await createWorld();
  // The setup has used some of the limits.
  await app.services.db.deleteFrom('rateLimit').execute();
});
afterAll(() => app.close());

async function createWorld() {
  const company = await registerCompany(app, { subscriptionPlan: 'business' });
  const { admin, user } = company;
  const { client: worker, employee } = await addEmployee(app, company);
  const { id: locationId } = await addLocation(company);
  const kiosk = app.client();
  const paired = await kiosk.ok('pairKiosk', {
    body: await admin.ok('createKioskPairingCode', { body: { locationId, name: 'Gate' } }),
  });
  const { id: webhookId } = await addWebhook(company);
  return {
    admin,
    kiosk,
    stranger: app.client(),
    companyId: user.company.id,
    adminId: user.id,
    employee,
    locationId,
    kioskId: paired.id,
    webhookId,
    deliveryId: (await admin.ok('testWebhook', { params: { id: webhookId } })).id,
    feedToken: feedTokenIn((await worker.ok('createScheduleFeed')).url),
  };
}

type World = Awaited<ReturnType<typeof createWorld>>;
type Act = (world: World) => Promise<{ status: number }>;
const act =
  <K extends EndpointName>(
    who: 'admin' | 'kiosk' | 'stranger',
    name: K,
    input?: (world: World) => EndpointInput<K>,
  ): Act =>
  (made) =>
    made[who].call(name, input?.(made));
const idOf = ({ employee: { id } }: World) => ({ params: { id } });
const byAddress = () => address;
const byCompany = ({ companyId }: World) => companyId;

/** A limit, its points, the key it counts by, and the calls that each take one point. */
it.each<[ThrottleName, number, (world: World) => string, Act[]]>([
  [
    'emailChange',
    30,
    byCompany,
    [
      act('admin', 'updateEmployee', (made) => ({
        ...idOf(made),
        body: { ...made.employee, email: uniqueEmail(), currentPassword: password },
      })),
      act('admin', 'updateCompany', () => ({ body: { email: uniqueEmail() } })),
    ],
  ],
  ['badgeRenewal', 2000, byCompany, [act('admin', 'renewBadge', idOf)]],
  ['schedulePublication', 200, byCompany, [act('admin', 'publishSchedule', () => ({ body: days }))]],
  [
    'webhookTest',
    60,
    byCompany,
    [
      act('admin', 'testWebhook', ({ webhookId: id }) => ({ params: { id } })),
      act('admin', 'resendWebhookDelivery', ({ webhookId: id, deliveryId }) => ({
        params: { id, deliveryId },
      })),
    ],
  ],
  [
    'pairingCode',
    60,
    byCompany,
    [
      act('admin', 'createKioskPairingCode', ({ locationId }) => ({
        body: { locationId, name: 'Second gate' },
      })),
    ],
  ],
  [
    'unknownBadge',
    300,
    ({ kioskId }) => kioskId,
    [
      act('kiosk', 'scanAtKiosk', () => ({
        body: { badge: 'https://example.com', clientScanId: randomUUID() },
      })),
    ],
  ],
  [
    'sheets',
    120,
    ({ adminId }) => adminId,
    [
      act('admin', 'exportEmployees'),
      act('admin', 'exportLocations'),
      act('admin', 'getScheduleFile', () => ({ query: month })),
      act('admin', 'getMonthSheet', () => ({ params: month, query: {} })),
      act('admin', 'getMonthPayroll', () => ({ params: month, query: {} })),
      act('admin', 'getTimeEntriesReport', () => ({ query: { ...days, format: 'csv' as const } })),
    ],
  ],
  [
    'scheduleFeed',
    300,
    ({ employee }) => employee.id,
    [act('stranger', 'getScheduleFeed', ({ feedToken: token }) => ({ params: { token } }))],
  ],
  ['wrongFeed', 100, byAddress, [act('stranger', 'getScheduleFeed', () => ({ params: { token } }))]],
  [
    'resetPassword',
    30,
    byAddress,
    [
      act('stranger', 'resetPassword', () => ({ body: { token, password, confirmPassword: password } })),
      act('stranger', 'confirmEmail', () => ({ body: { token } })),
      act('stranger', 'undoEmailChange', () => ({ body: { token } })),
    ],
  ],
  ['restoreCompany', 30, byAddress, [act('stranger', 'restoreCompany', () => ({ body: { token } }))]],
  [
    'singleSignOn',
    300,
    byAddress,
    [act('stranger', 'beginSingleSignOn', () => ({ body: { companyCode: 'ABCD-EFGH' } }))],
  ],
  ['passkeySignIn', 300, byAddress, [act('stranger', 'beginPasskeySignIn')]],
])('%s: %i', async (name, points, keyOf, acts) => {
  await app.services.throttle.take(name, keyOf(world), points - 1);
  const [last] = acts;
  expect((await last?.(world))?.status).toBeLessThan(429);
  for (const refused of acts) {
    expect(await refused(world)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  }
});
