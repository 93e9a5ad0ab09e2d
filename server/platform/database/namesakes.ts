import { sql } from 'kysely';

/**
 * The company's people who share their name with somebody else there, and what tells them apart: the SQL function of this
 * name. Join it to `users` by `id` and select `tag` as `nameTag`; a name with its tag is written by `fullName`
 * (domain/names.ts). Only for answers to administrators.
 */
export const namesakes = <Alias extends string>(companyId: string, alias: Alias) =>
  sql<{ id: string; tag: string }>`namesakes(${companyId})`.as<Alias>(sql.ref(alias));
