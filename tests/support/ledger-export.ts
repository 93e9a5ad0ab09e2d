import type { Db } from '#server/platform/database/database.ts';
import type { Answer, TestClient } from './test-app.ts';

/** The lines of the file that an administrator exports. */
export async function exportLedger(admin: TestClient, headers?: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { status, body }: Answer<'listLedger'> = await admin.call(
      'listLedger',
      { query: { after: String(after) } },
      headers,
    );
    if (status !== 200) throw new Error(`listLedger: ${status}`);
    lines.push(...body.lines);
    after = body.nextAfter;
  }
  return lines;
}

type Replayed = { userId: string } & Record<string, unknown>;

/** The time entries by id, reconstructed from the ledger's lines only. */
export function replayLedger(lines: string[]): Map<string, Replayed> {
  const entries = new Map<string, Replayed>();
  for (const line of lines) {
    const { timeEntryId, userId, body } = JSON.parse(line);
    if (body.after) entries.set(timeEntryId, { userId, ...body.after });
    else if (body.before) entries.delete(timeEntryId);
  }
  return entries;
}

/** The company's time entries as they are stored, in the same shape. */
export async function storedEntries(db: Db, companyId: string): Promise<Map<string, Replayed>> {
  const rows = await db
    .selectFrom('timeEntry')
    .where('companyId', '=', companyId)
    .select([
      'id',
      'userId',
      'locationId',
      'checkIn',
      'checkOut',
      'checkInSource',
      'checkOutSource',
      'approval',
    ])
    .select('isCorrected')
    .execute();
  return new Map(rows.map(({ id, ...entry }) => [id, entry]));
}
