import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/policy.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let first: TestApp;
let second: TestApp;
let company: Company;
let code: string;
beforeAll(async () => {
  first = await startTestApp({ isOwn: true });
  second = await startTestApp({ connectionString: first.connectionString });
  company = await registerCompany(first);
  code = (await addLocation(company)).qrCode;
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const requests = {
  active: { method: 'GET', url: '/api/time-tracking/active' },
  employees: { method: 'GET', url: '/api/employees' },
  user: { method: 'GET', url: '/api/user' },
  scan: { method: 'POST', url: '/api/time-tracking/scan' },
  unreadable: { method: 'POST', url: '/api/time-tracking/scan', payload: {} },
  report: { method: 'POST', url: '/api/work-reports' },
} as const;

async function statusOf(server: TestApp, cookie: string, name: keyof typeof requests) {
  const payload =
    name === 'scan'
      ? { qrCode: code }
      : name === 'report'
        ? { items: [{ units: 'm2', quantity: 1, description: 'Wall' }] }
        : undefined;
  const response = await server.app.inject({
    ...(payload && { payload }),
    ...requests[name],
    headers: { host: 'maina.test', cookie },
  });
  return response.statusCode;
}

describe('a viewer whom another server changes', () => {
  it('has the locations of now, as a manager', async () => {
    const location = await addLocation(company, 'Halle');
    const other = await addLocation(company, 'Noliktava');
    const { client, employee } = await addEmployee(first, company, {
      role: 'manager',
      locationIds: [location.id],
    });
    const boardOf = (id: string) =>
      second.app.inject({
        url: `/api/board?locationId=${id}`,
        headers: { host: 'maina.test', cookie: client.cookie() },
      });
    expect((await boardOf(location.id)).statusCode).toBe(200);
    expect((await boardOf(other.id)).statusCode).toBe(404);
    await first.services.db
      .updateTable('userLocation')
      .set({ locationId: other.id })
      .where('userId', '=', employee.id)
      .execute();
    expect((await boardOf(location.id)).statusCode).toBe(404);
    expect((await boardOf(other.id)).statusCode).toBe(200);
  });

  it('writes nothing after another server has ended the session, also in the middle of many requests', async () => {
    const { client, employee } = await addEmployee(first, company);
    const cookie = client.cookie();
    await statusOf(second, cookie, 'active');
    const scans = Array.from({ length: 20 }, () => statusOf(second, cookie, 'scan'));
    expect(
      (
        await first.app.inject({
          method: 'POST',
          url: '/api/logout',
          headers: { host: 'maina.test', cookie },
        })
      ).statusCode,
    ).toBe(200);
    const countScans = async () => {
      const { count } = await first.services.db
        .selectFrom('scan')
        .where('userId', '=', employee.id)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      return count;
    };
    const after = await Promise.all(Array.from({ length: 20 }, () => statusOf(second, cookie, 'scan')));
    expect(after).toEqual(after.map(() => 401));
    const statuses = await Promise.all(scans);
    expect(await countScans()).toBe(statuses.filter((status) => status === 200).length);
  });

  it('counts as they are now, whatever changes them on another server', async () => {
    const event = fc.oneof(
      fc.constantFrom(
        'sign out',
        'sign in',
        'deactivate',
        'activate',
        'lapse',
        'pay',
        'other password',
        'password chosen',
      ),
      fc.constantFrom<Role>('admin', 'employee', 'manager', 'accountant'),
      fc.record({
        server: fc.constantFrom('first', 'second'),
        name: fc.constantFrom(...(Object.keys(requests) as (keyof typeof requests)[])),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 40 }), async (events) => {
        const own = await registerCompany(first);
        const ownCode = (await addLocation(own)).qrCode;
        code = ownCode;
        const { client, employee } = await addEmployee(first, own);
        const { db } = first.services;
        const setUser = (values: { isActive?: boolean; role?: Role; mustChangePassword?: boolean }) =>
          db.updateTable('users').set(values).where('id', '=', employee.id).execute();
        const setTrial = (days: number) =>
          db
            .updateTable('company')
            .set({ trialEndsAt: new Date(Date.now() + days * 86_400_000).toISOString() })
            .where('id', '=', own.user.company.id)
            .execute();
        let cookie = client.cookie();
        const now = {
          isOpen: true,
          isActive: true,
          isPaid: true,
          isAtWork: false,
          mustChange: false,
        };
        let role: Role = 'employee';

        const expected = (name: keyof typeof requests) => {
          if (!now.isOpen || !now.isActive) return 401;
          if (name === 'user') return 200;
          if (now.mustChange) return 403;
          if (name === 'employees') return role === 'admin' ? 200 : 403;
          if (name === 'unreadable') return 400;
          if (name === 'report') return 201;
          if (name !== 'scan') return 200;
          if (!now.isAtWork && !now.isPaid) return 402;
          now.isAtWork = !now.isAtWork;
          return 200;
        };

        for (const step of events) {
          if (typeof step === 'object') {
            const server = step.server === 'first' ? first : second;
            expect([step.name, await statusOf(server, cookie, step.name)]).toEqual([
              step.name,
              expected(step.name),
            ]);
          } else if (step === 'sign out') {
            await first.app.inject({
              method: 'POST',
              url: '/api/logout',
              headers: { host: 'maina.test', cookie },
            });
            now.isOpen = false;
          } else if (step === 'sign in') {
            if (now.isOpen || !now.isActive) continue;
            const again = first.client();
            await again.ok('login', { body: { email: employee.email, password } });
            cookie = again.cookie();
            now.isOpen = true;
          } else if (step === 'deactivate' || step === 'activate') {
            now.isActive = step === 'activate';
            await setUser({ isActive: now.isActive });
          } else if (step === 'lapse' || step === 'pay') {
            now.isPaid = step === 'pay';
            await setTrial(now.isPaid ? 7 : -1);
          } else if (step === 'other password' || step === 'password chosen') {
            now.mustChange = step === 'other password';
            await setUser({ mustChangePassword: now.mustChange });
          } else {
            role = step;
            await setUser({ role });
          }
        }
      }),
      { numRuns: samples(12) },
    );
  });
});
