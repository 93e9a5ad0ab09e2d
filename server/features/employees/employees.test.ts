import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ChangedEmployee } from '#contract/employees.ts';
import { dateIn } from '#domain/dates.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addLocation,
  addressed,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
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

const person = (changes: Partial<ChangedEmployee> = {}) => ({
  firstName: 'Pēteris',
  lastName: 'Liepa',
  email: uniqueEmail('person'),
  role: 'employee' as const,
  ...changes,
});
/** What the edit form sends: everything as it was, but for the changes. */
const edited = ({ firstName, lastName, email, role }: ChangedEmployee, changes: object = {}) => ({
  body: { firstName, lastName, email, role, ...changes },
});
const login = (email: string | null, given: string) =>
  app.client().call('login', { body: { email: email ?? '', password: given } });
const temporaryPasswordIn = (text = '') => /(?:\w{5}-){3}\w{5}/.exec(text)?.[0] ?? '';
const proof = { currentPassword: password };
const nextYear = { startDate: '2026-01-01', endDate: '2099-12-31' };

describe('adding a person', () => {
  it('answers 201 with who they are, and lists them', async () => {
    const body = person({ role: 'admin' });
    const { status, body: created } = await company.admin.call('createEmployee', {
      body: { ...body, ...proof },
    });
    expect(status).toBe(201);
    expect(created).toEqual({
      ...body,
      id: expect.any(String),
      companyId: company.user.companyId,
      isOwner: false,
      locationIds: [],
      nameTag: null,
      pendingEmail: null,
      isActive: true,
      unreadMessages: 0,
      ...{ payrollNo: null, position: null, employedFrom: null, employedTo: null, terms: [] },
      hasPersonalCode: false,
      personalNumber: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const people = await company.admin.ok('listEmployees');
    expect(people[0]).toMatchObject({ id: company.user.id, role: 'admin' });
    // How they sign in is told to administrators only, not to a program that has added them.
    const account = { mustChangePassword: true, hasSecondFactor: false };
    const invitation = expect.objectContaining({ expiresAt: expect.any(String) });
    expect(people.at(-1)).toEqual({ ...created, ...account, lastEntry: null, invitation });
  });

  it('mails a link in the company’s language where no password is given', async () => {
    const polish = await registerCompany(app, { language: 'pl', companyName: 'Stolarnia <Dąb>' });
    const employee = addressed(
      await polish.admin.ok('createEmployee', { body: { ...person(), password: '' } }),
    );
    const [mail] = await app.mailsTo(employee.email);
    expect(mail?.subject).toBe(translator('pl')('mail:invitationSubject', { company: 'Stolarnia <Dąb>' }));
    expect(mail?.html).toContain('<html lang="pl">');
    expect(mail?.html).toContain('Stolarnia &lt;Dąb&gt;');
    expect(mail?.text).toContain(employee.email);
    expect(mail?.text).toContain('http://maina.test/pl/invitation?token=');
    expect(temporaryPasswordIn(mail?.text)).toBe('');
  });

  it('mails the password that the administrator chose', async () => {
    const employee = addressed(
      await company.admin.ok('createEmployee', { body: { ...person(), password: 'chosen by the boss' } }),
    );
    const [mail] = await app.mailsTo(employee.email);
    expect(mail?.text).toContain('chosen by the boss');
    expect((await login(employee.email, 'chosen by the boss')).body).toMatchObject({
      mustChangePassword: true,
    });
  });

  it('can make one who may not sign in yet', async () => {
    const employee = await company.admin.ok('createEmployee', {
      body: { ...person(), password, isActive: false },
    });
    expect(employee.isActive).toBe(false);
    expect(await login(employee.email, password)).toMatchObject({ body: { code: 'account_inactive' } });
  });

  it.each([
    ['firstName', ' ', 'First name is required'],
    ['lastName', null, 'Last name is required'],
    ['email', 'x@y', 'Invalid email address'],
    ['role', 'owner', 'This value isn’t valid'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(201), 'This is too long'],
    ['isActive', 'yes', 'This value isn’t valid'],
  ])('refuses %s %j', async (path, value, message) => {
    const payload = { ...person(), [path]: value };
    const response = await company.admin.raw({ method: 'POST', url: '/api/employees', payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path, message }] });
  });

  it('refuses a taken e-mail, also another company’s, and sends nothing', async () => {
    const stranger = await registerCompany(app);
    for (const email of [company.user.email.toUpperCase(), stranger.user.email]) {
      const answer = await company.admin.call('createEmployee', { body: person({ email }) });
      expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    }
    await app.settled('mail');
    const mails = await app.services.db
      .selectFrom('devMail')
      .where('recipient', 'ilike', stranger.user.email)
      .selectAll()
      .execute();
    // Only the one of their own sign-up.
    expect(mails.map(({ subject }) => subject)).toEqual([translator('en')('mail:confirmCompanySubject')]);
  });
});

describe('the plan’s seats', () => {
  it('are counted without the first administrator, and given out exactly, also at the same moment', async () => {
    const starter = await registerCompany(app, { subscriptionPlan: 'starter' });
    const add = () => starter.admin.call('createEmployee', { body: { ...person(), password } });
    for (let count = 0; count < 5; count += 1) expect((await add()).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 10 }, add));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(201),
      ...Array(5).fill(402),
    ]);
    expect(answers.find(({ status }) => status === 402)?.body).toEqual({
      message: expect.stringMatching(/Starter.* 10 employees/),
      code: 'plan_limit_reached',
      requiresUpgrade: true,
      action: 'upgrade_plan',
    });
    expect(await starter.admin.ok('getSubscriptionStatus')).toMatchObject({
      usage: { employees: { current: 10, max: 10 } },
    });
    expect(await starter.admin.ok('listEmployees')).toHaveLength(11);

    const leaver = (await starter.admin.ok('listEmployees')).at(-1);
    if (!leaver) throw new Error('nobody there');
    const params = { id: leaver.id };
    await starter.admin.ok('updateEmployee', { params, ...edited(leaver, { isActive: false }) });
    expect((await add()).status).toBe(402);
    await starter.admin.ok('deleteEmployee', { params });
    expect((await add()).status).toBe(201);
  });

  it('are no more given out when the trial has ended; the people there are still looked after', async () => {
    const clock = fixedClock('2026-03-02T08:00:00Z');
    const server = await startTestApp({ clock });
    onTestFinished(() => server.close());
    const late = await registerCompany(server, { language: 'en' });
    const { employee } = await addEmployee(server, late);
    clock.set('2026-03-09T07:59:59Z');
    await late.admin.ok('createEmployee', { body: person() });
    clock.set('2026-03-09T08:00:00Z');
    const answer = await late.admin.call('createEmployee', { body: person() });
    expect(answer.status).toBe(402);
    expect(answer.body).toEqual({
      message: translator('en')('errors:subscription_required'),
      code: 'subscription_required',
      requiresUpgrade: true,
      action: 'subscribe',
    });
    const params = { id: employee.id };
    await late.admin.ok('updateEmployee', { params, ...edited(employee, { firstName: 'Uldis' }) });
    expect(await late.admin.ok('listEmployees')).toHaveLength(3);
    await late.admin.ok('deleteEmployee', { params });
    expect(await late.admin.ok('listEmployees')).toHaveLength(2);
  });
});

describe('changing a person', () => {
  it('answers 200 with who they are now', async () => {
    const { employee, client } = await addEmployee(app, company);
    const answer = await company.admin.call('updateEmployee', {
      params: { id: employee.id },
      ...edited(employee, { lastName: 'Ozola', role: 'admin', ...proof }),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...employee, lastName: 'Ozola', role: 'admin' });
    const listed = await company.admin.ok('listEmployees');
    expect(listed.find(({ id }) => id === employee.id)).toMatchObject({
      invitation: { state: 'accepted', at: expect.any(String), expiresAt: null },
      mustChangePassword: false,
    });
    expect((await client.call('getUser')).status).toBe(401);
    expect((await login(employee.email, password)).body).toMatchObject({ role: 'admin' });
  });

  it.each(['', undefined])('keeps the password where the field is %j', async (blank) => {
    const { employee, client } = await addEmployee(app, company);
    const body = { ...edited(employee).body, password: blank };
    await company.admin.ok('updateEmployee', { params: { id: employee.id }, body });
    expect((await client.ok('getUser')).mustChangePassword).toBe(false);
    expect((await login(employee.email, password)).status).toBe(200);
  });

  it('with a new password mails it, and it has to be replaced', async () => {
    const { employee } = await addEmployee(app, company);
    const after = await company.admin.ok('updateEmployee', {
      params: { id: employee.id },
      ...edited(employee, { password: 'from the boss' }),
    });
    const listed = await company.admin.ok('listEmployees');
    expect(listed.find(({ id }) => id === after.id)?.mustChangePassword).toBe(true);
    const [, mail] = await app.mailsTo(employee.email, 2);
    expect(mail?.subject).toBe(translator('en')('mail:newPasswordSubject'));
    expect(mail?.text).toContain('from the boss');
    expect((await login(employee.email, password)).status).toBe(401);
    expect((await login(employee.email, 'from the boss')).body).toMatchObject({ mustChangePassword: true });
  });

  it('refuses one’s own password, for which the current one has to be given', async () => {
    const own = await registerCompany(app);
    const [self] = await own.admin.ok('listEmployees');
    if (!self) throw new Error('nobody there');
    for (const id of [self.id, self.id.toUpperCase()]) {
      const answer = await own.admin.call('updateEmployee', {
        params: { id },
        ...edited(self, { password: 'whoever holds the phone' }),
      });
      expect(answer).toMatchObject({ status: 409, body: { code: 'own_password' } });
    }
    expect((await login(own.user.email, password)).status).toBe(200);
  });

  it('refuses a taken e-mail', async () => {
    const { employee } = await addEmployee(app, company);
    const answer = await company.admin.call('updateEmployee', {
      params: { id: employee.id },
      ...edited(employee, { email: company.user.email.toUpperCase(), ...proof }),
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    const sameInCapitals = edited(employee, { email: employee.email.toUpperCase() });
    const params = { id: employee.id };
    // Another spelling is a change: it takes the proof, the old one is told, and it counts once confirmed.
    expect(await company.admin.call('updateEmployee', { params, ...sameInCapitals })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    const { body } = edited(employee, { email: employee.email.toUpperCase(), ...proof });
    const changed = await company.admin.ok('updateEmployee', { params, body });
    expect(changed).toMatchObject({ email: employee.email, pendingEmail: employee.email.toUpperCase() });
    await app.settled('mail');
    const { subject } = (await app.mailsTo(employee.email, 2)).at(-1) ?? {};
    expect(subject).toBe(translator('en')('mail:emailChangedSubject'));
    const link = (await app.mailsTo(employee.email.toUpperCase())).at(-1);
    await app.client().ok('confirmEmail', { body: { token: linkTokenIn(link?.text) } });
    expect((await company.admin.ok('listEmployees')).find(({ id }) => id === employee.id)?.email).toBe(
      employee.email.toUpperCase(),
    );
    expect((await login(employee.email, password)).status).toBe(200);
  });

  it('to inactive shuts them out and ends their work; to active lets them in again', async () => {
    const { employee, client } = await addEmployee(app, company);
    const { qrCode } = await addLocation(company);
    await client.ok('scan', { body: { qrCode } });
    const params = { id: employee.id };
    await company.admin.ok('updateEmployee', { params, ...edited(employee, { isActive: false }) });
    expect((await client.call('getUser')).status).toBe(401);
    expect((await login(employee.email, password)).status).toBe(403);
    const [entry] = await company.admin.ok('getTimeEntriesReport', {
      query: { ...nextYear, employeeId: employee.id },
    });
    expect(entry).toMatchObject({ status: 'completed', checkOutSource: 'admin' });
    await company.admin.ok('updateEmployee', { params, ...edited(employee, { firstName: 'Still' }) });
    expect((await login(employee.email, password)).status).toBe(403);
    await company.admin.ok('updateEmployee', { params, ...edited(employee, { isActive: true }) });
    expect((await login(employee.email, password)).status).toBe(200);
    expect(await app.mailsTo(employee.email)).toHaveLength(1);
  });
});

describe('deleting a person', () => {
  it('keeps their hours and name, ends their work and session, and frees the e-mail', async () => {
    const { employee, client } = await addEmployee(app, company, { firstName: 'Gone' });
    const { qrCode } = await addLocation(company);
    await client.ok('scan', { body: { qrCode } });
    const params = { id: employee.id };
    const response = await company.admin.raw({ method: 'DELETE', url: `/api/employees/${employee.id}` });
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');

    expect((await client.call('getActiveEntry')).status).toBe(401);
    expect((await login(employee.email, password)).body).toMatchObject({ code: 'invalid_credentials' });
    expect((await company.admin.ok('listEmployees')).map(({ id }) => id)).not.toContain(employee.id);
    const report = await company.admin.ok('getTimeEntriesReport', {
      query: { ...nextYear, employeeId: employee.id },
    });
    expect(report).toMatchObject([
      { user: { firstName: 'Gone', lastName: 'Kalniņš' }, status: 'completed', checkOutSource: 'admin' },
    ]);

    expect((await company.admin.call('deleteEmployee', { params })).status).toBe(404);
    expect((await company.admin.call('updateEmployee', { params, ...edited(employee) })).status).toBe(404);
    const again = await company.admin.ok('createEmployee', { body: person({ email: employee.email }) });
    expect(again.id).not.toBe(employee.id);
  });
});

describe('the administrators', () => {
  const ownAccount = { status: 409, body: { code: 'own_account' } };

  it.each(['as it is', 'in capitals'])('cannot shut themselves out; the id %s', async (spelling) => {
    const own = await registerCompany(app);
    await addEmployee(app, own, { role: 'admin' });
    const [self] = await own.admin.ok('listEmployees');
    if (!self) throw new Error('nobody there');
    const params = { id: spelling === 'in capitals' ? self.id.toUpperCase() : self.id };
    expect(await own.admin.call('deleteEmployee', { params })).toMatchObject(ownAccount);
    for (const changes of [{ role: 'employee' }, { role: undefined }, { isActive: false }]) {
      expect(await own.admin.call('updateEmployee', { params, ...edited(self, changes) })).toMatchObject(
        ownAccount,
      );
    }
    expect((await own.admin.ok('listEmployees'))[0]).toEqual(self);
    const renamed = edited(self, { firstName: 'Annija', isActive: true });
    expect(await own.admin.ok('updateEmployee', { params, ...renamed })).toMatchObject({
      firstName: 'Annija',
    });
  });

  it.each(['delete', 'demote', 'deactivate'])(
    'cannot %s each other at the same moment and leave none',
    async (how) => {
      const own = await registerCompany(app);
      const first = await addEmployee(app, own, { role: 'admin' });
      const second = await addEmployee(app, own, { role: 'admin' });
      // The owner, whom nobody removes, is out of the way.
      await app.services.db
        .updateTable('users')
        .set({ role: 'employee' })
        .where('companyId', '=', own.user.companyId)
        .where('isOwner', '=', true)
        .execute();
      const remove = (by: typeof own.admin, whom: ChangedEmployee) => {
        const params = { id: whom.id };
        if (how === 'delete') return by.call('deleteEmployee', { params, body: proof });
        const changes = how === 'demote' ? { role: 'employee' } : { isActive: false };
        return by.call('updateEmployee', { params, ...edited(whom, { ...changes, ...proof }) });
      };
      const answers = await Promise.all([
        remove(first.client, second.employee),
        remove(second.client, first.employee),
      ]);
      const failed = answers.filter(({ status }) => status >= 300);
      expect(failed).toHaveLength(1);
      expect([401, 403, 409]).toContain(failed[0]?.status);
      const { count } = await app.services.db
        .selectFrom('users')
        .where('companyId', '=', own.user.companyId)
        .where('role', '=', 'admin')
        .where('isActive', '=', true)
        .where('deletedAt', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(1);
    },
  );
});

describe('a change of how an account is opened, or of what it may do', () => {
  const proofRequired = { status: 403, body: { code: 'proof_required' } };
  const subject = translator('en')('mail:accountChangedSubject');
  const noticesTo = async (address: string) => {
    await app.settled('mail');
    return (await app.mailsTo(address)).filter((mail) => mail.subject === subject);
  };
  const update = (by: Company['admin'], of: ChangedEmployee, changes: object) =>
    by.call('updateEmployee', { params: { id: of.id }, ...edited(of, changes) });

  it('takes the password, also for one’s own e-mail; without it nothing changes and nobody is told', async () => {
    const own = await registerCompany(app);
    const { employee } = await addEmployee(app, own);
    const { employee: other } = await addEmployee(app, own, { role: 'admin' });
    const [self] = await own.admin.ok('listEmployees');
    if (!self) throw new Error('nobody there');
    await app.settled('mail');
    const told = (await noticesTo(own.user.email)).length;
    const before = await own.admin.ok('listEmployees');
    const attempts: [ChangedEmployee, object][] = [
      [self, { email: uniqueEmail('thief') }],
      [employee, { email: uniqueEmail('thief') }],
      [employee, { role: 'admin' }],
      [other, { role: 'employee' }],
      [other, { password: 'known to the thief' }],
    ];
    for (const [of, changes] of attempts) {
      expect(await update(own.admin, of, changes)).toMatchObject(proofRequired);
      expect(await update(own.admin, of, { ...changes, currentPassword: 'a guess' })).toMatchObject({
        status: 400,
        body: { code: 'wrong_password' },
      });
    }
    const admin = { ...person({ role: 'admin' }), password };
    expect(await own.admin.call('createEmployee', { body: admin })).toMatchObject(proofRequired);
    expect(await own.admin.ok('listEmployees')).toEqual(before);
    expect(await noticesTo(own.user.email)).toHaveLength(told);
    // What an API key does not take a proof for stays easy.
    expect((await update(own.admin, employee, { lastName: 'Ozola' })).status).toBe(200);
    expect((await update(own.admin, employee, { password: 'new for them' })).status).toBe(200);
  });

  it('takes a code where there is a second factor', async () => {
    const own = await registerCompany(app);
    const { employee } = await addEmployee(app, own);
    const { secret } = await own.admin.ok('proposeSecondFactor');
    const now = Date.now();
    const code = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    await own.admin.ok('enableSecondFactor', { body: { secret, password, code: code(now) } });
    const changes = { role: 'admin', ...proof };
    expect(await update(own.admin, employee, changes)).toMatchObject(proofRequired);
    expect(await update(own.admin, employee, { ...changes, code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    });
    expect((await update(own.admin, employee, { ...changes, code: code(now + 30_000) })).status).toBe(200);
  });

  it('is told to the old address and to every administrator, ends the sessions and voids mailed secrets', async () => {
    const own = await registerCompany(app);
    const { employee: second } = await addEmployee(app, own, { role: 'admin' });
    const { employee, client } = await addEmployee(app, own);
    await app.client().ok('forgotPassword', { body: { email: employee.email } });
    const temporary = temporaryPasswordIn((await app.mailsTo(employee.email, 2)).at(-1)?.text);
    expect(temporary).not.toBe('');
    expect((await update(own.admin, employee, { role: 'admin', ...proof })).status).toBe(200);
    expect((await client.call('getUser')).status).toBe(401);
    expect((await login(employee.email, temporary)).status).toBe(401);
    expect(await noticesTo(employee.email)).toHaveLength(1);
    // The second has heard of their own account too.
    expect(await noticesTo(second.email)).toHaveLength(2);
    const notice = (await noticesTo(own.user.email)).at(-1);
    expect(notice?.text).toContain('Jānis Kalniņš');
    expect(notice?.text).toContain('Administrator');
  });

  it('keeps the session of somebody who changes their own account, and no other of theirs', async () => {
    const own = await registerCompany(app);
    const elsewhere = app.client();
    await elsewhere.ok('login', { body: { email: own.user.email, password } });
    const [self] = await own.admin.ok('listEmployees');
    if (!self) throw new Error('nobody there');
    expect((await update(own.admin, self, { email: uniqueEmail('moved'), ...proof })).status).toBe(200);
    expect((await own.admin.call('getUser')).status).toBe(200);
    expect((await elsewhere.call('getUser')).status).toBe(401);
  });
});

describe('the owner', () => {
  const ownerOnly = { status: 403, body: { code: 'owner_only' } };
  const world = async () => {
    const own = await registerCompany(app);
    const { employee: second, client } = await addEmployee(app, own, { role: 'admin' });
    const [owner] = await own.admin.ok('listEmployees');
    if (!owner) throw new Error('nobody there');
    return { own, owner, second, client };
  };

  it('is changed, deactivated, reset and deleted by nobody else', async () => {
    const { own, owner, client } = await world();
    expect([owner.isOwner, own.user.isOwner, (await client.ok('getUser')).isOwner]).toEqual([
      true,
      true,
      false,
    ]);
    const params = { id: owner.id };
    for (const changes of [
      { email: uniqueEmail() },
      { role: 'employee' },
      { isActive: false },
      { password },
      {},
    ]) {
      const answer = await client.call('updateEmployee', {
        params,
        ...edited(owner, { ...changes, ...proof }),
      });
      expect(answer).toMatchObject(ownerOnly);
    }
    expect(await client.call('deleteEmployee', { params })).toMatchObject(ownerOnly);
    expect(await client.call('resetSecondFactor', { params })).toMatchObject(ownerOnly);
    expect((await own.admin.ok('listEmployees'))[0]).toEqual(owner);
  });

  it('hands the company over with a proof, once, to an active administrator of the company', async () => {
    const { own, owner, second, client } = await world();
    const { employee } = await addEmployee(app, own);
    const stranger = await registerCompany(app);
    const handOver = (by: Company['admin'], userId: string, given: object = proof) =>
      by.call('handOverCompany', { body: { userId, ...given } });
    expect(await handOver(client, second.id)).toMatchObject(ownerOnly);
    expect(await handOver(own.admin, second.id, {})).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    expect(await handOver(own.admin, second.id, { currentPassword: 'a guess' })).toMatchObject({
      status: 400,
    });
    expect(await handOver(own.admin, employee.id)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect((await handOver(own.admin, stranger.user.id)).status).toBe(404);
    expect((await handOver(own.admin, owner.id.toUpperCase())).status).toBe(409);

    expect((await handOver(own.admin, second.id)).status).toBe(200);
    expect((await client.ok('getUser')).isOwner).toBe(true);
    expect(await handOver(own.admin, second.id)).toMatchObject(ownerOnly);
    await app.settled('mail');
    for (const to of [owner, second]) {
      const notice = (await app.mailsTo(addressed(to).email)).find(
        (mail) => mail.subject === translator('en')('mail:ownerChangedSubject'),
      );
      expect(notice?.text).toContain('Jānis Kalniņš');
    }
    const params = { id: owner.id };
    expect(
      (await client.call('updateEmployee', { params, ...edited(owner, { isActive: false, ...proof }) }))
        .status,
    ).toBe(200);
  });
});

describe('people of one name', () => {
  const tagsOf = async (company: Company) =>
    (await company.admin.ok('listEmployees')).map((person) => person.nameTag);

  it('are told apart by their e-mail addresses, whatever the case, and only by administrators', async () => {
    const company = await registerCompany(app, { subscriptionPlan: 'business' });
    const place = await addLocation(company);
    const first = await addEmployee(app, company);
    expect(await tagsOf(company)).toEqual([null, null]);
    const second = await addEmployee(app, company, { firstName: 'JĀNIS' });
    // Written with a letter and a mark of its own, the name looks the same.
    const third = await addEmployee(app, company, { lastName: 'Kalnin\u0327s\u030c' });
    const { email } = second.employee;
    expect(second.employee.nameTag).toBe(email);
    expect(await tagsOf(company)).toEqual([null, first.employee.email, email, third.employee.email]);

    await first.client.ok('scan', { body: { qrCode: place.qrCode } });
    await first.client.ok('checkOut', { body: {} });
    const { nameTag, ...name } = first.employee;
    const tagged = { firstName: name.firstName, lastName: name.lastName, nameTag: name.email };
    const today = dateIn(Date.now(), 'Europe/Riga');
    const query = { startDate: today, endDate: today };
    const [entry] = await company.admin.ok('getTimeEntriesReport', { query });
    expect(entry?.user).toEqual(tagged);
    const [location] = await company.admin.ok('getDashboardLocations');
    expect(location?.completedEmployees).toMatchObject([{ user: tagged }]);
    const months = await company.admin.ok('listMonth', { query: { month: today.slice(0, 7) } });
    expect(months.map(({ user }) => user.nameTag).filter(Boolean)).toHaveLength(3);

    // What employees are told of others has no address.
    const admin = await addEmployee(app, company, { firstName: 'Anna', lastName: 'Bērziņa', role: 'admin' });
    await admin.client.ok('createMessage', { body: { subject: 'Sveiki', content: 'Visiem' } });
    const answers = [
      await second.client.ok('listMessages', { query: {} }),
      await second.client.ok('listOwnMonths'),
      await second.client.ok('listOwnCorrectionRequests'),
    ];
    expect(answers[0]).toMatchObject([{ sender: { firstName: 'Anna', nameTag: null } }]);
    expect(JSON.stringify(answers)).not.toContain('@');
    expect(await company.admin.ok('listMessages', { query: {} })).toMatchObject([
      { sender: { nameTag: admin.employee.email } },
    ]);

    // A deleted account has no address: the past names it with a number.
    await company.admin.ok('deleteEmployee', { params: { id: first.employee.id } });
    const [past] = await company.admin.ok('getTimeEntriesReport', { query });
    expect(past?.user.nameTag).toBe('#1');
    // Another company's people don't matter.
    const other = await registerCompany(app);
    await addEmployee(app, other);
    expect(await tagsOf(other)).toEqual([null, null]);
  });
});
