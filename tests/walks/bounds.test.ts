/**
 * How much every page and list answers in a company of 200 people with five years of data, one of whom has made the most
 * that a person can make on each of many days.
 */

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { reachOf } from '#contract/policy.ts';
import { MAX_ENTRIES_A_DAY } from '#domain/shifts.ts';
import { withClient } from '#server/platform/database/embedded/cluster.ts';
import {
  type FiveYears,
  inputsOf,
  type Listed,
  listed,
  seedHistory,
  startFiveYears,
} from '#tests/support/five-years.ts';

/** The largest plan has 200 people; three are registered. */
const history = { people: 197, entriesPerWeek: 1 };
const mostBytes = 2_000_000;
/** Answers that may be larger, in bytes, and why. */
const exceptions: { [K in Listed]?: number } = {
  // A file: everything that is stored about the person, whose entries of 43 full days are 8,600.
  getUserData: 25_000_000,
  // The table and file of a period, of at most 50,000 entries and 10,000,000 characters of work reports.
  getTimeEntriesReport: 15_000_000,
};

let company: FiveYears;

beforeAll(async () => {
  company = await startFiveYears(async ({ connectionString }, { worker }) => {
    await seedHistory(connectionString, history);
    await seedMost(connectionString, worker.id);
  });
});
afterAll(() => company.app.close());

/** The most that the person can make on each day from February on, and of what awaits a decision. */
async function seedMost(connectionString: string, userId: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`
      begin;
      set local session_replication_role = replica;
      set local timezone = 'UTC';
      create temp table own on commit drop as
        select u.company_id, u.id as user_id, l.id as location_id
        from users u join location l on l.company_id = u.company_id where u.id = '${userId}' limit 1;
      delete from scan where user_id = '${userId}' and effective_at > '2026-01-31';
      delete from time_entry where user_id = '${userId}' and check_in > '2026-01-31';
      insert into time_entry (company_id, id, user_id, location_id, check_in, check_out, check_in_source, check_out_source,
          created_at)
        select company_id, gen_random_uuid(), user_id, location_id, at, at + interval '5 minutes', 'offline', 'offline', at
        from own cross join generate_series('2026-02-01'::timestamptz, '2026-03-15', interval '1 day') day
        cross join generate_series(0, ${MAX_ENTRIES_A_DAY - 1}) n
        cross join lateral (select day + interval '1 hour' + n * interval '6 minutes') a (at);
      create temp table made on commit drop as
        select * from time_entry where user_id = '${userId}' and check_in > '2026-01-31 12:00';
      insert into scan (company_id, user_id, id, location_id, time_entry_id, action, source, effective_at, scanned_at,
          device_at, device_now, received_at)
        select company_id, user_id, gen_random_uuid(), location_id, id, action::scan_action, 'offline', at, at, at, at, at
        from made cross join lateral (values ('check-in', check_in), ('check-out', check_out)) v (action, at);
      insert into work_break (company_id, user_id, id, time_entry_id, started_at, ended_at, is_paid, start_source, received_at)
        select company_id, user_id, gen_random_uuid(), id, check_in + interval '1 minute', check_in + interval '2 minutes',
          false, 'button', check_in
        from made;
      insert into work_report (company_id, id, user_id, time_entry_id, submission_id, units, quantity, description, created_at)
        select company_id, gen_random_uuid(), user_id, id, gen_random_uuid(), 'm2', 12.5, repeat('ž', 300), check_in
        from made;
      insert into refused_scan (company_id, id, user_id, scan_id, location_id, is_button, scanned_at, device_at, received_at,
          reason)
        select company_id, gen_random_uuid(), user_id, gen_random_uuid(), location_id, false, at, at, at, 'entry_limit'
        from own cross join generate_series('2026-02-01'::timestamptz, '2026-03-15', interval '1 day') day
        cross join generate_series(0, 19) n
        cross join lateral (select day + interval '21 hours' + n * interval '1 minute') a (at);
      insert into correction_request (company_id, id, user_id, kind, time_entry_id, check_in, check_out, location_id, breaks,
          reason, status, created_at)
        select company_id, gen_random_uuid(), user_id, 'add', gen_random_uuid(), at, at + interval '6 hours', location_id,
          (select jsonb_build_object('added', jsonb_agg(jsonb_build_object('startedAt', '2026-03-15T10:00:00.000Z', 'endedAt',
              '2026-03-15T10:01:00.000Z', 'isPaid', false)), 'removed', jsonb_agg('2026-03-15T10:00:00.000Z'::text))
            from generate_series(1, 50)),
          repeat('ž', 500), 'pending', at
        from own cross join generate_series(1, 50) n
        cross join lateral (select '2025-06-01'::timestamptz + n * interval '1 day') a (at);
      commit;
      analyze`);
  });
}

it.runIf(inject('engine') === 'embedded').each(listed)('%s answers a page', async (name) => {
  const { admin, worker, kiosk, ids } = company;
  const { access }: Endpoint = contract[name];
  const readers = access === 'kiosk' ? [kiosk] : reachOf(access, 'employee') ? [admin, worker] : [admin];
  for (const viewer of readers) {
    const fullDay = name === 'getTimeline' ? [{ query: { date: '2026-03-13' } }] : [];
    for (const input of [...inputsOf(name, ids, { readsAll: viewer === admin }), ...fullDay]) {
      const body = await viewer.ok(name, input);
      const bytes = Buffer.byteLength(JSON.stringify(body) ?? '');
      expect(bytes, JSON.stringify(input)).toBeLessThanOrEqual(exceptions[name] ?? mostBytes);
    }
  }
});
