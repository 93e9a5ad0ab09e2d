import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CSV, XLSX } from '#domain/media-types.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-06-10T07:00:00.000Z');
let app: TestApp;
let company: Company;
let kindId: string;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  const kind = { name: 'Rīta maiņa', code: 'R', starts: '07:00', ends: '15:30', breakMinutes: 30 };
  kindId = (await company.admin.ok('createShiftKind', { body: { ...kind, locationId: null } })).id;
});

const month = '2026-07';
const send = (content: string | Buffer, dryRun: 'true' | 'false' = 'false', { admin } = company) => {
  const type = typeof content === 'string' ? CSV : XLSX;
  const file = new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type });
  return admin.call('importSchedule', { query: { dryRun, month }, file });
};
const period = { startDate: '2026-07-01', endDate: '2026-07-31' };
async function daysOf(userId: string) {
  const { people } = await company.admin.ok('getSchedule', { query: period });
  const own = people.find(({ user }) => user.id === userId);
  return Object.fromEntries(
    (own?.days ?? []).map(({ date, shifts }) => [
      date.slice(8),
      shifts.map(({ starts, ends, kindId: kind, breakMinutes }) =>
        [`${starts}-${ends}`, breakMinutes, kind === kindId && 'R'].filter(Boolean).join(' '),
      ),
    ]),
  );
}
const person = (firstName: string, lastName: string) =>
  addEmployee(app, company, { firstName, lastName }).then(({ employee }) => employee.id);

it('sets codes, times and days off, leaves blank cells, and shows before what it would set', async () => {
  const id = await person('Ilze', 'Ozola');
  const shift = {
    starts: '10:00',
    ends: '12:00',
    breakMinutes: 0,
    locationId: null,
    kindId: null,
    note: null,
  };
  await company.admin.ok('setScheduleDays', {
    body: { days: ['03', '04'].map((day) => ({ userId: id, date: `${month}-${day}`, shifts: [shift] })) },
  });
  // The name in the other order, a title above, and the headings that people use.
  const file = 'Grafiks\n;;;;;\nVārds, uzvārds;1;02.07.2026;pk3;4.;5\nOzola Ilze;r;7-11, 12:30-16;-;;–\n';
  const seen = await send(file, 'true');
  expect(seen.body).toMatchObject({
    applied: false,
    rows: [
      {
        outcome: 'changed',
        changes: [
          { path: '1', before: '', after: 'r' },
          { path: '2', before: '', after: '7-11, 12:30-16' },
          { path: '3', before: '10–12', after: '-' },
        ],
      },
    ],
    unknownColumns: [],
  });
  expect(await daysOf(id)).toEqual({ '03': ['10:00-12:00'], '04': ['10:00-12:00'] });
  expect((await send(file)).body).toMatchObject({ applied: true });
  expect(await daysOf(id)).toEqual({
    '01': ['07:00-15:30 30 R'],
    '02': ['07:00-11:00', '12:30-16:00'],
    '04': ['10:00-12:00'],
  });
  expect((await send(file, 'true')).body).toMatchObject({ rows: [{ outcome: 'unchanged' }] });
});

it('takes back the month’s own workbook without a change, absences in it included', async () => {
  const id = await person('Ilze', 'Ozola');
  await person('Jānis', 'Bērziņš');
  await send('Darbinieks;1;2;8\nIlze Ozola;R;22-6;R\n');
  await company.admin.ok('createAbsence', {
    body: { userId: id, startDate: `${month}-08`, endDate: `${month}-09`, code: 'A' },
  });
  await company.admin.ok('publishSchedule', { body: { ...period, reason: 'Pirmais' } });
  const file = await company.admin.raw({
    method: 'GET',
    url: `/api/schedule/file?month=${month}&format=xlsx`,
  });
  const { body } = await send(file.rawPayload, 'true');
  // Whoever is not planned has blank cells, and the notes below the table are no people.
  expect(body.rows).toMatchObject([{ name: 'Ilze Ozola', outcome: 'unchanged' }]);
});

it('refuses unknown people and cells, and writes nothing of such a file', async () => {
  const id = await person('Ilze', 'Ozola');
  await person('Anna', 'Liepa');
  await person('Anna', 'Liepa');
  const { body } = await send(
    'Darbinieks;1;2;31\nIlze Ozola;R;X;25-7\nKārlis Nezināms;R;;\nAnna Liepa;R;;\n',
  );
  expect(body).toMatchObject({
    applied: false,
    rows: [
      { outcome: 'invalid', issues: [{ path: '2' }, { path: '31' }] },
      { outcome: 'invalid', issues: [{ path: 'name' }] },
      { outcome: 'invalid', issues: [{ path: '', message: expect.stringContaining('several') }] },
    ],
  });
  expect(await daysOf(id)).toEqual({});
  expect(await send('Kas\nIlze\n')).toMatchObject({ status: 400, body: { code: 'file_columns' } });
  // The evening before reaches into the morning.
  const overlapping = 'Darbinieks;1;2\nIlze Ozola;22-8;7-15\n';
  expect((await send(overlapping, 'true')).body).toMatchObject({ refusal: { code: 'schedule_overlaps' } });
  expect(await send(overlapping)).toMatchObject({
    status: 409,
    body: { code: 'schedule_overlaps' },
  });
  expect(await daysOf(id)).toEqual({});
});

it('is in the scope of whoever imports', async () => {
  await person('Ilze', 'Ozola');
  const stranger = await registerCompany(app, { timezone: 'Europe/Riga' });
  const { body } = await send('Darbinieks;1\nIlze Ozola;7-15\n', 'true', stranger);
  expect(body.rows).toMatchObject([{ outcome: 'invalid', issues: [{ path: 'name' }] }]);
});

it('leaves the shifts of an absence where a cell has its code alone, also if a kind has the same code', async () => {
  const id = await person('Ilze', 'Ozola');
  const kind = { name: 'Agrā', code: 'A', starts: '05:00', ends: '09:00', breakMinutes: 0, locationId: null };
  await company.admin.ok('createShiftKind', { body: kind });
  await send('Darbinieks;8;9\nIlze Ozola;R;A\n');
  await company.admin.ok('createAbsence', {
    body: { userId: id, startDate: `${month}-08`, endDate: `${month}-09`, code: 'A' },
  });
  const planned = { '08': ['07:00-15:30 30 R'], '09': ['05:00-09:00'] };
  expect((await send('Darbinieks;8;9\nIlze Ozola;A;"A, A"\n')).body).toMatchObject({
    rows: [{ outcome: 'unchanged' }],
  });
  expect(await daysOf(id)).toEqual(planned);
  await send('Darbinieks;8;9\nIlze Ozola;"A, 10-12";-\n');
  expect(await daysOf(id)).toEqual({ '08': ['10:00-12:00'] });
});

it('finds people by e-mail, and namesakes by what tells them apart', async () => {
  const { employee } = await addEmployee(app, company, { firstName: 'Anna', lastName: 'Liepa' });
  await person('Anna', 'Liepa');
  const { body } = await send(`Darbinieks;1\n${employee.email?.toUpperCase()};R\n`);
  expect(body).toMatchObject({ applied: true, rows: [{ outcome: 'changed' }] });
  expect(await daysOf(employee.id)).toEqual({ '01': ['07:00-15:30 30 R'] });
  const told = await send(`Darbinieks;1\nLiepa Anna (${employee.email});-\n`);
  expect(told.body).toMatchObject({ applied: true });
  expect(await daysOf(employee.id)).toEqual({});
});
