import { startOfDay } from '#domain/calendar.ts';
import { addDays, addMonths, monthOf } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import {
  type CompanyTime,
  createPersonCalendar,
  createWorkCalendar,
  type WorkCalendar,
} from '#domain/work-calendar.ts';
import { workHours } from '#domain/work-hours.ts';
import type { Mark } from '#domain/worked-time.ts';
import { type CompanyContext, countingOf } from '#server/context.ts';
import { listMonths } from '../months/months.queries.ts';
import { rangeOfMonth } from '../time-entries/month-bounds.queries.ts';
import { employmentOf, readCompanyTime } from '../work-rules/work-rules.service.ts';
import { type SheetPerson, sheetPerson } from './sheet-person.ts';
import * as queries from './sheets.queries.ts';

type Reader = Pick<CompanyContext, 'db' | 'clock' | 'viewer'>;
type Zone = CompanyTime['zones'][number];
type Approval = Awaited<ReturnType<typeof queries.listApprovals>>[number];

/** In which zones the person's dates are: a former one up to the last month that was approved in it. */
function zonesOf(
  approvals: Approval[],
  former: { until: string; timeZone: string }[],
  present: string,
): Zone[] {
  const zones: Zone[] = [];
  let [validFrom, since] = ['', ''];
  for (const { until, timeZone } of former) {
    const approved = approvals.filter(
      ({ approvedAt, unlockedAt }) => unlockedAt === null && approvedAt > since && approvedAt <= until,
    );
    since = until;
    const last = approved.at(-1)?.month;
    const next = last && `${addMonths(last, 1)}-01`;
    if (!next || next <= validFrom) continue;
    zones.push({ validFrom, timeZone });
    validFrom = next;
  }
  return [...zones, { validFrom, timeZone: present }];
}

function marksOf(entry: Awaited<ReturnType<typeof queries.listEntries>>[number]): Mark[] {
  return [
    ...(entry.isCorrected ? (['corrected'] as const) : []),
    ...(entry.checkOutSource === 'estimate' ? (['estimated'] as const) : []),
    ...(entry.approval === 'pending' ? (['pending'] as const) : []),
  ];
}

/**
 * The month of everybody with hours in it or employed during it, by name, or of one person (nobody if the company does
 * not have them). Each person is read and reduced before the next, so that 200 don't fill the memory.
 */
export async function readMonthPeople(
  { db, clock, viewer }: Reader,
  month: string,
  userId?: string,
): Promise<{ people: SheetPerson[]; calendar: WorkCalendar }> {
  const { companyId, timeZone } = viewer;
  const company = await readCompanyTime(db, viewer);
  const calendar = createWorkCalendar({ ...company, zones: [{ validFrom: '', timeZone }] });
  const counting = countingOf({ clock, viewer });
  const listed = await listMonths(db, companyId, [rangeOfMonth(month, timeZone)], userId, counting);
  if (listed.length === 0) return { people: [], calendar };
  const employments = await queries.listEmployments(
    db,
    companyId,
    listed.map(({ user }) => user.id),
  );
  const former = await queries.listFormerZones(db, companyId);
  const calendars = new Map([[JSON.stringify([{ validFrom: '', timeZone }]), calendar]]);
  const calendarIn = (zones: Zone[]) => {
    const key = JSON.stringify(zones);
    const known = calendars.get(key) ?? createWorkCalendar({ ...company, zones });
    calendars.set(key, known);
    return known;
  };
  const { start: first, end: last } = monthOf(`${month}-01`);

  const people: SheetPerson[] = [];
  for (const { user, ms, entries: count, approval, hasLeft, endsAt } of listed) {
    const found = employments.find(({ id }) => id === user.id);
    if (!found) continue;
    const { employedFrom, employedTo, terms, payrollNo, position } = found;
    const isThere =
      !hasLeft &&
      found.role === 'employee' &&
      found.createdAt < endsAt &&
      (employedFrom ?? '') <= last &&
      (employedTo ?? '9999') >= first;
    if (!userId && ms === 0 && count === 0 && !approval && !isThere) continue;
    const approvals = await queries.listApprovals(db, companyId, user.id);
    const zones = zonesOf(approvals, former, timeZone);
    const own = calendarIn(zones);
    const employment = employmentOf({ employedFrom, employedTo, terms }, company.rules);
    const period = createPersonCalendar(employment, own).periodOf(month);
    const range = {
      companyId,
      userId: user.id,
      from: startOfDay(addDays(`${period.start}-01`, -36), timeZone),
      to: startOfDay(addDays(monthOf(`${period.end}-01`).end, 4), timeZone),
    };
    const entries = await queries.listEntries(db, range);
    const breaks = await queries.listBreaks(db, range);
    const hours = workHours(
      {
        entries: entries.map((entry) => ({ ...entry, recordedAt: entry.createdAt, marks: marksOf(entry) })),
        breaks: breaks.map(({ startedAt, endedAt, isPaid }) => ({ from: startedAt, to: endedAt, isPaid })),
        approvals: approvals.map(({ month: of, approvedAt, unlockedAt }) => ({
          month: of,
          from: approvedAt,
          to: unlockedAt,
        })),
        absences: [],
        counting,
        employment,
      },
      month,
      own,
    );
    const sheetUser = {
      ...{ id: user.id, name: fullName(user), payrollNo, position },
      // Who has no hours has nothing to be approved.
      isApproved: approval !== null || (ms === 0 && count === 0),
      timeZone: zones.findLast(({ validFrom }) => validFrom <= first)?.timeZone ?? timeZone,
    };
    people.push(sheetPerson(hours, sheetUser, own));
  }
  return { people, calendar };
}
