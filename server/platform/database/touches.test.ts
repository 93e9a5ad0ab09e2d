/** `touches` and `worked_time` for entries of every length around a range, against the ranges of PostgreSQL itself. */
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { withClient } from './embedded/cluster.ts';

/** Entries of 0 to 60 hours and open ones, from 60 hours before a range of 1 to 41 hours to 10 hours after it. */
const cases = `
  select check_in, check_in + length * interval '1 hour' as check_out, starts, ends
  from (select timestamptz '2026-03-28T22:00Z' as starts) s
  cross join lateral (select starts + hours * interval '1 hour' as ends from generate_series(1, 41, 8) hours) r
  cross join lateral (select starts + at * interval '30 minutes' as check_in from generate_series(-120, 100) at) e
  cross join (select generate_series(0, 60, 0.5) as length union all select null) l`;

it('finds the entries that began in a range, or were open when it began', async () => {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query(`
      select count(*)::int as cases, count(*) filter (where is_found)::int as found,
        count(*) filter (where is_found and check_in < starts - interval '24 hours')::int as long,
        count(*) filter (where is_found is distinct from is_expected)::int as wrong
      from (
        select *, touches(check_in, check_out, starts, ends) as is_found,
          (check_in >= starts and check_in < ends) or tstzrange(check_in, check_out) @> starts as is_expected
        from (${cases}) c
      ) c`);
    expect(rows).toEqual([
      { cases: 6 * 221 * 122, found: expect.any(Number), long: expect.any(Number), wrong: 0 },
    ]);
    expect(rows[0].found).toBeGreaterThan(rows[0].long);
    expect(rows[0].long).toBeGreaterThan(1000);
  });
});
