import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addEmployee,
  addLocation,
  password,
  registerCompany,
  resetTokenIn,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createLog } from './log.ts';
import { translator } from './texts/i18n.ts';

let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ log: createLog('trace', { write: (line) => void log.push(line) }) });
});
afterAll(() => app.close());

const lines = () => log.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it('names every request by its route and contains no personal data', async () => {
    const company = await registerCompany(app, { companyName: 'Slepenais uzņēmums' });
    const { client, employee } = await addEmployee(app, company, { firstName: 'Hermanis' });
    const location = await addLocation(company, 'Slepenā vieta');
    await client.ok('scan', { body: { qrCode: location.qrCode } });
    await client.raw({
      method: 'POST',
      url: '/api/login',
      payload: { email: employee.email, password: 'wrong guess' },
      headers: { authorization: 'Basic secret-basic' },
    });
    await client.raw({ url: `/api/nothing?code=${location.qrCode}&email=${employee.email}` });
    await client.raw({ url: `/time-tracking?code=${location.qrCode}` });
    await client.raw({
      method: 'POST',
      url: '/api/login',
      payload: '{"email":"broken@example.test',
      headers: { 'content-type': 'application/json' },
    });
    await client.ok('forgotPassword', { body: { email: employee.email } });
    const [, mail] = await app.mailsTo(employee.email, 2);
    const secret = /(?:\w{5}-){3}\w{5}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(secret).not.toBe('');
    const resetToken = resetTokenIn(mail?.text);
    await client.call('resetPassword', {
      body: { token: resetToken, password: '12345', confirmPassword: '12345' },
    });
    const { body: used } = await client.call('resetPassword', {
      body: { token: resetToken, password: 'brand new one', confirmPassword: 'brand new one' },
    });
    expect(used.code).toBeUndefined();
    const signedIn = await app.client().raw({
      method: 'POST',
      url: '/api/login',
      payload: { email: employee.email, password: 'brand new one' },
    });
    const token = signedIn.cookies[0]?.value ?? '';

    for (const secretText of [
      password,
      'first-password',
      'wrong guess',
      'brand new one',
      '12345',
      secret,
      secret.replaceAll('-', ''),
      token,
      'secret-basic',
      location.qrCode,
      '@',
      'Hermanis',
      'Slepen',
      'argon2id',
      '127.0.0.1',
    ]) {
      expect(log.join().includes(secretText), secretText).toBe(false);
    }
    expect(lines()).toContainEqual(
      expect.objectContaining({ method: 'POST', route: '/api/login', status: 401, ms: expect.any(Number) }),
    );
  });

  it('identifies an internal error by an id that the response contains; the response has no details', async () => {
    const company = await registerCompany(app);
    await sql`alter table location add constraint no_such_name check (name <> 'Unlucky name')`.execute(
      app.services.db,
    );
    const response = await company.admin.raw({
      method: 'POST',
      url: '/api/locations',
      payload: { name: 'Unlucky name' },
    });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      message: translator('en')('errors:internal'),
      code: 'internal',
    });
    const id = response.headers['x-request-id'];
    const told = lines().filter(({ reqId }) => reqId === id);
    expect(told).toContainEqual(expect.objectContaining({ msg: 'request failed', code: 'internal' }));
    expect(told).toContainEqual(expect.objectContaining({ msg: 'answered', status: 500, level: 50 }));
    expect(JSON.stringify(told)).toContain('no_such_name');
    expect(JSON.stringify(told)).not.toContain('Unlucky name');
  });

  it('gives each request an id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await app.client().raw({ url: '/healthz' })).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
    const forged = await app.client().raw({ url: '/healthz', headers: { 'x-request-id': uniqueEmail() } });
    expect(forged.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });
});
