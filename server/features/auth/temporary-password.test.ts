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
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());

const secretIn = (text = '') => /(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}/.exec(text)?.[0] ?? '';

/** Asks for a temporary password and reads the mail, the `count`th for this address. */
async function askFor(email: string, { server = app, count = 1 } = {}) {
  await server.client().ok('forgotPassword', { body: { email } });
  const mail = (await server.mailsTo(email, count)).at(count - 1);
  if (!mail) throw new Error(`no mail to ${email}`);
  return { mail, secret: secretIn(mail.text), token: resetTokenIn(mail.text) };
}

/** An employee of the shared company, who has had one mail: the welcome. */
const newEmployee = async () => {
  const added = await addEmployee(app, company);
  return { ...added, email: added.employee.email };
};

const login = (email: string, given: string, server = app) =>
  server.client().call('login', { body: { email, password: given } });
const reset = (token: string, newPassword = 'brand new one', confirmPassword = newPassword) =>
  app.client().call('resetPassword', { body: { token, password: newPassword, confirmPassword } });

const refusedLogin = { status: 401, body: { code: 'invalid_credentials' } };
const refusedToken = { status: 400, body: { code: 'reset_token_invalid' } };

describe('asking for a temporary password', () => {
  it('is answered alike whether or not there is such an account, and mails nobody else', async () => {
    const { email } = await newEmployee();
    const stranger = uniqueEmail('stranger');
    const answers = await Promise.all(
      [email, email.toUpperCase(), stranger].map((to) =>
        app.client().call('forgotPassword', { body: { email: to } }, { 'accept-language': 'lv' }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ message: translator('lv')('answers:resetMailSent') });
    }
    expect(await app.mailsTo(email, 3)).toHaveLength(3);
    await app.settled('password-reset');
    await app.settled('mail');
    const { rows } = await withClient(app.connectionString, (client) =>
      client.query('select from dev_mail where recipient ilike $1', [stranger]),
    );
    expect(rows).toEqual([]);
  });

  it('mails it with a link, as HTML and text, in the language of the company', async () => {
    const lithuanian = await registerCompany(app, { language: 'lt' });
    const { employee } = await addEmployee(app, lithuanian);
    const { mail, secret } = await askFor(employee.email, { count: 2 });
    expect(mail.subject).toBe(translator('lt')('mail:resetSubject'));
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain(secret);
      expect(text).toContain(`http://maina.test/lt/reset-password?token=${secret}`);
      expect(text).toContain('60 minučių');
    }
    expect(mail.html).toContain('<html lang="lt">');
  });

  it('escapes the name it greets', async () => {
    const english = await registerCompany(app, { language: 'en' });
    const { employee } = await addEmployee(app, english, { firstName: '<b>Jonas</b>' });
    const { mail } = await askFor(employee.email, { count: 2 });
    expect(mail.html).toContain('&lt;b&gt;Jonas&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>Jonas');
    expect(mail.text).toContain('<b>Jonas</b>');
  });

  it('stores it as a hash only', async () => {
    const { email } = await newEmployee();
    const { secret } = await askFor(email, { count: 2 });
    await app.settled('mail');
    const holders = await withClient(app.connectionString, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'dev_mail'`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const { rows } = await client.query(`select from ${name} t where t::text like $1`, [`%${secret}%`]);
        if (rows.length > 0) found.push(name);
      }
      return found;
    });
    expect(secret).toHaveLength(23);
    expect(holders).toEqual([]);
  });

  it('leaves the old password and the sessions alone until it is used', async () => {
    const { email, client } = await newEmployee();
    await askFor(email, { count: 2 });
    expect((await login(email, password)).status).toBe(200);
    expect((await client.ok('getUser')).mustChangePassword).toBe(false);
  });

  it('fills nobody’s mailbox: five an hour, from however many addresses', async () => {
    const { email } = await newEmployee();
    for (let count = 0; count < 8; count += 1) {
      await app.client().ok('forgotPassword', { body: { email } });
    }
    await app.settled('password-reset');
    await app.settled('mail');
    const mails = await app.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.any(String),
      ...Array(5).fill(translator('en')('mail:resetSubject')),
    ]);
  });

  it('is in vain for somebody who is deactivated or deleted', async () => {
    const [inactive, deleted] = [await newEmployee(), await newEmployee()];
    const [{ secret, token }, other] = [
      await askFor(inactive.email, { count: 2 }),
      await askFor(deleted.email, { count: 2 }),
    ];
    const { firstName, lastName, email, role, id } = inactive.employee;
    await company.admin.ok('updateEmployee', {
      params: { id },
      body: { firstName, lastName, email, role, isActive: false },
    });
    await company.admin.ok('deleteEmployee', { params: { id: deleted.employee.id } });
    expect(await reset(token)).toMatchObject(refusedToken);
    expect(await reset(other.token)).toMatchObject(refusedToken);
    expect((await login(email, secret)).status).toBe(403);
    expect(await login(deleted.email, other.secret)).toMatchObject(refusedLogin);
    await app.client().ok('forgotPassword', { body: { email } });
    await app.client().ok('forgotPassword', { body: { email: deleted.email } });
    await app.settled('password-reset');
    await app.settled('mail');
    expect(await app.mailsTo(email, 2)).toHaveLength(2);
    expect(await app.mailsTo(deleted.email, 2)).toHaveLength(2);
  });
});

describe('signing in with it', () => {
  it('works once, however it is typed, replaces the old password and asks for a new one', async () => {
    const { email, client } = await newEmployee();
    const { secret } = await askFor(email, { count: 2 });
    const typed = ` ${secret.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    const person = app.client();
    const answer = await person.call('login', { body: { email, password: typed } });
    expect(answer).toMatchObject({ status: 200, body: { mustChangePassword: true } });

    expect((await client.call('getUser')).status).toBe(401);
    expect(await login(email, password)).toMatchObject(refusedLogin);
    expect(await login(email, secret)).toMatchObject(refusedLogin);
    expect(await person.call('getActiveEntry')).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });

    const newPassword = 'chosen by myself';
    const changed = await person.ok('changePassword', {
      body: { currentPassword: secret, newPassword, confirmPassword: newPassword },
    });
    expect(changed.mustChangePassword).toBe(false);
    expect(await person.ok('getActiveEntry')).toBeNull();
    expect((await login(email, newPassword)).status).toBe(200);
    expect(await login(email, secret)).toMatchObject(refusedLogin);
  });

  it('voids the others that were asked for', async () => {
    const { email } = await newEmployee();
    const first = await askFor(email, { count: 2 });
    const second = await askFor(email, { count: 3 });
    expect(second.secret).not.toBe(first.secret);
    expect((await login(email, first.secret)).status).toBe(200);
    expect(await login(email, second.secret)).toMatchObject(refusedLogin);
    expect(await reset(second.token)).toMatchObject(refusedToken);
  });

  it('succeeds for one of several at the same moment', async () => {
    const { email } = await newEmployee();
    const { secret, token } = await askFor(email, { count: 2 });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => login(email, secret)),
      ...Array.from({ length: 2 }, () => reset(token)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('succeeds for one of several that were asked for, at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email } = await newEmployee();
      const first = await askFor(email, { count: 2 });
      const asked = [first, await askFor(email, { count: 3 }), await askFor(email, { count: 4 })];
      const answers = await Promise.all([
        ...asked.map(({ token }) => reset(token)),
        login(email, first.secret),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      for (const status of statuses.slice(1)) expect([400, 401]).toContain(status);
    }
  });

  it('is for its owner only', async () => {
    const [owner, other] = [await newEmployee(), await newEmployee()];
    const { secret } = await askFor(owner.email, { count: 2 });
    expect(await login(other.email, secret)).toMatchObject(refusedLogin);
    expect((await login(owner.email, secret)).status).toBe(200);
  });

  it('works for 60 minutes', async () => {
    const clock = fixedClock('2026-03-02T08:00:00Z');
    const server = await startTestApp({ clock });
    onTestFinished(() => server.close());
    const { user } = await registerCompany(server);
    const late = await askFor(user.email, { server });
    clock.set('2026-03-02T09:00:00Z');
    expect(await login(user.email, late.secret, server)).toMatchObject(refusedLogin);
    const late2 = await server.client().call('resetPassword', {
      body: { token: late.token, password: 'new one', confirmPassword: 'new one' },
    });
    expect(late2).toMatchObject(refusedToken);
    expect((await login(user.email, password, server)).status).toBe(200);
    const inTime = await askFor(user.email, { server, count: 2 });
    clock.set('2026-03-02T09:59:59Z');
    expect((await login(user.email, inTime.secret, server)).status).toBe(200);
  });

  it('is not put in place of a password that was chosen meanwhile', async () => {
    const { email, client, employee } = await newEmployee();
    const { secret, token } = await askFor(email, { count: 2 });
    const newPassword = 'found it again';
    await client.ok('changePassword', {
      body: { currentPassword: password, newPassword, confirmPassword: newPassword },
    });
    expect(await login(email, secret)).toMatchObject(refusedLogin);
    expect(await reset(token)).toMatchObject(refusedToken);

    const second = await askFor(email, { count: 3 });
    const { firstName, lastName, role, id } = employee;
    await company.admin.ok('updateEmployee', {
      params: { id },
      body: { firstName, lastName, email, role, password: 'set by the boss' },
    });
    expect(await login(email, second.secret)).toMatchObject(refusedLogin);
    expect((await login(email, 'set by the boss')).status).toBe(200);
  });
});

describe('the link', () => {
  it('sets a new password and ends the sessions', async () => {
    const { email, client } = await newEmployee();
    const { mail } = await askFor(email, { count: 2 });
    const url = /http\S+reset-password\S+/.exec(mail.text)?.[0] ?? '';
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(token).toBe(`${secretIn(mail.text)}.${company.user.companyId}`);
    const answer = await reset(token);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: translator('en')('answers:passwordChanged') },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await client.call('getUser')).status).toBe(401);
    expect(await login(email, password)).toMatchObject(refusedLogin);
    expect(await login(email, 'brand new one')).toMatchObject({
      status: 200,
      body: { mustChangePassword: false },
    });
    expect(await reset(token, 'and again')).toMatchObject(refusedToken);
    expect(await login(email, token)).toMatchObject(refusedLogin);
  });

  it.each([
    ['no token', '', 'brand new one', 'brand new one', 'Token is required'],
    ['a short password', 'ABCDE', '12345', '12345', 'Password must be at least 6 characters'],
    ['two passwords', 'ABCDE', 'brand new one', 'brand new two', 'Passwords don’t match'],
  ])('refuses %s', async (_, token, newPassword, confirmPassword, message) => {
    expect(await reset(token, newPassword, confirmPassword)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    });
  });

  it('refuses a token that nobody was sent', async () => {
    const { companyId } = company.user;
    const unknown = 'ABCDE-FGHJK-MNPQR-STVWX';
    const { secret, token: another } = await askFor((await newEmployee()).email, { count: 2 });
    for (const token of [
      ...[
        unknown,
        `${unknown}.`,
        `${unknown}.${companyId}`,
        `${unknown}.${companyId.slice(1)}`,
        `${unknown}.x'`,
      ],
      ...['nonsense', "' or 1=1 --", secret, `${secret}.${(await registerCompany(app)).user.companyId}`],
      ...[`${another}x`, `.${companyId}`],
    ]) {
      expect(await reset(token)).toMatchObject(refusedToken);
    }
  });
});

describe('a password of one’s own', () => {
  const unchanged = {
    status: 400,
    body: { code: 'validation_failed', message: translator('en')('validation:passwordUnchanged') },
  };

  it('is not the temporary one, which would never open the door again', async () => {
    const { email } = await newEmployee();
    const { secret, token } = await askFor(email, { count: 2 });
    expect(await reset(token, secret.toLowerCase())).toMatchObject(unchanged);
    const person = app.client();
    await person.ok('login', { body: { email, password: secret } });
    const newPassword = secret.replaceAll('-', '').toLowerCase();
    expect(
      await person.call('changePassword', {
        body: { currentPassword: secret, newPassword, confirmPassword: newPassword },
      }),
    ).toMatchObject(unchanged);
  });

  it.each([
    ['the same', password, password, password, 'newPassword', unchanged.body.message],
    ['too short', password, 'short', 'short', 'newPassword', 'Password must be at least 6 characters'],
    ['mistyped', password, 'a new one', 'a new eno', 'confirmPassword', 'Passwords don’t match'],
    ['not vouched for', '', 'a new one', 'a new one', 'currentPassword', 'Password is required'],
  ])('is refused when it is %s', async (_, currentPassword, newPassword, confirmPassword, path, message) => {
    expect(
      await company.admin.call('changePassword', { body: { currentPassword, newPassword, confirmPassword } }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed', issues: [{ path, message }] } });
  });

  it('needs the current one', async () => {
    const answer = await company.admin.call('changePassword', {
      body: { currentPassword: 'wrong', newPassword: 'a new one', confirmPassword: 'a new one' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  });
});
