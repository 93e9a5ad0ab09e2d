import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { addEmployee, type Company, password, registerCompany } from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-03-02T08:00:00Z');
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app);
});
afterAll(() => app.close());

const refused = { status: 400, body: { code: 'passkey_refused' } };

async function addPasskey(client: TestClient, name = 'Phone') {
  const device = createFakeDevice(testOrigin);
  const options = await client.ok('beginPasskey', { body: { password } });
  const passkey = await client.ok('addPasskey', { body: { name, credential: device.create(options) } });
  return { device, passkey };
}

/** Signs in on another device, by whatever the passkey's device answers. */
async function signIn(
  device: ReturnType<typeof createFakeDevice>,
  changes: Parameters<typeof device.use>[1] = {},
) {
  const client = app.client();
  const options = await client.ok('beginPasskeySignIn');
  const credential = device.use(options, changes);
  return { client, credential, answer: await client.call('signInWithPasskey', { body: { credential } }) };
}

describe('adding a passkey', () => {
  it('asks for a key that is found without an e-mail and opened by its owner', async () => {
    const { client, employee } = await addEmployee(app, company);
    expect(await client.ok('beginPasskey', { body: { password } })).toEqual({
      challenge: expect.stringMatching(/^[\w-]{119}$/),
      rp: { id: 'maina.test', name: 'Maina' },
      user: {
        id: Buffer.from(employee.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: employee.email,
        displayName: 'Jānis Kalniņš',
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [],
      timeout: 300_000,
    });
  });

  it('lists it, tells its owner by mail, and does not offer its device again', async () => {
    const { client, employee } = await addEmployee(app, company);
    const { passkey } = await addPasskey(client, 'Work phone');
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Work phone',
      createdAt: '2026-03-02T08:00:00.000Z',
      lastUsedAt: null,
    });
    expect(await client.ok('listPasskeys')).toEqual([passkey]);
    const { excludeCredentials } = await client.ok('beginPasskey', { body: { password } });
    expect(excludeCredentials).toHaveLength(1);
    const mails = await app.mailsTo(employee.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain(translator('en')('mail:passkeyAddedSubject'));
  });

  it('takes the password, and the code of who has a second factor', async () => {
    const { client } = await addEmployee(app, company);
    expect(await client.call('beginPasskey', { body: { password: 'a guess' } })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
  });

  it.each([
    ['made on another site', { origin: 'https://evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['a use and no making', { type: 'webauthn.get' }],
    ['made without asking its owner', { unverified: true }],
    ['made for a challenge of its own', { challenge: 'AAAA' }],
  ])('refuses one %s', async (_, changes) => {
    const { client } = await addEmployee(app, company);
    const options = await client.ok('beginPasskey', { body: { password } });
    const credential = createFakeDevice(testOrigin).create(options, changes);
    expect(await client.call('addPasskey', { body: { name: 'x', credential } })).toMatchObject(refused);
    expect(await client.ok('listPasskeys')).toEqual([]);
  });

  it('takes a challenge once, from whom it was made for, within five minutes', async () => {
    const [owner, other] = [await addEmployee(app, company), await addEmployee(app, company)];
    const add = (client: TestClient, options: { challenge: string; user: { id: string } }) =>
      client.call('addPasskey', {
        body: { name: 'x', credential: createFakeDevice(testOrigin).create(options) },
      });
    const options = await owner.client.ok('beginPasskey', { body: { password } });
    expect(await add(other.client, options)).toMatchObject(refused);
    expect((await add(owner.client, options)).status).toBe(201);
    expect(await add(owner.client, options)).toMatchObject(refused);
    expect(
      await add(owner.client, { ...options, ...(await app.client().ok('beginPasskeySignIn')) }),
    ).toMatchObject(refused);

    onTestFinished(() => clock.set('2026-03-02T08:00:00Z'));
    const late = await owner.client.ok('beginPasskey', { body: { password } });
    clock.set('2026-03-02T08:05:00Z');
    expect(await add(owner.client, late)).toMatchObject(refused);
  });

  it('refuses a passkey that belongs to any account', async () => {
    const [owner, other] = [await addEmployee(app, company), await addEmployee(app, company)];
    const { device } = await addPasskey(owner.client);
    const options = await other.client.ok('beginPasskey', { body: { password } });
    const body = { name: 'x', credential: device.create(options) };
    expect(await other.client.call('addPasskey', { body })).toMatchObject(refused);
  });
});

describe('signing in with a passkey', () => {
  it('needs nothing else, not even the code of a second factor', async () => {
    const { client, employee } = await addEmployee(app, company);
    const { device } = await addPasskey(client);
    const { answer, client: other } = await signIn(device);
    expect(answer).toMatchObject({ status: 200, body: { id: employee.id } });
    expect(await other.ok('getUser')).toEqual(await client.ok('getUser'));
    expect(await client.ok('listPasskeys')).toMatchObject([{ lastUsedAt: '2026-03-02T08:00:00.000Z' }]);
    expect((await signIn(device)).answer.status).toBe(200);
  });

  it('does not reveal which passkeys exist', async () => {
    expect(await app.client().ok('beginPasskeySignIn')).toEqual({
      challenge: expect.stringMatching(/^[\w-]{119}$/),
      rpId: 'maina.test',
      userVerification: 'required',
      timeout: 300_000,
    });
  });

  it('is refused from another site, for another host, without the owner or with another key', async () => {
    const { client } = await addEmployee(app, company);
    const { device } = await addPasskey(client);
    const stranger = createFakeDevice(testOrigin);
    const { id, rawId, response } = device.use({ challenge: '' });
    const userHandle = response.userHandle ?? '';
    for (const changes of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { unverified: true },
      { challenge: 'AAAA' },
      { signature: 'AAAA' },
      { userHandle: 'AAAA' },
    ]) {
      expect((await signIn(device, changes)).answer, JSON.stringify(changes)).toMatchObject(refused);
    }
    const options = await app.client().ok('beginPasskeySignIn');
    const credential = { ...stranger.use(options, { userHandle }), id, rawId };
    expect(await app.client().call('signInWithPasskey', { body: { credential } })).toMatchObject(refused);
    expect((await signIn(stranger, { userHandle })).answer).toMatchObject(refused);
  });

  it('is refused when the response is replayed', async () => {
    const { client } = await addEmployee(app, company);
    const { device } = await addPasskey(client);
    const { credential } = await signIn(device);
    expect(await app.client().call('signInWithPasskey', { body: { credential } })).toMatchObject(refused);
  });

  it('is refused for a copied key, whose counter is behind', async () => {
    const { client } = await addEmployee(app, company);
    const { device } = await addPasskey(client);
    expect((await signIn(device, { counter: 50 })).answer.status).toBe(200);
    for (const counter of [50, 49, 0]) {
      expect((await signIn(device, { counter })).answer).toMatchObject(refused);
    }
    expect((await signIn(device, { counter: 51 })).answer.status).toBe(200);
  });

  it('ends with the passkey, and with the account', async () => {
    const { client, employee } = await addEmployee(app, company);
    const { device, passkey } = await addPasskey(client);
    const { device: second } = await addPasskey(client, 'Laptop');
    await client.ok('deletePasskey', { params: { id: passkey.id } });
    expect((await signIn(device)).answer).toMatchObject(refused);
    const { id, firstName, lastName, email, role } = employee;
    const body = { firstName, lastName, email, role, isActive: false };
    await company.admin.ok('updateEmployee', { params: { id }, body });
    expect((await signIn(second)).answer).toMatchObject({ status: 403, body: { code: 'account_inactive' } });
    await company.admin.ok('deleteEmployee', { params: { id } });
    expect((await signIn(second)).answer).toMatchObject(refused);
  });

  it('ends, too, the session that the browser had before', async () => {
    const { client } = await addEmployee(app, company);
    const { device } = await addPasskey(client);
    const before = client.cookie();
    const options = await client.ok('beginPasskeySignIn');
    await client.ok('signInWithPasskey', { body: { credential: device.use(options) } });
    const headers = { host: 'maina.test', cookie: before };
    expect((await app.app.inject({ url: '/api/user', headers })).statusCode).toBe(401);
  });
});
