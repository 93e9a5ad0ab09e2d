import { startOfDay } from '#domain/calendar.ts';
import { addDays } from '#domain/dates.ts';
import type { Mark } from '#domain/worked-time.ts';
import type { CompanyViewer } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { listAbsencesOf } from '../absences/absences.queries.ts';
import { readCoveredPlans } from '../shifts/shifts.queries.ts';
import * as queries from './hours.queries.ts';

function marksOf(entry: Awaited<ReturnType<typeof queries.listEntries>>[number]): Mark[] {
  return [
    ...(entry.isCorrected ? (['corrected'] as const) : []),
    ...(entry.checkOutSource === 'estimate' ? (['estimated'] as const) : []),
    ...(entry.approval === 'pending' ? (['pending'] as const) : []),
  ];
}

/**
 * What is recorded and planned of these people from the date `first` to `last`, both included, as `workHours` takes it. `schedule`
 * is undefined without a published one; `zoneOf` says in which time zone a date's shifts are, if not in the company's present one.
 */
export async function readTimes(
  db: Db,
  { companyId, timeZone }: Pick<CompanyViewer, 'companyId' | 'timeZone'>,
  userIds: string[],
  { first, last }: { first: string; last: string },
) {
  const ranges = {
    companyId,
    userIds,
    from: startOfDay(first, timeZone),
    to: startOfDay(addDays(last, 1), timeZone),
  };
  const dates = { companyId, userIds, from: first, to: last };
  const entries = Map.groupBy(await queries.listEntries(db, ranges), ({ userId }) => userId);
  const breaks = Map.groupBy(await queries.listBreaks(db, ranges), ({ userId }) => userId);
  const absences = Map.groupBy(await listAbsencesOf(db, dates), ({ userId }) => userId);
  const scheduleOf = await readCoveredPlans(db, dates);
  return (userId: string, zoneOf = (_date: string) => timeZone) => ({
    entries: (entries.get(userId) ?? []).map((entry) => ({
      ...entry,
      recordedAt: entry.createdAt,
      marks: marksOf(entry),
    })),
    breaks: breaks.get(userId) ?? [],
    absences: absences.get(userId) ?? [],
    schedule: scheduleOf(userId, zoneOf),
  });
}
