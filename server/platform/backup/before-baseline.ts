import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { fillDirectory } from '../database/directory.ts';
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
};

/** Returns whether a backup with these migrations was made by the last version before the baseline. */
export const isBeforeBaseline = (archived: string[]): boolean => archived.join(' ') === migrations;

/** Returns the table's current name, or null if its rows are not restored. */
export function translateTable({ table, columns }: ArchiveTable): ArchiveTable | null {
  if (endedTables.includes(table)) return null;
  return { table, columns: columns.map((name) => renamedColumns[table]?.[name] ?? name) };
}

/** Adds what the old layout did not have, after all its rows were written. */
export async function completeRows(db: Db): Promise<void> {
  await sql`update company set deletion_token_hash = null where deletion_token_hash is not null`.execute(db);
  await fillDirectory(db);
}
