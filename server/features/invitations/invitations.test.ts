import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Employee } from '#contract/employees.ts';
import type { EndpointInput } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { startMailReceiver } from '#tests/support/mail-receiver.ts';
import { startTestApp, type TestApp, testOrigin } from '#tests/support/test-app.ts';

const start = '2026-03-02T08:00:00.000Z';
const day = 24 * 60 * 60 * 1000;
const clock = fixedClock(start);
const later = (ms: number) => clock.set(new Date(Date.parse(start) + ms).toISOString());

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
beforeEach(async () => {
  clock.set(start);
  company = await registerCompany(app, { language: 'en' });
});
afterAll(() => app.close());

const t = translator('en');
const invalid = { status: 404, body: { code: 'invitation_invalid' } };
const chosen = { password: 'a password of my own', confirmPassword: 'a password of my own' };

const employ = (changes: object = {}, { admin } = company) =>
  admin.ok('createEmployee', { body: { firstName: 'Jānis', lastName: 'Kalniņš', ...changes } });
const invite = async ({ id }: { id: string }, body: object = {}, { admin } = company) =>
  linkTokenIn((await admin.ok('inviteEmployee', { params: { id }, body })).url);
const open = (token: string) => app.client().call('getInvitation', { params: { token } });
type Accepted = EndpointInput<'acceptInvitation'>['body'];
/** The body may be wrong. */
const accept = (token: string, body: object = chosen, client = app.client()) =>
  client.call('acceptInvitation', { params: { token }, body: body as Accepted });
const stateOf = async ({ id }: { id: string }, { admin } = company): Promise<Employee['invitation']> => {
  const found = (await admin.ok('listEmployees')).find((employee) => employee.id === id);
  if (!found) throw new Error('nobody there');
  return found.invitation;
};
const login = async (email: string, given: string) =>
  (await app.client().call('login', { body: { email, password: given } })).status;

describe('an invitation', () => {
  it('without an e-mail address is handed over, greets by name and company, and signs in', async () => {
    const employee = await employ();
    expect(employee.email).toBeNull();
    expect(await stateOf(employee)).toEqual({ state: 'none', at: null, expiresAt: null });
    const { url, expiresAt } = await company.admin.ok('inviteEmployee', { params: { id: employee.id } });
    expect(url).toMatch(/^http:\/\/maina\.test\/invitation\?token=[\w-]{64}$/);
    expect(Date.parse(expiresAt) - Date.parse(start)).toBe(7 * day);
    expect(await stateOf(employee)).toEqual({ state: 'waiting', at: start, expiresAt });
    expect((await open(linkTokenIn(url))).body).toEqual({
      firstName: 'Jānis',
      lastName: 'Kalniņš',
      companyName: 'Kokaudzētava SIA',
      email: null,
      language: 'en',
      expiresAt,
      ways: ['pin', 'passkey', 'password'],
    });
    const client = app.client();
    const { status, body } = await accept(linkTokenIn(url), { ...chosen, language: 'lt' }, client);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: employee.id, email: null, mustChangePassword: false, language: 'lt' });
    expect((await client.ok('getUser')).hasPassword).toBe(true);
    expect(await stateOf(employee)).toEqual({ state: 'accepted', at: start, expiresAt: null });
  });

  it('is mailed where there is an e-mail address; the mail holds no password', async () => {
    const email = uniqueEmail();
    const employee = await employ({ email });
    const [mail] = await app.mailsTo(email);
    expect(mail?.text).toContain(`${testOrigin}/invitation?token=`);
    await app.settled('mail');
    expect((await stateOf(employee)).state).toBe('sent');
    expect((await accept(linkTokenIn(mail?.text))).status).toBe(200);
    expect(await login(email, chosen.password)).toBe(200);
    const subjects = (await app.mailsTo(email, 2)).map(({ subject }) => subject);
    expect(subjects).toContain(t('mail:invitationAcceptedSubject'));
  });

  it('of a passkey needs no password, which it replaces', async () => {
    const email = uniqueEmail();
    const employee = await employ({ email, password });
    const token = await invite(employee);
    const device = createFakeDevice(testOrigin);
    const options = await app.client().ok('beginInvitedPasskey', { params: { token } });
    const body = { name: 'Phone', credential: device.create(options) };
    expect(await app.client().ok('acceptWithPasskey', { params: { token }, body })).toMatchObject({
      id: employee.id,
      hasPassword: false,
    });
    expect(await login(email, password)).toBe(401);
    const client = app.client();
    const credential = device.use(await client.ok('beginPasskeySignIn'));
    expect((await client.ok('signInWithPasskey', { body: { credential } })).id).toBe(employee.id);
    // There is no password to prove anything with.
    expect(await client.call('beginPasskey', { body: { password: 'guess' } })).toMatchObject({
      body: { code: 'wrong_password' },
    });
  });

  it('of a passkey refuses one that was made for somebody else', async () => {
    const [mine, other] = [await invite(await employ()), await invite(await employ())];
    const options = await app.client().ok('beginInvitedPasskey', { params: { token: other } });
    const credential = createFakeDevice(testOrigin).create(options);
    const params = { token: mine };
    expect(
      (await app.client().call('acceptWithPasskey', { params, body: { name: 'Phone', credential } })).body
        .code,
    ).toBe('passkey_refused');
    expect((await open(mine)).status).toBe(200);
  });

  it('works once, also for two who accept at the same moment', async () => {
    const token = await invite(await employ());
    const statuses = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await accept(token)).toMatchObject(invalid);
    expect(await open(token)).toMatchObject(invalid);
  });

  it('works for seven days, until it is renewed or revoked, and reading it changes nothing', async () => {
    const employee = await employ();
    const first = await invite(employee);
    for (let reads = 0; reads < 5; reads += 1) expect((await open(first)).status).toBe(200);
    const second = await invite(employee);
    expect(await open(first)).toMatchObject(invalid);
    later(7 * day - 1);
    expect((await open(second)).status).toBe(200);
    later(7 * day);
    expect(await accept(second)).toMatchObject(invalid);
    clock.set(start);
    const third = await invite(employee);
    await company.admin.ok('revokeInvitation', { params: { id: employee.id } });
    expect(await accept(third)).toMatchObject(invalid);
    expect((await stateOf(employee)).state).toBe('none');
  });

  it.each<[string, Partial<EndpointInput<'updateEmployee'>['body']>]>([
    ['deactivated', { isActive: false }],
    ['given a password', { password: 'chosen by the boss' }],
    ['given another address', { email: uniqueEmail(), currentPassword: password }],
    ['made an administrator', { role: 'admin', currentPassword: password }],
  ])('ends when its person is %s', async (_, changes) => {
    const employee = await employ({ email: uniqueEmail() });
    const token = await invite(employee);
    const { firstName, lastName, email, role } = employee;
    const body = { firstName, lastName, email, role, ...changes };
    await company.admin.ok('updateEmployee', { params: { id: employee.id }, body });
    expect(await accept(token)).toMatchObject(invalid);
    // Nor does it come back with an activation, which mails a link of its own.
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { ...body, isActive: true, currentPassword: password },
    });
    expect(await accept(token)).toMatchObject(invalid);
  });

  it('ends when its person or company is deleted', async () => {
    const employee = await employ();
    const token = await invite(employee);
    await company.admin.ok('deleteEmployee', { params: { id: employee.id } });
    expect(await accept(token)).toMatchObject(invalid);
    const other = await invite(await employ());
    await company.admin.ok('deleteCompany', { body: { companyName: 'Kokaudzētava SIA', password } });
    expect(await open(other)).toMatchObject(invalid);
  });

  it('ends when its person signs in without it', async () => {
    const { employee } = await addEmployee(app, company);
    const token = await invite(employee);
    expect(await login(employee.email, password)).toBe(200);
    expect(await accept(token)).toMatchObject(invalid);
    expect((await stateOf(employee)).state).toBe('accepted');
  });

  it('for a forgotten password ends the sessions and tells the person', async () => {
    const { employee, client } = await addEmployee(app, company);
    const token = await invite(employee);
    expect((await client.call('getUser')).status).toBe(200);
    expect((await accept(token)).status).toBe(200);
    expect((await client.call('getUser')).status).toBe(401);
    expect(await login(employee.email, password)).toBe(401);
    await app.settled('mail');
    const subjects = (await app.mailsTo(employee.email)).map(({ subject }) => subject);
    expect(subjects).toContain(t('mail:invitationAcceptedSubject'));
  });

  it.each([
    ['nothing', {}, 'password'],
    ['another confirmation', { ...chosen, confirmPassword: 'another' }, 'confirmPassword'],
    ['a short password', { password: 'short', confirmPassword: 'short' }, 'password'],
    ['a common password', { password: 'password1', confirmPassword: 'password1' }, 'password'],
    ['their own name', { password: 'jāniskalniņš', confirmPassword: 'jāniskalniņš' }, 'password'],
  ])('refuses %s and can still be accepted', async (_, body, path) => {
    const token = await invite(await employ());
    const answer = await accept(token, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
    expect((await accept(token)).status).toBe(200);
  });

  it('does not get around a second factor', async () => {
    const { employee, client } = await addEmployee(app, company);
    const { secret } = await client.ok('proposeSecondFactor');
    const { Secret, TOTP } = await import('otpauth');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const codeAt = (ms: number) => totp.generate({ timestamp: Date.parse(start) + ms });
    await client.ok('enableSecondFactor', { body: { secret, password, code: codeAt(0) } });
    const token = await invite(employee);
    expect(await accept(token)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    expect(await accept(token, { ...chosen, code: '000000' })).toMatchObject({
      body: { code: 'wrong_code' },
    });
    later(30_000);
    expect((await accept(token, { ...chosen, code: codeAt(30_000) })).status).toBe(200);
  });

  it('of an administrator takes the viewer’s proof, tells all administrators, and asks for a password', async () => {
    const { employee: second } = await addEmployee(app, company, { role: 'admin' });
    const params = { id: second.id };
    expect(await company.admin.call('inviteEmployee', { params })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    const token = await invite(second, { currentPassword: password });
    expect((await open(token)).body.ways).toEqual(['password']);
    expect(await app.client().call('beginInvitedPasskey', { params: { token } })).toMatchObject({
      status: 403,
    });
    await app.settled('mail');
    for (const { email } of [company.user, second]) {
      const told = (await app.mailsTo(email)).at(-1);
      expect(told?.subject).toBe(t('mail:accountChangedSubject'));
      expect(told?.text).toContain(t('mail:invitationMade'));
      expect(told?.text).not.toContain(token);
    }
  });

  it('is nobody’s own, never the owner’s, and not for the deactivated', async () => {
    const { client: second, employee } = await addEmployee(app, company, { role: 'admin' });
    const own = { params: { id: company.user.id }, body: { currentPassword: password } };
    expect((await company.admin.call('inviteEmployee', own)).body.code).toBe('own_password');
    expect((await second.call('inviteEmployee', own)).body.code).toBe('owner_only');
    const gone = await employ({ isActive: false });
    const params = { id: gone.id };
    expect((await company.admin.call('inviteEmployee', { params })).body.code).toBe('account_inactive');
    expect((await company.admin.call('inviteEmployee', { params: { id: employee.companyId } })).status).toBe(
      404,
    );
    const nobody = await employ();
    expect(
      await company.admin.call('inviteEmployee', { params: { id: nobody.id }, body: { send: true } }),
    ).toMatchObject({ status: 400, body: { issues: [{ path: 'send' }] } });
  });

  it('leaves no trace of its token in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const logged = await startTestApp({ log, connectionString: app.connectionString, clock });
    onTestFinished(() => logged.close());
    const token = await invite(await employ());
    await logged.client().ok('getInvitation', { params: { token } });
    await logged.client().raw({ url: `/invitation?token=${token}` });
    await logged.client().ok('acceptInvitation', { params: { token }, body: chosen });
    await logged.client().call('getInvitation', { params: { token } });
    expect(lines.some((line) => line.includes('invitation.accepted'))).toBe(true);
    expect(lines.join()).not.toContain(token);
  });

  it('cannot be guessed without end', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    onTestFinished(() => limited.close());
    const guess = () => limited.client().call('getInvitation', { params: { token: 'x'.repeat(64) } });
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toMatchObject(invalid);
    expect((await guess()).status).toBe(429);
  });
});

describe('sending invitations', () => {
  it('again mails those who were given something and have not come', async () => {
    const [late, arrived] = [await employ({ email: uniqueEmail() }), await employ({ email: uniqueEmail() })];
    await employ();
    const off = await employ({ email: uniqueEmail(), isActive: false });
    await accept(await invite(arrived));
    await app.settled('mail');
    expect(await company.admin.ok('inviteEmployees')).toEqual({ sent: 1, left: 0 });
    await app.settled('mail');
    const mails = await app.mailsTo(late.email ?? '', 2);
    expect(mails).toHaveLength(2);
    const [first, second] = mails.map(({ text }) => linkTokenIn(text));
    expect(await open(first ?? '')).toMatchObject(invalid);
    expect((await open(second ?? '')).status).toBe(200);
    expect(await app.mailsTo(off.email ?? '', 0)).toEqual([]);
  });

  it('mails first links to the chosen who never had one, and leaves out whoever has come', async () => {
    const text = `First name,Last name,Email\nIlze,Ozola,${uniqueEmail()}\nJuris,Liepa,`;
    const file = new Blob([text], { type: 'text/csv' });
    await company.admin.ok('importEmployees', { query: { dryRun: 'false', invite: 'false' }, file });
    const arrived = await employ({ email: uniqueEmail() });
    await accept(await invite(arrived));
    const everybody = await company.admin.ok('listEmployees');
    const [ilze] = everybody.filter(({ lastName }) => lastName === 'Ozola');
    expect(ilze?.invitation.state).toBe('none');
    // To all: only to those who were given something before.
    const before = (await app.mailsTo(ilze?.email ?? '', 0)).length;
    await company.admin.ok('inviteEmployees');
    expect(await app.mailsTo(ilze?.email ?? '', before)).toHaveLength(before);
    const body = { userIds: everybody.map(({ id }) => id) };
    expect((await company.admin.ok('inviteEmployees', { body })).sent).toBeGreaterThan(0);
    await app.settled('mail');
    const [mail] = await app.mailsTo(ilze?.email ?? '');
    expect((await open(linkTokenIn(mail?.text ?? ''))).status).toBe(200);
    const after = await company.admin.ok('listEmployees');
    expect(after.find(({ id }) => id === arrived.id)?.invitation.state).toBe('accepted');
  });

  it('makes a link for each of the chosen, to be printed, which ends the one before', async () => {
    const [one, two, off] = [await employ(), await employ(), await employ({ isActive: false })];
    const former = await invite(one);
    const userIds = [one.id, two.id.toUpperCase(), off.id, company.user.id, one.id];
    const { invitations, left } = await company.admin.ok('createInvitations', { body: { userIds } });
    expect(invitations.map(({ userId }) => userId)).toEqual([one.id, two.id]);
    expect(left).toBe(2);
    expect(await open(former)).toMatchObject(invalid);
    for (const { url, firstName } of invitations) {
      const { status, body } = await open(linkTokenIn(url));
      expect({ status, name: body.firstName }).toEqual({ status: 200, name: firstName });
    }
    const other = await registerCompany(app);
    const foreign = await other.admin.call('createInvitations', { body: { userIds: [one.id] } });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('does not mail one address again and again', async () => {
    const late = await employ({ email: uniqueEmail() });
    const again = () =>
      company.admin.call('inviteEmployee', { params: { id: late.id }, body: { send: true } });
    for (let sent = 1; sent < 5; sent += 1) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
    expect(await company.admin.ok('inviteEmployees')).toEqual({ sent: 0, left: 1 });
    // Handing over takes no mail.
    expect((await open(await invite(late))).status).toBe(200);
  });

  it('through a server that refuses the address shows it; a later link that arrives clears it', async () => {
    const receiver = await startMailReceiver();
    const real = await startTestApp({ env: { SMTP_URL: receiver.url, MAIL_FROM: 'no-reply@maina.test' } });
    onTestFinished(async () => {
      await real.close();
      await receiver.close();
    });
    const own = await registerCompany(real);
    const [wrong, right] = [uniqueEmail('wrong'), uniqueEmail('right')];
    receiver.unknown.add(wrong);
    const refused = await employ({ email: wrong }, own);
    const taken = await employ({ email: right }, own);
    const given = await employ({ email: uniqueEmail('given'), password }, own);
    await expect.poll(async () => (await stateOf(refused, own)).state).toBe('undeliverable');
    await expect.poll(async () => (await stateOf(taken, own)).state).toBe('sent');
    // The same for a password that was set.
    await expect.poll(async () => (await stateOf(given, own)).state).toBe('sent');
    expect(receiver.to(wrong)).toEqual([]);
    receiver.unknown.delete(wrong);
    await invite(refused, { send: true }, own);
    await expect.poll(async () => (await stateOf(refused, own)).state).toBe('sent');
  });

  it('does not send a link that was revoked while its mail waited', async () => {
    const receiver = await startMailReceiver();
    const real = await startTestApp({ env: { SMTP_URL: receiver.url, MAIL_FROM: 'no-reply@maina.test' } });
    onTestFinished(async () => {
      await real.close();
      await receiver.close();
    });
    const own = await registerCompany(real);
    const email = uniqueEmail('later');
    receiver.refusals.set(email, 1000);
    const employee = await employ({ email }, own);
    await expect.poll(() => receiver.refusals.get(email)).toBeLessThan(1000);
    await own.admin.ok('revokeInvitation', { params: { id: employee.id } });
    receiver.refusals.set(email, 0);
    await real.settled('mail');
    expect(receiver.to(email)).toEqual([]);
    expect((await stateOf(employee, own)).state).toBe('none');
  });
});

describe('an employee without an e-mail address', () => {
  it('is told apart from a namesake, changes, works, and leaves', async () => {
    const [one, two] = [await employ(), await employ()];
    const people = await company.admin.ok('listEmployees');
    const tags = people.filter(({ id }) => [one.id, two.id].includes(id)).map(({ nameTag }) => nameTag);
    expect(new Set(tags).size).toBe(2);
    const client = app.client();
    await accept(await invite(one), chosen, client);
    const data = await client.ok('getUserData');
    expect(data.user.email).toBeNull();
    await company.admin.ok('deleteEmployee', { params: { id: one.id } });
    expect((await client.call('getUser')).status).toBe(401);
  });

  it('may only be an employee', async () => {
    const body = { firstName: 'Ilze', lastName: 'Ozola', role: 'admin', currentPassword: password } as const;
    const withoutEmail = { status: 400, body: { issues: [{ path: 'email' }] } };
    expect(await company.admin.call('createEmployee', { body })).toMatchObject(withoutEmail);
    const { id } = await employ();
    expect(await company.admin.call('updateEmployee', { params: { id }, body })).toMatchObject(withoutEmail);
  });

  it('gets an address once it is confirmed, and can lose it again', async () => {
    const employee = await employ();
    const email = uniqueEmail();
    const params = { id: employee.id };
    const names = { firstName: 'Jānis', lastName: 'Kalniņš', currentPassword: password };
    expect(
      (await company.admin.ok('updateEmployee', { params, body: { ...names, email } })).email,
    ).toBeNull();
    await app.settled('mail');
    const token = linkTokenIn((await app.mailsTo(email)).at(-1)?.text);
    await app.client().ok('confirmEmail', { body: { token } });
    const mails = await app.mailsTo(email, 2);
    expect((await accept(linkTokenIn(mails.at(-1)?.text))).body.email).toBe(email);
    // An address that the form does not send stays.
    expect((await company.admin.ok('updateEmployee', { params, body: names })).email).toBe(email);
    const { currentPassword: _, ...withoutProof } = names;
    expect(
      (await company.admin.call('updateEmployee', { params, body: { ...withoutProof, email: null } })).body
        .code,
    ).toBe('proof_required');
    expect(
      (await company.admin.ok('updateEmployee', { params, body: { ...names, email: '' } })).email,
    ).toBeNull();
    expect(await login(email, chosen.password)).toBe(401);
    // The address is free for others.
    expect((await employ({ email })).email).toBe(email);
  });
});

describe('signing in with company code and employee number', () => {
  const numbered = async () => {
    const employee = await employ();
    const client = app.client();
    const params = { token: await invite(employee) };
    const user = await client.ok('acceptWithPin', { params, body: { pin: '738261' } });
    return { employee, client, user, personalNumber: user.personalNumber ?? '' };
  };
  type Named = { companyCode?: string; personalNumber: string };
  const signIn = (named: Named, given: string, client = app.client()) =>
    client.call('login', { body: { companyCode: company.user.company.code, ...named, password: given } });
  const refused = { status: 401, body: { code: 'invalid_credentials' } };

  it('takes the PIN that was chosen, however the code is typed', async () => {
    const { user, personalNumber } = await numbered();
    expect(user).toMatchObject({ personalNumber: expect.stringMatching(/^\d+$/), hasPassword: false });
    const { code } = user.company;
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    for (const companyCode of [code, typed]) {
      expect((await signIn({ companyCode, personalNumber }, '738261')).status).toBe(200);
    }
    expect(await signIn({ personalNumber }, '738262')).toMatchObject(refused);
    expect(await signIn({ personalNumber: '99999' }, '738261')).toMatchObject(refused);
    expect(await signIn({ companyCode: 'FFFFFFFF', personalNumber }, '738261')).toMatchObject(refused);
    expect(await signIn({ companyCode: 'no code', personalNumber }, '738261')).toMatchObject(refused);
    const other = await registerCompany(app);
    expect(await signIn({ companyCode: other.user.company.code, personalNumber }, '738261')).toMatchObject(
      refused,
    );
  });

  it('takes a password too; somebody without a number was given one', async () => {
    const employee = await employ();
    const { body } = await accept(await invite(employee));
    const personalNumber = body.personalNumber ?? '';
    expect((await signIn({ personalNumber }, chosen.password)).body).toMatchObject({ id: employee.id });
    expect(await signIn({ personalNumber }, 'a password of hers')).toMatchObject(refused);
  });

  it('asks for each field that is missing', async () => {
    const { companyCode } = { companyCode: company.user.company.code };
    const bodies = [
      [{ password }, 'email'],
      [{ personalNumber: '101', password }, 'email'],
      [{ companyCode, password }, 'personalNumber'],
    ] as const;
    for (const [body, path] of bodies) {
      expect(await app.client().call('login', { body })).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      });
    }
  });

  it('a PIN is no password: it signs in no e-mail address and no administrator', async () => {
    const email = uniqueEmail();
    const employee = await employ({ email });
    const client = app.client();
    const params = { token: await invite(employee) };
    await client.ok('acceptWithPin', { params, body: { pin: '738261' } });
    expect(await login(email, '738261')).toBe(401);
    const { personalNumber } = await client.ok('getUser');
    const names = { firstName: 'Jānis', lastName: 'Kalniņš', email, currentPassword: password };
    await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      body: { ...names, role: 'admin' },
    });
    expect(await signIn({ personalNumber: personalNumber ?? '' }, '738261')).toMatchObject(refused);
  });

  it.each(['1234', '0000', '1990', '12', 'abcd'])(
    'the PIN %s is refused, and the link still works',
    async (pin) => {
      const token = await invite(await employ());
      const answer = await app.client().call('acceptWithPin', { params: { token }, body: { pin } });
      expect(answer.status).toBe(400);
      expect((await open(token)).status).toBe(200);
    },
  );

  it('a PIN is not for administrators', async () => {
    const { employee } = await addEmployee(app, company, { role: 'admin' });
    const params = { token: await invite(employee, { currentPassword: password }) };
    expect((await app.client().call('acceptWithPin', { params, body: { pin: '738261' } })).status).toBe(403);
  });

  it('guessing PINs waits longer each time, of unknown numbers too; the person’s own device is not locked out', async () => {
    const { client, personalNumber } = await numbered();
    for (const number of [personalNumber, '99999']) {
      for (let guess = 0; guess < 6; guess += 1) {
        expect(await signIn({ personalNumber: number }, String(583_920 + guess))).toMatchObject(refused);
      }
      expect((await signIn({ personalNumber: number }, '738261')).status).toBe(429);
    }
    expect((await signIn({ personalNumber }, '738261', client)).status).toBe(200);
  });

  it('follows the company’s code when it is renewed', async () => {
    const { personalNumber } = await numbered();
    const { code } = await company.admin.ok('renewCompanyCode');
    expect(code).not.toBe(company.user.company.code);
    expect(await signIn({ personalNumber }, '738261')).toMatchObject(refused);
    expect((await signIn({ companyCode: code, personalNumber }, '738261')).status).toBe(200);
    expect((await company.admin.ok('getCompany')).code).toBe(code);
  });

  it('ends with the account', async () => {
    const { employee, client, personalNumber } = await numbered();
    const params = { id: employee.id };
    const body = { firstName: 'Jānis', lastName: 'Kalniņš', isActive: false };
    await company.admin.ok('updateEmployee', { params, body });
    expect((await client.call('getUser')).status).toBe(401);
    expect(await signIn({ personalNumber }, '738261')).toMatchObject({ body: { code: 'account_inactive' } });
    await company.admin.ok('deleteEmployee', { params });
    expect(await signIn({ personalNumber }, '738261')).toMatchObject(refused);
  });
});
