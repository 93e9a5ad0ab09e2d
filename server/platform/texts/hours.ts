/** How sums of working time are taken from the table entry_hours, named `h` (domain/entry-hours.ts). */
import { type RawBuilder, sql } from 'kysely';
import type { SettledCounting } from '#server/context.ts';

/** Whether the row holds at the instant of counting. Required of every row that is read. */
export const holds = ({ now }: SettledCounting): RawBuilder<boolean> =>
  sql`(h.valid_from <= ${now} and h.valid_to > ${now})`;

/** The row's working time, in milliseconds. */
export const workedMs = ({ now }: SettledCounting): RawBuilder<number> =>
  sql`(h.ms + coalesce(grown_ms(h.since, ${now}), 0))`;

/** The working time of all rows, or of those with a condition, in milliseconds. */
export function sumOfWorkedMs(
  { now }: SettledCounting,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<number> {
  // Apart: hardly any row grows, and adding up whole numbers of a column takes PostgreSQL half as long.
  return sql`(coalesce(sum(h.ms) filter (where ${condition}), 0)
    + coalesce(sum(grown_ms(h.since, ${now})) filter (where h.since is not null and ${condition}), 0))`;
}

/** From check-in to check-out, as far as it stands in the row, in milliseconds. */
export const presentMs = ({ now }: SettledCounting): RawBuilder<number> =>
  sql`(extract(epoch from coalesce(h.ends, ${now}) - h.starts) * 1000)::bigint`;
