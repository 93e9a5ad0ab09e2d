import { formatLocationCode } from '#domain/location-code.ts';
import { hashPassword } from '#server/features/identity/passwords.ts';
import { createPool, openDatabase } from '#server/platform/database/database.ts';
import { demoEmail, makeDemoCompany } from './demo-company.ts';
import { LATVIAN_CAST } from './latvian-cast.ts';
import { LITHUANIAN_CAST } from './lithuanian-cast.ts';
import { POLISH_CAST } from './polish-cast.ts';
import * as queries from './seed-demo.queries.ts';

/** Shared by everybody in the demo companies and printed at every start, so no confidential data belongs there. */
const DEMO_PASSWORD = 'kokamatnieks';

const maxAgeHours = 12;

export type DemoSignIn = {
  company: string;
  admin: string;
  employee: string;
  password: string;
  locationCode: string;
};

/**
 * Fills a migrated database with a demo company for each country, the Latvian one first, or recreates those whose history ends
 * more than 12 hours before `now`. Other companies stay.
 */
export async function seedDemo(
  connectionString: string,
  now = new Date(),
): Promise<[DemoSignIn, DemoSignIn, DemoSignIn]> {
  const db = openDatabase(createPool(connectionString, 1));
  try {
    const seed = async (cast: typeof LATVIAN_CAST | typeof LITHUANIAN_CAST | typeof POLISH_CAST) => {
      const createdAt = await queries.findDemoCreation(db, cast.companyId);
      const isFresh = createdAt && now.getTime() - Date.parse(createdAt) < maxAgeHours * 3_600_000;
      if (!isFresh) {
        const demo = makeDemoCompany(now, await hashPassword(DEMO_PASSWORD), { cast });
        await db.transaction().execute((transaction) => queries.replaceDemo(transaction, demo, now));
      }
      const qrCode = await queries.findDemoLocationCode(db, cast.companyId);
      const [owner, worker] = cast.people;
      return {
        company: cast.name,
        admin: demoEmail(owner, cast),
        employee: demoEmail(worker, cast),
        password: DEMO_PASSWORD,
        locationCode: formatLocationCode(qrCode),
      };
    };
    return [await seed(LATVIAN_CAST), await seed(LITHUANIAN_CAST), await seed(POLISH_CAST)];
  } finally {
    await db.destroy();
  }
}
