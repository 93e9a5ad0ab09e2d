import { sql } from 'kysely';
import { companyViewerOf } from '#server/features/company/company-viewer.ts';
import type { Db } from '#server/platform/database/database.ts';
import { fillDirectory } from '#server/platform/database/directory.ts';
import { actAs, appendToLedger, sealLedger } from '#server/platform/ledger/ledger.ts';
import { everything } from '#server/platform/scope.ts';
import { sealPeople } from '../features/approvals/approvals.service.ts';
import type { CorrectionRequestRow, DemoCompany } from './demo-company.ts';
import type { DemoSchedule } from './demo-schedule.ts';

const rowsAtOnce = 1000;

/** When the demo company was created (ISO 8601 UTC); undefined if there is none. */
export async function findDemoCreation(db: Db, companyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .select('createdAt')
    .executeTakeFirst();
  return row?.createdAt;
}

/** Lets only one transaction at a time make the shared demo company. */
export async function lockDemo(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shared demo'))`.execute(db);
}

/** Deletes everything of a demo company. */
export async function eraseDemo(db: Db, companyId: string): Promise<void> {
  await sql`select erase_company(${companyId})`.execute(db);
}

/** The id of the person with this e-mail address in the company; undefined if there is none. */
export async function findDemoPerson(db: Db, companyId: string, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** The code of the demo company's first active location. Throws if there is none. */
export async function findDemoLocationCode(db: Db, companyId: string): Promise<string> {
  const { qrCode } = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('deletedAt', 'is', null)
    .where('isActive', '=', true)
    .orderBy('createdAt')
    .select('qrCode')
    .limit(1)
    .executeTakeFirstOrThrow();
  return qrCode;
}

/** Deletes the demo company, if there is one, and inserts `demo`; its ledger begins at `now`. */
export async function replaceDemo(db: Db, demo: DemoCompany, now: Date): Promise<void> {
  await eraseDemo(db, demo.company.id);
  await db.insertInto('company').values(demo.company).execute();
  await db.insertInto('users').values(demo.users).execute();
  await db.insertInto('location').values(demo.locations).execute();
  for (const rows of slices(demo.userLocations)) await db.insertInto('userLocation').values(rows).execute();
  await fillDirectory(db);
  await actAs(db, { kind: 'opening', actorId: null, at: now });
  for (const rows of slices(demo.timeEntries)) await db.insertInto('timeEntry').values(rows).execute();
  await db.insertInto('workRules').values(demo.workRules).execute();
  await db.insertInto('absence').values(demo.absences).execute();
  await insertSchedule(db, demo.schedule, demo.company.id);
  for (const rows of slices(demo.workReports)) await db.insertInto('workReport').values(rows).execute();
  for (const row of demo.correctionRequests) await insertRequest(db, row);
  for (const rows of slices(demo.messages)) await db.insertInto('message').values(rows).execute();
  for (const rows of slices(demo.messageRecipients)) {
    await db.insertInto('messageRecipient').values(rows).execute();
  }
  if (demo.subscription.length > 0) {
    await db.insertInto('sandboxSubscription').values(demo.subscription).execute();
    await db.insertInto('sandboxInvoice').values(demo.invoices).execute();
  }
  await approveFinishedMonth(db, demo);
}

/** Approves everybody's finished month: the owner's is the other administrator's to approve. */
async function approveFinishedMonth(db: Db, { company, users, finished }: DemoCompany): Promise<void> {
  const companyId = String(company.id);
  const row = await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .selectAll()
    .executeTakeFirstOrThrow();
  for (const { id: userId } of users.filter(({ role }) => role === 'admin')) {
    const viewer = { ...companyViewerOf(companyId, row), userId: String(userId) };
    const approver = { viewer, scope: everything, clock: { now: () => finished.at } };
    await sealPeople(approver, db, finished.month);
  }
  await sealLedger(db, companyId);
}

/** The schedule, and what the ledger says of its announcements. */
async function insertSchedule(db: Db, schedule: DemoSchedule, companyId: string): Promise<void> {
  await db.insertInto('shiftKind').values(schedule.shiftKinds).execute();
  for (const rows of slices(schedule.scheduleDays)) await db.insertInto('scheduleDay').values(rows).execute();
  for (const rows of slices(schedule.plannedShifts))
    await db.insertInto('plannedShift').values(rows).execute();
  for (const { changes, ...row } of schedule.announcements) {
    await db.insertInto('scheduleAnnouncement').values(row).execute();
    const { id: announcementId, userId, startDate, endDate, reason, channels, announcedAt, seenAt } = row;
    const why = { announcementId, startDate, endDate, reason, channels: channels ?? ['app'], days: changes };
    const act = {
      kind: 'schedule-announced',
      actorId: row.announcedBy,
      at: new Date(announcedAt),
      why,
    } as const;
    await appendToLedger(db, companyId, act, { userId });
    if (seenAt === null) continue;
    const seen = {
      kind: 'schedule-seen',
      actorId: userId,
      at: new Date(seenAt),
      why: { announcementId },
    } as const;
    await appendToLedger(db, companyId, seen, { userId });
  }
}

async function insertRequest(db: Db, row: CorrectionRequestRow): Promise<void> {
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
