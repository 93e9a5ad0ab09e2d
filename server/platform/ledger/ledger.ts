import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import type { LedgerKind } from '#contract/ledger.ts';
import type { Db } from '../database/database.ts';

/** Text, whole numbers, yes or no: what a record of the ledger may hold. */
type Fact = string | number | boolean | null | { [key: string]: Fact };

export type Act = {
  kind: LedgerKind;
  /** Null: the product itself. */
  actorId: string | null;
  at: Date;
  /** No names: they can be erased, the ledger cannot. */
  why?: Record<string, Fact>;
};

const canonical = (facts: Record<string, Fact>) => canonicalize(facts) ?? '{}';

/**
 * Holds the ledger, and with it everything that writes time entries of the company, until the transaction ends. After
 * the locks of the company's row and of a person, before anything else.
 */
export async function lockLedgerOf(db: Db, companyId: string): Promise<void> {
  await sql`select lock_ledger_of(${companyId})`.execute(db);
}

/** Tells the ledger who makes the changes of time entries that follow in this transaction, when and why. */
export async function actAs(db: Db, { why, ...act }: Act): Promise<void> {
  const setting = JSON.stringify(why ? { ...act, why: canonical(why) } : act);
  await sql`select set_config('maina.act', ${setting}, true)`.execute(db);
}

/** Appends what is no change of a time entry: those are written by the database itself. */
export async function appendToLedger(
  db: Db,
  companyId: string,
  { kind, actorId, at, why = {} }: Act,
  about: { userId?: string; timeEntryId?: string } = {},
): Promise<void> {
  await sql`select append_ledger(${companyId}, ${at}, ${kind}::ledger_kind, ${actorId}, ${about.userId ?? null},
    ${about.timeEntryId ?? null}, ${canonical({ why })})`.execute(db);
}
