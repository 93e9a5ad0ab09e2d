import { sql } from 'kysely';
import { formatLocationCode } from '#domain/location-code.ts';
import { createPool, type Db, openDatabase } from '#server/platform/database/database.ts';
import { fillDirectory } from '#server/platform/database/directory.ts';
import { actAs, appendToLedger } from '#server/platform/ledger/ledger.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { PEOPLE } from './cast.ts';
import { type CorrectionRequestRow, DEMO_COMPANY_ID, demoEmail, makeDemoCompany } from './demo-company.ts';

/** Everybody's in the demo company; it is printed at every start, so nothing of worth belongs there. */
const DEMO_PASSWORD = 'kokamatnieks';

const maxAgeHours = 12;
const rowsAtOnce = 1000;

export type DemoSignIn = { admin: string; employee: string; password: string; locationCode: string };

/**
 * Fills a migrated database with the demo company, or makes it anew when its history ends more than 12 hours before
 * `now`. Companies that somebody registered beside it stay.
 */
export async function seedDemo(connectionString: string, now = new Date()): Promise<DemoSignIn> {
  const db = openDatabase(createPool(connectionString, 1));
  try {
    const { createdAt } =
      (await db
        .selectFrom('company')
        .where('id', '=', DEMO_COMPANY_ID)
        .select('createdAt')
        .executeTakeFirst()) ?? {};
    const isFresh = createdAt && now.getTime() - Date.parse(createdAt) < maxAgeHours * 3_600_000;
    if (!isFresh) await db.transaction().execute((transaction) => replaceDemo(transaction, now));
    const { qrCode } = await db
      .selectFrom('location')
      .where('companyId', '=', DEMO_COMPANY_ID)
      .where('deletedAt', 'is', null)
      .where('isActive', '=', true)
      .orderBy('createdAt')
      .select('qrCode')
      .limit(1)
      .executeTakeFirstOrThrow();
    const [owner, worker] = PEOPLE;
    return {
      admin: demoEmail(owner),
      employee: demoEmail(worker),
      password: DEMO_PASSWORD,
      locationCode: formatLocationCode(qrCode),
    };
  } finally {
    await db.destroy();
  }
}

async function replaceDemo(db: Db, now: Date): Promise<void> {
  await sql`select erase_company(${DEMO_COMPANY_ID})`.execute(db);
  const demo = makeDemoCompany(now, await hashPassword(DEMO_PASSWORD));
  await db.insertInto('company').values(demo.company).execute();
  await db.insertInto('users').values(demo.users).execute();
  await db.insertInto('location').values(demo.locations).execute();
  await fillDirectory(db);
  await actAs(db, { kind: 'opening', actorId: null, at: now });
  for (const rows of slices(demo.timeEntries)) await db.insertInto('timeEntry').values(rows).execute();
  for (const rows of slices(demo.workReports)) await db.insertInto('workReport').values(rows).execute();
  for (const row of demo.correctionRequests) await ask(db, row);
  await db.insertInto('message').values(demo.messages).execute();
  await db.insertInto('messageRecipient').values(demo.messageRecipients).execute();
  await db.insertInto('sandboxSubscription').values(demo.subscription).execute();
  await db.insertInto('sandboxInvoice').values(demo.invoices).execute();
}

async function ask(db: Db, row: CorrectionRequestRow): Promise<void> {
  const { companyId, id, userId, kind, timeEntryId, checkOut, reason, createdAt } = row;
  await db.insertInto('correctionRequest').values(row).execute();
  const wanted = { locationId: null, checkIn: null, checkOut: String(checkOut) };
  const why = { requestId: id, request: kind, wanted, reason };
  const act = { kind: 'request', actorId: userId, at: new Date(createdAt), why } as const;
  await appendToLedger(db, companyId, act, { userId, timeEntryId });
}

/** PostgreSQL takes at most 65,535 parameters in one statement. */
function slices<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / rowsAtOnce);
  return Array.from({ length: count }, (_, slice) =>
    rows.slice(slice * rowsAtOnce, (slice + 1) * rowsAtOnce),
  );
}
