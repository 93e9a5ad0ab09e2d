/** How sums of working time are taken from the table entry_hours, named `h` (domain/entry-hours.ts). */
import { type RawBuilder, sql } from 'kysely';
import type { SettledCounting } from '#server/context.ts';

/** Whether the row holds at the instant of counting. Required of every row that is read. */
export const holds = ({ now }: SettledCounting): RawBuilder<boolean> =>
  sql`(h.valid_from <= ${now} and h.valid_to > ${now})`;

/** The row's working time, in milliseconds. */
export const workedMs = ({ now }: SettledCounting): RawBuilder<number> =>
  sql`worked_ms(h.ms, h.since, ${now})`;

/** From check-in to check-out, as far as it stands in the row, in milliseconds. */
export const presentMs = ({ now }: SettledCounting): RawBuilder<number> =>
  sql`(extract(epoch from coalesce(h.ends, ${now}) - h.starts) * 1000)::bigint`;
