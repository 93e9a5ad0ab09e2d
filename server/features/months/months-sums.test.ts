/** The figures of months over random histories against an oracle that knows no database and no time zone library. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, registerCompany } from '#tests/support/factories.ts';
import {
  day,
  hour,
  lastSundayAt1,
  oracleDate,
  oracleDayAfter,
  oracleMidnight,
  type Zone,
  zoneNames,
} from '#tests/support/oracles/eu-time-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const registeredAt = '2024-12-01T08:00:00Z';
const clock = fixedClock(registeredAt);
const longestShift = 14 * hour;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

type Span = { person: number; from: number; to: number | null };

/** Entries of two people: of no length, of minutes, of hours, of days; the last one perhaps open, perhaps for weeks. */
const histories = (around: number) =>
  fc
    .record({
      parts: fc.array(
        fc.record({
          person: fc.nat(1),
          gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * hour })),
          length: fc.oneof(
            fc.constant(0),
            fc.integer({ min: 1, max: 14 * hour }),
            fc.integer({ min: 20 * hour, max: 70 * hour }),
            fc.constant(32 * day),
          ),
        }),
        { minLength: 1, maxLength: 10 },
      ),
      isOpen: fc.boolean(),
      sinceLast: fc.oneof(fc.integer({ min: 0, max: 20 * hour }), fc.constant(40 * day)),
      /** By how much the company's midnight was another one when the month was approved. */
      approvedShift: fc.constantFrom(null, 0, -hour, 9 * hour),
    })
    .map(({ parts, isOpen, sinceLast, approvedShift }) => {
      const ends = [around - 3 * day, around - 2 * day];
      const spans = parts.map(({ person, gap, length }): Span => {
        const from = (ends[person] ?? 0) + gap;
        ends[person] = from + length;
        return { person, from, to: from + length };
      });
      const last = spans.at(-1);
      if (isOpen && last) last.to = null;
      const latest = Math.max(...spans.map(({ from, to }) => to ?? from));
      return { spans, now: latest + sinceLast, approvedShift };
    });

const firstOf = (date: string) => `${date.slice(0, 7)}-01`;
/** From the first instant of the month that the date is in to that of the next one. */
function oracleMonth(date: string, zone: Zone) {
  let next = oracleDayAfter(firstOf(date));
  while (!next.endsWith('-01')) next = oracleDayAfter(next);
  return { start: oracleMidnight(firstOf(date), zone), end: oracleMidnight(next, zone) };
}

function figuresOf(spans: Span[], { start, end }: { start: number; end: number }, now: number) {
  const figures = { ms: 0, entries: 0, openEntries: 0 };
  for (const { from, to } of spans) {
    const isForgotten = to === null && now - from >= longestShift;
    const until = isForgotten ? from : (to ?? now);
    figures.ms += Math.max(0, Math.min(until, end) - Math.max(from, start));
    if (from >= start && from < end) figures.entries += 1;
    if (to === null && from < end && (isForgotten || now >= end)) figures.openEntries += 1;
  }
  return figures;
}

const turns = [
  ['the spring night', lastSundayAt1(2025, 2)],
  ['the end of March, on summer time', Date.UTC(2025, 2, 31, 22)],
  ['the end of October, after the autumn night', Date.UTC(2025, 9, 31, 23)],
  ['the turn of the year', Date.UTC(2025, 11, 31, 23)],
] as const;

for (const zone of zoneNames) {
  it.each(turns)(`months in ${zone} around %s`, async (_, around) => {
    clock.set(registeredAt);
    const company = await registerCompany(app, { timezone: zone, subscriptionPlan: 'business' });
    const { client, employee } = await addEmployee(app, company);
    const location = await addLocation(company);
    const { companyId } = company.user;
    const people = [
      { id: company.user.id, client: company.admin },
      { id: employee.id, client },
    ];
    const { db } = app.services;
    // Also in Poland: the test is about the ends of months.
    await company.admin.ok('updateWorkRules', { body: { country: 'other' } });
    await db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();

    await fc.assert(
      fc.asyncProperty(histories(around), async ({ spans, now, approvedShift }) => {
        await db.deleteFrom('monthApproval').where('companyId', '=', companyId).execute();
        // Outside of tests a month is unlocked, which computes its hours anew.
        await db.deleteFrom('entryHours').where('companyId', '=', companyId).execute();
        await db.deleteFrom('formerTimeZone').where('companyId', '=', companyId).execute();
        await db.deleteFrom('timeEntry').where('companyId', '=', companyId).execute();
        await db
          .insertInto('timeEntry')
          .values(
            spans.map(({ person, from, to }) => ({
              id: randomUUID(),
              companyId,
              userId: people[person]?.id ?? '',
              locationId: location.id,
              checkIn: new Date(from).toISOString(),
              checkOut: to === null ? null : new Date(to).toISOString(),
              checkInSource: 'qr' as const,
              checkOutSource: to === null ? null : ('qr' as const),
            })),
          )
          .execute();
        const approved = oracleDate(around, zone).slice(0, 7);
        const shift = approvedShift ?? 0;
        if (approvedShift !== null) {
          const { start, end } = oracleMonth(`${approved}-01`, zone);
          await db
            .insertInto('monthApproval')
            .values({
              ...{
                companyId,
                id: randomUUID(),
                userId: employee.id,
                month: approved,
                approvedBy: company.user.id,
              },
              startsAt: new Date(start + shift).toISOString(),
              endsAt: new Date(end + shift).toISOString(),
              approvedAt: new Date(now).toISOString(),
            })
            .execute();
          await db
            .insertInto('formerTimeZone')
            .values({ companyId, until: new Date(now).toISOString(), timeZone: 'Etc/GMT+5' })
            .execute();
        }
        clock.set(new Date(now).toISOString());

        const expected = (person: number, month: string) => {
          const { start, end } = oracleMonth(`${month}-01`, zone);
          const isMoved = people[person]?.id === employee.id && approvedShift !== null;
          // The months beside the approved one meet it.
          const edges = oracleMonth(`${approved}-01`, zone);
          const meet = (edge: number) =>
            isMoved && (edge === edges.start || edge === edges.end) ? edge + shift : edge;
          return figuresOf(
            spans.filter((span) => span.person === person),
            { start: meet(start), end: meet(end) },
            now,
          );
        };
        const told = ({ ms, entries, openQuestions: { openEntries } }: Told) => ({
          ms,
          entries,
          openEntries,
        });

        const dates = [around - 3 * day, around, around + 12 * day, now].map((ms) => oracleDate(ms, zone));
        for (const month of new Set(dates.map((date) => date.slice(0, 7)))) {
          const listed = await company.admin.ok('listMonth', { query: { month } });
          for (const [person, { id }] of people.entries()) {
            const found = listed.find(({ user }) => user.id === id);
            // Nobody is in a month before their account without anything recorded in it.
            const nothing = { ms: 0, entries: 0, openEntries: 0 };
            expect(found ? told(found) : nothing, `${month} ${person}`).toEqual(expected(person, month));
          }
        }
        for (const [person, { client }] of people.entries()) {
          const own = await client.ok('listOwnMonths');
          expect(own.length > 0).toBe(spans.some((span) => span.person === person));
          for (const month of own) expect(told(month), month.month).toEqual(expected(person, month.month));
        }
      }),
      { numRuns: samples(40) },
    );
  });
}

type Told = { ms: number; entries: number; openQuestions: { openEntries: number } };
