/** Months over random histories in which the company's time zone changes, against an oracle that adds up the entries. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointResponse } from '#contract/index.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, addLocation, type Company, registerCompany } from '#tests/support/factories.ts';
import { day, hour, oracleMidnight } from '#tests/support/oracles/eu-time-oracle.ts';
import { runsAllSamples, samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

const clock = fixedClock('2025-12-01T08:00:00Z');
let app: TestApp;
let company: Company;
let people: { id: string; client: TestClient }[];
let location: { id: string; qrCode: string };

beforeAll(async () => {
  app = await startTestApp({ clock });
  company = await registerCompany(app, { timezone: 'Europe/Riga' });
  location = await addLocation(company);
  people = [];
  for (const _ of [1, 2]) {
    const { client, employee } = await addEmployee(app, company);
    people.push({ id: employee.id, client });
  }
  const { db } = app.services;
  await db.updateTable('company').set({ trialEndsAt: '2099-01-01T00:00:00Z' }).execute();
  await db.updateTable('session').set({ expiresAt: '2099-01-01T00:00:00Z' }).execute();
});
afterAll(() => app.close());

/** With the changes of the clocks in Europe, and without any as far away as the calendar goes. */
const offsets = { 'Pacific/Kiritimati': 14, 'Pacific/Pago_Pago': -11, 'Asia/Tokyo': 9 } as const;
const zones = [
  'Europe/Riga',
  'Europe/Warsaw',
  ...(Object.keys(offsets) as (keyof typeof offsets)[]),
] as const;
type AnyZone = (typeof zones)[number];
const midnight = (date: string, zone: AnyZone) =>
  zone === 'Europe/Riga' || zone === 'Europe/Warsaw'
    ? oracleMidnight(date, zone)
    : Date.parse(`${date}T00:00:00Z`) - offsets[zone] * hour;

const names = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
const now = Date.parse('2026-04-20T10:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** Entries around the ends of months, some over them, in which hours could get lost. */
const span = fc.record({
  person: fc.nat(1),
  from: fc
    .tuple(
      fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'),
      fc.integer({ min: -40, max: 40 }),
    )
    .map(([first, hours]) => Date.parse(`${first}T00:00:00Z`) + hours * hour),
  minutes: fc.integer({ min: 0, max: 20 * 60 }),
});
const step = fc.oneof(
  fc.record({ what: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
  fc.record({
    what: fc.constantFrom('approve' as const, 'approve' as const, 'unlock' as const),
    person: fc.option(fc.nat(1)),
    month: fc.constantFrom('2025-12', '2026-01', '2026-02', '2026-03'),
  }),
  fc.record({ what: fc.constant('add' as const), span }),
  fc.record({
    what: fc.constant('late-scan' as const),
    person: fc.nat(1),
    hoursAgo: fc.integer({ min: 1, max: 70 }),
  }),
);

/** Two night shifts over the ends of months, of which some are approved on the way around the world. */
const nightShifts = [
  { person: 0, from: Date.parse('2026-01-31T20:00:00Z'), minutes: 600 },
  { person: 0, from: Date.parse('2026-02-28T20:00:00Z'), minutes: 600 },
];
const approve = (month: '2026-01' | '2026-02' | '2026-03') =>
  ({ what: 'approve', person: 0, month }) as const;
const moves = [
  approve('2026-01'),
  { what: 'zone' as const, zone: 'Pacific/Kiritimati' as const },
  approve('2026-01'),
  approve('2026-03'),
  { what: 'zone' as const, zone: 'Pacific/Pago_Pago' as const },
  approve('2026-02'),
  { what: 'add' as const, span: { person: 0, from: Date.parse('2026-02-10T06:00:00Z'), minutes: 60 } },
  { what: 'unlock' as const, person: 0, month: '2026-01' as const },
  { what: 'zone' as const, zone: 'Europe/Warsaw' as const },
];

type Kept = { start: number; end: number; ms: number };

it('months meet without gap or overlap, approved ones stay as they were, and all of them hold every hour once', async () => {
  const { db } = app.services;
  const { companyId } = company.user;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(span, { minLength: 2, maxLength: 8 }),
      fc.array(step, { minLength: 3, maxLength: 9 }),
      async (spans, steps) => {
        for (const table of [
          'monthApproval',
          'scan',
          'correctionRequest',
          'timeEntry',
          'formerTimeZone',
        ] as const) {
          await db.deleteFrom(table).where('companyId', '=', companyId).execute();
        }
        clock.set(iso(now));
        const settings = await company.admin.ok('getCompany');
        let zone: AnyZone = 'Europe/Riga';
        await company.admin.ok('updateCompany', { body: { ...settings, timezone: zone } });
        await db.deleteFrom('formerTimeZone').where('companyId', '=', companyId).execute();

        const add = async ({ person, from, minutes }: { person: number; from: number; minutes: number }) => {
          const body = {
            ...{ userId: people[person]?.id ?? '', locationId: location.id, reason: 'trūka' },
            ...{ checkIn: iso(from), checkOut: iso(from + minutes * 60_000) },
          };
          return company.admin.call('createTimeEntry', { body });
        };
        for (const one of spans) await add(one);
        const kept: Map<string, Kept>[] = people.map(() => new Map());

        /** The instant at which the month begins for the person. */
        const edge = (person: number, index: number) => {
          const [before, month] = [names[index - 1] ?? '', names[index] ?? ''];
          const approved = kept[person];
          return approved?.get(month)?.start ?? approved?.get(before)?.end ?? midnight(`${month}-01`, zone);
        };
        const check = async () => {
          const listed = new Map<string, EndpointResponse<'listMonth'>>();
          for (const [person, { id, client }] of people.entries()) {
            const entries = await db
              .selectFrom('timeEntry')
              .where('userId', '=', id)
              .select(['checkIn', 'checkOut'])
              .execute();
            const counted = entries.map(({ checkIn, checkOut }) => {
              const from = Date.parse(checkIn);
              const at = clock.now().getTime();
              const isForgotten = checkOut === null && at - from >= 14 * hour;
              return { from, to: checkOut ? Date.parse(checkOut) : isForgotten ? from : at };
            });
            const own = (await client.ok('listOwnMonths')).toReversed();
            const sum = (of: number[]) => of.reduce((total, ms) => total + ms, 0);
            expect(sum(own.map(({ ms }) => ms))).toBe(sum(counted.map(({ from, to }) => to - from)));
            expect(sum(own.map((month) => month.entries))).toBe(entries.length);
            for (const [index, month] of own.entries()) {
              if (index > 0) expect(month.startsAt).toBe(own[index - 1]?.endsAt);
              const position = names.indexOf(month.month);
              const [start, end] = [edge(person, position), edge(person, position + 1)];
              expect([month.startsAt, month.endsAt]).toEqual([iso(start), iso(end)]);
              const ms = sum(
                counted.map(({ from, to }) => Math.max(0, Math.min(to, end) - Math.max(from, start))),
              );
              expect(month.ms).toBe(ms);
              const approved = kept[person]?.get(month.month);
              if (approved) expect(ms).toBe(approved.ms);
              expect(month.approval !== null).toBe(approved !== undefined);

              const dates = { startDate: `${month.month}-01`, endDate: lastOf(month.month) };
              const query = { ...dates, measure: 'month' as const, userId: id };
              const explained = await client.ok('explainHours', { query });
              expect(explained.total.ms).toBe(ms);
              expect(sum(explained.days.flatMap(({ parts }) => parts.map((part) => part.ms)))).toBe(ms);
              expect(explained.days.every(({ date }) => date.startsWith(month.month))).toBe(true);
              const { month: name } = month;
              // The same list for everybody.
              const all =
                listed.get(name) ?? (await company.admin.ok('listMonth', { query: { month: name } }));
              listed.set(name, all);
              expect(all.find(({ user }) => user.id === id)).toMatchObject(month);
            }
          }
        };

        await check();
        for (const one of steps) {
          clock.set(iso(clock.now().getTime() + 60_000));
          if (one.what === 'zone') {
            zone = one.zone;
            await company.admin.ok('updateCompany', { body: { ...settings, timezone: zone } });
          } else if (one.what === 'add') {
            const { status, body } = await add(one.span);
            if (status !== 201) seen.add(String(body.code));
          } else if (one.what === 'late-scan') {
            const scannedAt = iso(clock.now().getTime() - one.hoursAgo * hour);
            const body = { qrCode: location.qrCode, clientScanId: randomUUID(), scannedAt };
            const { status, body: answer } = (await people[one.person]?.client.call('scan', { body })) ?? {};
            if (status !== 200) seen.add(String((answer as { code?: string }).code));
          } else {
            const { month } = one;
            const index = names.indexOf(month);
            const chosen = one.person === null ? [0, 1] : [one.person];
            if (one.what === 'approve') {
              const userId = one.person === null ? undefined : people[one.person]?.id;
              const answer = await company.admin.call('approveMonth', { body: { month, userId } });
              expect(answer.status).toBe(200);
              const before = kept.map((_, person) => [edge(person, index), edge(person, index + 1)] as const);
              for (const person of chosen) {
                const { id } = people[person] ?? {};
                const told = answer.body.find(({ userId }) => userId === id);
                if (told?.refusal !== null) {
                  if (told) seen.add(told.refusal);
                  continue;
                }
                const [start = 0, end = 0] = before[person] ?? [];
                const listed = await company.admin.ok('listMonth', { query: { month } });
                const ms = listed.find(({ user }) => user.id === id)?.ms ?? -1;
                kept[person]?.set(month, { start, end, ms });
                seen.add('approved');
              }
            } else {
              for (const person of chosen) {
                const userId = people[person]?.id ?? '';
                const body = { month, userId, reason: 'kļūda' };
                const { status } = await company.admin.call('unlockMonth', { body });
                expect(status).toBe(kept[person]?.delete(month) ? 200 : 409);
              }
            }
          }
          await check();
        }
      },
    ),
    { numRuns: samples(25), examples: [[nightShifts, moves]] },
  );
  if (!runsAllSamples()) return;
  expect([...seen]).toEqual(expect.arrayContaining(['approved', 'already_approved', 'month_locked']));
});

const lastOf = (month: string) => {
  const next = names[names.indexOf(month) + 1] ?? '';
  return iso(Date.parse(`${next}-01T00:00:00Z`) - day).slice(0, 10);
};
