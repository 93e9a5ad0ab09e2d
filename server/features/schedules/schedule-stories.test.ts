/** Random histories of a schedule against a model that shares no code with the product: what is published, covered, told, planned. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndpointInput } from '#contract/index.ts';
import { MS_PER_HOUR as H } from '#domain/hours.ts';
import type { PlannedShift } from '#domain/schedules.ts';
import { fixedClock } from '#server/platform/clock.ts';
import { addEmployee, registerCompany } from '#tests/support/factories.ts';
import type { Zone } from '#tests/support/oracles/eu-time-oracle.ts';
import { HOLIDAYS } from '#tests/support/oracles/month-oracle.ts';
import { oracleAfter, oracleLength, oracleSpan } from '#tests/support/oracles/schedule-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const clock = fixedClock('2026-11-10T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

type Shift = EndpointInput<'setScheduleDays'>['body']['days'][number]['shifts'][number];
/** The clock of Riga goes back from 04:00 and that of Warsaw from 03:00, in the night of 25 October. */
const SHIFTS: Record<string, Pick<Shift, 'starts' | 'ends' | 'breakMinutes'>> = {
  day: { starts: '07:00', ends: '15:30', breakMinutes: 30 },
  night: { starts: '22:00', ends: '06:00', breakMinutes: 0 },
  early: { starts: '03:30', ends: '10:00', breakMinutes: 15 },
  evening: { starts: '16:00', ends: '21:00', breakMinutes: 0 },
};
const range = (first: string, days: number) =>
  Array.from({ length: days }, (_, index) => oracleAfter(first, index));
const ALL = range('2026-10-01', 61);
const DATES = [
  '2026-10-24',
  '2026-10-25',
  '2026-10-26',
  '2026-10-31',
  '2026-11-01',
  ...range('2026-11-17', 6),
];
const PERIODS: [string, string][] = [
  ['2026-10-01', '2026-10-31'],
  ['2026-11-01', '2026-11-30'],
  ['2026-10-25', '2026-10-25'],
  ['2026-11-19', '2026-11-22'],
  ['2026-10-31', '2026-11-18'],
];

const oneOf = fc.constantFrom;
const anyDay = fc.record({
  date: oneOf(...DATES),
  shifts: fc.uniqueArray(oneOf<string>('day', 'night', 'early', 'evening'), { maxLength: 2 }),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('set' as const),
      days: fc.uniqueArray(anyDay, { minLength: 1, maxLength: 4, selector: ({ date }) => date }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('publish' as const),
      period: oneOf(...PERIODS),
      isNamed: fc.boolean(),
    }),
  },
  fc.record({ what: fc.constant('absence' as const), date: oneOf(...DATES.slice(5)) }),
  fc.record({
    what: fc.constant('leave' as const),
    date: oneOf<string | null>(null, '2026-11-18', '2026-11-21'),
  }),
  fc.record({ what: fc.constant('zone' as const), zone: oneOf<Zone>('Europe/Riga', 'Europe/Warsaw') }),
  fc.record({ what: oneOf('approve' as const, 'unlock' as const, 'seen' as const) }),
);

const set = (date: string, ...shifts: string[]) => ({ what: 'set' as const, days: [{ date, shifts }] });
const publishing = (...period: [string, string]) => ({ what: 'publish' as const, period, isNamed: false });
/** What random histories seldom come to. */
const STORY = [
  set('2026-10-24', 'night'),
  publishing('2026-10-01', '2026-10-31'),
  set('2026-10-24', 'day'),
  set('2026-10-25', 'early'),
  publishing('2026-10-25', '2026-10-25'),
  publishing('2026-10-01', '2026-10-31'),
  { what: 'approve' as const },
  { what: 'zone' as const, zone: 'Europe/Warsaw' as const },
  set('2026-10-26', 'day'),
  set('2026-11-20', 'evening'),
  publishing('2026-10-01', '2026-10-31'),
  publishing('2026-11-01', '2026-11-30'),
  { what: 'absence' as const, date: '2026-11-17' },
  publishing('2026-11-01', '2026-11-30'),
  { what: 'leave' as const, date: '2026-11-18' },
  publishing('2026-11-19', '2026-11-22'),
  { what: 'unlock' as const },
  publishing('2026-10-01', '2026-10-31'),
];

type Plan = Map<string, PlannedShift[]>;
const shiftsOf = (plan: Plan, date: string) => plan.get(date) ?? [];
const same = (one: PlannedShift[], other: PlannedShift[]) => JSON.stringify(one) === JSON.stringify(other);

/** Whether two of the plan's shifts on these dates are at once. */
function collide(plan: Plan, dates: string[], zone: Zone): boolean {
  const spans = dates.flatMap((date) => shiftsOf(plan, date)).map((shift) => oracleSpan(shift, zone));
  return spans.some((one, index) =>
    spans.slice(index + 1).some((other) => one.from < other.to && other.from < one.to),
  );
}

it('a schedule that is changed, published, approved and moved is what the model says', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const company = await registerCompany(app, { timezone: 'Europe/Riga' });
      const { admin } = company;
      await admin.ok('updateWorkRules', { body: { country: 'LV' } });
      const { client, employee } = await addEmployee(app, company);
      const { id, firstName, lastName, email, role } = employee;
      const person = { firstName, lastName, email, role };
      const terms = [
        {
          ...{ validFrom: '1970-01-01', pattern: [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * H) },
          ...{ weekly: 40 * H, workTime: 'summed' as const },
        },
      ];
      const employ = (employedTo: string | null) =>
        admin.ok('updateEmployee', {
          params: { id },
          body: { ...person, terms, employedFrom: '2026-01-01', employedTo },
        });
      await employ(null);

      let [draft, published]: [Plan, Plan] = [new Map(), new Map()];
      const covered = new Set<string>();
      const absent = new Set<string>();
      let zone: Zone = 'Europe/Riga';
      let approvedIn: Zone | null = null;
      let left: string | null = null;
      let told: string[][] = [];
      const isEmployed = (date: string) => left === null || date <= left;

      const publish = (start: string, end: string, isNamed: boolean): [number, unknown] => {
        if (!isEmployed(start)) return isNamed ? [404, 'not_found'] : [200, 0];
        const period = ALL.filter((date) => date >= start && date <= end);
        const dates = period.filter(isEmployed);
        const isPlanned =
          period.some((date) => shiftsOf(draft, date).length > 0) || dates.some((date) => covered.has(date));
        if (!isPlanned && !isNamed) return [200, 0];
        const willCover = (date: string) => shiftsOf(draft, date).length > 0 || !absent.has(date);
        const others = dates.filter((date) => !same(shiftsOf(draft, date), shiftsOf(published, date)));
        const changed = dates.filter(
          (date) => others.includes(date) || willCover(date) !== covered.has(date),
        );
        if (approvedIn && changed.some((date) => date < '2026-11-01')) return [409, 'month_locked'];
        const next = new Map(published);
        for (const date of dates) next.set(date, shiftsOf(draft, date));
        const near = [oracleAfter(start, -1), ...period, oracleAfter(end, 1)].filter(isEmployed);
        if (changed.length > 0 && collide(next, near, zone)) return [409, 'schedule_overlaps'];
        published = next;
        const isNews = others.length > 0 || changed.some(willCover);
        for (const date of dates) {
          if (willCover(date)) covered.add(date);
          else covered.delete(date);
        }
        if (isNews) told = [others, ...told];
        return [200, Number(isNews)];
      };

      const run = async (one: (typeof steps)[number]): Promise<void> => {
        if (one.what === 'set') {
          const days = one.days.map(({ date, shifts }) => ({
            ...{ userId: id, date },
            shifts: shifts
              .map((name) => ({ ...SHIFTS[name], locationId: null, kindId: null, note: null }) as Shift)
              .toSorted((a, b) => (a.starts < b.starts ? -1 : 1)),
          }));
          const next = new Map(draft);
          for (const { date, shifts } of days) {
            next.set(
              date,
              shifts.map((shift) => ({ ...shift, date, note: '' })),
            );
          }
          const isGone = !isEmployed(days.map(({ date }) => date).toSorted()[0] ?? '');
          const { status, body } = await admin.call('setScheduleDays', { body: { days } });
          const code = isGone ? 404 : collide(next, ALL, zone) ? 409 : 200;
          expect([status, code === 409 ? (body as { code?: string }).code : null]).toEqual([
            code,
            code === 409 ? 'schedule_overlaps' : null,
          ]);
          if (code === 200) draft = next;
          seen.set(`set ${code}`, (seen.get(`set ${code}`) ?? 0) + 1);
        } else if (one.what === 'publish') {
          const [startDate, endDate] = one.period;
          const answer = await admin.call('publishSchedule', {
            body: { startDate, endDate, reason: 'R', ...(one.isNamed && { userIds: [id] }) },
          });
          const { announced, code } = answer.body as { announced?: number; code?: string };
          const due = publish(startDate, endDate, one.isNamed);
          expect([answer.status, code ?? announced]).toEqual(due);
          seen.set(`publish ${due.join(' ')}`, (seen.get(`publish ${due.join(' ')}`) ?? 0) + 1);
        } else if (one.what === 'absence') {
          if (absent.has(one.date) || !isEmployed(one.date)) return;
          const body = { userId: id, startDate: one.date, endDate: one.date, code: 'A' };
          await admin.ok('createAbsence', { body });
          absent.add(one.date);
        } else if (one.what === 'leave') {
          // Absences stay within the employment.
          if (one.date && [...absent].some((date) => date > (one.date ?? ''))) return;
          await employ(one.date);
          left = one.date;
        } else if (one.what === 'zone') {
          await admin.ok('updateCompany', { body: { timezone: one.zone } });
          zone = one.zone;
        } else if (one.what === 'approve') {
          const [answer] = await admin.ok('approveMonth', { body: { month: '2026-10', userId: id } });
          expect(answer?.refusal).toBe(approvedIn ? 'already_approved' : null);
          approvedIn ??= zone;
        } else if (one.what === 'unlock') {
          const body = { month: '2026-10', userId: id, reason: 'Kļūda' };
          const { status } = await admin.call('unlockMonth', { body });
          expect(status === 200).toBe(approvedIn !== null);
          approvedIn = null;
        } else {
          const { announcements } = await client.ok('getOwnSchedule', {
            query: { startDate: '2026-10-01', endDate: '2026-11-30' },
          });
          if (announcements.length === 0) return;
          await client.ok('acknowledgeSchedule', {
            body: { announcementIds: announcements.map((each) => each.id) },
          });
          told = [];
        }
      };

      const check = async () => {
        const own = await client.ok('getOwnSchedule', {
          query: { startDate: '2026-10-01', endDate: '2026-11-30' },
        });
        const known = ALL.filter(isEmployed);
        expect(own.coveredDates).toEqual(known.filter((date) => covered.has(date)));
        expect(own.days.map(({ date, shifts }) => `${date} ${shifts.map(({ starts }) => starts)}`)).toEqual(
          known
            .filter((date) => shiftsOf(published, date).length > 0)
            .map((date) => `${date} ${shiftsOf(published, date).map(({ starts }) => starts)}`),
        );
        expect(own.announcements.map(({ days }) => days.map(({ date }) => date))).toEqual(told);
        for (const month of ['2026-10', '2026-11']) {
          const [hours] = await admin.ok('getMonthHours', {
            params: { month },
            query: { userId: id, details: 'true' },
          });
          const clockOf = month === '2026-10' && approvedIn ? approvedIn : zone;
          for (const { date, plan } of hours?.details?.days ?? []) {
            const isFree = HOLIDAYS.LV.has(date) || [0, 6].includes(new Date(date).getUTCDay());
            const isShort = HOLIDAYS.LV.has(oracleAfter(date, 1));
            const pattern = isFree ? 0 : isShort ? 7 * H : 8 * H;
            const length = shiftsOf(published, date).reduce(
              (sum, shift) => sum + oracleLength(shift, clockOf),
              0,
            );
            const due = !isEmployed(date) ? 0 : covered.has(date) ? length : pattern;
            expect([date, plan]).toEqual([date, due]);
          }
        }
      };

      for (const one of steps) {
        clock.set(new Date(clock.now().getTime() + 1000).toISOString());
        await run(one);
        await check();
      }
    }),
    { numRuns: samples(150), examples: [[STORY]] },
  );
  const all = ['set 200', 'publish 200 1', 'publish 200 0', 'publish 409 month_locked'];
  for (const due of [...all, 'publish 409 schedule_overlaps']) expect(seen.get(due), due).toBeGreaterThan(0);
});
