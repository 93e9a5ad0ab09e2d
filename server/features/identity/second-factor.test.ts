import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  type Company,
  password,
  registerCompany,
  resetTokenIn,
} from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { startTestApp, type TestApp, testOrigin } from '#tests/support/test-app.ts';

const start = '2026-03-02T08:00:10Z';
const clock = fixedClock(start);
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app);
});
afterAll(() => app.close());

const seconds = (count: number) => clock.set(new Date(Date.parse(start) + count * 1000).toISOString());
const codeAt = (secret: string, secondsFromStart = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: Date.parse(start) + secondsFromStart * 1000,
  });

/** Somebody who has just turned the second factor on, half a minute before the tests begin. */
async function protectedEmployee() {
  const { client, employee } = await addEmployee(app, company);
  const { secret } = await client.ok('proposeSecondFactor');
  const body = { secret, password, code: codeAt(secret, -30) };
  const { recoveryCodes } = await client.ok('enableSecondFactor', { body });
  onTestFinished(() => clock.set(start));
  const login = (code?: string, given = password) =>
    app.client().call('login', {
      body: { email: employee.email, password: given, ...(code !== undefined && { code }) },
    });
  return { client, employee, email: employee.email, secret, recoveryCodes, login };
}

const wrongCode = { status: 400, body: { code: 'wrong_code' } };
const codeRequired = { status: 401, body: { code: 'second_factor_required' } };
const tooMany = { status: 429, body: { code: 'too_many_requests' } };

describe('turning it on', () => {
  it('shows a new secret each time, which any app can read', async () => {
    const { client, employee } = await addEmployee(app, company);
    const [{ secret, uri }, other] = [
      await client.ok('proposeSecondFactor'),
      await client.ok('proposeSecondFactor'),
    ];
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(other.secret).not.toBe(secret);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(pathname)).toBe(`/Maina:${employee.email}`);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Maina',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(await client.ok('getSecondFactor')).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  });

  it('takes the password and a right code, ends the other sessions and mails its owner', async () => {
    const { client, employee } = await addEmployee(app, company);
    const other = app.client();
    await other.ok('login', { body: { email: employee.email, password } });
    const { secret } = await client.ok('proposeSecondFactor');
    const enable = (given: { password?: string; code?: string }) =>
      client.call('enableSecondFactor', { body: { secret, password, code: codeAt(secret), ...given } });
    expect(await enable({ password: 'a guess' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    for (const code of ['000000', codeAt(secret, 60), codeAt(secret, -60), 'ABC']) {
      expect(await enable({ code }), code).toMatchObject(wrongCode);
    }
    expect(await client.ok('getSecondFactor')).toMatchObject({ isOn: false });
    const { status, body } = await enable({});
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(await client.ok('getSecondFactor')).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect((await other.call('getUser')).status).toBe(401);
    expect(await enable({ code: codeAt(secret, 30) })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_on' },
    });
    const mails = await app.mailsTo(employee.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain(translator('en')('mail:secondFactorOnSubject'));
    const people = await company.admin.ok('listEmployees');
    expect(people.find(({ id }) => id === employee.id)).toMatchObject({ hasSecondFactor: true });
  });

  it('keeps the secret encrypted and the recovery codes as hashes', async () => {
    const { secret, recoveryCodes } = await protectedEmployee();
    const texts = [secret, Secret.fromBase32(secret).hex.toLowerCase(), ...recoveryCodes];
    await withClient(app.connectionString, async (client) => {
      const { rows } = await client.query(
        `select t::text as row from second_factor t union all select t::text from recovery_code t`,
      );
      const stored = JSON.stringify(rows).toLowerCase();
      for (const text of texts) {
        expect(stored).not.toContain(text.toLowerCase());
        expect(stored).not.toContain(Buffer.from(text).toString('hex'));
      }
    });
  });
});

describe('signing in', () => {
  it('with the password alone is not enough, and tells nothing else', async () => {
    const { login } = await protectedEmployee();
    const { status, body, headers } = await login();
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        code: 'second_factor_required',
        message: translator('en')('errors:second_factor_required'),
      },
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('tells only who knows the password that there is a second factor', async () => {
    const { secret, login } = await protectedEmployee();
    for (const code of [undefined, codeAt(secret)]) {
      expect(await login(code, 'a guess')).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
    }
  });

  it('takes each code once, half a minute early or late and no more', async () => {
    const { secret, login } = await protectedEmployee();
    seconds(300);
    expect(await login(codeAt(secret, 240))).toMatchObject(wrongCode);
    expect(await login(codeAt(secret, 360))).toMatchObject(wrongCode);
    expect((await login(codeAt(secret, 270))).status).toBe(200);
    expect(await login(codeAt(secret, 270))).toMatchObject(wrongCode);
    const typed = codeAt(secret, 330);
    expect((await login(` ${typed.slice(0, 3)} ${typed.slice(3)} `)).status).toBe(200);
    // An earlier one that had not been used either.
    expect(await login(codeAt(secret, 300))).toMatchObject(wrongCode);
  });

  it('lets one of two in who send the same code at the same moment', async () => {
    const { secret, login } = await protectedEmployee();
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(codeAt(secret))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { client, recoveryCodes, login } = await protectedEmployee();
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await login(first)).toMatchObject(wrongCode);
    expect(await client.ok('getSecondFactor')).toEqual({ isOn: true, recoveryCodesLeft: 9 });
    const answers = await Promise.all(Array.from({ length: 3 }, () => login(second)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('is over for an hour after five wrong codes, on every server; the password is not', async () => {
    const { secret, recoveryCodes, login, employee } = await protectedEmployee();
    const other = await startTestApp({ connectionString: app.connectionString, clock });
    onTestFinished(() => other.close());
    const elsewhere = (code: string) =>
      other.client().call('login', { body: { email: employee.email, password, code } });
    for (let count = 0; count < 5; count += 1) {
      expect(await (count % 2 ? login : elsewhere)('000000')).toMatchObject(wrongCode);
    }
    expect(await login(codeAt(secret))).toMatchObject(tooMany);
    const refused = await elsewhere(recoveryCodes[0] ?? '');
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(await login()).toMatchObject(codeRequired);
  });

  it('with a temporary password needs the code as well, and does not use it up before', async () => {
    const { secret, email } = await protectedEmployee();
    await app.client().ok('forgotPassword', { body: { email } });
    const mails = await app.mailsTo(email, 3);
    const temporary =
      /(?:\w{5}-){3}\w{5}/.exec(mails.find(({ text }) => text.includes('token='))?.text ?? '')?.[0] ?? '';
    const client = app.client();
    const login = (code?: string) =>
      client.call('login', { body: { email, password: temporary, ...(code && { code }) } });
    expect(await login()).toMatchObject(codeRequired);
    expect(await login('000000')).toMatchObject(wrongCode);
    expect((await client.call('getUser')).status).toBe(401);
    expect(await login(codeAt(secret))).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    expect(await login(codeAt(secret, 30))).toMatchObject({ body: { code: 'invalid_credentials' } });
  });

  it('after the link of the mail has set a new password needs the code as well', async () => {
    const { email } = await protectedEmployee();
    await app.client().ok('forgotPassword', { body: { email } });
    const mails = await app.mailsTo(email, 3);
    const token = mails.map(({ text }) => resetTokenIn(text)).find(Boolean) ?? '';
    const client = app.client();
    await client.ok('resetPassword', {
      body: { token, password: 'stolen mail', confirmPassword: 'stolen mail' },
    });
    expect(await client.call('login', { body: { email, password: 'stolen mail' } })).toMatchObject(
      codeRequired,
    );
  });

  it('after an administrator has set a new password needs the code as well', async () => {
    const { employee, email } = await protectedEmployee();
    const { id, firstName, lastName, role } = employee;
    const body = { firstName, lastName, email, role, password: 'from the boss' };
    await company.admin.ok('updateEmployee', { params: { id }, body });
    const answer = await app.client().call('login', { body: { email, password: 'from the boss' } });
    expect(answer).toMatchObject(codeRequired);
  });

  it('with a lost key of the installation is left to the recovery codes', async () => {
    const { secret, recoveryCodes, email } = await protectedEmployee();
    const other = await startTestApp({
      connectionString: app.connectionString,
      clock,
      env: { SECRET_KEY: 'another key than the secrets were made with' },
    });
    onTestFinished(() => other.close());
    const login = (code: string) => other.client().call('login', { body: { email, password, code } });
    expect(await login(codeAt(secret))).toMatchObject(wrongCode);
    expect((await login(recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('changing it', () => {
  it.each(['renewRecoveryCodes', 'disableSecondFactor'] as const)(
    '%s takes the password and a code',
    async (name) => {
      const { client, secret } = await protectedEmployee();
      const change = (given: { password?: string; code?: string }) =>
        client.call(name, { body: { password, code: codeAt(secret), ...given } });
      expect(await change({ password: 'a guess' })).toMatchObject({ body: { code: 'wrong_password' } });
      expect(await change({ code: '000000' })).toMatchObject(wrongCode);
      expect((await change({})).status).toBe(200);
      expect(await change({ code: codeAt(secret) })).toMatchObject(wrongCode);
    },
  );

  it('renews the recovery codes: the old ones are void', async () => {
    const { client, secret, recoveryCodes, login } = await protectedEmployee();
    await login(recoveryCodes[0]);
    const renewed = await client.ok('renewRecoveryCodes', { body: { password, code: codeAt(secret) } });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await login(recoveryCodes[1])).toMatchObject(wrongCode);
    expect((await login(renewed.recoveryCodes[0])).status).toBe(200);
    expect(await client.ok('getSecondFactor')).toEqual({ isOn: true, recoveryCodesLeft: 9 });
  });

  it('turns it off: the password is enough again, and nothing of it is left', async () => {
    const { client, secret, email, login, recoveryCodes } = await protectedEmployee();
    await client.ok('disableSecondFactor', { body: { password, code: recoveryCodes[0] ?? '' } });
    expect((await login()).status).toBe(200);
    expect(await client.ok('getSecondFactor')).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    const again = { password, code: codeAt(secret) };
    expect(await client.call('disableSecondFactor', { body: again })).toMatchObject(wrongCode);
    expect(await client.call('renewRecoveryCodes', { body: again })).toMatchObject(wrongCode);
    const subjects = (await app.mailsTo(email, 3)).map(({ subject }) => subject);
    expect(subjects).toContain(translator('en')('mail:secondFactorOffSubject'));
  });

  it('is asked for by whoever adds a passkey, which would replace it', async () => {
    const { client, secret } = await protectedEmployee();
    expect(await client.call('beginPasskey', { body: { password } })).toMatchObject(wrongCode);
    expect((await client.call('beginPasskey', { body: { password, code: codeAt(secret) } })).status).toBe(
      200,
    );
  });
});

describe('an administrator', () => {
  it('resets a colleague who has lost the phone, and the colleague is told', async () => {
    const lithuanian = await registerCompany(app, { language: 'lt' });
    const { client, employee } = await addEmployee(app, lithuanian, { role: 'admin' });
    const device = createFakeDevice(testOrigin);
    const creation = await client.ok('beginPasskey', { body: { password } });
    await client.ok('addPasskey', { body: { name: 'Phone', credential: device.create(creation) } });
    const { secret } = await client.ok('proposeSecondFactor');
    await client.ok('enableSecondFactor', { body: { secret, password, code: codeAt(secret) } });

    const params = { id: employee.id };
    expect(await lithuanian.admin.call('resetSecondFactor', { params })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    await lithuanian.admin.ok('resetSecondFactor', { params, body: { currentPassword: password } });
    expect((await client.call('getUser')).status).toBe(401);
    await client.ok('login', { body: { email: employee.email, password } });
    expect(await client.ok('getSecondFactor')).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await client.ok('listPasskeys')).toEqual([]);
    const credential = device.use(await app.client().ok('beginPasskeySignIn'));
    expect((await app.client().call('signInWithPasskey', { body: { credential } })).status).toBe(400);
    const t = translator('lt');
    const mail = (await app.mailsTo(employee.email, 4)).find(
      ({ subject }) => subject === t('mail:secondFactorResetSubject'),
    );
    expect(mail?.text).toContain('Anna Bērziņa');
    expect(mail?.text).toContain(`${testOrigin}/lt/`);
  });

  it('cannot get around their own, nor reach another company', async () => {
    const other = await registerCompany(app);
    const { employee } = await protectedEmployee();
    const reset = (admin: Company['admin'], id: string) =>
      admin.call('resetSecondFactor', { params: { id } });
    expect(await reset(company.admin, company.user.id.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'own_account' },
    });
    expect(await reset(other.admin, employee.id)).toMatchObject({ status: 404 });
    expect(await app.client().call('login', { body: { email: employee.email, password } })).toMatchObject(
      codeRequired,
    );
  });
});
