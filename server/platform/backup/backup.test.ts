import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPool, openDatabase } from '#server/platform/database/database.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import { knownMigrations, migrate } from '#server/platform/database/migrate.ts';
import {
  addEmployee,
  addLocation,
  type Company,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { readArchive } from './archive.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

let folder: string;
let app: TestApp;
let company: Company;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maina-backup-'));
  // A mail server that does not exist: the mails wait, and must be in the backup.
  app = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  company = await registerCompany(app, { companyName: 'Ąžuolas, "sūnūs" (\\ & {brāļi})\n' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const newFile = () => join(folder, `${randomUUID()}.backup`);
const saved = async () => {
  const file = newFile();
  return { file, rows: await backUp(app.connectionString, file, '0.1.0') };
};
async function emptyDatabase(): Promise<string> {
  const { connectionString, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  return connectionString;
}

/** Every row of every table as text, in a fixed order. */
async function contents(connectionString: string): Promise<Record<string, string[]>> {
  return withClient(connectionString, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const tables: Record<string, string[]> = {};
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(
        `select t::text as row from public.${name} t order by 1`,
      );
      // The time when migrations and functions were applied differs in the new database.
      if (!/^(kysely|applied)_/.test(name)) tables[name] = found.rows.map(({ row }) => row);
    }
    return tables;
  });
}

/** The rules of the schema: constraints, indexes and triggers, each with its definition. */
const rulesOf = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ rule: string }>(`
      select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) as rule
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(t.oid) || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
        where not tgisinternal and relnamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`);
    return rows.map(({ rule }) => rule);
  });

const refused = (work: Promise<unknown>, words: string) =>
  expect(work).rejects.toThrow(
    expect.objectContaining({ name: 'BackupError', message: expect.stringContaining(words) }),
  );

describe('a backup', () => {
  it.each([
    ['while mails wait', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['where the mailbox shows mails', {}],
  ])('holds no secret of a mail, %s, and neither does the queue', async (_, env) => {
    const server = await startTestApp({ env });
    onTestFinished(() => server.close());
    const { services } = server;
    const { admin, user } = await registerCompany(server);
    const initialPassword = 'an initial secret 7391';
    const secrets = new Set([initialPassword]);
    const send = vi.spyOn(services.jobs, 'send');
    await admin.ok('createEmployee', {
      body: { firstName: 'Ilze', lastName: 'Ozola', email: uniqueEmail('new'), password: initialPassword },
    });
    await server.client().ok('forgotPassword', { body: { email: user.email } });
    await expect.poll(() => send.mock.calls.filter(([, { name }]) => name === 'mail')).toHaveLength(2);
    for (const [, , data] of send.mock.calls) {
      const [, link] = /reset-password\?token=([\w.-]+)/.exec(JSON.stringify(data)) ?? [];
      if (link) secrets.add(link);
    }
    expect(secrets.size).toBe(2);
    const stored = await sql`select * from pgboss.job`.execute(services.db);
    const file = newFile();
    await backUp(server.connectionString, file, '0.1.0');
    const archived: string[] = [];
    await readArchive(file, { table: async () => {}, row: (row) => void archived.push(row) });
    const text = JSON.stringify(stored.rows) + archived.join('\n');
    expect(archived.join()).toContain(user.email);
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
  });

  it('of a running product holds one snapshot, and restores every row and rule', async () => {
    const crew: Awaited<ReturnType<typeof addEmployee>>[] = [];
    for (let index = 0; index < 4; index += 1) crew.push(await addEmployee(app, company));
    const locations = [await addLocation(company, 'Nr. 1'), await addLocation(company, 'Nr. 2 – „kairė“')];
    await company.admin.ok('createMessage', {
      body: { locationId: locations[0]?.id, subject: 'Drošība', content: 'Ķivere!\n\t"obligāta"; žąsis \\N' },
    });
    const ai = {
      isOn: true,
      baseUrl: 'https://ai.example.com/v1',
      model: 'x',
      apiKey: 'key',
      removesKey: false,
    };
    await company.admin.ok('updateAiEndpoint', { body: ai });
    let isOver = false;
    let scans = 0;
    const work = async ({ client }: (typeof crew)[number], turn: number) => {
      for (let count = turn; !isOver; count += 1) {
        await client.ok('scan', { body: { qrCode: locations[count % 2]?.qrCode ?? '' } });
        await client.ok('createWorkReports', {
          body: { items: [{ units: 'm2', quantity: 1.25, description: `\\x {"${count}"}` }] },
        });
        scans += 1;
      }
    };
    const working = Promise.all(crew.map(work));
    onTestFinished(async () => {
      isOver = true;
      await working;
    });
    await expect.poll(() => scans).toBeGreaterThan(20);
    const { file, rows } = await saved();
    const scansThen = scans;
    await expect.poll(() => scans).toBeGreaterThan(scansThen + 5);
    isOver = true;
    await working;
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const target = await emptyDatabase();
    expect(await restore(target, file)).toEqual(rows);
    const restored = await contents(target);
    expect(
      Object.fromEntries(Object.entries(restored).map(([table, { length }]) => [table, length])),
    ).toEqual({
      ...Object.fromEntries(Object.entries(rows).filter(([table]) => table !== 'pgboss.job')),
      dev_mail: 0,
    });
    expect(await rulesOf(target)).toEqual(await rulesOf(app.connectionString));
    // One snapshot: each scan has its entry, each open entry is the latest of its person.
    await withClient(target, async (client) => {
      const { rows: ledger } = await client.query(`
        select (select count(*) from scan)::int as scans,
          (select count(*) from scan where action <> 'check-out')::int as begun,
          (select count(*) from time_entry)::int as entries,
          (select count(*) from scan s left join time_entry e on e.id = s.time_entry_id where e.id is null)::int as lost,
          (select max(open) from (select count(*) as open from time_entry where check_out is null group by user_id) o)::int
            as open_at_most`);
      expect(ledger[0]).toMatchObject({ lost: 0, open_at_most: 1, entries: ledger[0].begun });
      expect(ledger[0].scans).toBeGreaterThanOrEqual(20);
      expect(ledger[0].scans).toBeLessThan(scans);
    });
  });

  it('of an idle product is the same, to the last byte of every row', async () => {
    const { file } = await saved();
    const target = await emptyDatabase();
    await restore(target, file);
    expect(await contents(target)).toEqual(await contents(app.connectionString));
  });

  it('keeps sessions, passwords and waiting mails working', async () => {
    const { client, employee } = await addEmployee(app, company);
    const location = await addLocation(company);
    const hired = uniqueEmail('hired');
    await company.admin.ok('createEmployee', {
      body: { firstName: 'Ieva', lastName: 'Liepa', email: hired, password: 'first-password' },
    });
    // Waits for its number in the ledger, as the scan after the restore will: their order must be kept.
    await client.ok('scan', { body: { qrCode: location.qrCode } });
    const { file } = await saved();
    const target = await emptyDatabase();
    await restore(target, file);
    const second = await startTestApp({ connectionString: target });
    onTestFinished(() => second.close());

    const phone = second.client();
    const { statusCode } = await phone.raw({ url: '/api/user', headers: { cookie: client.cookie() } });
    expect(statusCode).toBe(200);
    const user = await phone.ok('login', { body: { email: company.user.email, password } });
    expect(user.company.name).toBe(company.user.company.name);
    const scanned = await phone.ok('scan', { body: { qrCode: location.qrCode } });
    expect(scanned.action).toBe('check-in');
    const { lines } = await phone.ok('listLedger', { query: {} });
    expect(lines.slice(-2).map((line) => JSON.parse(line))).toMatchObject([
      { seq: lines.length - 1, userId: employee.id },
      { seq: lines.length, userId: company.user.id },
    ]);
    // When its next attempt is due.
    const mailed = async () => (await second.mailsTo(hired))[0]?.text;
    await expect.poll(mailed).toContain('first-password');
  });

  it('never overwrites a file, and leaves none behind when it fails', async () => {
    const { file } = await saved();
    const before = await readFile(file);
    await refused(backUp(app.connectionString, file, '0.1.0'), 'exists already');
    expect(await readFile(file)).toEqual(before);
    const other = newFile();
    await refused(backUp(await emptyDatabase(), other, '0.1.0'), 'holds no Maina');
    expect(existsSync(other) || existsSync(`${other}.partial`)).toBe(false);
  });
});

describe('a restore', () => {
  const tablesOf = (connectionString: string) =>
    withClient(connectionString, async (client) => {
      const { rows } = await client.query(
        `select 1 from pg_class where relnamespace = 'public'::regnamespace`,
      );
      return rows.length;
    });

  it('refuses a damaged, truncated or foreign file and changes nothing', async () => {
    const { file } = await saved();
    const bytes = await readFile(file);
    const target = await emptyDatabase();
    const spoilt = newFile();

    for (const share of [0.1, 0.5, 0.99]) {
      await writeFile(spoilt, bytes);
      await truncate(spoilt, Math.floor(bytes.length * share));
      await refused(restore(target, spoilt), 'cannot be used');
    }
    // Small on disk, but a line without an end in memory.
    await writeFile(spoilt, gzipSync(Buffer.alloc(80_000_000, '1')));
    await refused(restore(target, spoilt), 'a line of it is too long');
    for (const share of [0.05, 0.5, 0.95]) {
      const changed = Buffer.from(bytes);
      const place = Math.floor(bytes.length * share);
      changed.writeUInt8((changed.readUInt8(place) + 1) % 256, place);
      await writeFile(spoilt, changed);
      await refused(restore(target, spoilt), 'cannot be used');
    }
    // Repacked: the gzip is intact, the content is not.
    const text = gunzipSync(bytes).toString('utf8');
    for (const changed of [
      text.replace('first-password', 'other-password').replace('Nr. 1', 'Nr. 7'),
      text.replace(/\n"[^\n]*\n/, '\n'),
      text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1),
      `${text}"more"\n`,
      'something else\n',
      '',
    ]) {
      await writeFile(spoilt, gzipSync(changed));
      await refused(restore(target, spoilt), 'cannot be used');
    }
    await refused(restore(target, newFile()), 'cannot be used');
    expect(await tablesOf(target)).toBe(0);
  });

  it('refuses a database that is not empty, or in use by a server', async () => {
    const { file } = await saved();
    const target = await emptyDatabase();
    await restore(target, file);
    const before = await contents(target);
    await refused(restore(target, file), 'not empty');
    expect(await contents(target)).toEqual(before);
    await refused(restore(app.connectionString, file), 'A server of Maina is running');
  });

  it('refuses a backup of a newer program; migrates one of an older program', async () => {
    const { file } = await saved();
    const [header = '', ...rest] = gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n');
    const target = await emptyDatabase();
    const newer = newFile();
    const withHeader = (changes: object) =>
      gzipSync([JSON.stringify({ ...JSON.parse(header), ...changes }), ...rest].join('\n'));
    await writeFile(newer, withHeader({ format: 2, program: '9.0.0' }));
    await refused(restore(target, newer), 'newer Maina (9.0.0)');

    const older = await emptyDatabase();
    const db = openDatabase(createPool(older, 1, 'a test'));
    await migrate(db, pino({ level: 'silent' }), { target: Object.keys(await knownMigrations()).at(0) });
    await db
      .insertInto('company')
      .values({
        id: randomUUID(),
        name: 'Older',
        email: 'older@example.test',
        trialEndsAt: '2026-01-01T00:00:00.000Z',
      })
      .execute();
    await db.destroy();
    const olderFile = newFile();
    await backUp(older, olderFile, '0.0.9');
    await restore(target, olderFile);
    expect((await contents(target)).company).toHaveLength(1);
    expect(await rulesOf(target)).toEqual(await rulesOf(app.connectionString));

    await withClient(older, (client) =>
      client.query(`insert into kysely_migration (name, timestamp) values ('9999_future', '2030')`),
    );
    const future = newFile();
    await backUp(older, future, '9.0.0');
    await refused(restore(await emptyDatabase(), future), 'knows 9999_future');
  });

  it('takes a backup from before 1.0.0 whose tables are the same, and refuses any other in words', async () => {
    const { file, rows } = await saved();
    const lines = gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n');
    const end = JSON.parse(lines.at(-2) ?? '');
    /** The archive with these changes, and a checksum that is right for them. */
    const rewritten = async (change: (line: string) => string) => {
      const body = lines.slice(0, -2).map((line) => `${change(line)}\n`);
      const sha256 = createHash('sha256').update(body.join('')).digest('hex');
      const changed = newFile();
      await writeFile(changed, gzipSync(`${body.join('')}${JSON.stringify({ ...end, sha256 })}\n`));
      return changed;
    };
    const withoutHashes = (line: string) => line.replace(/"hashes":\{[^}]*\}/, '"hashes":{}');
    expect(await restore(await emptyDatabase(), await rewritten(withoutHashes))).toEqual(rows);

    const lacking = await rewritten((line) =>
      line.startsWith('{"table":"rate_limit"')
        ? line.replace(',"expire"', ',"expires"')
        : withoutHashes(line),
    );
    const target = await emptyDatabase();
    await refused(restore(target, lacking), 'The table rate_limit of this backup is not as this version');
    await refused(restore(target, lacking), 'export the records there');

    const other = await rewritten((line) => line.replace(/"0001_baseline":"\w+"/, '"0001_baseline":"0"'));
    await refused(restore(target, other), 'with another migration 0001_baseline than');
  });

  it('rolls back everything when a row violates a rule of the schema', async () => {
    const { file } = await saved();
    const source = await emptyDatabase();
    await restore(source, file);
    await withClient(source, async (client) => {
      await client.query('alter table scan drop constraint scan_company_id_time_entry_id_fkey');
      await client.query('update scan set time_entry_id = gen_random_uuid()');
    });
    const broken = newFile();
    await backUp(source, broken, '0.1.0');
    const target = await emptyDatabase();
    await expect(restore(target, broken)).rejects.toThrow('scan_company_id_time_entry_id_fkey');
    expect(Object.values(await contents(target)).flat()).toEqual([]);
    await restore(target, file);
    expect(await contents(target)).toEqual(await contents(app.connectionString));
  });
});
