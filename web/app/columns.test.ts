/*
 * Whatever lists hours and adds them up must add up as printed. The months are random; their sums are computed by an
 * oracle that knows neither rounding nor days, and the columns are read from the texts that pages, prints and files show.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DailySummary, ReportedTimeEntry } from '#contract/reports.ts';
import type { HoursExplanation } from '#contract/time-entries.ts';
import {
  HUNDREDTH_MS,
  MINUTE_MS,
  minutesText,
  peopleColumn,
  roundedSteps,
  SECOND_MS,
} from '#domain/apportion.ts';
import { parseCsv } from '#domain/csv.fixture.ts';
import { dailySummariesTable, timeEntriesTable } from '#server/features/reports/report-tables.ts';
import { ownHoursTable } from '#server/features/time-entries/own-hours-file.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { tableCsv } from '#server/platform/table-files/tables.ts';
import type { translator } from '#server/platform/texts/i18n.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import {
  day,
  hour,
  oracleDate,
  oracleDayAfter,
  oracleMidnight,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { entriesColumn, summariesColumn } from '#web/features/reports/hours-columns.ts';
import { daysColumn, monthColumn } from '#web/working-time/explained-column.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Every header is the end of its name. */
const t = ((name: string) => name.split('.').at(-1)) as unknown as ReturnType<typeof translator>;
const words = { t, language: 'lv' as const, timeZone: 'UTC' };
const entriesCsv = (entries: ReportedTimeEntry[]) => tableCsv(timeEntriesTable(entries, words), 'lv');

/** What a person gets who adds up printed figures: "8:05" in minutes, "8,05" in hundredths, "28800,125" in ms. */
const read = {
  minutes: (text: string) => {
    const [, hours, minutes] = /^(\d+):([0-5]\d)$/.exec(text) ?? [];
    return Number(hours) * 60 + Number(minutes);
  },
  hundredths: (text: string) => Number(/^(\d+),(\d\d)$/.exec(text)?.slice(1).join('')),
  ms: (text: string) => Math.round(Number(text.replace(',', '.')) * 1000),
};
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The sums of the columns of hours and of seconds in a file, its last line apart. */
function sumsOfFile(csv: string, [hours, seconds]: [string, string]) {
  const [header = [], ...records] = parseCsv(csv.slice(1), ';');
  const column = (name: string) =>
    records.filter(([first]) => first !== 'total').map((cells) => cells[header.indexOf(name)] || '0,00');
  return { hundredths: sum(column(hours).map(read.hundredths)), ms: sum(column(seconds).map(read.ms)) };
}

type Month = {
  entries: ReportedTimeEntry[];
  summaries: DailySummary[];
  /** Of each person, with the entries of the report filtered to them. */
  people: { ms: number; explanation: HoursExplanation; entries: ReportedTimeEntry[] }[];
};

const wholeMinutes = (texts: string[]) => sum(texts.map(read.minutes));

/** Adds up every column of the month as printed; `ms` is what all of it is exactly. */
function expectToAddUp({ entries, summaries, people }: Month, ms: number) {
  const minutes = roundedSteps(ms, MINUTE_MS);
  const hundredths = roundedSteps(ms, HUNDREDTH_MS);

  // Entries add up to what each person's figure is, rounded alone.
  const ofPeople = sum(people.map((person) => roundedSteps(person.ms, MINUTE_MS)));
  const shownEntries = entriesColumn(entries, MINUTE_MS);
  expect(read.minutes(minutesText(shownEntries.total))).toBe(ofPeople);
  expect(wholeMinutes(entries.map((row) => minutesText(shownEntries.stepsOf(row) ?? 0)))).toBe(ofPeople);

  const shownSummaries = summariesColumn(summaries, MINUTE_MS);
  expect(read.minutes(minutesText(shownSummaries.total))).toBe(minutes);
  expect(wholeMinutes(summaries.map((row) => minutesText(shownSummaries.stepsOf(row) ?? 0)))).toBe(minutes);

  const shownPeople = peopleColumn(people, (person) => person.ms, MINUTE_MS);
  expect(read.minutes(minutesText(shownPeople.total))).toBe(ofPeople);
  expect(wholeMinutes(people.map((row) => minutesText(shownPeople.stepsOf(row) ?? 0)))).toBe(ofPeople);

  const ofEntries = entriesCsv(entries);
  expect(sumsOfFile(ofEntries, ['totalHours', 'seconds'])).toEqual({
    hundredths: sum(people.map((person) => roundedSteps(person.ms, HUNDREDTH_MS))),
    ms,
  });
  const ofDays = tableCsv(dailySummariesTable(summaries, words), 'lv');
  expect(sumsOfFile(ofDays, ['totalHours', 'seconds'])).toEqual({ hundredths, ms });

  for (const { ms, explanation, entries } of people) {
    const parts = explanation.days.flatMap((one) => one.parts);
    // Days, and so weeks, add up to the figure, and the parts of a day to the day.
    const shown = monthColumn(explanation);
    expect(shown.minutesOfDates(() => true)).toBe(roundedSteps(ms, MINUTE_MS));
    expect(wholeMinutes(parts.map((part) => minutesText(shown.minutesOf(part))))).toBe(
      roundedSteps(ms, MINUTE_MS),
    );
    for (const day of explanation.days) {
      expect(sum(day.parts.map(shown.minutesOf))).toBe(shown.minutesOfDates((other) => other === day));
    }

    const days = daysColumn(explanation, SECOND_MS);
    expect(sum(days.map(({ steps }) => steps))).toBe(roundedSteps(ms, SECOND_MS));
    for (const one of days) expect(sum(one.parts.map(({ steps }) => steps))).toBe(one.steps);

    const own = tableCsv(ownHoursTable(explanation, t), 'lv');
    const sums = { hundredths: roundedSteps(ms, HUNDREDTH_MS), ms };
    expect(sumsOfFile(own, ['hours', 'seconds'])).toEqual(sums);
    expect(read.hundredths(parseCsv(own.slice(1), ';').at(-1)?.[5] ?? '')).toBe(sums.hundredths);
    // An administrator's file of the person gives the same.
    expect(sumsOfFile(entriesCsv(entries), ['totalHours', 'seconds'])).toEqual(sums);
  }
}

type Span = { person: number; location: number; from: number; to: number | null };

/** Shifts of three people at two locations from the day before a month to the day after it, and when they are looked at. */
const histories = fc
  .record({
    zone: fc.constantFrom(...zoneNames),
    month: fc.constantFrom('2025-02', '2025-03', '2025-10', '2025-12'),
    people: fc.array(
      fc.array(
        fc.record({
          location: fc.nat(1),
          gap: fc.oneof(
            fc.nat(16 * hour),
            fc.nat(80).map((hours) => hours * hour),
          ),
          length: fc.oneof(
            fc.nat(13 * hour),
            fc.integer({ min: 1, max: 39 }).map((thirds) => thirds * 1_200_000),
            fc.constant(8 * hour),
          ),
        }),
        { maxLength: 30 },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    isOpen: fc.boolean(),
    after: fc.oneof(fc.nat(13 * hour), fc.constant(40 * day)),
  })
  .map(({ zone, month, people, isOpen, after }) => {
    const dates = [`${month}-01`];
    for (let date = oracleDayAfter(`${month}-01`); date.startsWith(month); date = oracleDayAfter(date)) {
      dates.push(date);
    }
    const start = oracleMidnight(dates[0] ?? '', zone);
    const end = oracleMidnight(oracleDayAfter(dates.at(-1) ?? ''), zone);
    const spans = people.flatMap((shifts, person) => {
      let from = start - 10 * hour;
      return shifts.flatMap(({ location, gap, length }): Span[] => {
        from += gap;
        const span = { person, location, from, to: from + length };
        from += length;
        return span.from < end + day ? [span] : [];
      });
    });
    const last = spans.toSorted((a, b) => a.from - b.from).at(-1);
    const now = Math.max(start, ...spans.map(({ to }) => to ?? 0)) + after;
    const isLast =
      last &&
      spans.every((span) => span === last || span.person !== last.person || (span.to ?? 0) <= last.from);
    if (isOpen && isLast) last.to = null;
    return { zone, month, dates, start, end, spans, now, people: people.length };
  });
type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

const countedEnd = ({ from, to }: Span, now: number) => to ?? (now - from >= 14 * hour ? from : now);
const inside = (span: Span, start: number, end: number, now: number) =>
  Math.max(0, Math.min(countedEnd(span, now), end) - Math.max(span.from, start));

/** What all spans have inside the month, or those of one person. */
const oracleMs = ({ spans, start, end, now }: History, person?: number) =>
  sum(
    spans
      .filter((span) => person === undefined || span.person === person)
      .map((span) => inside(span, start, end, now)),
  );

const iso = (ms: number) => new Date(ms).toISOString();

/** The answers of the server for such a month, as far as columns are made of them. */
function answersFor({ spans, dates, zone, start, end, now, people }: History): Month {
  const entryOf = (span: Span, index: number) =>
    ({
      ...{ id: String(index), userId: String(span.person), location: { name: '' } },
      ...{ checkIn: iso(span.from), checkOut: span.to === null ? null : iso(span.to), workReports: [] },
      ...{ user: { firstName: '', lastName: '' }, status: span.to === null ? 'working' : 'completed' },
      ...{ needsAttention: span.to === null && countedEnd(span, now) === span.from, approval: null },
      countedMs: inside(span, start, end, now),
      breakMs: 0,
    }) as unknown as ReportedTimeEntry;
  const entries = spans.map(entryOf).filter(({ countedMs }) => countedMs > 0);
  const daysOf = (some: { span: Span; index: number }[]) =>
    dates.flatMap((date) => {
      const [from, to] = [oracleMidnight(date, zone), oracleMidnight(oracleDayAfter(date), zone)];
      const parts = some.flatMap(({ span, index }) => {
        const ms = inside(span, from, to, now);
        return ms > 0
          ? [
              {
                timeEntryId: String(index),
                start: iso(Math.max(span.from, from)),
                end: iso(from),
                ms,
                breakMs: 0,
              },
            ]
          : [];
      });
      return parts.length > 0 ? [{ date, ms: sum(parts.map(({ ms }) => ms)), parts }] : [];
    });
  const indexed = spans.map((span, index) => ({ span, index }));
  const summaries = [0, 1].flatMap((location) =>
    daysOf(indexed.filter(({ span }) => span.location === location)).map(({ date, ms }) => ({
      ...{ id: `${date} ${location}`, date, location: { name: '' }, uniqueEmployees: 1 },
      totalHours: ms / hour,
    })),
  ) as unknown as DailySummary[];
  return {
    entries,
    summaries,
    people: Array.from({ length: people }, (_, person) => {
      const days = daysOf(indexed.filter(({ span }) => span.person === person));
      const ms = sum(days.map((one) => one.ms));
      const explanation = {
        days,
        entries: [],
        total: { ms, breakMs: 0 },
        timeZone: zone,
      } as unknown as HoursExplanation;
      return { ms, explanation, entries: entries.filter(({ userId }) => userId === String(person)) };
    }),
  };
}

it('the columns of a thousand random months add up as they are printed', () => {
  fc.assert(
    fc.property(histories, (history) => expectToAddUp(answersFor(history), oracleMs(history))),
    { numRuns: 1_000 },
  );
});

const clock = fixedClock('2024-12-01T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

it('what the server answers for a month gives one sum in every table and file', async () => {
  const { db } = app.services;
  const companies = new Map<Zone, Awaited<ReturnType<typeof companyIn>>>();
  for (const zone of zoneNames) companies.set(zone, await companyIn(zone));
  await db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { zone, month, dates, spans, now } = history;
      const company = companies.get(zone);
      if (!company) throw new Error(`no company in ${zone}`);
      const { admin, companyId, userIds, locationIds } = company;
      await db.deleteFrom('timeEntry').where('companyId', '=', companyId).execute();
      const rows = spans.map(({ person, location, from, to }) => ({
        ...{
          id: randomUUID(),
          companyId,
          userId: userIds[person] ?? '',
          locationId: locationIds[location] ?? '',
        },
        ...{ checkIn: iso(from), checkOut: to === null ? null : iso(to), checkInSource: 'qr' as const },
        checkOutSource: to === null ? null : ('qr' as const),
      }));
      if (rows.length > 0) await db.insertInto('timeEntry').values(rows).execute();
      clock.set(iso(now));
      const query = { startDate: dates[0] ?? '', endDate: dates.at(-1) ?? '' };
      const report = (employeeId?: string) =>
        admin.ok('getTimeEntriesReport', {
          query: { ...query, ...(employeeId && { employeeId }), select: 'overlapping' },
        });
      const months = await admin.ok('listMonth', { query: { month } });
      const people = await Promise.all(
        userIds.map(async (userId, person) => {
          const explanation = await admin.ok('explainHours', { query: { ...query, userId } });
          const ms = months.find(({ user }) => user.id === userId)?.ms ?? 0;
          expect(ms).toBe(oracleMs(history, person));
          expect(explanation.total.ms).toBe(ms);
          return { ms, explanation, entries: await report(userId) };
        }),
      );
      const summaries = await admin.ok('getDailySummariesReport', { query });
      expectToAddUp({ entries: await report(), summaries, people }, oracleMs(history));
      expect(oracleDate(history.start, zone)).toBe(query.startDate);
    }),
    { numRuns: 60 },
  );
});

async function companyIn(timezone: Zone) {
  const company = await registerCompany(app, { timezone });
  // Split at midnight, also in Poland.
  await company.admin.ok('updateWorkRules', { body: { country: 'other' } });
  const { companyId, id } = company.user;
  const added = [await addEmployee(app, company), await addEmployee(app, company)];
  const locations = [await addLocation(company, 'A'), await addLocation(company, 'B')];
  return {
    admin: company.admin,
    companyId,
    userIds: [id, ...added.map(({ employee }) => employee.id)],
    locationIds: locations.map((location) => location.id),
  };
}
