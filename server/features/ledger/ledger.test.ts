import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { NO_HASH, verifyLedger } from '#server/platform/ledger/verify.ts';
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
import { exportLedger, replayLedger, storedEntries } from '#tests/support/ledger-export.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withoutTriggers } from '#tests/support/test-database.ts';
import { sendLedgerDigests } from './daily-digest.service.ts';

// 08:00 in Riga.
const start = '2026-03-05T06:00:00.000Z';
const clock = fixedClock(start);
const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString();
const goTo = (hours: number) => clock.set(at(hours));
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => clock.set(start));

/** A company with a day of work: check-in, switch, check-out, a request with its decision, an entry of an administrator. */
async function dayOfWork(company?: Company) {
  const own = company ?? (await registerCompany(app));
  goTo(0);
  const [hall, yard] = [await addLocation(own, 'Hala'), await addLocation(own, 'Pagalms')];
  const { client, employee } = await addEmployee(app, own);
  await client.ok('scan', { body: { qrCode: hall.qrCode } });
  goTo(4);
  const { timeEntry } = await client.ok('scan', { body: { qrCode: yard.qrCode } });
  goTo(8);
  await client.ok('checkOut', { body: {} });
  goTo(9);
  const wish = {
    kind: 'edit' as const,
    timeEntryId: timeEntry.id,
    checkOut: at(8.5),
    reason: 'Vārti "ciet"\n\u2028😀',
  };
  const { id } = await client.ok('createCorrectionRequest', { body: wish });
  const decision = { decision: 'approved' as const, reason: 'Labi' };
  await own.admin.ok('decideCorrectionRequest', { params: { id }, body: decision });
  const spare = {
    userId: employee.id,
    locationId: hall.id,
    checkIn: at(-5),
    checkOut: at(-2),
    reason: 'Aizmirsa',
  };
  const { id: spareId } = await own.admin.ok('createTimeEntry', { body: spare });
  await own.admin.ok('deleteTimeEntry', { params: { id: spareId }, body: { reason: 'Nebija' } });
  return { ...own, client, employee, entryId: timeEntry.id, spareId, lines: await exportLedger(own.admin) };
}

const problemOf = async (lines: string[], digest?: { seq: number; hash: string }) => {
  const verdict = await verifyLedger(lines, digest);
  return verdict.ok ? null : `${verdict.line}: ${verdict.problem}`;
};

describe('the ledger', () => {
  it('holds everything that was done, in order, as canonical JSON', async () => {
    const { lines, user, employee, entryId, admin } = await dayOfWork();
    const records = lines.map((line) => JSON.parse(line));
    expect(records.map(({ kind }) => kind)).toEqual([
      ...['scan', 'scan', 'scan', 'scan', 'request', 'decision', 'entry-added', 'entry-deleted'],
    ]);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(records[0]).toMatchObject({ prevHash: NO_HASH, at: at(0), actorId: employee.id });
    expect(records[5]).toMatchObject({
      at: at(9),
      actorId: user.id,
      userId: employee.id,
      timeEntryId: entryId,
      body: {
        before: { checkOut: at(8), checkOutSource: 'button', approval: null },
        after: { checkOut: at(8.5), checkOutSource: 'admin', approval: 'approved', isCorrected: true },
        why: { request: 'edit', decision: 'approved', reason: 'Labi' },
      },
    });
    for (const line of lines) expect(canonicalize(JSON.parse(line))).toBe(line);
    expect(lines.join('')).not.toMatch(/Kalniņš|Jānis|Hala|Pagalms/);
    expect(await verifyLedger(lines)).toMatchObject({ ok: true, seq: 8 });
    expect(await admin.ok('getLedgerDigest')).toEqual({ seq: 8, hash: records[7].hash, at: at(9) });
    expect(replayLedger(lines)).toEqual(await storedEntries(app.services.db, user.companyId));
  });

  it('is empty for a new company', async () => {
    const { admin } = await registerCompany(app);
    expect(await admin.ok('getLedgerDigest')).toEqual({ seq: 0, hash: NO_HASH, at: null });
    expect(await admin.ok('listLedger', { query: {} })).toEqual({ lines: [], nextAfter: null });
    expect(await verifyLedger([])).toMatchObject({ ok: false, line: 1 });
  });

  it('hashes whatever it is told as RFC 8785 says', async () => {
    const { admin, user } = await registerCompany(app);
    const key = fc.stringMatching(/^[a-zA-Z_-][a-zA-Z0-9_-]{0,8}$/).filter((text) => text !== '__proto__');
    const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0') && one.isWellFormed());
    const leaf = fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
    const facts = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf)));
    await fc.assert(
      fc.asyncProperty(facts, async (why) => {
        const act = { kind: 'settings-changed' as const, actorId: user.id, at: clock.now(), why };
        await appendToLedger(app.services.db, user.companyId, act);
      }),
      { numRuns: 200 },
    );
    const lines = await exportLedger(admin);
    expect(lines).toHaveLength(200);
    expect(await verifyLedger(lines)).toMatchObject({ ok: true });
  });

  it('is read page by page', async () => {
    const { admin, user } = await registerCompany(app);
    for (let count = 0; count < 1001; count += 1) {
      const act = { kind: 'settings-changed' as const, actorId: null, at: clock.now(), why: { count } };
      await appendToLedger(app.services.db, user.companyId, act);
    }
    expect(await admin.ok('listLedger', { query: {} })).toMatchObject({ nextAfter: 1000 });
    expect(await admin.ok('listLedger', { query: { after: '1000' } })).toMatchObject({ nextAfter: null });
    const lines = await exportLedger(admin);
    expect(await verifyLedger(lines)).toMatchObject({ ok: true, seq: 1001 });
  });

  it('has no gaps and no forks though many write at the same moment', async () => {
    const company = await registerCompany(app, { subscriptionPlan: 'business' });
    const place = await addLocation(company);
    const people = await Promise.all(Array.from({ length: 8 }, () => addEmployee(app, company)));
    await Promise.all(
      people.flatMap(({ client }) =>
        Array.from({ length: 6 }, () => client.ok('scan', { body: { qrCode: place.qrCode } })),
      ),
    );
    expect(await verifyLedger(await exportLedger(company.admin))).toMatchObject({ ok: true, seq: 48 });
  });

  it('waits for no one for ever: scans, corrections, approvals and removals at the same moment', async () => {
    const company = await registerCompany(app, { subscriptionPlan: 'business' });
    const { admin, user } = company;
    const [going, staying] = [await addLocation(company, 'A'), await addLocation(company, 'B')];
    // With more calls at once, a busy machine would answer some with 503.
    const people = await Promise.all(Array.from({ length: 6 }, () => addEmployee(app, company)));
    for (const { client } of people) await client.ok('scan', { body: { qrCode: going.qrCode } });
    goTo(1);
    const settings = await admin.ok('getCompany');
    const spare = { locationId: staying.id, checkIn: at(-5), checkOut: at(-2), reason: 'Aizmirsa' };
    const acts = people.flatMap(({ client, employee }, index) => [
      () => client.call('scan', { body: { qrCode: index % 2 ? staying.qrCode : going.qrCode } }),
      () => client.call('checkOut', { body: {} }),
      () => admin.call('createTimeEntry', { body: { ...spare, userId: employee.id } }),
      () => client.call('createCorrectionRequest', { body: { ...spare, kind: 'add' } }),
    ]);
    const answers = await Promise.all([
      ...acts.map((act) => act()),
      ...people.slice(4).map(({ employee }) => admin.call('deleteEmployee', { params: { id: employee.id } })),
      admin.call('deleteLocation', { params: { id: going.id } }),
      admin.call('approveMonth', { body: { month: '2026-02' } }),
      admin.call('updateCompany', { body: { ...settings, longestShiftHours: 12 } }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const lines = await exportLedger(admin);
    expect(await verifyLedger(lines)).toMatchObject({ ok: true });
    expect(replayLedger(lines)).toEqual(await storedEntries(app.services.db, user.companyId));
    const left = people.slice(4).map(({ employee }) => employee.id);
    const open = (
      await admin.ok('getTimeEntriesReport', { query: { startDate: '2026-03-01', endDate: '2026-03-31' } })
    ).filter(({ checkOut }) => checkOut === null);
    expect(open.filter(({ userId, locationId }) => left.includes(userId) || locationId === going.id)).toEqual(
      [],
    );
  });

  it('notes what was changed past the product', async () => {
    const { admin, entryId } = await dayOfWork();
    const { db } = app.services;
    await db
      .updateTable('timeEntry')
      .set({ checkOut: at(12) })
      .where('id', '=', entryId)
      .execute();
    const last = JSON.parse((await exportLedger(admin)).at(-1) ?? '');
    expect(last).toMatchObject({ kind: 'outside', actorId: null, body: { after: { checkOut: at(12) } } });
  });

  it('is only ever added to, until its company is erased', async () => {
    const { user, admin } = await dayOfWork();
    const { db } = app.services;
    // One that has no number yet.
    await appendToLedger(db, user.companyId, { kind: 'settings-changed', actorId: null, at: clock.now() });
    const attempts = [
      sql`update ledger_record set body = '{}'`,
      sql`delete from ledger_record where company_id = ${user.companyId} and seq = 8`,
      sql`truncate ledger_record`,
      sql`truncate ledger_record cascade`,
      sql`update ledger_pending set body = '{}'`,
      sql`delete from ledger_pending`,
      sql`truncate ledger_pending`,
    ];
    for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toThrow('only ever added to');
    expect(await verifyLedger(await exportLedger(admin))).toMatchObject({ ok: true, seq: 9 });
    const other = await dayOfWork();
    await sql`select erase_company(${user.companyId})`.execute(db);
    const left = (companyId: string) =>
      db.selectFrom('ledgerRecord').where('companyId', '=', companyId).select('seq').execute();
    expect(await left(user.companyId)).toEqual([]);
    expect(await left(other.user.companyId)).toHaveLength(8);
  });
});

describe('a tampered export', () => {
  it('is found and located by one changed byte, wherever it is', async () => {
    const { lines } = await dayOfWork();
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const lineOf = (position: number) => bytes.subarray(0, position).filter((byte) => byte === 10).length + 1;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), async (position, mask) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(bytes.readUInt8(position) ^ mask, position);
        // As a program reads lines from a file.
        const read = changed.toString('utf8').split('\n').slice(0, -1);
        const verdict = await verifyLedger(read);
        expect(verdict).toMatchObject({ ok: false, line: lineOf(position) });
      }),
      { numRuns: samples(400) },
    );
  });

  it('is found by a record that is missing, doubled, moved, or of another company', async () => {
    const { lines } = await dayOfWork();
    const { lines: others } = await dayOfWork();
    const without = (seq: number) => lines.filter((_, index) => index !== seq - 1);
    expect(await problemOf(without(3))).toBe('3: record 3 is missing: record 4 stands in its place');
    expect(await problemOf(without(1))).toBe('1: record 1 is missing: record 2 stands in its place');
    const doubled = lines.flatMap((line, index) => (index === 4 ? [line, line] : [line]));
    expect(await problemOf(doubled)).toBe('6: record 5 stands a second time, in the place of record 6');
    const moved = lines.with(2, lines[5] ?? '').with(5, lines[2] ?? '');
    expect(await problemOf(moved)).toBe('3: record 3 is missing: record 6 stands in its place');
    const mixed = lines.with(4, others[4] ?? '');
    expect(await problemOf(mixed)).toMatch(/^5: record 5 does not follow on record 4/);
  });

  it('that was written anew, or cut short, is found by an old digest', async () => {
    const { lines, admin } = await dayOfWork();
    const digest = await admin.ok('getLedgerDigest');
    let prevHash = NO_HASH;
    const forged = lines.map((line) => {
      const { hash: _, ...said } = JSON.parse(line.replace('Aizmirsa', 'Izdomāja'));
      const record = { ...said, prevHash };
      prevHash = createHash('sha256')
        .update(canonicalize(record) ?? '')
        .digest('hex');
      return canonicalize({ ...record, hash: prevHash }) ?? '';
    });
    expect(await problemOf(forged)).toBeNull();
    expect(await problemOf(forged, digest)).toBe(
      '8: record 8, or one before it, is not the one of the digest',
    );
    expect(await problemOf(lines.slice(0, 6), digest)).toBe(
      '7: record 7 is missing: the digest is of record 8',
    );
    expect(await problemOf(lines, digest)).toBeNull();
  });

  it('tells of what the owner of the database did to it', async () => {
    const { admin, user } = await dayOfWork();
    const { companyId } = user;
    const { db } = app.services;
    await withoutTriggers(
      db,
      sql`update ledger_record set body = replace(body, ${at(8.5)}, ${at(7.5)}) where company_id = ${companyId} and seq = 6`,
    );
    expect(await problemOf(await exportLedger(admin))).toMatch(/^6: record 6 was changed/);
    await withoutTriggers(db, sql`delete from ledger_record where company_id = ${companyId} and seq = 6`);
    expect(await problemOf(await exportLedger(admin))).toMatch(/^6: record 6 is missing/);
  });
});

it('verify-ledger tells by its exit code and names the record', async () => {
  const { lines, admin, user } = await dayOfWork();
  const { seq, hash } = await admin.ok('getLedgerDigest');
  const folder = await mkdtemp(join(tmpdir(), 'maina-ledger-'));
  const file = join(folder, 'ledger.ndjson');
  const script = join(import.meta.dirname, '../../../tools/verify-ledger.ts');
  const run = async (content: string[], ...more: string[]) => {
    await writeFile(file, content.map((line) => `${line}\n`).join(''));
    return promisify(execFile)(process.execPath, [script, file, ...more]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    );
  };
  try {
    const alone = await run(lines);
    expect(alone).toEqual({ code: 3, text: expect.stringContaining('8 records') });
    expect(alone.text).toContain('compared with no digest');
    expect(await run([' '.repeat(11_000_000)])).toMatchObject({
      code: 2,
      text: expect.stringContaining('too long'),
    });
    expect(alone.text).not.toMatch(/whole|digest matches/);
    const shortened = await run(lines.slice(0, 5));
    expect(shortened).toEqual({ code: 3, text: expect.stringContaining('rewritten or shortened') });
    expect(await run(lines.slice(0, 5), '--digest', `${seq}:${hash}`)).toMatchObject({ code: 1 });
    const matched = await run(lines, '--digest', `${seq}:${hash}`);
    expect(matched).toEqual({ code: 0, text: expect.stringContaining('The digest matches') });
    const early = `3:${JSON.parse(lines[2] ?? '').hash}`;
    expect(await run(lines, '--digest', early)).toEqual({
      code: 0,
      text: expect.stringContaining('Records 4 to 8 are later'),
    });
    expect(await run([])).toEqual({ code: 1, text: expect.stringContaining('no ledger') });
    expect(await run(lines, '--digest', `0:${NO_HASH}`)).toMatchObject({ code: 2 });
    const [before, now] = [at(100), '2036-12-31T22:00:00.000Z'];
    await sql`select erase_ledger(${user.companyId}, ${before}, true, '{}'::uuid[], 10, ${now}, 1000)`.execute(
      app.services.db,
    );
    expect(await run(await exportLedger(admin))).toEqual({
      code: 3,
      text: expect.stringContaining(`Erased under retention on ${now}: 8 records.`),
    });
    const changed = lines.with(3, (lines[3] ?? '').replace('button', 'buttom'));
    expect(await run(changed)).toEqual({
      code: 1,
      text: expect.stringContaining('Line 4: record 4 was changed'),
    });
    const wrong = `${seq}:${NO_HASH}`;
    expect(await run(lines, '--digest', wrong)).toEqual({ code: 1, text: expect.stringContaining('digest') });
    expect(await run(lines, '--digest', 'nonsense')).toEqual({
      code: 2,
      text: expect.stringContaining('FILE'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('the history of an entry', () => {
  it('says who, when, what before, what after and why, to its owner and the administrators', async () => {
    const { client, admin, employee, user, entryId } = await dayOfWork();
    const history = await client.ok('getTimeEntryHistory', { params: { id: entryId } });
    expect(await admin.ok('getTimeEntryHistory', { params: { id: entryId } })).toEqual(history);
    const self = { id: employee.id, firstName: 'Jānis', lastName: 'Kalniņš' };
    expect(history).toMatchObject([
      {
        kind: 'scan',
        at: at(4),
        actor: self,
        before: null,
        after: { location: { name: 'Pagalms' }, checkOut: null },
      },
      {
        kind: 'scan',
        at: at(8),
        actor: self,
        before: { checkOut: null },
        after: { checkOut: at(8) },
        reason: null,
      },
      {
        kind: 'request',
        actor: self,
        before: null,
        after: null,
        request: 'edit',
        wanted: { checkOut: at(8.5), checkIn: null, location: null },
        reason: 'Vārti "ciet"\n\u2028😀',
      },
      {
        kind: 'decision',
        actor: { id: user.id },
        request: 'edit',
        decision: 'approved',
        before: { checkOut: at(8) },
        after: { checkOut: at(8.5), approval: 'approved' },
        reason: 'Labi',
      },
    ]);
  });

  it('is there for a deleted entry, and not for strangers', async () => {
    const { client, admin, spareId } = await dayOfWork();
    const history = await client.ok('getTimeEntryHistory', { params: { id: spareId } });
    expect(history).toMatchObject([
      { kind: 'entry-added', before: null, reason: 'Aizmirsa' },
      { kind: 'entry-deleted', before: { checkIn: at(-5) }, after: null, reason: 'Nebija' },
    ]);
    const other = await dayOfWork();
    expect(await other.admin.call('getTimeEntryHistory', { params: { id: spareId } })).toMatchObject({
      status: 404,
    });
    const { employee } = await addEmployee(app, { admin, user: addressed(await admin.ok('getUser')) });
    const colleague = app.client();
    await colleague.ok('login', { body: { email: employee.email, password: 'correct horse' } });
    expect(await colleague.call('getTimeEntryHistory', { params: { id: spareId } })).toMatchObject({
      status: 404,
    });
  });
});

describe('the digest mail', () => {
  /** The subjects of all mails to an address about the digest, the oldest first. */
  const digestMails = async (address: string) => {
    await app.settled('mail');
    return (await app.mailsTo(address, 0)).filter(({ subject }) => /daily hash/i.test(subject));
  };

  async function digestsAt(company: Company, ...instants: string[]) {
    for (const instant of instants) {
      clock.set(instant);
      await Promise.all([sendLedgerDigests(app.services), sendLedgerDigests(app.services)]);
      await app.settled('mail');
    }
    const mails = await app.mailsTo(company.user.email, 0);
    return mails.filter(({ subject }) => /daily hash|kontrolsumma/i.test(subject));
  }

  it('goes to the owner in the morning, once, with the count, number and hash up to midnight', async () => {
    const company = await registerCompany(app);
    const { lines } = await dayOfWork(company);
    expect(await digestsAt(company, '2026-03-05T21:00:00Z', '2026-03-06T04:59:00Z')).toEqual([]);
    // After midnight in Riga: it belongs to the next digest.
    clock.set('2026-03-05T22:00:00.000Z');
    await company.admin.ok('updateCompany', {
      body: { ...(await company.admin.ok('getCompany')), longestShiftHours: 10, language: 'lv' },
    });
    const mails = await digestsAt(
      company,
      '2026-03-06T05:00:00Z',
      '2026-03-06T05:15:00Z',
      '2026-03-06T20:00:00Z',
    );
    expect(mails).toHaveLength(1);
    const { hash } = JSON.parse(lines.at(-1) ?? '');
    expect(mails[0]?.text).toContain('pievienoti 8 ieraksti');
    expect(mails[0]?.text).toContain(`Pēdējais ieraksts: 8`);
    expect(mails[0]?.text).toContain(hash);
    const later = await digestsAt(company, '2026-03-07T08:00:00Z', '2026-03-08T08:00:00Z');
    expect(later).toHaveLength(2);
    expect(later[1]?.text).toContain('pievienots 1 ieraksts');
  });

  it('catches up after days without the job, and is not sent when it is switched off', async () => {
    const company = await registerCompany(app);
    await dayOfWork(company);
    const silent = await registerCompany(app);
    await silent.admin.ok('updateCompany', {
      body: { ...(await silent.admin.ok('getCompany')), sendsDigest: false },
    });
    await dayOfWork(silent);
    const mails = await digestsAt(company, '2026-03-09T08:00:00Z');
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('8 records were added')]);
    const t = translator('en');
    const changed = t('mail:digestChangedSubject', { company: 'Kokaudzētava SIA' });
    expect((await digestsAt(silent)).map(({ subject }) => subject)).toEqual([changed]);
  });

  it('goes to further addresses, each once and without a way into the product', async () => {
    const company = await registerCompany(app);
    const [accountant, lawyer] = [uniqueEmail('accountant'), uniqueEmail('lawyer')];
    const settings = await company.admin.ok('getCompany');
    const digestRecipients = [accountant, lawyer, company.user.email.toUpperCase()];
    await company.admin.ok('updateCompany', { body: { ...settings, digestRecipients } });
    await dayOfWork(company);
    await digestsAt(company, '2026-03-09T08:00:00Z');
    const hash = JSON.parse((await exportLedger(company.admin)).at(-1) ?? '').hash;
    for (const address of [accountant, lawyer]) {
      const mails = await digestMails(address);
      expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(hash)]);
      expect(mails[0]?.text).not.toMatch(/https?:/);
    }
    // Once as the owner: the addresses are one.
    expect(await digestsAt(company)).toHaveLength(2);
  });

  it('cannot be redirected or switched off unnoticed: the ledger says so, and the old recipients are told', async () => {
    const company = await registerCompany(app);
    const { admin, user } = company;
    const [accountant, thief] = [uniqueEmail('accountant'), uniqueEmail('thief')];
    const settings = await admin.ok('getCompany');
    const save = (changes: object) => admin.ok('updateCompany', { body: { ...settings, ...changes } });
    await save({ digestRecipients: [accountant] });
    await save({ digestRecipients: [thief] });
    await save({ digestRecipients: [thief], sendsDigest: false });
    // A change of something else is none of the digest, and an absent field changes nothing.
    const { digestRecipients: _, ...others } = settings;
    await admin.ok('updateCompany', { body: { ...others, sendsDigest: false, phone: '+371 20000000' } });
    expect((await admin.ok('getCompany')).digestRecipients).toEqual([thief]);
    const records = (await exportLedger(admin)).map((line) => JSON.parse(line));
    expect(records.map(({ kind, actorId, body }) => ({ kind, actorId, ...body.why }))).toEqual(
      [
        { before: 1, after: 2, added: 1, removed: 0, sendsDigest: true },
        { before: 2, after: 2, added: 1, removed: 1, sendsDigest: true },
        { before: 2, after: 0, added: 0, removed: 2, sendsDigest: false },
      ].map((why) => ({ kind: 'digest-changed', actorId: user.id, ...why })),
    );
    expect(JSON.stringify(records)).not.toContain('example.test');
    expect(await digestMails(user.email)).toHaveLength(3);
    const [notice, ...more] = await digestMails(accountant);
    expect(more).toEqual([]);
    expect(notice?.text).toContain(`Until now to: ${user.email}, ${accountant}`);
    expect(notice?.text).toContain(`From now on to: ${user.email}, ${thief}`);
    expect(notice?.text).toContain('By: Anna Bērziņa');
    expect((await digestMails(thief)).map(({ text }) => text)).toEqual([
      expect.stringContaining('nobody (switched off)'),
    ]);
  });

  it('follows the owner, and tells whoever has got it until then', async () => {
    const company = await registerCompany(app);
    const { admin, user } = company;
    const { client, employee } = await addEmployee(app, company, { role: 'admin' });
    const proof = { currentPassword: password };
    await admin.ok('handOverCompany', { body: { userId: employee.id, ...proof } });
    expect(await digestMails(user.email)).toHaveLength(1);
    const email = uniqueEmail('moved');
    const { firstName, lastName, role } = employee;
    await client.ok('updateEmployee', {
      params: { id: employee.id },
      body: { firstName, lastName, role, email, ...proof },
    });
    expect(await digestMails(employee.email)).toHaveLength(0);
    await app.settled('mail');
    const token = linkTokenIn((await app.mailsTo(email)).at(-1)?.text);
    await app.client().ok('confirmEmail', { body: { token } });
    const [notice] = await digestMails(employee.email);
    expect(notice?.text).toContain(`From now on to: ${email}`);
    const records = (await exportLedger(admin)).map((line) => JSON.parse(line));
    expect(records.filter(({ kind }) => kind === 'digest-changed').map(({ actorId }) => actorId)).toEqual([
      user.id,
      employee.id,
    ]);
  });

  it.each([
    ['six', Array.from({ length: 6 }, (_, index) => `a${index}@example.test`)],
    ['one twice', ['a@example.test', 'A@example.test']],
    ['no address', ['nobody']],
    ['a text', 'a@example.test'],
  ])('refuses %s as its further addresses', async (_, digestRecipients) => {
    const { admin } = await registerCompany(app);
    const body = { ...(await admin.ok('getCompany')), digestRecipients } as never;
    const answer = await admin.call('updateCompany', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty('issues.0.path', 'digestRecipients');
  });

  it('is changed 10 times a day: each change is mailed to addresses that the company names', async () => {
    const { admin } = await registerCompany(app);
    const settings = await admin.ok('getCompany');
    const save = (count: number) => {
      const digestRecipients = [`stranger${count}@example.test`];
      return admin.call('updateCompany', { body: { ...settings, digestRecipients } });
    };
    for (let count = 0; count < 10; count += 1) expect((await save(count)).status).toBe(200);
    expect(await save(10)).toMatchObject({ status: 429 });
    expect(
      (
        await admin.call('updateCompany', {
          body: { ...settings, phone: '1', digestRecipients: ['stranger9@example.test'] },
        })
      ).status,
    ).toBe(200);
  });
});
