import { type JoinBuilder, sql } from 'kysely';
import type { DB } from '#server/generated/types.ts';

type Columns = { [Table in keyof DB]: keyof DB[Table] & string }[keyof DB];
/** A column of a table by its alias. */
type Column = `${string}.${Columns}`;

/**
 * Joins what a reference names within the same company, by the key that begins with the company:
 * `.innerJoin('location as l', inCompany('l.id', 'e.locationId'))`.
 */
export const inCompany = (key: Column, reference: Column) => (join: JoinBuilder<DB, keyof DB>) =>
  join
    .onRef(sql.ref(companyOf(key)), '=', sql.ref(companyOf(reference)))
    .onRef(sql.ref(key), '=', sql.ref(reference));

const companyOf = (column: Column) => `${column.split('.')[0]}.companyId`;
