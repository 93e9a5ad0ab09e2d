import pg from 'pg';
import { type Connection, preparedName } from './prepared.ts';

/**
 * A statement that throws unless a condition holds. It is sent ahead of the first statement, in the same round trip and
 * transaction, and no other is sent before it has passed; so nothing is read or written where the condition does not hold.
 */
export type Guard = {
  text: string;
  values: (string | Buffer)[];
  hasPassed: boolean;
  /** The statement that the guard was sent with. */
  first?: Promise<pg.QueryResult>;
  /** The connection was lost before the answer to the first statement came, which may have been committed. */
  isUnanswered?: boolean;
};

/** Whether PostgreSQL refused the statement, so that it wrote nothing. It may have, where PostgreSQL or the connection ended. */
export const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !error.code?.startsWith('57P');

type Callback = (error: Error | null, result: pg.QueryResult) => void;

/** The parts of pg's query that its types omit. */
const Query = pg.Query as unknown as new (
  config: { text: string; types?: pg.CustomTypesConfig; queryMode: 'extended' },
  values: unknown[],
  callback: Callback,
) => {
  text: string;
  values: unknown[];
  name: string | undefined;
  submit(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

/**
 * A statement with its guard, if it has one, ahead of it. Without a Sync between them, both are one implicit transaction: an
 * error of the first skips the second.
 */
export class GuardedQuery extends Query {
  readonly guard: Guard | null;
  isComplete = false;
  #isGuardDone: boolean;

  constructor(
    guard: Guard | null,
    statement: { text: string; types?: pg.CustomTypesConfig },
    values: unknown[],
    callback: Callback,
  ) {
    super({ ...statement, queryMode: 'extended' }, values, callback);
    this.guard = guard;
    this.#isGuardDone = guard === null;
  }

  override submit(connection: Connection) {
    this.name = preparedName(connection, this.text);
    connection.stream.cork();
    try {
      if (this.guard) {
        const { text, values } = this.guard;
        const statement = preparedName(connection, text);
        if (!statement) connection.parse({ name: '', text, types: [] }, true);
        connection.bind({ statement, values }, true);
        connection.execute(null, true);
      }
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  override handleDataRow(message: unknown) {
    if (this.#isGuardDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.#isGuardDone) {
      this.isComplete = true;
      return super.handleCommandComplete(message, connection);
    }
    this.#isGuardDone = true;
    if (this.guard) this.guard.hasPassed = true;
  }
}

/** Statements that read and write nothing. In a failed transaction, `rollback` must go out alone. */
const isTransactionControl = (text: string) =>
  /^(begin|start|commit|rollback|savepoint|release)\b/i.test(text);

/**
 * Sends a statement behind the guard, if it has not passed yet. Of statements at the same time, one is guarded and the others
 * wait for it: with a guard of its own, one could be refused after another has written.
 */
export async function behind(
  guard: Guard | null,
  send: (guard: Guard | null) => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> {
  if (!guard || guard.hasPassed) return send(null);
  if (!guard.first) {
    guard.first = send(guard).catch((error: unknown) => {
      guard.isUnanswered = !isRefused(error);
      throw error;
    });
    return guard.first;
  }
  await guard.first.catch((error: unknown) => {
    if (!guard.hasPassed) throw error;
  });
  return send(null);
}

/** The pool with the guard ahead of its statements. */
export const guardedPool = (pool: pg.Pool, guard: Guard) => ({
  options: pool.options,
  end: async () => undefined,
  async connect() {
    const client = await pool.connect();
    const send = (text: string, values: unknown[]) => (own: Guard | null) =>
      own
        ? new Promise<pg.QueryResult>((resolve, reject) => {
            const done: Callback = (error, result) => (error ? reject(error) : resolve(result));
            client.query(new GuardedQuery(own, { text }, values, done));
          })
        : client.query(text, values);
    const query = (text: string, values: unknown[]) =>
      behind(isTransactionControl(text) ? null : guard, send(text, values));
    return { query, release: (isBroken?: boolean) => client.release(isBroken) } as pg.PoolClient;
  },
});
