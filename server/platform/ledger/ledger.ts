import { AsyncLocalStorage } from 'node:async_hooks';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import type { LedgerKind } from '#contract/ledger.ts';
import type { Db } from '../database/database.ts';

/** Values that a record of the ledger may contain: text, whole numbers, booleans. */
export type Fact = string | number | boolean | null | Fact[] | { [key: string]: Fact };

export type Act = {
  kind: LedgerKind;
  /** Null: the product itself. */
  actorId: string | null;
  at: Date;
  /** No names: they can be erased, the ledger cannot. */
  why?: Record<string, Fact>;
};

const canonical = (facts: Record<string, Fact>) => canonicalize(facts) ?? '{}';

/** The name of the API key with which the request was made, while it is answered. */
export const usedApiKey = new AsyncLocalStorage<string>();

/** What the ledger keeps of an act: why, and by which API key. */
function factsOf(why: Act['why']): Act['why'] {
  const apiKey = usedApiKey.getStore();
  return apiKey === undefined ? why : { ...why, apiKey };
}

/** Tells the ledger who makes the following changes of time entries in this transaction, when and why. */
export async function actAs(db: Db, { why, ...act }: Act): Promise<void> {
  const facts = factsOf(why);
  const setting = JSON.stringify(facts ? { ...act, why: canonical(facts) } : act);
  await sql`select set_for_transaction('maina.act', ${setting})`.execute(db);
}

/** Appends a record that is not a change of a time entry: those are written by the database itself. */
export async function appendToLedger(
  db: Db,
  companyId: string,
  { kind, actorId, at, why }: Act,
  about: { userId?: string; timeEntryId?: string } = {},
): Promise<void> {
  await sql`select append_ledger(${companyId}, ${at}, ${kind}::ledger_kind, ${actorId}, ${about.userId ?? null},
    ${about.timeEntryId ?? null}, ${canonical({ why: factsOf(why) ?? {} })})`.execute(db);
}

/** Numbers and hashes the records appended since the last time: run before the ledger is read. */
export async function sealLedger(db: Db, companyId: string): Promise<void> {
  await sql`select seal_ledger(${companyId})`.execute(db);
}
