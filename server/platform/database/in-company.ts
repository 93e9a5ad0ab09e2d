import type { JoinBuilder } from 'kysely';
import type { DB } from '#server/generated/types.ts';

type Columns = { [Table in keyof DB]: keyof DB[Table] & string }[keyof DB];
/** A column of a table by its alias. */
type Column = `${string}.${Columns}`;
// biome-ignore lint/suspicious/noExplicitAny: it joins in any query
type Join = JoinBuilder<any, any>;

/**
 * Joins what a reference names within the same company, by the key that begins with the company:
 * `.innerJoin('location as l', inCompany('l.id', 'e.locationId'))`.
 */
export const inCompany = (key: Column, reference: Column) => (join: Join) =>
  join.onRef(companyOf(key), '=', companyOf(reference)).onRef(key, '=', reference);

const companyOf = (column: Column) => `${column.split('.')[0]}.companyId`;
