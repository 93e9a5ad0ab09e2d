import { sql } from 'kysely';
import type { OutputTarget } from '#contract/reports.ts';
import type { Scope, SettledCounting } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { locationIn } from '#server/platform/scope.ts';
import { holds, sumOfWorkedMs } from '#server/platform/texts/hours.ts';

export type Day = { date: string; start: Date; end: Date };

type Asked = { companyId: string; scope: Scope; locationId: string | undefined };

/** Work reports, named `r`, of ended entries, named `e`, that began on one of the days, named `d`. */
function reported({ companyId, scope, locationId }: Asked, days: Day[], joined = sql``) {
  const dates = days.map(({ date }) => date);
  const starts = days.map(({ start }) => start.toISOString());
  const ends = days.map(({ end }) => end.toISOString());
  // The bounds of all days, and each entry's reports looked up by themselves: so that no plan reads the company's history.
  return sql`time_entry e
    join unnest(${dates}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as d (date, starts, ends)
      on e.check_in >= d.starts and e.check_in < d.ends
    cross join lateral (
      select units, description, quantity from work_report
      where company_id = ${companyId} and time_entry_id = e.id offset 0
    ) r
    ${joined}
    where e.company_id = ${companyId} and e.check_in >= ${starts[0] ?? null} and e.check_in < ${ends.at(-1) ?? null}
      and e.check_out is not null and ${locationIn(scope, 'e.locationId')}
      and (${locationId ?? null}::uuid is null or e.location_id = ${locationId ?? null})`;
}

/** The descriptions of the work reports and how often each was written, at most `limit`. */
export async function listDescriptions(db: Db, asked: Asked, days: Day[], limit: number) {
  const { rows } = await sql<{ description: string; count: number }>`
    select r.description, count(*) as count from ${reported(asked, days)}
    group by r.description order by r.description limit ${limit}`.execute(db);
  return rows;
}

/** Of one day at one location in one unit; `job` is empty unless jobs are told apart. */
export type OutputCell = {
  date: string;
  locationId: string;
  unit: string;
  job: string;
  quantity: number;
  /** Of the entries with a report, each counted once. */
  ms: number;
  /** Ids of those who reported more than 0. */
  people: string[];
};

/** What was reported, by day, location, unit and, with `jobs` (descriptions and what each is compared as), by job. */
export async function listOutput(
  db: Db,
  asked: Asked,
  days: Day[],
  jobs: { description: string; job: string }[] | null,
  counting: SettledCounting,
): Promise<OutputCell[]> {
  const named = jobs
    ? sql`join unnest(${jobs.map(({ description }) => description)}::text[], ${jobs.map(({ job }) => job)}::text[])
        as j (description, job) on j.description = r.description`
    : sql``;
  const job = jobs ? sql`j.job` : sql`''`;
  const { rows } = await sql<OutputCell>`
    select date, location_id, unit, job, sum(quantity) as quantity,
      sum(worked) as ms,
      coalesce(array_agg(distinct user_id::text) filter (where quantity > 0), '{}') as people
    from (
      select d.date, e.location_id, r.units as unit, ${job} as job, e.id, e.user_id,
        (select ${sumOfWorkedMs(counting)} from entry_hours h
          where h.company_id = ${asked.companyId} and h.time_entry_id = e.id and ${holds(counting)}) as worked,
        sum(r.quantity) as quantity
      from ${reported(asked, days, named)}
      group by d.date, e.location_id, r.units, ${jobs ? job : sql`e.company_id`}, e.company_id, e.id
    ) entry
    group by date, location_id, unit, job`.execute(db);
  return rows;
}

export async function listTargets(db: Db, companyId: string): Promise<OutputTarget[]> {
  return db
    .selectFrom('outputTarget as t')
    .innerJoin('location as l', inCompany('l.id', 't.locationId'))
    .where('t.companyId', '=', companyId)
    .where('l.deletedAt', 'is', null)
    .orderBy('t.locationId')
    .orderBy('t.unit')
    .select(['t.locationId', 't.unit', 't.perHour'])
    .execute();
}

export async function replaceTargets(db: Db, companyId: string, targets: OutputTarget[]): Promise<void> {
  await db.deleteFrom('outputTarget').where('companyId', '=', companyId).execute();
  if (targets.length === 0) return;
  await db
    .insertInto('outputTarget')
    .values(targets.map((target) => ({ companyId, ...target })))
    .execute();
}
