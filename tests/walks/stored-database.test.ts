/*
 * The database of each release since 1.0.0, as its server left it, with data in every table: it must migrate to this version
 * and work there for ever. `npm run db:store` stores the one of this version (docs/releases.md, "Making a release").
 */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eraseDeletedCompanies } from '#server/features/company-deletion/company-deletion.service.ts';
import { sendTrialReminders } from '#server/features/subscription/trial-reminders.service.ts';
import { readArchive } from '#server/platform/backup/archive.ts';
import { backUp } from '#server/platform/backup/backup.ts';
import { restore } from '#server/platform/backup/restore.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { knownMigrations } from '#server/platform/database/migrate.ts';
import { verifyLedger } from '#server/platform/ledger/verify.ts';
import { addApiKey, addEmployee, addLocation, password, registerCompany } from '#tests/support/factories.ts';
import { createFakeDevice } from '#tests/support/fake-device.ts';
import { exportLedger } from '#tests/support/ledger-export.ts';
import { startTestApp, type TestApp, type TestClient, testOrigin } from '#tests/support/test-app.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';

const stored = new URL('./stored/', import.meta.url);
const sqlFiles = new URL('../../server/database/', import.meta.url);
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const fileOf = (release: string, kind: 'backup' | 'sql.gz' | 'json') =>
  fileURLToPath(new URL(`${release}.${kind}`, stored));

/** What a test must know of a stored database. */
type Notes = {
  takenAt: string;
  adminEmail: string;
  workerEmail: string;
  secondCompanyEmail: string;
  poster: string;
  month: string;
  /** Answers of that version, by what asked for them. */
  hours: unknown;
  ledgerLines: number;
};

const hourMs = 3_600_000;
const month = '2026-09';
const at = (day: number, time: string) => `${month}-${String(day).padStart(2, '0')}T${time}:00.000Z`;

/** The tables that a backup holds nothing of. */
const withoutRows = ['dev_mail'];

/** Fills every table through the product, as far as an endpoint or a job does, and returns what tests must know. */
async function fill(app: TestApp, clock: ReturnType<typeof fixedClock>): Promise<Notes> {
  const { db } = app.services;
  const company = await registerCompany(app, {
    companyName: 'SIA “Ēvelētava”',
    subscriptionPlan: 'business',
  });
  const { admin } = company;
  const { companyId } = company.user;
  const yard = await addLocation(company, 'Kokzāģētava');
  const hall = await addLocation(company, 'Noliktava');
  const worker = await addEmployee(app, company, { firstName: 'Māra' });
  const leaver = await addEmployee(app, company, { firstName: 'Pēteris' });
  await addEmployee(app, company, { role: 'manager', locationIds: [yard.id] });
  await admin.ok('updateWorkRules', {
    body: {
      country: 'LV',
      effectiveFrom: '2026-09-01',
      breaks: {
        policy: 'recorded',
        automatic: { after: 6 * hourMs, length: hourMs / 2, at: 4 * hourMs },
        isPaid: false,
      },
    },
  });
  await admin.ok('updateSheetSettings', {
    body: { ...(await admin.ok('getSheetSettings')), accountants: ['gramatvede@example.test'] } as never,
  });
  await admin.ok('updateDistances', { body: { distances: [{ from: yard.id, to: hall.id, minutes: 45 }] } });
  await admin.ok('updateOutputTargets', {
    body: { targets: [{ locationId: yard.id, unit: 'm2', perHour: 2.5 }] },
  });
  await admin.ok('updateReportSubscription', { body: { frequency: 'weekly' } });
  await admin.ok('updateAiEndpoint', {
    body: {
      isOn: false,
      baseUrl: 'https://ai.example.com/v1',
      model: 'model',
      apiKey: 'key',
      removesKey: false,
    },
  });
  await admin.ok('updateAbsenceCodes', {
    body: { codes: [{ code: 'A', ownName: 'Atvaļinājums', paid: true, lowersNorm: true, isActive: true }] },
  });
  await addApiKey(company, { name: 'Algas' });
  const pairing = await admin.ok('createKioskPairingCode', {
    body: { locationId: yard.id, name: 'Vārti' },
  });
  await app.client().ok('pairKiosk', { body: pairing });
  await admin.ok('createKioskPairingCode', { body: { locationId: hall.id, name: 'Durvis' } });
  await admin.ok('getBadge', { params: { id: worker.employee.id } });

  // Two days of work: a break, a report and its correction, a change of location, a message.
  for (const day of [7, 8]) {
    clock.set(at(day, '05:00'));
    await worker.client.ok('scan', { body: { qrCode: yard.qrCode } });
    clock.set(at(day, '09:00'));
    await worker.client.ok('recordBreak', { body: { action: 'start' } as never });
    clock.set(at(day, '09:30'));
    await worker.client.ok('recordBreak', { body: { action: 'end' } as never });
    clock.set(at(day, '13:00'));
    await worker.client.ok('scan', { body: { qrCode: hall.qrCode } });
    clock.set(at(day, '14:15'));
    await worker.client.ok('checkOut', { body: {} });
  }
  const work = { units: 'm2', quantity: 12.5, description: 'Ēvelēti dēļi' };
  const { items } = await worker.client.ok('createWorkReports', {
    body: { items: [work], generalNotes: 'Lietus' },
  });
  await worker.client.ok('updateWorkReport', {
    params: { id: items[0]?.id ?? '' },
    body: { ...work, quantity: 13 },
  });
  await admin.ok('createMessage', {
    body: { subject: 'Rīt sākam agrāk', content: 'Plkst. 7.00', recipientId: worker.employee.id },
  });
  await leaver.client.ok('createCorrectionRequest', {
    body: {
      kind: 'add',
      locationId: yard.id,
      checkIn: at(7, '15:00'),
      checkOut: at(7, '16:00'),
      reason: 'Aizmirsu',
    },
  });
  await admin.ok('createAbsence', {
    body: {
      userId: worker.employee.id,
      startDate: `${month}-21`,
      endDate: `${month}-23`,
      code: 'A',
    } as never,
  });
  await admin.ok('createAiReport', { params: { id: yard.id }, body: { date: `${month}-07` } });
  await admin.ok('renewLocationCode', { params: { id: hall.id } });

  // What goes wrong: a scan that is refused, a scan by a phone whose clock is wrong, a forgotten password, a wrong one.
  await leaver.client.call('scan', { body: { qrCode: yard.qrCode, expectedAction: 'location-switch' } });
  await leaver.client.ok('scan', {
    body: { qrCode: yard.qrCode, deviceNow: new Date(clock.now().getTime() - 2 * hourMs).toISOString() },
  });
  await admin.ok('listAttention');
  await app.client().ok('forgotPassword', { body: { email: leaver.employee.email } });
  await app.mailsTo(leaver.employee.email, 2);
  await app.client().call('login', { body: { email: leaver.employee.email, password: 'wrong' } });

  // Ways to sign in, and invitations.
  const creation = await leaver.client.ok('beginPasskey', { body: { password } });
  const device = createFakeDevice(testOrigin);
  await leaver.client.ok('addPasskey', { body: { name: 'Telefons', credential: device.create(creation) } });
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() });
  await leaver.client.ok('enableSecondFactor', { body: { secret, password, code } });
  const invited = await admin.ok('createEmployee', { body: { firstName: 'Ilze', lastName: 'Bite' } });
  await admin.ok('inviteEmployee', { params: { id: invited.id } });
  const changed = await addEmployee(app, company, { firstName: 'Anna' });
  await admin.ok('updateEmployee', {
    params: { id: changed.employee.id },
    body: {
      firstName: 'Anna',
      lastName: changed.employee.lastName,
      email: 'anna.jauna@example.test',
      currentPassword: password,
    } as never,
  });

  // A second company, which has not confirmed its address and pays with the sandbox, and one that leaves.
  const unconfirmed = await app.client();
  const secondCompanyEmail = 'owner@otra.example.test';
  const second = await unconfirmed.ok('registerCompany', {
    body: {
      companyName: 'UAB „Ąžuolas“',
      firstName: 'Jonas',
      lastName: 'Ąžuolaitis',
      email: secondCompanyEmail,
      password,
      confirmPassword: password,
      timezone: 'Europe/Vilnius',
      language: 'lt',
      subscriptionPlan: 'growth',
    },
  });
  await unconfirmed.ok('createEmployee', {
    body: {
      firstName: 'Ona',
      lastName: 'Onaitė',
      email: 'ona@otra.example.test',
      password: 'first-password',
    },
  });
  const { clientSecret } = await unconfirmed.ok('upgradeFromTrial', { body: { planId: 'growth' } });
  await unconfirmed.ok('confirmSandboxPayment', { body: { clientSecret: clientSecret ?? '', card: 'ok' } });
  await unconfirmed.ok('updateCompany', {
    body: { ...(await unconfirmed.ok('getCompany')), timezone: 'Europe/Warsaw' } as never,
  });
  // Only Stripe sends events.
  await db
    .insertInto('billingEvent')
    .values({
      companyId: second.companyId,
      id: 'evt_1',
      type: 'invoice.paid',
      receivedAt: clock.now().toISOString(),
    })
    .execute();

  // The end of the trial and of the month.
  const { trialEndsAt } = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .select('trialEndsAt')
    .executeTakeFirstOrThrow();
  clock.set(new Date(Date.parse(trialEndsAt) - 24 * hourMs).toISOString());
  await sendTrialReminders(app.services);
  const paid = await admin.ok('upgradeFromTrial', { body: { planId: 'business' } });
  await admin.ok('confirmSandboxPayment', { body: { clientSecret: paid.clientSecret ?? '', card: 'ok' } });
  clock.set('2026-10-01T07:00:00.000Z');
  await signIn(app, company.user.email).then(async (owner) => {
    await owner.ok('approveMonth', { body: { month, userId: worker.employee.id } });
  });
  const employee = await signIn(app, worker.employee.email);
  await employee.ok('answerOwnMonth', { body: { month, answer: 'confirmed' } as never });
  await app.settled('mail');
  const owner = await signIn(app, company.user.email);
  const hours = await owner.ok('getMonthHours', {
    params: { month },
    query: { userId: worker.employee.id, details: 'true' },
  });
  // A pending ledger record waits for its number; reading the ledger gives it one.
  const { length: ledgerLines } = await exportLedger(owner);
  await employee.ok('scan', { body: { qrCode: yard.qrCode, clientScanId: randomUUID() } });
  return {
    takenAt: clock.now().toISOString(),
    adminEmail: company.user.email,
    workerEmail: worker.employee.email,
    secondCompanyEmail,
    poster: yard.qrCode,
    month,
    hours,
    ledgerLines,
  };
}

async function signIn(app: TestApp, email: string): Promise<TestClient> {
  const client = app.client();
  await client.ok('login', { body: { email, password } });
  return client;
}

/** The SQL files of this version: those of its migrations and functions. */
async function readSql(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of ['migrations', 'functions']) {
    for (const name of await readdir(new URL(folder, sqlFiles))) {
      files[`${folder}/${name}`] = await readFile(new URL(`${folder}/${name}`, sqlFiles), 'utf8');
    }
  }
  return files;
}

/** A folder with the SQL files of a release. */
async function sqlOf(release: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'maina-stored-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files: Record<string, string> = JSON.parse(
    gunzipSync(await readFile(fileOf(release, 'sql.gz'))).toString('utf8'),
  );
  for (const part of ['migrations', 'functions']) await mkdir(join(folder, part));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

const isStoring = (import.meta as { env?: { MODE?: string } }).env?.MODE === 'store';

it.runIf(isStoring)(`stores the database of ${version}`, async () => {
  const clock = fixedClock('2026-09-04T05:00:00.000Z');
  const app = await startTestApp({ clock });
  onTestFinished(() => app.close());
  const notes = await fill(app, clock);
  await mkdir(stored, { recursive: true });
  await rm(fileOf(version, 'backup'), { force: true });
  const rows = await backUp(app.connectionString, fileOf(version, 'backup'), version);
  expect(Object.keys(rows).filter((table) => rows[table] === 0)).toEqual([]);
  await writeFile(fileOf(version, 'sql.gz'), gzipSync(JSON.stringify(await readSql()), { level: 9 }));
  await writeFile(fileOf(version, 'json'), `${JSON.stringify(notes, null, 2)}\n`);
});

const releases = (await readdir(stored))
  .filter((name) => name.endsWith('.backup'))
  .map((name) => name.slice(0, -'.backup'.length));

describe.each(releases)('the database of %s', (release) => {
  const open = async (folder?: URL) => {
    const { connectionString, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const rows = await restore(connectionString, fileOf(release, 'backup'), folder);
    const notes: Notes = JSON.parse(await readFile(fileOf(release, 'json'), 'utf8'));
    const clock = fixedClock(new Date(Date.parse(notes.takenAt) + hourMs).toISOString());
    const app = await startTestApp({ connectionString, clock });
    onTestFinished(() => app.close());
    return { app, rows, notes, clock };
  };

  it('has rows in every table that the release had', async () => {
    const { rows } = await readArchive(fileOf(release, 'backup'));
    const created = Object.entries(
      JSON.parse(gunzipSync(await readFile(fileOf(release, 'sql.gz'))).toString('utf8')) as Record<
        string,
        string
      >,
    ).flatMap(([name, text]) =>
      name.startsWith('migrations/')
        ? [...text.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table)
        : [],
    );
    const kept = created.filter((table) => !/^applied_/.test(table) && !withoutRows.includes(table));
    expect(kept.filter((table) => !rows[table])).toEqual([]);
  });

  it.each([
    ['migrates from that release’s own tables and functions', true],
    ['restores from its backup', false],
  ])('%s, and works', async (_, asItWas) => {
    const { app, rows, notes, clock } = await open(asItWas ? await sqlOf(release) : undefined);
    const { db } = app.services;
    for (const [table, count] of Object.entries(rows)) {
      if (table === 'pgboss.job' || table === 'rate_limit') continue;
      const { rows: found } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}`.execute(db);
      expect(found[0]?.count, table).toBeGreaterThanOrEqual(count);
    }
    const applied = await db.selectFrom('appliedMigration').selectAll().execute();
    expect(Object.fromEntries(applied.map(({ name, hash }) => [name, hash]))).toEqual(
      await knownMigrations(),
    );

    const admin = await signIn(app, notes.adminEmail);
    const worker = await signIn(app, notes.workerEmail);
    expect(
      await signIn(app, notes.secondCompanyEmail).then((second) => second.ok('getCompany')),
    ).toMatchObject({
      name: 'UAB „Ąžuolas“',
      timezone: 'Europe/Warsaw',
    });
    const { id } = await worker.ok('getUser');
    const hours = await admin.ok('getMonthHours', {
      params: { month: notes.month },
      query: { userId: id, details: 'true' },
    });
    // Fields added since are not compared. The balance stands beside the figures now.
    const stored = structuredClone(notes.hours) as { details: { balance?: unknown } }[];
    for (const { details } of stored) delete details.balance;
    expect(hours).toMatchObject(stored);
    for (const path of [
      `/api/months/${notes.month}/sheet?format=pdf`,
      `/api/reports/overview?startDate=${notes.month}-01&endDate=${notes.month}-30`,
      '/api/company',
      '/api/user/data',
      '/api/messages',
      '/api/time-entries/attention',
    ]) {
      expect((await admin.raw({ url: path })).statusCode, path).toBe(200);
    }
    // At work since an hour before.
    const link = `${testOrigin}/time-tracking?code=${notes.poster}`;
    expect(await worker.ok('scan', { body: { qrCode: link } })).toMatchObject({ action: 'check-out' });
    clock.set(new Date(clock.now().getTime() + hourMs).toISOString());
    expect(await worker.ok('scan', { body: { qrCode: link } })).toMatchObject({ action: 'check-in' });
    const lines = await exportLedger(admin);
    expect(lines.length).toBeGreaterThan(notes.ledgerLines);
    expect(await verifyLedger(lines)).toMatchObject({ ok: true });
    // Foreign keys of every table let go of a company that leaves.
    const { company } = await admin.ok('getUser');
    await admin.ok('deleteCompany', { body: { companyName: company.name, password } });
    clock.set(new Date(clock.now().getTime() + 31 * 24 * hourMs).toISOString());
    await eraseDeletedCompanies(app.services);
    expect(await db.selectFrom('company').where('name', '=', company.name).select('id').execute()).toEqual(
      [],
    );
  });
});
