import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { ArchiveTable } from './archive.ts';

/*
 * Converts backups made before the baseline migration to the baseline's layout. Sessions, API keys and links in mails
 * end, since they do not contain their company.
 */

const migrations =
  '0001_foundation 0002_work_reports_and_messages 0003_ai_reports 0005_billing 0006_inlined_instants 0007_phone_clock ' +
  '0008_offline_scans 0009_ledger 0010_corrections 0020_expired_secrets 0030_sign_in_security 0040_privacy ' +
  '0050_api_keys 0060_ai_endpoint 0070_messages_once 0080_scan_plans';

const endedTables = ['session', 'password_reset_token', 'passkey_challenge', 'api_key'];

const renamedColumns: Record<string, Record<string, string>> = {
  company: {
    stripe_customer_id: 'provider_customer_id',
    stripe_subscription_id: 'provider_subscription_id',
  },
  // Of the stored answer to a scan only the entry that it closed is kept.
  scan: { answer: 'closed_entry_id' },
};

/** How the value of a column is made of the text in the backup, where it is not that text. */
export const conversions: Record<string, Record<string, RawBuilder<unknown>>> = {
  scan: { closed_entry_id: sql`(closed_entry_id::jsonb #>> '{closedEntry,id}')::uuid` },
};

/** Returns whether a backup with these migrations was made by the last version before the baseline. */
export const isBeforeBaseline = (archived: string[]): boolean => archived.join(' ') === migrations;

/** Returns the table's current name, or null if its rows are not restored. */
export function translateTable({ table, columns }: ArchiveTable): ArchiveTable | null {
  if (endedTables.includes(table)) return null;
  return { table, columns: columns.map((name) => renamedColumns[table]?.[name] ?? name) };
}

/** Ends the links that undo a company's deletion, whose form has changed, after all rows were written. */
export async function completeRows(db: Db): Promise<void> {
  await sql`update company set deletion_token_hash = null where deletion_token_hash is not null`.execute(db);
}
