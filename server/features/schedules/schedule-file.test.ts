import { readSheet } from 'read-excel-file/node';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, type Company, registerCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-06-10T07:00:00.000Z');
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
});
afterAll(() => app.close());

const read = (format: string, more = '') =>
  company.admin.raw({ method: 'GET', url: `/api/schedule/file?month=2026-07&format=${format}${more}` });
async function textOf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' ');
}

it('is the published month with codes, sums and room for signatures, as PDF and as a workbook', async () => {
  const kind = await company.admin.ok('createShiftKind', {
    body: {
      name: 'Rīta maiņa',
      code: 'R',
      starts: '07:00',
      ends: '15:30',
      breakMinutes: 30,
      locationId: null,
    },
  });
  const { id: userId, firstName, lastName } = (await addEmployee(app, company)).employee;
  const shift = {
    starts: '07:00',
    ends: '15:30',
    breakMinutes: 30,
    locationId: null,
    kindId: kind.id,
    note: null,
  };
  const day = (
    date: number,
    shifts: (typeof shift | (Omit<typeof shift, 'kindId'> & { kindId: null }))[],
  ) => ({
    userId,
    date: `2026-07-${String(date).padStart(2, '0')}`,
    shifts,
  });
  const typed = { ...shift, starts: '08:00', ends: '16:30', kindId: null };
  const period = { startDate: '2026-07-01', endDate: '2026-07-31' };
  await company.admin.ok('setScheduleDays', { body: { days: [day(1, [shift]), day(2, [typed])] } });
  await company.admin.ok('publishSchedule', { body: { ...period, reason: 'Pirmais' } });
  // A draft is not printed.
  await company.admin.ok('setScheduleDays', { body: { days: [day(3, [shift])] } });

  const book = await read('xlsx');
  expect(book.headers['content-disposition']).toBe('attachment; filename="schedule-2026-07.xlsx"');
  const rows = await readSheet(book.rawPayload, 1);
  expect(rows[0]?.[0]).toBe('Darba grafiks par 2026. gada jūliju');
  const own = rows.find((row) => String(row[0]).includes(lastName)) ?? [];
  expect(own.slice(0, 5)).toEqual([`${firstName} ${lastName}`, 'R', '8–16:30', '–', '–']);
  expect(own[34]).toBe('−168:00');
  expect(rows.flat().join()).toMatch(/R = Rīta maiņa, 07:00–15:30, pārtraukums 30\smin; – = brīvdiena/);
  // Whoever is not planned has a row to be filled in.
  const unplanned = rows.filter(([name]) => String(name).includes(company.user.lastName));
  expect(unplanned.map((row) => row[34])).toEqual([null]);

  const pdf = await read('pdf');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const text = await textOf(pdf.rawPayload);
  for (const part of [`${firstName} ${lastName}`, '8– 16:30', 'Ar grafiku iepazinos', 'APSTIPRINU']) {
    expect(text).toContain(part);
  }
});

it('is no file of another company’s location', async () => {
  const stranger = await registerCompany(app);
  const { id } = await stranger.admin.ok('createLocation', {
    body: { name: 'Zāģētava', address: null, description: null, isActive: true, requiresRotatingCode: false },
  });
  expect((await read('pdf', `&locationId=${id}`)).statusCode).toBe(404);
});

it('has rows of equal height, and times that are broken at their dash rather than set tiny', async () => {
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  const people = await Promise.all(
    [1, 2, 3, 4].map((index) => addEmployee(app, company, { firstName: `P${index}` })),
  );
  const rest = { breakMinutes: 0, locationId: null, kindId: null, note: null };
  const days = people.map(({ employee }) => ({
    userId: employee.id,
    date: '2026-07-01',
    shifts: [{ starts: '07:15', ends: '15:45', ...rest }],
  }));
  await company.admin.ok('setScheduleDays', { body: { days } });
  const period = { startDate: '2026-07-01', endDate: '2026-07-31' };
  await company.admin.ok('publishSchedule', { body: { ...period, reason: 'Pirmais' } });
  const pdf = await getDocumentProxy(new Uint8Array((await read('pdf')).rawPayload));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const tops = items.flatMap((item) => ('str' in item && item.str === '7:15–' ? [item.transform[5]] : []));
  const steps = tops.slice(1).map((top, index) => (Number(tops[index]) - top).toFixed(2));
  expect(steps).toHaveLength(3);
  expect(new Set(steps).size).toBe(1);
});
