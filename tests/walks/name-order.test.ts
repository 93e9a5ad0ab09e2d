import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byFullName, bySurname } from '#domain/names.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addLocation, registerCompany, uniqueEmail } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// A Thursday afternoon.
const now = '2026-03-05T13:00:00.000Z';
const day = '2026-03-04';
const clock = fixedClock(now);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

/** As the language's alphabet has them. English would have Čakste before Cīrule, and Yla, which Lithuanian sorts as an I, behind Šakys. */
const ORDERS = {
  lv: [
    ...['Ābola', 'Balode', 'Cīrule', 'Čakste', 'Gaile', 'Ģērmane', 'Kalna', 'Ķēniņa', 'Sala', 'Šmite'],
    ...['Zvirbule', 'Žagare'],
  ],
  lt: ['Adomas', 'Cibas', 'Čepas', 'Įkas', 'Yla', 'Ivas', 'Jonaitis', 'Sabas', 'Šakys', 'Zubas', 'Žakas'],
  pl: ['Adamska', 'Bąk', 'Cichy', 'Ćwik', 'Lis', 'Łapa', 'Nowak', 'Sowa', 'Śliwa', 'Zając', 'Źrebak', 'Żak'],
};
const ZONES = { lv: 'Europe/Riga', lt: 'Europe/Vilnius', pl: 'Europe/Warsaw' };
type Case = keyof typeof ORDERS;

/** Names are compared by case, so that people are not taken for locations, which have the same names in capitals. */
const inOrderOf = (answer: unknown, names: string[]): string[] => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const found = names.filter((name) => text.includes(name));
  return found.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));
};

/** People who worked yesterday from 4 to 19 o'clock UTC, each at a location named like them, and are at work now. */
async function newCompany(language: Case) {
  const names = ORDERS[language];
  clock.set(now);
  const company = await registerCompany(app, {
    ...{ language, timezone: ZONES[language], subscriptionPlan: 'business' },
  });
  const { admin } = company;
  const people = [];
  const locations = [];
  // As good as none of the orders, nor that of creation.
  for (const name of names.toSorted((a, b) => a.length - b.length || (a < b ? 1 : -1))) {
    const body = { firstName: 'Ada', lastName: name, email: uniqueEmail() };
    const [{ id: userId }, location] = [
      await admin.ok('createEmployee', { body }),
      await addLocation(company, name.toUpperCase()),
    ];
    people.push(userId);
    locations.push(location);
    const times = { checkIn: `${day}T04:00:00.000Z`, checkOut: `${day}T19:00:00.000Z` };
    const reason = 'Aizmirsts';
    await admin.ok('createTimeEntry', { body: { userId, locationId: location.id, ...times, reason } });
    const absence = { startDate: '2026-03-06', endDate: '2026-03-06', code: 'A', userId };
    const codes = await admin.ok('listAbsenceCodes');
    await admin.ok('createAbsence', { body: { ...absence, code: codes[0]?.code ?? '' } });
    const { code } = await admin.ok('createKioskPairingCode', {
      body: { locationId: location.id, name: name.toUpperCase() },
    });
    await app.client().ok('pairKiosk', { body: { code } });
  }
  const [location] = locations;
  const message = await admin.ok('createMessage', {
    body: { recipientType: 'all', subject: 'Rīt', content: 'Sapulce' },
  });
  await admin.ok('recordCrew', {
    body: {
      ...{ locationId: location?.id ?? '', action: 'check-in' },
      people: people.map((userId) => ({ userId, clientScanId: randomUUID() })),
    },
  });
  return { ...company, names, locationId: location?.id ?? '', messageId: message.id };
}

describe.each(Object.keys(ORDERS) as Case[])('in %s', (language) => {
  let world: Awaited<ReturnType<typeof newCompany>>;
  beforeAll(async () => {
    world = await newCompany(language);
  });

  it('every list of people that has the order of names has that of the language', async () => {
    const { admin, names, locationId, messageId } = world;
    const period = { startDate: day, endDate: '2026-03-06' };
    const params = { month: '2026-03' };
    const crew = await admin.ok('getCrew', { params: { id: locationId } });
    const board = await admin.ok('getBoard', { query: {} });
    // The board shows initials, of which each is one person's.
    expect(board.locations.map(({ people }) => people.length).filter(Boolean)).toEqual([names.length]);
    const lists = {
      crew: crew.people,
      listMonth: await admin.ok('listMonth', { query: params }),
      getMonthHours: await admin.ok('getMonthHours', { params, query: {} }),
      listWarnings: await admin.ok('listWarnings', { query: params }),
      listAbsences: await admin.ok('listAbsences', { query: period }),
      listMessageRecipients: await admin.ok('listMessageRecipients', { params: { id: messageId } }),
      getOverviewReport: (await admin.ok('getOverviewReport', { query: period })) as unknown,
      askPreset: await admin.ok('askPreset', { body: { preset: 'hoursByPersonThisWeek' } }),
    };
    for (const [list, answer] of Object.entries(lists)) {
      expect(inOrderOf(answer, names), list).toEqual(names);
    }
  });

  it('so has every list of locations', async () => {
    const { admin, names } = world;
    const period = { startDate: day, endDate: day };
    const lists = {
      listLocationNames: await admin.ok('listLocationNames'),
      listKiosks: await admin.ok('listKiosks'),
      getDailySummariesReport: (await admin.ok('getDailySummariesReport', { query: period })) as unknown,
      getOverviewReport: (await admin.ok('getOverviewReport', { query: period })) as unknown,
      getTimeline: await admin.ok('getTimeline', { query: { date: day } }),
      getBoard: await admin.ok('getBoard', { query: {} }),
      askPreset: await admin.ok('askPreset', { body: { preset: 'hoursByPlaceThisMonth' } }),
    };
    const capitals = names.map((name) => name.toUpperCase());
    for (const [list, answer] of Object.entries(lists)) {
      expect(inOrderOf(answer, capitals), list).toEqual(capitals);
    }
  });

  it('sheets and payroll files have the order of their own language, whoever asks', async () => {
    const { admin, names } = world;
    for (const path of ['sheet?format=json', 'payroll?format=csv', 'payroll?preview=true']) {
      const { statusCode, body } = await admin.raw({
        ...{ method: 'GET', url: `/api/months/2026-03/${path}`, headers: { 'accept-language': 'en' } },
      });
      expect(statusCode, path).toBe(200);
      expect(inOrderOf(body, names), path).toEqual(names);
    }
  });

  it('a list on screen has the order of its reader’s language', async () => {
    const { admin, names } = world;
    const answer = await admin.call(
      'listMonth',
      { query: { month: '2026-03' } },
      { 'accept-language': 'en' },
    );
    const english = names.toSorted(new Intl.Collator('en').compare);
    expect(english).not.toEqual(names);
    expect(inOrderOf(answer.body, names)).toEqual(english);
  });
});

it('people of the same last name stand by first name, and numbers in names by their value', () => {
  const people = [
    { firstName: 'Zane', lastName: 'Āboliņa' },
    { firstName: 'Čaka', lastName: 'Āboliņa' },
    { firstName: 'Cilda', lastName: 'Āboliņa' },
    { firstName: 'Objekts', lastName: '10' },
    { firstName: 'Objekts', lastName: '9' },
    { firstName: 'Ance', lastName: 'Zīle' },
  ];
  const read = (order: typeof bySurname) =>
    people.toSorted(order('lv')).map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const [nine, ten] = ['Objekts 9', 'Objekts 10'];
  expect(read(bySurname)).toEqual([
    ...[nine, ten, 'Cilda Āboliņa', 'Čaka Āboliņa', 'Zane Āboliņa', 'Ance Zīle'],
  ]);
  expect(read(byFullName)).toEqual([
    ...['Ance Zīle', 'Cilda Āboliņa', 'Čaka Āboliņa', nine, ten, 'Zane Āboliņa'],
  ]);
});
