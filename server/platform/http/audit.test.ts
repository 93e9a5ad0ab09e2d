import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { createLog } from '#server/platform/log.ts';
import {
  addLocation,
  password,
  registerCompany,
  resetTokenIn,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ log: createLog('trace', { write: (line) => void log.push(line) }) });
});
afterAll(() => app.close());

type Line = Record<string, unknown>;
/** The audit's lines since the last call, without the fields common to all log lines. */
function told(): Line[] {
  const lines = log.splice(0).map((line): Line => JSON.parse(line));
  return lines
    .filter(({ msg }) => msg === 'audit')
    .map(({ level, time, pid, hostname, reqId, msg, ...rest }) => {
      expect(reqId).toMatch(/^[\da-f-]{36}$/);
      expect(level).toBe(30);
      return rest;
    });
}

const network = '127.0.0.0/24';

describe('the audit', () => {
  it('records who signed in and out, who failed, and who changed a password', async () => {
    const { admin, user } = await registerCompany(app);
    const who = { companyId: user.companyId, userId: user.id, network };
    expect(told()).toEqual([
      { event: 'company.registered', outcome: 'success', role: 'admin', ...who, isActive: true },
    ]);

    const client = app.client();
    await client.call('login', { body: { email: user.email, password: 'wrong guess' } });
    await client.call('login', { body: { email: uniqueEmail('nobody'), password: 'wrong guess' } });
    await client.ok('login', { body: { email: user.email, password } });
    await client.call('changePassword', {
      body: { currentPassword: 'wrong guess', newPassword: 'another one', confirmPassword: 'another one' },
    });
    await client.ok('changePassword', {
      body: { currentPassword: password, newPassword: 'another one', confirmPassword: 'another one' },
    });
    await client.ok('logout');
    await client.ok('logout');
    const person = { role: 'admin', isActive: true };
    expect(told()).toEqual([
      { event: 'sign-in', outcome: 'refused', code: 'invalid_credentials', ...who },
      { event: 'sign-in', outcome: 'refused', code: 'invalid_credentials', network },
      { event: 'sign-in', outcome: 'success', ...who, ...person },
      { event: 'password.changed', outcome: 'refused', code: 'wrong_password', ...who },
      { event: 'password.changed', outcome: 'success', ...who, ...person, targetId: user.id },
      { event: 'sign-out', outcome: 'success', ...who },
      { event: 'sign-out', outcome: 'success', network },
    ]);

    await client.ok('forgotPassword', { body: { email: user.email } });
    const [mail] = await app.mailsTo(user.email);
    const token = resetTokenIn(mail?.text);
    const body = { token, password: 'a third one', confirmPassword: 'a third one' };
    await client.ok('resetPassword', { body });
    await client.call('resetPassword', { body });
    expect(told()).toEqual([
      { event: 'password.reset-requested', outcome: 'success', network },
      { event: 'password.reset', outcome: 'success', ...who },
      { event: 'password.reset', outcome: 'refused', code: 'reset_token_invalid', network },
    ]);
    expect((await admin.call('getUser')).status).toBe(401);
  });

  it('records what administrators do to people, locations, the subscription and the company, and refusals', async () => {
    const company = await registerCompany(app, { companyName: 'Slepenais uzņēmums' });
    const { admin, user } = company;
    const email = uniqueEmail('secret');
    const input = { firstName: 'Hermanis', lastName: 'Slepenais', email, password: 'first secret' };
    const employee = await admin.ok('createEmployee', { body: input });
    await admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: {
        ...input,
        password: 'second secret',
        role: 'admin',
        isActive: false,
        currentPassword: password,
      },
    });
    await admin.ok('deleteEmployee', { params: { id: employee.id }, body: { currentPassword: password } });
    const location = await addLocation(company, 'Slepenā vieta');
    await admin.ok('updateLocation', {
      params: { id: location.id },
      body: { name: 'Slepenā vieta', address: 'Slepenā iela 1', isActive: false },
    });
    await admin.ok('deleteLocation', { params: { id: location.id } });
    await admin.call('deleteEmployee', { params: { id: user.id } });
    await app.client().call('deleteEmployee', { params: { id: user.id } });
    await admin.call('cancelSubscription');
    const deletion = { companyName: user.company.name, password };
    await admin.ok('deleteCompany', { body: deletion });
    await app.settled('mail');
    // Mails of one moment are sent in any order.
    const mails = await app.mailsTo(user.email);
    const token = /token=([\w-]+)/.exec(mails.map(({ text: sent }) => sent).join())?.[1] ?? '';
    await app.client().ok('restoreCompany', { body: { token } });

    const text = log.join();
    for (const secret of [
      password,
      'first secret',
      'second secret',
      token,
      email,
      'Hermanis',
      'Slepen',
      location.qrCode,
    ]) {
      expect(text.includes(secret), secret).toBe(false);
    }
    const who = { companyId: user.companyId, userId: user.id, network };
    const success = { outcome: 'success', ...who };
    const target = { targetId: employee.id };
    expect(told().slice(1)).toEqual([
      { event: 'employee.added', ...success, ...target, role: 'employee', isActive: true },
      { event: 'employee.changed', ...success, ...target, role: 'admin', isActive: false },
      { event: 'employee.deleted', ...success, ...target },
      { event: 'location.added', ...success, targetId: location.id, isActive: true },
      { event: 'location.changed', ...success, targetId: location.id, isActive: false },
      { event: 'location.deleted', ...success, targetId: location.id },
      { event: 'employee.deleted', outcome: 'refused', code: 'own_account', ...who, targetId: user.id },
      { event: 'employee.deleted', outcome: 'refused', code: 'unauthenticated', targetId: user.id, network },
      { event: 'subscription.cancelled', outcome: 'refused', code: 'not_subscribed', ...who },
      { event: 'company.deleted', ...success },
      { event: 'company.restored', outcome: 'success', companyId: user.companyId, network },
    ]);
  });

  it('covers every action of an administrator that changes employees, locations, money or the company', () => {
    // What they write or request, without endpoints that only read.
    const others = new Set<EndpointName>(['createMessage', 'createAiReport', 'askPreset', 'ask']);
    const names = Object.keys(contract) as EndpointName[];
    const missed = names.filter((name) => {
      const { access, method }: Endpoint = contract[name];
      const { audit }: Endpoint = contract[name];
      return (
        !['public', 'kiosk'].includes(access) &&
        !reachOf(access, 'employee') &&
        method !== 'GET' &&
        !others.has(name) &&
        !audit
      );
    });
    expect(missed).toEqual([]);
  });
});
