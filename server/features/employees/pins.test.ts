import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  linkTokenIn,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';

const start = '2026-03-16T06:00:00.000Z';
const clock = fixedClock(start);
const t = translator('en');
const [pin, newPin, thiefsPin] = ['738261', '592846', '604917'];

let app: TestApp;
let company: Company;
let kiosk: TestClient;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(start);
  await app.services.db.deleteFrom('rateLimit').execute();
  company = await registerCompany(app, { language: 'en' });
  const location = await addLocation(company);
  kiosk = app.client();
  const body = { locationId: location.id, name: 'Gate' };
  const { code } = await company.admin.ok('createKioskPairingCode', { body });
  await kiosk.ok('pairKiosk', { body: { code } });
});

const setAtKiosk = (badge: string, chosen: string, currentPin?: string) =>
  kiosk.call('setPinAtKiosk', { body: { badge, pin: chosen, ...(currentPin && { currentPin }) } });
const signIn = async (personalNumber: string | null, given: string, client = app.client()) => {
  const body = {
    companyCode: company.user.company.code,
    personalNumber: personalNumber ?? '',
    password: given,
  };
  return { client, ...(await client.call('login', { body })) };
};
const isSignedIn = async (client: TestClient) => (await client.call('getUser')).status === 200;
const history = (id: string) => company.admin.ok('listEmployeeHistory', { params: { id } });
const badgeOf = async (id: string) => (await company.admin.ok('getBadge', { params: { id } })).badge;

/** Somebody without an e-mail address who joined with a PIN. */
async function joinWithPin() {
  const employee = await company.admin.ok('createEmployee', {
    body: { firstName: 'Ilze', lastName: 'Kalniņa' },
  });
  const { url } = await company.admin.ok('inviteEmployee', { params: { id: employee.id } });
  const client = app.client();
  const user = await client.ok('acceptWithPin', { params: { token: linkTokenIn(url) }, body: { pin } });
  return {
    client,
    id: employee.id,
    personalNumber: user.personalNumber ?? '',
    badge: await badgeOf(employee.id),
  };
}

async function addPasskey(client: TestClient, given: string) {
  const device = createFakeDevice(testOrigin);
  const options = await client.ok('beginPasskey', { body: { password: given } });
  const body = { name: 'Phone', credential: device.create(options) };
  const passkey = await client.ok('addPasskey', { body });
  return { device, passkey };
}

async function signInWith(device: ReturnType<typeof createFakeDevice>) {
  const client = app.client();
  const credential = device.use(await client.ok('beginPasskeySignIn'));
  return { client, ...(await client.call('signInWithPasskey', { body: { credential } })) };
}

describe('a PIN set with a badge', () => {
  it('is the first one, or takes the one before; the person is told by mail, and it stands in the ledger', async () => {
    const { client, employee } = await addEmployee(app, company);
    const badge = await badgeOf(employee.id);
    expect((await setAtKiosk(badge, pin)).body).toMatchObject({ personalNumber: '101' });
    const mails = await app.mailsTo(employee.email, 2);
    expect(mails.at(-1)?.subject).toBe(t('mail:pinSetSubject'));
    expect((await client.ok('getUser')).notice).toBeNull();
    expect(await history(employee.id)).toMatchObject([{ kind: 'pin-set', actor: { id: employee.id } }]);

    expect(await setAtKiosk(badge, thiefsPin)).toMatchObject({ status: 409, body: { code: 'pin_exists' } });
    expect(await setAtKiosk(badge, thiefsPin, '604918')).toMatchObject({ body: { code: 'pin_wrong' } });
    expect((await signIn('101', thiefsPin)).status).toBe(401);
    expect((await signIn('101', pin)).status).toBe(200);
    expect((await setAtKiosk(badge, newPin, pin)).status).toBe(200);
    expect((await signIn('101', pin)).status).toBe(401);
    expect((await signIn('101', newPin)).status).toBe(200);
  });

  it('guesses of the one before are bounded as at the kiosk', async () => {
    const { badge, personalNumber } = await joinWithPin();
    const answers = [];
    for (let guess = 0; guess < 6; guess += 1) {
      answers.push((await setAtKiosk(badge, thiefsPin, String(604_918 + guess))).status);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(personalNumber, pin)).status).toBe(200);
  });

  it('of two at the same moment one counts', async () => {
    const { employee } = await addEmployee(app, company);
    const badge = await badgeOf(employee.id);
    const chosen = ['738261', '592846', '604917', '391748'];
    const answers = await Promise.all(chosen.map((one) => setAtKiosk(badge, one)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const winner = chosen[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn('101', winner)).status).toBe(200);
  });

  it('tells the number only if it is new or the old PIN was right', async () => {
    const { badge, id, personalNumber } = await joinWithPin();
    expect((await setAtKiosk(badge, newPin, pin)).body).toMatchObject({ personalNumber });
    await company.admin.ok('removePin', { params: { id } });
    expect((await setAtKiosk(badge, thiefsPin)).body).toMatchObject({ personalNumber: null });
  });

  it('may be set again once an administrator has allowed it; the person reads it at each new sign-in', async () => {
    const { badge, id, personalNumber, client } = await joinWithPin();
    expect((await client.call('removePin', { params: { id } })).status).toBe(403);
    const other = await registerCompany(app);
    expect((await other.admin.call('removePin', { params: { id } })).status).toBe(404);
    await company.admin.ok('removePin', { params: { id } });
    expect(await isSignedIn(client)).toBe(false);
    expect((await signIn(personalNumber, pin)).status).toBe(401);
    expect((await setAtKiosk(badge, newPin)).status).toBe(200);
    expect((await history(id)).map(({ kind }) => kind)).toEqual(['pin-set', 'pin-removed', 'pin-set']);

    const first = await signIn(personalNumber, newPin);
    expect(first.body).toMatchObject({ notice: { change: 'pinSet', at: start } });
    await first.client.ok('dismissNotice');
    expect((await first.client.ok('getUser')).notice).toBeNull();
    // Whoever put it away first may be the thief.
    const second = await signIn(personalNumber, newPin);
    expect(second.body.notice).toEqual({ change: 'pinSet', at: start });
    clock.set('2026-04-16T06:00:00.000Z');
    expect((await signIn(personalNumber, newPin)).body.notice).toBeNull();
  });
});

describe('what came from a PIN', () => {
  it('ends with a new badge: sessions, passkeys and the password chosen in them', async () => {
    const { employee, client } = await addEmployee(app, company);
    await client.ok('setPin', { body: { pin, currentPassword: password } });
    const thief = await signIn('101', pin);
    await company.admin.ok('renewBadge', { params: { id: employee.id } });
    expect(await isSignedIn(thief.client)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
    expect((await signIn('101', pin)).status).toBe(401);
    expect((await app.mailsTo(employee.email, 3)).at(-1)?.subject).toBe(t('mail:pinRemovedSubject'));

    const worker = await joinWithPin();
    const other = await signIn(worker.personalNumber, pin);
    const { device } = await addPasskey(other.client, pin);
    const byPasskey = await signInWith(device);
    const body = {
      currentPassword: pin,
      newPassword: 'a first password',
      confirmPassword: 'a first password',
    };
    expect((await other.client.call('changePassword', { body })).status).toBe(200);
    const byPassword = await signIn(worker.personalNumber, 'a first password');
    expect([byPasskey.status, byPassword.status]).toEqual([200, 200]);
    await company.admin.ok('renewBadge', { params: { id: worker.id } });
    for (const session of [worker, other, byPasskey, byPassword]) {
      expect(await isSignedIn(session.client)).toBe(false);
    }
    expect((await signInWith(device)).body.code).toBe('passkey_refused');
    expect((await signIn(worker.personalNumber, 'a first password')).status).toBe(401);
  });

  it('ends with a new PIN, but not this session', async () => {
    const { client } = await addEmployee(app, company);
    await client.ok('setPin', { body: { pin, currentPassword: password } });
    const thief = await signIn('101', pin);
    await client.ok('setPin', { body: { pin: newPin, currentPassword: password } });
    expect([await isSignedIn(thief.client), await isSignedIn(client)]).toEqual([false, true]);

    const worker = await joinWithPin();
    const other = await signIn(worker.personalNumber, pin);
    expect((await setAtKiosk(worker.badge, newPin, pin)).status).toBe(200);
    expect([await isSignedIn(worker.client), await isSignedIn(other.client)]).toEqual([false, false]);
  });

  it('does not survive a renewal at the same moment', async () => {
    const worker = await joinWithPin();
    const thieves = [worker.client, (await signIn(worker.personalNumber, pin)).client];
    const device = createFakeDevice(testOrigin);
    const options = await worker.client.ok('beginPasskey', { body: { password: pin } });
    const credential = device.create(options);
    await Promise.all([
      company.admin.ok('renewBadge', { params: { id: worker.id } }),
      worker.client.call('addPasskey', { body: { name: 'Phone', credential } }),
      signIn(worker.personalNumber, pin, thieves[1]),
      thieves[1]?.call('setPin', { body: { pin: thiefsPin, currentPassword: pin } }),
    ]);
    for (const client of thieves) expect(await isSignedIn(client)).toBe(false);
    expect((await signInWith(device)).body.code).toBe('passkey_refused');
    for (const given of [pin, thiefsPin])
      expect((await signIn(worker.personalNumber, given)).status).toBe(401);
  });

  it('ends no other session, removes no other passkey, and displaces nobody', async () => {
    const { client } = await addEmployee(app, company);
    const { passkey } = await addPasskey(client, password);
    await client.ok('setPin', { body: { pin, currentPassword: password } });
    const thief = await signIn('101', pin);
    const refused = { status: 403, body: { code: 'pin_session' } };
    const sessions = await thief.client.ok('listSessions');
    const others = sessions.filter(({ isCurrent }) => !isCurrent);
    expect(others).toHaveLength(1);
    for (const { id } of others) {
      for (const spelling of [id, id.toUpperCase()]) {
        expect(await thief.client.call('endSession', { params: { id: spelling } })).toMatchObject(refused);
      }
    }
    expect(await thief.client.call('endAllSessions')).toMatchObject(refused);
    expect(await thief.client.call('deletePasskey', { params: { id: passkey.id } })).toMatchObject(refused);
    for (let times = 0; times < 21; times += 1) await signIn('101', pin);
    expect(await isSignedIn(client)).toBe(true);
    // The own one, and from a session of the owner any.
    const last = await signIn('101', pin);
    const own = (await last.client.ok('listSessions')).find(({ isCurrent }) => isCurrent);
    await last.client.ok('endSession', { params: { id: own?.id ?? '' } });
    await client.ok('endAllSessions');
    expect(await isSignedIn(thief.client)).toBe(false);
  });
});

describe('somebody without a password', () => {
  it('changes the PIN and adds a passkey with the PIN as the proof, and is told on other screens', async () => {
    const { client, personalNumber } = await joinWithPin();
    expect(await client.ok('getUser')).toMatchObject({ hasPassword: false, hasPin: true, isFromPin: true });
    const set = (body: { pin: string; currentPassword?: string }) => client.call('setPin', { body });
    expect((await set({ pin: newPin })).body.code).toBe('proof_required');
    expect(await set({ pin: newPin, currentPassword: '738262' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_pin' },
    });
    expect((await set({ pin: newPin, currentPassword: pin })).status).toBe(200);
    expect((await signIn(personalNumber, pin)).status).toBe(401);
    expect((await client.call('beginPasskey', { body: { password: pin } })).body.code).toBe('wrong_pin');
    const { device } = await addPasskey(client, newPin);
    expect((await signInWith(device)).body).toMatchObject({
      isFromPin: true,
      notice: { change: 'passkeyAdded', at: start },
    });
    expect((await client.ok('getUser')).notice).toBeNull();
  });

  it('chooses a first password with the PIN, which then proves nothing more', async () => {
    const { client, personalNumber } = await joinWithPin();
    const choose = (currentPassword: string, newPassword: string) =>
      client.call('changePassword', { body: { currentPassword, newPassword, confirmPassword: newPassword } });
    expect((await choose('738262', 'a first password')).body.code).toBe('wrong_pin');
    expect((await choose(pin, 'a first password')).body).toMatchObject({ hasPassword: true });
    expect((await choose(pin, 'a second password')).body.code).toBe('wrong_password');
    expect((await client.call('beginPasskey', { body: { password: pin } })).body.code).toBe('wrong_password');
    expect((await signIn(personalNumber, pin)).body).toMatchObject({ notice: { change: 'passwordSet' } });
  });

  it('does not turn on a second factor, which would lock the owner of the PIN out', async () => {
    const { client } = await joinWithPin();
    const { secret } = await client.ok('proposeSecondFactor');
    const body = { secret, password: pin, code: '000000' };
    expect((await client.call('enableSecondFactor', { body })).body.code).toBe('wrong_password');
  });

  it('guesses of the PIN in a stolen session are bounded as at sign-in, also many at once', async () => {
    const { client } = await joinWithPin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) =>
        client.call('setPin', { body: { pin: newPin, currentPassword: String(604_918 + guess) } }),
      ),
    );
    const tried = answers.filter(({ body }) => body.code === 'wrong_pin');
    expect(tried.length).toBeGreaterThanOrEqual(5);
    expect(tried.length).toBeLessThanOrEqual(6);
    expect((await client.call('beginPasskey', { body: { password: pin } })).status).toBe(429);
  });

  it('becomes a manager only with a confirmed address, and then without the session that came from the PIN', async () => {
    const { client, id, personalNumber } = await joinWithPin();
    const params = { id };
    const body = { firstName: 'Ilze', lastName: 'Kalniņa', currentPassword: password };
    const email = uniqueEmail('ilze');
    const promote = () =>
      company.admin.call('updateEmployee', { params, body: { ...body, email, role: 'manager' } });
    expect(await promote()).toMatchObject({ status: 400, body: { issues: [{ path: 'email' }] } });
    expect(await isSignedIn(client)).toBe(true);
    await company.admin.ok('updateEmployee', { params, body: { ...body, email } });
    const [mail] = await app.mailsTo(email);
    await app.client().ok('confirmEmail', { body: { token: linkTokenIn(mail?.text) } });
    const again = await signIn(personalNumber, pin);
    expect((await promote()).status).toBe(200);
    expect(await isSignedIn(again.client)).toBe(false);
    expect((await signIn(personalNumber, pin)).status).toBe(401);
  });
});

describe('strangers who guess PINs', () => {
  const guess = (personalNumber: string, given: string, address: string) =>
    app.client().raw({
      method: 'POST',
      url: '/api/login',
      payload: { companyCode: company.user.company.code, personalNumber, password: given },
      remoteAddress: address,
    });

  it('wait longer and longer for one account, minutes at first, and never a day', async () => {
    const { personalNumber, client } = await joinWithPin();
    const answers = [];
    for (let times = 0; times < 7; times += 1) {
      answers.push(await guess(personalNumber, String(583_920 + times), '198.51.100.7'));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const wait = Number(answers.at(-1)?.headers['retry-after']);
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(60);
    // The device that has signed in before has a count of its own.
    expect((await signIn(personalNumber, pin, client)).status).toBe(200);
  });

  it('stop at their address, before the whole company’s people have to wait', async () => {
    const strict = await startTestApp({ clock, env: { RATE_LIMIT_FACTOR: '1' } });
    onTestFinished(() => strict.close());
    const { user } = await registerCompany(strict);
    const statusOf = async (personalNumber: number, remoteAddress: string) => {
      const payload = {
        companyCode: user.company.code,
        personalNumber: String(personalNumber),
        password: pin,
      };
      const answer = await strict.client().raw({ method: 'POST', url: '/api/login', payload, remoteAddress });
      return answer.statusCode;
    };
    const statuses = [];
    for (let number = 300; number < 325; number += 1) statuses.push(await statusOf(number, '198.51.100.7'));
    expect(statuses.slice(0, 21)).toEqual(Array.from({ length: 21 }, () => 401));
    expect(statuses.slice(21)).toEqual(Array.from({ length: 4 }, () => 429));
    expect(await statusOf(300, '203.0.113.5')).toBe(401);
  });

  it('from many addresses make new devices of the company wait minutes, and its administrators are told how to end it', async () => {
    const { personalNumber, client } = await joinWithPin();
    const statuses = [];
    for (let number = 300; number < 332; number += 1) {
      statuses.push((await guess(String(number), pin, `198.51.100.${number - 299}`)).statusCode);
    }
    // Thirty, and the one after it, after which the waits begin.
    expect(statuses.slice(0, 31)).toEqual(Array.from({ length: 31 }, () => 401));
    expect(statuses[31]).toBe(429);
    const refused = await guess(personalNumber, pin, '203.0.113.5');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await signIn(personalNumber, pin, client)).status).toBe(200);
    await app.settled('guessing-notice');
    await app.settled('mail');
    const mails = await app.mailsTo(company.user.email);
    expect(mails.filter(({ subject }) => subject === t('mail:guessingSubject'))).toHaveLength(1);

    const { code } = await company.admin.ok('renewCompanyCode');
    const answer = await app.client().call('login', {
      body: { companyCode: code, personalNumber, password: pin },
    });
    expect(answer.status).toBe(200);
  });
});
