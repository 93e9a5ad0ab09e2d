import { sql } from 'kysely';

/**
 * The company's people who share their name with somebody else there, and what tells them apart: the e-mail address, or
 * for a deleted account, which has none, a number. Join it to `users` by `id` and select `tag` as `nameTag`; a name with
 * its tag is written by `fullName` (domain/names.ts). Only for answers to administrators.
 */
export const namesakes = <Alias extends string>(companyId: string, alias: Alias) =>
  sql<{ id: string; tag: string }>`(
    select id, tag from (
      select id, count(*) over (partition by name) as bearers,
        case when deleted_at is null then email else '#' || row_number() over (partition by name order by id) end as tag
      from (
        select id, email, deleted_at, lower(normalize(first_name || ' ' || last_name)) as name
        from users where company_id = ${companyId} and erased_at is null
      ) as person
    ) as named where bearers > 1)`.as<Alias>(sql.ref(alias));
