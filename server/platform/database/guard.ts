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
};

/** The parts of pg's query that its types omit. */
const Query = pg.Query as unknown as new (
  config: { text: string; queryMode: 'extended' },
  values: unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => {
  text: string;
  name: string | undefined;
  submit(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

/** Without a Sync between them, both statements are one implicit transaction: an error of the first skips the second. */
export class GuardedQuery extends Query {
  readonly guard: Guard;
  #isGuardDone = false;

  constructor(
    guard: Guard,
    text: string,
    ...rest: [ConstructorParameters<typeof Query>[1], ConstructorParameters<typeof Query>[2]]
  ) {
    super({ text, queryMode: 'extended' }, ...rest);
    this.guard = guard;
  }

  override submit(connection: Connection) {
    const { text, values } = this.guard;
    this.name = preparedName(connection, this.text);
    connection.stream.cork();
    try {
      const statement = preparedName(connection, text);
      if (!statement) connection.parse({ name: '', text, types: [] }, true);
      connection.bind({ statement, values }, true);
      connection.execute(null, true);
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  override handleDataRow(message: unknown) {
    if (this.#isGuardDone) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.#isGuardDone) return super.handleCommandComplete(message, connection);
    this.#isGuardDone = true;
    this.guard.hasPassed = true;
  }
}

/** Statements that read and write nothing. In a failed transaction, `rollback` must go out alone. */
const isTransactionControl = (text: string) =>
  /^(begin|start|commit|rollback|savepoint|release)\b/i.test(text);

/** The pool with the guard ahead of its statements. */
export const guardedPool = (pool: pg.Pool, guard: Guard) => ({
  options: pool.options,
  end: async () => undefined,
  async connect() {
    const client = await pool.connect();
    const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      if (!guard.hasPassed && !isTransactionControl(text)) {
        if (!guard.first) {
          guard.first = new Promise((resolve, reject) => {
            const done = (error: Error | null, result: pg.QueryResult) =>
              error ? reject(error) : resolve(result);
            client.query(new GuardedQuery(guard, text, values, done));
          });
          return guard.first;
        }
        // Of statements at the same time, one is guarded and the others wait for it: with a guard of its own, one could
        // be refused after another has written.
        await guard.first.catch((error: unknown) => {
          if (!guard.hasPassed) throw error;
        });
      }
      return client.query(text, values);
    };
    return { query, release: (isBroken?: boolean) => client.release(isBroken) } as pg.PoolClient;
  },
});
