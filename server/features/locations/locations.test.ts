import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { parseLocationCode } from '#domain/location-code.ts';
import { CSV } from '#domain/media-types.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app, { subscriptionPlan: 'business' });
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const { buffer } = new Uint8Array(readFileSync(file));
  prepareZXingModule({ overrides: { wasmBinary: buffer } });
});
afterAll(() => app.close());

const everything = { startDate: '2026-01-01', endDate: '2099-12-31' };

describe('a location', () => {
  it('is answered with 201 and a code of its own, and listed', async () => {
    const body = { name: 'Darbnīca', address: 'Kaltes iela 1, Rīga', description: 'Durvis\npagalmā' };
    const { status, body: created } = await company.admin.call('createLocation', { body });
    expect(status).toBe(201);
    expect(created).toEqual({
      ...body,
      id: expect.any(String),
      companyId: company.user.companyId,
      qrCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{9}$/),
      isActive: true,
      ...{ requiresRotatingCode: false, asksWorkReport: false },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(parseLocationCode(created.qrCode)).toEqual({ ok: true, code: created.qrCode });
    expect((await company.admin.ok('listLocations')).at(-1)).toEqual(created);
  });

  it('needs no more than a name', async () => {
    expect(
      await company.admin.ok('createLocation', { body: { name: ' Lauks ', address: '  ' } }),
    ).toMatchObject({
      name: 'Lauks',
      address: null,
      description: null,
    });
  });

  it.each([
    ['name', '  ', 'Location name is required'],
    ['name', 'two\nlines', 'This contains characters that can’t be used'],
    ['name', 'x'.repeat(201), 'This is too long'],
    ['address', 'x'.repeat(301), 'This is too long'],
    ['description', 'x'.repeat(2001), 'This is too long'],
    ['description', 'a\u0000b', 'This contains characters that can’t be used'],
    ['isActive', 1, 'This value isn’t valid'],
  ])('is refused with %s %j', async (path, value, message) => {
    const payload = { name: 'Darbnīca', [path]: value };
    const response = await company.admin.raw({ method: 'POST', url: '/api/locations', payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ message, code: 'validation_failed', issues: [{ path, message }] });
  });

  it('is changed without losing its code or whether it is active', async () => {
    const location = await addLocation(company);
    const params = { id: location.id };
    const body = { name: 'Jauna darbnīca', address: 'Citur 2', description: null };
    const changed = await company.admin.call('updateLocation', {
      params,
      body: { ...body, isActive: false },
    });
    expect(changed).toMatchObject({ status: 200, body: { ...location, ...body, isActive: false } });
    expect(await company.admin.ok('updateLocation', { params, body })).toEqual(changed.body);
  });

  it('that is not active refuses its code', async () => {
    const location = await addLocation(company);
    const params = { id: location.id };
    const { client } = await addEmployee(app, company);
    const { name, qrCode } = location;
    await company.admin.ok('updateLocation', { params, body: { name, isActive: false } });
    expect(await client.call('scan', { body: { qrCode } })).toMatchObject({
      status: 409,
      body: { code: 'location_inactive' },
    });
    expect(await client.ok('getActiveEntry')).toBeNull();
    await company.admin.ok('updateLocation', { params, body: { name, isActive: true } });
    expect(await client.ok('scan', { body: { qrCode } })).toMatchObject({ action: 'check-in' });
  });
});

describe('the QR picture', () => {
  it.each(['http://maina.test', 'https://laiks.example:8443'])('is a PNG that opens %s', async (origin) => {
    const server = await startTestApp({ env: { PUBLIC_URL: origin } });
    onTestFinished(() => server.close());
    const { admin } = await registerCompany(server);
    const location = await admin.ok('createLocation', { body: { name: 'Darbnīca' } });
    const { qrCode, url } = await admin.ok('getLocationQr', { params: { id: location.id } });
    expect(url).toBe(`${origin}/time-tracking?code=${location.qrCode}`);
    expect(qrCode).toMatch(/^data:image\/png;base64,/);
    const png = Buffer.from(qrCode.slice('data:image/png;base64,'.length), 'base64');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 256]);
    const found = await readBarcodes(png, { formats: ['QRCode'], tryInvert: false });
    expect(found.map(({ text }) => text)).toEqual([url]);

    // What the camera reads is what the scan takes.
    expect(await admin.ok('scan', { body: { qrCode: url } })).toMatchObject({
      action: 'check-in',
      location: { id: location.id },
      timeEntry: { checkInSource: 'qr' },
    });
  });

  it('of each location is another', async () => {
    const locations = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addLocation(company, `Objekts ${index}`)),
    );
    const codes = locations.map(({ qrCode }) => qrCode);
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(parseLocationCode(code).ok).toBe(true);
  });
});

describe('an address that the server no longer has', () => {
  const port = '3917';
  const moved = async (connectionString: string, env: Record<string, string>) => {
    const server = await startTestApp({ connectionString, env });
    onTestFinished(() => server.close());
    return server;
  };
  const posterOf = (client: TestClient, id: string, host?: string) =>
    client.call('getLocationQr', { params: { id } }, host ? { host } : {});

  it('stays valid on posters that were printed under it, whatever the next address is', async () => {
    const trial = await startTestApp({ env: { PUBLIC_URL: '', PORT: port } });
    onTestFinished(() => trial.close());
    const owner = await registerCompany(trial);
    const { id } = await addLocation(owner);
    const local = await posterOf(owner.admin, id, `localhost:${port}`);
    expect(local.body).toMatchObject({ reach: 'computer' });
    expect(local.body.url).toContain(`http://localhost:${port}/`);
    const byNumber = await posterOf(owner.admin, id, `127.0.0.1:${port}`);
    expect(byNumber.body).toMatchObject({ reach: 'computer' });
    // Anybody can send such a request: it must not make the address one of ours.
    const forged = await posterOf(owner.admin, id, 'evil.example');
    expect(forged.body).toMatchObject({ reach: 'provisional' });
    expect((await posterOf(owner.admin, id, 'localhost:1')).body).toMatchObject({ reach: 'provisional' });

    const inNetwork = await moved(trial.connectionString, { PUBLIC_URL: 'http://192.168.7.7:3000' });
    const signedIn = async (server: TestApp) => {
      const client = server.client();
      await client.ok('login', { body: { email: owner.user.email, password } });
      return client;
    };
    const network = await posterOf(await signedIn(inNetwork), id);
    expect(network.body).toMatchObject({ reach: 'network' });
    const plain = await posterOf(
      await signedIn(await moved(trial.connectionString, { PUBLIC_URL: 'http://time.example.com' })),
      id,
    );
    expect(plain.body).toMatchObject({ reach: 'everywhere' });

    const there = await moved(trial.connectionString, { PUBLIC_URL: 'https://time.example.com' });
    const admin = await signedIn(there);
    for (const { body } of [local, byNumber, network, plain, await posterOf(admin, id)]) {
      expect(await admin.call('scan', { body: { qrCode: body.url } }), body.url).toMatchObject({
        status: 200,
      });
    }
    for (const qrCode of [forged.body.url, local.body.url.replace(port, '3918')]) {
      expect(await admin.call('scan', { body: { qrCode } }), qrCode).toMatchObject({
        status: 400,
        body: { code: 'qr_code_foreign' },
      });
    }
  });
});

describe('the plan’s locations', () => {
  it('are given out exactly, also at the same moment', async () => {
    const growth = await registerCompany(app, { subscriptionPlan: 'growth' });
    const add = () => growth.admin.call('createLocation', { body: { name: 'Objekts' } });
    const answers = await Promise.all(Array.from({ length: 10 }, add));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(201),
      ...Array(5).fill(402),
    ]);
    expect(answers.find(({ status }) => status === 402)?.body).toEqual({
      message: expect.stringMatching(/Growth.* 5 locations/),
      code: 'plan_limit_reached',
      requiresUpgrade: true,
      action: 'upgrade_plan',
    });
    const locations = await growth.admin.ok('listLocations');
    expect(locations).toHaveLength(5);
    const [first] = locations;
    if (!first) throw new Error('no location');
    const params = { id: first.id };
    await growth.admin.ok('updateLocation', { params, body: { name: 'Slēgts', isActive: false } });
    expect((await add()).status).toBe(402);
    await growth.admin.ok('deleteLocation', { params });
    expect((await add()).status).toBe(201);
  });

  it('are no more given out when the trial has ended; those there are still looked after', async () => {
    const clock = fixedClock('2026-03-02T08:00:00Z');
    const server = await startTestApp({ clock });
    onTestFinished(() => server.close());
    const late = await registerCompany(server, { language: 'lv' });
    const location = await addLocation(late);
    clock.set('2026-03-09T08:00:00Z');
    const params = { id: location.id };
    expect(await late.admin.call('createLocation', { body: { name: 'Vēl viens' } })).toMatchObject({
      status: 402,
      body: {
        message: translator('lv')('errors:subscription_required'),
        code: 'subscription_required',
        requiresUpgrade: true,
        action: 'subscribe',
      },
    });
    await late.admin.ok('updateLocation', { params, body: { name: 'Pārdēvēts' } });
    await late.admin.ok('getLocationQr', { params });
    await late.admin.ok('deleteLocation', { params });
    expect(await late.admin.ok('listLocations')).toEqual([]);
  });
});

it('names the active locations to everybody in the company', async () => {
  const own = await registerCompany(app);
  const { client } = await addEmployee(app, own);
  const yard = await addLocation(own, 'Yard');
  const closed = await addLocation(own, 'Closed');
  const hall = await addLocation(own, 'Hall');
  await own.admin.ok('updateLocation', {
    params: { id: closed.id },
    body: { name: 'Closed', isActive: false },
  });
  const names = [
    { id: hall.id, name: 'Hall' },
    { id: yard.id, name: 'Yard' },
  ];
  expect(await client.ok('listLocationNames')).toEqual(names);
  expect(await own.admin.ok('listLocationNames')).toEqual(names);
});

it('anybody who has scanned a poster is told the name of its location, as long as its code counts', async () => {
  const location = await addLocation(company, 'Zāģētava');
  const nameOf = (code: string) => app.client().call('getPosterLocation', { query: { code } });
  expect(await nameOf(location.qrCode)).toMatchObject({ status: 200, body: { name: 'Zāģētava' } });
  expect(await nameOf('000000000')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await nameOf('%')).toMatchObject({ status: 400 });
  const params = { id: location.id };
  const renewed = await company.admin.ok('renewLocationCode', { params });
  expect(await nameOf(location.qrCode)).toMatchObject({ status: 404 });
  expect(await nameOf(renewed.qrCode)).toMatchObject({ status: 200 });
  await company.admin.ok('updateLocation', { params, body: { name: 'Zāģētava', isActive: false } });
  expect(await nameOf(renewed.qrCode)).toMatchObject({ status: 404 });
});

describe('deleting a location', () => {
  it('keeps its hours and name, ends the work there and refuses its code', async () => {
    const location = await addLocation(company, 'Vecā noliktava');
    const other = await addLocation(company, 'Jaunā noliktava');
    const [here, elsewhere] = [await addEmployee(app, company), await addEmployee(app, company)];
    await here.client.ok('scan', { body: { qrCode: location.qrCode } });
    await elsewhere.client.ok('scan', { body: { qrCode: other.qrCode } });
    const response = await company.admin.raw({ method: 'DELETE', url: `/api/locations/${location.id}` });
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');

    expect(await here.client.ok('getActiveEntry')).toBeNull();
    expect(await elsewhere.client.ok('getActiveEntry')).not.toBeNull();
    expect((await company.admin.ok('listLocations')).map(({ id }) => id)).not.toContain(location.id);
    expect(
      await company.admin.ok('getTimeEntriesReport', { query: { ...everything, locationId: location.id } }),
    ).toMatchObject([{ location: { name: 'Vecā noliktava' }, status: 'completed', checkOutSource: 'admin' }]);
    expect(await here.client.call('scan', { body: { qrCode: location.qrCode } })).toMatchObject({
      status: 404,
      body: { code: 'location_code_unknown' },
    });

    const params = { id: location.id };
    for (const answer of [
      await company.admin.call('deleteLocation', { params }),
      await company.admin.call('getLocationQr', { params }),
      await company.admin.call('updateLocation', { params, body: { name: 'Again' } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

describe('a file of locations', () => {
  it('adds and changes all of them or none, given back changes nothing, and keeps within the plan', async () => {
    const own = await registerCompany(app, { subscriptionPlan: 'growth' });
    const yard = await addLocation(own, 'Pagalms');
    const post = (rows: string, dryRun: 'true' | 'false' = 'false') => {
      const file = new Blob([`Adrese;Nosaukums;Apraksts\n${rows}`], { type: CSV });
      return own.admin.call('importLocations', { query: { dryRun }, file });
    };
    const rows = 'Kaltes iela 1;Angārs;"Durvis\r\n=pagalmā"\n;PAGALMS;\nKaltes iela 2;Angārs;\n;;';
    expect((await post(rows, 'true')).body).toMatchObject({
      applied: false,
      rows: [
        { line: 2, name: 'Angārs', outcome: 'new', notes: [] },
        { outcome: 'changed', changes: [{ path: 'name', before: 'Pagalms', after: 'PAGALMS' }] },
        // At another address it may be another one; it is pointed out.
        {
          outcome: 'new',
          issues: [],
          notes: [{ path: 'name', message: translator('en')('import:issues.sameValue', { line: 2 }) }],
        },
      ],
    });
    for (const wrong of ['x;;', ';Angārs;\nKaltes iela 1;Angārs;\nKaltes iela 1;angārs;']) {
      const { body } = await post(`${rows}\n${wrong}`);
      expect([body.applied, body.rows.at(-1)?.outcome]).toEqual([false, 'invalid']);
    }
    expect(await own.admin.ok('listLocations')).toEqual([yard]);
    expect((await post(rows)).body.applied).toBe(true);
    const after = await own.admin.ok('listLocations');
    expect(after).toMatchObject([
      { id: yard.id, name: 'PAGALMS', qrCode: yard.qrCode },
      { name: 'Angārs', address: 'Kaltes iela 1', description: 'Durvis\r\n=pagalmā' },
      { name: 'Angārs', address: 'Kaltes iela 2', description: null },
    ]);
    expect((await post(rows)).body.rows.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
    for (const format of ['csv', 'xlsx']) {
      const { rawPayload, headers } = await own.admin.raw({ url: `/api/locations/export?format=${format}` });
      const [type = ''] = String(headers['content-type']).split(';');
      const file = new Blob([rawPayload as Buffer<ArrayBuffer>], { type });
      const again = await own.admin.ok('importLocations', { query: {}, file });
      expect(again.rows.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
    }
    const many = Array.from({ length: 3 }, (_, index) => `;Objekts ${index};`).join('\n');
    expect((await post(many, 'true')).body.refusal).toMatchObject({ code: 'plan_limit_reached' });
    expect((await post(many)).status).toBe(402);
    expect(await own.admin.ok('listLocations')).toEqual(after);
  });
});
