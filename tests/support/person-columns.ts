import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Every column of the database that names a person of a company. */
export async function personColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.table_name not like 'kysely%' and c.udt_name = 'uuid'
      and (c.column_name ~ '(^|_)(user|actor|sender|recipient|author)_id$' or c.column_name like '%\\_by')`.execute(
    db,
  );
  return rows;
}
