import type pg from 'pg';
import { type Guard, GuardedQuery, isRefused } from './guard.ts';
import type { Connection } from './prepared.ts';

/** How many transactions of shared statements a company has under way at a time. */
const transactionsAtATime = 4;
const mostStatements = 8;
/** A transaction that takes longer, because it waits for a lock, makes room for another one. */
const patienceMs = 100;

export type SharedStatement = {
  companyId: string;
  text: string;
  values: (string | boolean | Buffer | null | undefined)[];
  guard: Guard | null;
  /** Transactions run their statements in this order, and so take locks in the same order. */
  order: string;
};

/** Several statements in one write to the connection. With one Sync after them, they are one implicit transaction. */
export class SharedTransaction {
  readonly queries: GuardedQuery[];
  readonly #done: (error: Error | null) => void;

  constructor(queries: GuardedQuery[], done: (error: Error | null) => void) {
    this.queries = queries;
    this.#done = done;
  }

  get #current(): GuardedQuery | undefined {
    return this.queries.find(({ isComplete }) => !isComplete);
  }

  submit(connection: pg.Connection): void {
    const withoutSync: Connection = Object.create(connection, { sync: { value: () => undefined } });
    connection.stream.cork();
    try {
      for (const query of this.queries) query.submit(withoutSync);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
  }

  /** Committed: each statement gets its result. */
  handleReadyForQuery(connection: Connection): void {
    for (const query of this.queries) query.handleReadyForQuery(connection);
    this.#done(null);
  }

  handleError(error: Error): void {
    this.#done(error);
  }
}

type Waiting = SharedStatement & PromiseWithResolvers<pg.QueryResult>;
type Company = { waiting: Waiting[]; underWay: number };

/**
 * Returns a function that runs a short statement in a transaction of its own, or together with others of the same company that
 * came while four such transactions were under way. So a crowd at one gate takes four connections of the pool, and half of
 * PostgreSQL's time. If one of them fails, nothing of the transaction stands and each runs again by itself, so that the error
 * is that of its own statement. Where the connection is lost, all fail.
 */
export function shareTransactions(
  pool: pg.Pool,
  types: pg.CustomTypesConfig,
): (statement: SharedStatement) => Promise<pg.QueryResult> {
  const companies = new Map<string, Company>();

  const send = (client: pg.ClientBase, statements: Waiting[]) =>
    new Promise<Error | null>((done) => {
      const queries = statements.map(({ guard, text, values, resolve, reject }) => {
        // Among others, the guard has passed only when all is committed.
        const own = guard && statements.length > 1 ? { ...guard } : guard;
        return new GuardedQuery(own, { text, types }, values, (error, result) => {
          if (guard && own?.hasPassed) guard.hasPassed = true;
          if (error) reject(error);
          else resolve(result);
        });
      });
      client.query(new SharedTransaction(queries, done));
    });

  async function sendTogether(client: pg.ClientBase, statements: Waiting[]) {
    const error = await send(client, statements);
    if (!error) return;
    const mayRunAlone = statements.length > 1 && isRefused(error);
    for (const statement of statements) {
      const ownError = mayRunAlone ? await send(client, [statement]) : error;
      if (ownError) statement.reject(ownError);
    }
  }

  /** Sends what waits in the company until nothing does, or until another one has taken over. */
  async function sendWaiting(companyId: string, company: Company) {
    company.underWay += 1;
    let counts = true;
    const leave = () => {
      counts = false;
      company.underWay -= 1;
      if (company.underWay === 0) companies.delete(companyId);
    };
    while (counts && company.waiting.length > 0) {
      const client = await pool.connect().catch((error: unknown) => {
        for (const { reject } of company.waiting.splice(0)) reject(error);
      });
      const impatience = setTimeout(() => {
        if (company.waiting.length > 0) void sendWaiting(companyId, company);
        leave();
      }, patienceMs);
      const statements = company.waiting.splice(0, mostStatements).sort(byOrder);
      if (client && statements.length > 0) await sendTogether(client, statements);
      clearTimeout(impatience);
      client?.release();
    }
    if (counts) leave();
  }

  return (statement) => {
    const company = companies.get(statement.companyId) ?? { waiting: [], underWay: 0 };
    companies.set(statement.companyId, company);
    const waiting = { ...statement, ...Promise.withResolvers<pg.QueryResult>() };
    company.waiting.push(waiting);
    if (company.underWay < transactionsAtATime) void sendWaiting(statement.companyId, company);
    return waiting.promise;
  };
}

const byOrder = (a: SharedStatement, b: SharedStatement) =>
  a.order < b.order ? -1 : Number(a.order > b.order);
