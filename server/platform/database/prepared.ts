import pg from 'pg';

/** The part of pg's connection that its types omit: the texts of prepared statements by name. */
export type Connection = pg.Connection & { parsedStatements: Record<string, string> };

const connectionOf = (client: pg.ClientBase) => (client as unknown as { connection: Connection }).connection;

/** The names of frequent statements by text. */
const frequent = new Map<string, string>();

/** Registers a frequent statement, which new connections prepare under the name: parsed and planned once. Returns its text. */
export function prepared(name: string, text: string): string {
  frequent.set(text, name);
  return text;
}

/**
 * Prepares the frequent statements, unless a transaction pooler stands in between, which hands each transaction another
 * connection. If one cannot be prepared, because the database is not migrated yet, none counts as prepared.
 */
export async function prepareFrequent(client: pg.ClientBase & { processID?: number | null }): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pooler makes process ids of its own.
  if (rows[0]?.pid !== client.processID) return;
  const statements = [...frequent].map(([text, name]) => `prepare ${name} as ${text}`);
  try {
    await client.query(statements.join(';'));
  } catch (error) {
    if (error instanceof pg.DatabaseError) return;
    throw error;
  }
  const { parsedStatements } = connectionOf(client);
  for (const [text, name] of frequent) parsedStatements[name] = text;
}

/** The name under which the connection has prepared the statement. */
export function preparedName({ parsedStatements }: Connection, text: string): string | undefined {
  const name = frequent.get(text);
  return name && parsedStatements[name] ? name : undefined;
}
