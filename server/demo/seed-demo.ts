import { formatLocationCode } from '#domain/location-code.ts';
import { createPool, openDatabase } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { PEOPLE } from './cast.ts';
import { DEMO_COMPANY_ID, demoEmail, makeDemoCompany } from './demo-company.ts';
import * as queries from './seed-demo.queries.ts';

/** Shared by everybody in the demo company and printed at every start, so no confidential data belongs there. */
const DEMO_PASSWORD = 'kokamatnieks';

const maxAgeHours = 12;

export type DemoSignIn = { admin: string; employee: string; password: string; locationCode: string };

/**
 * Fills a migrated database with the demo company, or recreates it if its history ends more than 12 hours before `now`.
 * Other companies stay.
 */
export async function seedDemo(connectionString: string, now = new Date()): Promise<DemoSignIn> {
  const db = openDatabase(createPool(connectionString, 1));
  try {
    const createdAt = await queries.findDemoCreation(db, DEMO_COMPANY_ID);
    const isFresh = createdAt && now.getTime() - Date.parse(createdAt) < maxAgeHours * 3_600_000;
    if (!isFresh) {
      const demo = makeDemoCompany(now, await hashPassword(DEMO_PASSWORD));
      await db.transaction().execute((transaction) => queries.replaceDemo(transaction, demo, now));
    }
    const qrCode = await queries.findDemoLocationCode(db, DEMO_COMPANY_ID);
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
