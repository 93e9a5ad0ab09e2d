import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, addMonths, monthOf } from '#domain/dates.ts';
import {
  type CompanyTime,
  createWorkCalendar,
  personCalendarOf,
  type WorkCalendar,
} from '#domain/work-calendar.ts';
import { firstDateFor, type WorkHours, workHours } from '#domain/work-hours.ts';
import type { Approval } from '#domain/worked-time.ts';
import { type CompanyContext, countingOf } from '#server/context.ts';
import { listAbsentIn, listOnCallOf } from '../absences/absences.queries.ts';
import { listMonthStates, type MonthState } from '../months/months.queries.ts';
import { rangeOfMonth } from '../time-entries/month-bounds.queries.ts';
import { employmentOf, readCompanyTime } from '../work-rules/work-rules.service.ts';
import * as queries from './hours.queries.ts';
import { isErased, isMember } from './month-members.ts';
import type { Seal } from './month-seal.ts';
import { readTimes } from './times.service.ts';

export type Reader = Pick<CompanyContext, 'db' | 'clock' | 'viewer' | 'scope'>;
type Zone = CompanyTime['zones'][number];
type Employed = Awaited<ReturnType<typeof queries.listEmployments>>[number];

const PEOPLE_AT_ONCE = 50;

export type PersonHours = {
  /** As the month overview lists it: name, instants, approval. */
  overview: MonthState;
  payrollNo: string | null;
  position: string | null;
  /** The IANA zone by whose clock the month's times are shown. */
  timeZone: string;
  /** In the person's zones. */
  calendar: WorkCalendar;
  /** Computed when it is first read: an approved month mostly says what was sealed. */
  readonly hours: WorkHours;
  /** On-call time that begins in the month. */
  onCall: Awaited<ReturnType<typeof listOnCallOf>>;
  /** Of an approved month: what it says, whatever `hours` says today. */
  seal: Seal | null;
};

/**
 * The zones of the person's dates: in an approved month that of its approval, otherwise the present one. Approved months
 * keep the instants at which they begin and end, as `month_bounds` has them.
 */
export function zonesOf(
  approvals: (Approval & { startsAt: string; endsAt: string })[],
  former: { until: string; timeZone: string }[],
  present: string,
): Zone[] {
  const zones = new Map<string, Zone>([['', { validFrom: '', timeZone: present }]]);
  if (former.length === 0) return [...zones.values()];
  for (const { month, from, to, startsAt, endsAt } of approvals) {
    if (to !== null) continue;
    const timeZone = former.find(({ until }) => from <= until)?.timeZone ?? present;
    const [start, next] = [`${month}-01`, `${addMonths(month, 1)}-01`];
    zones.set(start, { validFrom: start, timeZone, startsAt });
    zones.set(next, { validFrom: next, timeZone: present, startsAt: endsAt });
  }
  return [...zones.values()];
}

type Recorded = {
  entries: { checkIn: string; checkOut: string | null }[];
  absences: { start: string; end: string }[];
  approvals: Pick<Approval, 'month' | 'to'>[];
};

/**
 * Whether nothing is known of a person in a month: it ended before the account, or its records are erased, and it has neither
 * hours nor absences. Undefined if that is no month from `from` (`yyyy-MM`) on.
 */
function unknownMonths(
  { createdAt, employedFrom }: Employed,
  { entries, absences, approvals }: Recorded,
  calendar: WorkCalendar,
  { from, keptFrom = '' }: { from: string; keptFrom: string | undefined },
): ((month: string) => boolean) | undefined {
  const account = employedFrom === null ? calendar.dateOf(Date.parse(createdAt)).slice(0, 7) : '';
  const known = account > keptFrom ? account : keptFrom;
  if (known <= from) return undefined;
  const knownSince = calendar.startOf(`${known}-01`);
  const recorded = new Set(approvals.flatMap(({ month, to }) => (to === null ? [month] : [])));
  const add = (start: string, end: string) => {
    const last = end.slice(0, 7);
    for (let month = start.slice(0, 7); month <= last && month < known; month = addMonths(month, 1))
      recorded.add(month);
  };
  for (const { checkIn, checkOut } of entries) {
    if (Date.parse(checkIn) >= knownSince) continue;
    add(calendar.dateOf(Date.parse(checkIn)), calendar.dateOf(Date.parse(checkOut ?? checkIn)));
  }
  for (const { start, end } of absences) add(start, end);
  return (month) => month < known && !recorded.has(month);
}

/**
 * Reads the hours of a month for everybody with hours in it or employed during it, in no order, or for one person (nobody if
 * the company has no such person). People come one by one and are read in small groups, so that 200 of them don't fill the
 * memory: reduce each before taking the next. `calendar` is the company's, in its present time zone. `forWarnings` reads
 * the earlier entries that `workWarnings` needs too. Once a month is approved, nobody is in it whose account was made later,
 * unless time or an absence is recorded in it, or `withNew`. With `onlyFigures` a seal has no days, and who has one no `hours`.
 */
export async function readMonthPeople(
  context: Reader,
  month: string,
  {
    userId,
    forWarnings = false,
    withNew = false,
    onlyFigures = false,
  }: { userId?: string | undefined; forWarnings?: boolean; withNew?: boolean; onlyFigures?: boolean } = {},
): Promise<{ calendar: WorkCalendar; people: AsyncGenerator<PersonHours> }> {
  const { db, viewer, scope } = context;
  const { companyId, timeZone } = viewer;
  const company = await readCompanyTime(db, viewer);
  const former = await queries.listFormerZones(db, companyId);
  const calendars = new Map<string, WorkCalendar>();
  function calendarIn(zones: Zone[]): WorkCalendar {
    const key = JSON.stringify(zones);
    const calendar = calendars.get(key) ?? createWorkCalendar({ ...company, zones });
    calendars.set(key, calendar);
    return calendar;
  }
  const counting = countingOf(context);
  const range = rangeOfMonth(month, timeZone);
  const listed = await listMonthStates(db, companyId, scope, [range], userId, counting);
  // By instants, which a row may lie beside: whether there is time in the month says what is computed.
  const present = new Set(userId ? [] : await queries.listPresentIn(db, companyId, range));
  const closedAt = withNew ? undefined : await queries.findLastApproval(db, companyId, month);
  const absent = new Set(await listAbsentIn(db, companyId, monthOf(`${month}-01`)));
  const keptFrom = await queries.findKeptFrom(db, companyId);

  async function* read(group: MonthState[]): AsyncGenerator<PersonHours> {
    const ids = group.map(({ user }) => user.id);
    const [employments, allApprovals] = [
      Map.groupBy(await queries.listEmployments(db, companyId, ids), ({ id }) => id),
      Map.groupBy(await queries.listApprovals(db, companyId, ids), ({ userId: of }) => of),
    ];
    const people = group.flatMap((overview) => {
      const [found] = employments.get(overview.user.id) ?? [];
      if (!found) return [];
      const isIn = isMember(month, overview, found, { closedAt, absent, keptFrom, timeZone });
      const isShown = userId ? !isErased(month, keptFrom) : present.has(found.id);
      if (!isIn && !isShown) return [];
      const approvals = allApprovals.get(found.id) ?? [];
      const zones = zonesOf(approvals, former, timeZone);
      const calendar = calendarIn(zones);
      const employment = employmentOf(found, company.rules);
      const period = personCalendarOf(employment, calendar).periodOf(month);
      const rules = calendar.rulesOn(monthOf(`${month}-01`).end);
      // A day more than `workHours` asks for on either side, because the time zone may have changed.
      const [first = ''] = [
        addDays(`${period.start}-01`, -36),
        ...(forWarnings ? [addDays(firstDateFor(month, rules.warnings), -1)] : []),
      ].toSorted();
      const last = addDays(monthOf(`${period.end}-01`).end, 3);
      const approval = approvals.find((each) => each.month === month && each.to === null);
      return [{ overview, found, approvals, approval, zones, calendar, employment, first, last, isIn }];
    });
    const [first] = people.map((person) => person.first).toSorted();
    const last = people
      .map((person) => person.last)
      .toSorted()
      .at(-1);
    if (!first || !last) return;
    const approved = people.flatMap(({ approval }) => approval?.id ?? []);
    const seals = await queries.listSeals(db, companyId, approved, { onlyFigures });
    const userIds = people
      .filter(({ approval }) => !(onlyFigures && seals.has(approval?.id ?? '')))
      .map(({ found }) => found.id);
    const timesOf = await readTimes(db, viewer, userIds, { first, last });
    const { start, end } = monthOf(`${month}-01`);
    const onCallIn = { companyId, userIds, from: start, to: end };
    const allOnCall = Map.groupBy(await listOnCallOf(db, onCallIn), ({ userId: of }) => of);
    for (const { overview, found, approvals, approval, zones, calendar, ...person } of people) {
      // A person's year takes many milliseconds, in which nobody else is served.
      await nextTurn();
      const zoneOf = (date: string) =>
        zones.findLast(({ validFrom }) => validFrom <= date)?.timeZone ?? timeZone;
      const { schedule, ...times } = timesOf(found.id, zoneOf);
      const isRead = userIds.includes(found.id);
      const compute = () => {
        if (!isRead) throw new RangeError('The hours of a sealed month were not read');
        const isUnknown = unknownMonths(found, { ...times, approvals }, calendar, {
          ...{ from: person.first.slice(0, 7), keptFrom },
        });
        const employment = {
          ...person.employment,
          ...(isUnknown && { isUnknown }),
          ...(schedule && { schedule }),
        };
        const input = { ...times, approvals, counting, employment };
        return workHours(input, month, calendar);
      };
      let hours: WorkHours | undefined;
      const onlyOnce = () => (hours ??= compute());
      if (!userId && !person.isIn && isRead && onlyOnce().month.total === 0) continue;
      yield {
        overview,
        payrollNo: found.payrollNo,
        position: found.position,
        timeZone: zoneOf(`${month}-01`),
        calendar,
        get hours() {
          return onlyOnce();
        },
        onCall: allOnCall.get(found.id) ?? [],
        seal: seals.get(approval?.id ?? '') ?? null,
      };
    }
  }

  async function* readAll(): AsyncGenerator<PersonHours> {
    for (let index = 0; index < listed.length; index += PEOPLE_AT_ONCE) {
      yield* read(listed.slice(index, index + PEOPLE_AT_ONCE));
    }
  }
  return { calendar: calendarIn([{ validFrom: '', timeZone }]), people: readAll() };
}
