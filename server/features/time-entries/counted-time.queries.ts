import { sql } from 'kysely';
import type { CountedTime } from '#contract/time-tracking.ts';
import type { DatePeriod } from '#domain/dates.ts';
import type { SettledCounting } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { holds, presentMs, sumOfWorkedMs, workedMs } from '#server/platform/texts/hours.ts';

/** `countedMs`: the working time on the dates of the period. */
export type Counted = CountedTime & { countedMs: number };

/** Of an entry that counts nothing. */
const nothing: Counted = { workedMs: 0, breakMs: 0, isGrowing: false, countedMs: 0 };

/** What these entries count, of which those on the dates of a period (by default on all). */
export async function readCountedTime(
  db: Db,
  companyId: string,
  timeEntryIds: string[],
  counting: SettledCounting,
  { start, end }: DatePeriod = { start: '-infinity', end: 'infinity' },
): Promise<(timeEntryId: string) => Counted> {
  const { rows } = await sql<Counted & { timeEntryId: string }>`
    select h.time_entry_id, ${sumOfWorkedMs(counting)} as worked_ms,
      sum(${presentMs(counting)} - ${workedMs(counting)}) as break_ms, bool_or(h.since is not null) as is_growing,
      ${sumOfWorkedMs(counting, sql`h.date between ${start}::date and ${end}::date`)} as counted_ms
    from entry_hours h
    where h.company_id = ${companyId} and h.time_entry_id = any (${timeEntryIds}::uuid[]) and ${holds(counting)}
    group by h.time_entry_id`.execute(db);
  const found = new Map(rows.map(({ timeEntryId, ...counted }) => [timeEntryId, counted]));
  return (id) => found.get(id) ?? nothing;
}
