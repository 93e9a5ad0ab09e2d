import { setImmediate as nextTurn } from 'node:timers/promises';
import { monthOf } from '#domain/dates.ts';
import { entryHours, entryHoursOn } from '#domain/entry-hours.ts';
import { createWorkCalendar, type WorkCalendar } from '#domain/work-calendar.ts';
import type { WorkHours } from '#domain/work-hours.ts';
import type { Services } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { readCompanyTime } from '../work-rules/work-rules.service.ts';
import * as stored from './entry-hours.queries.ts';
import * as queries from './hours.queries.ts';
import { zonesOf } from './month-people.service.ts';

const MS_PER_DAY = 86_400_000;
/** Days before a change in which its shift may have begun (`entryHours`). */
const daysBefore = 36;
/** Before the first time entry, and after the last. */
const [beginning, ending] = [new Date('1900-01-01'), new Date('9999-01-01')];

/** Computes what has to be computed anew of some people of the company. False: there was nothing. */
async function settleSome(transaction: Db, companyId: string): Promise<boolean> {
  const company = await stored.lockForSettling(transaction, companyId);
  const notes = company ? await stored.takeUnsettled(transaction, companyId) : [];
  if (!company || notes.length === 0) return false;
  const { timeZone, longestShiftHours } = company;
  const userIds = notes.map(({ userId }) => userId);
  const earliest = Math.min(...notes.map(({ since }) => since)) - daysBefore * MS_PER_DAY;
  const range = {
    companyId,
    userIds,
    from: Number.isFinite(earliest) ? new Date(earliest) : beginning,
    to: ending,
  };
  const rules = await readCompanyTime(transaction, { companyId, timeZone });
  const former = await queries.listFormerZones(transaction, companyId);
  const byUser = ({ userId }: { userId: string }) => userId;
  const entries = Map.groupBy(await queries.listEntries(transaction, range), byUser);
  const breaks = Map.groupBy(await queries.listBreaks(transaction, range), byUser);
  const approvals = Map.groupBy(await queries.listApprovals(transaction, companyId, userIds), byUser);
  const calendars = new Map<string, WorkCalendar>();
  const people: stored.SettledPerson[] = [];
  for (const { userId, since } of notes) {
    // Five years of a person take many milliseconds, in which nobody else is served.
    await nextTurn();
    const ofPerson = approvals.get(userId) ?? [];
    const zones = zonesOf(ofPerson, former, timeZone);
    const key = JSON.stringify(zones);
    const calendar = calendars.get(key) ?? createWorkCalendar({ ...rules, zones });
    calendars.set(key, calendar);
    const recorded = {
      entries: (entries.get(userId) ?? []).map((entry) => ({
        ...entry,
        recordedAt: entry.createdAt,
        marks: [],
      })),
      breaks: breaks.get(userId) ?? [],
      approvals: ofPerson,
      longestShiftHours,
    };
    people.push({ userId, ...entryHours(recorded, calendar, since) });
  }
  await stored.replaceEntryHours(transaction, companyId, people);
  return true;
}

/**
 * Computes the working time of all whose entries, breaks or rules have changed since it was computed, in steps: one who
 * reads a sum of hours calls this before, as `settledCounting` does.
 */
export const settleHours: (db: Db) => Services['settleHours'] = (db) => async (companyId) => {
  if (!(await stored.hasUnsettled(db, companyId))) return;
  let isUnsettled = true;
  while (isUnsettled) {
    isUnsettled = await db.transaction().execute((transaction) => settleSome(transaction, companyId));
  }
};

/** Stores what an approved month of the person says, in the transaction of the approval. */
export async function keepEntryHours(
  transaction: Db,
  companyId: string,
  { userId, month }: { userId: string; month: string },
  hours: WorkHours,
  calendar: WorkCalendar,
): Promise<void> {
  const rows = entryHoursOn(monthOf(`${month}-01`), hours, calendar);
  await stored.replaceMonth(transaction, companyId, { userId, month, rows });
}

/** Computes the hours of companies whose hours nobody has read since they changed. */
export async function settleAllCompanies({ db, settleHours: settle }: Pick<Services, 'db' | 'settleHours'>) {
  for (const companyId of await stored.listUnsettledCompanies(db)) await settle(companyId);
}
