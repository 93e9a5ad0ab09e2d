import { type NotNull, sql } from 'kysely';
import type { UserData } from '#contract/own-data.ts';
import type { BreakChanges } from '#domain/corrections.ts';
import { hoursFromMs } from '#domain/hours.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRecoveryCodes } from '#server/platform/proof.queries.ts';

type Person = { companyId: string; userId: string };

/** The name of the location whose id is in a column of the row `o`. */
const placeName = (companyId: string, column: string) =>
  sql<
    string | null
  >`(select l.name from location l where l.company_id = ${companyId} and l.id = ${sql.ref(column)})`;

export async function findAccount(
  db: Db,
  { companyId, userId }: Person,
): Promise<Omit<UserData['account'], 'personalCode'> & { personalCode: Buffer | null }> {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .select(['createdAt', 'isOwner', 'language', 'payrollNo', 'position', 'employedFrom', 'employedTo'])
    .select(['personalNumber', sql<boolean>`pin_hash is not null`.as('hasPin')])
    .select(['personalCode', sql<UserData['account']['terms']>`work_terms`.as('terms')])
    .executeTakeFirstOrThrow();
}

export async function findSecondFactor(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['secondFactor']> {
  const factor = await db
    .selectFrom('secondFactor')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .select('createdAt')
    .executeTakeFirst();
  return {
    since: factor?.createdAt ?? null,
    unusedRecoveryCodes: factor ? await countRecoveryCodes(db, { companyId, userId }) : 0,
  };
}

export async function listEmailChanges(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['emailChanges']> {
  return db
    .selectFrom('emailChange')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .select(['oldEmail', 'newEmail', 'createdAt', 'confirmedAt'])
    .execute();
}

export async function listApiKeys(db: Db, { companyId, userId }: Person): Promise<UserData['apiKeys']> {
  return db
    .selectFrom('apiKey')
    .where('companyId', '=', companyId)
    .where('createdBy', '=', userId)
    .orderBy('createdAt')
    .select(['name', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .execute();
}

export async function listKiosks(db: Db, { companyId, userId }: Person): Promise<UserData['kiosks']> {
  return db
    .selectFrom('kiosk')
    .where('companyId', '=', companyId)
    .where('pairedBy', '=', userId)
    .orderBy('pairedAt')
    .select(['name', 'pairedAt', 'revokedAt'])
    .execute();
}

export async function findReportSubscription(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['reportSubscription']> {
  const row = await db
    .selectFrom('reportSubscription')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .select('frequency')
    .executeTakeFirst();
  return row ?? null;
}

export async function listTimeEntries(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['timeEntries']> {
  return db
    .selectFrom('timeEntry as o')
    .where('o.companyId', '=', companyId)
    .where('o.userId', '=', userId)
    .orderBy('o.checkIn', 'desc')
    .select(['o.id', 'o.checkIn', 'o.checkOut', 'o.checkInSource', 'o.checkOutSource', 'o.approval'])
    .select(['o.isCorrected', 'o.isAdditional', 'o.createdAt', 'o.remindedAt'])
    .select([
      sql<number | null>`o.total_hours`.as('totalHours'),
      placeName(companyId, 'o.locationId').as('location'),
    ])
    .$narrowType<{ location: NotNull }>()
    .execute();
}

export async function listScans(db: Db, { companyId, userId }: Person): Promise<UserData['scans']> {
  return db
    .selectFrom('scan as o')
    .where('o.companyId', '=', companyId)
    .where('o.userId', '=', userId)
    .orderBy('o.effectiveAt', 'desc')
    .select(['o.id', 'o.timeEntryId', 'o.action', 'o.source', 'o.effectiveAt', 'o.scannedAt', 'o.deviceAt'])
    .select([
      'o.deviceNow',
      'o.isUncertain',
      'o.receivedAt',
      'o.undoneAt',
      'o.codeForm',
      placeName(companyId, 'o.locationId').as('location'),
    ])
    .select([
      sql<boolean>`o.made_by is not null`.as('isMadeByManager'),
      sql<boolean>`o.device_id is not null`.as('isDeviceKnown'),
      sql<
        string | null
      >`(select k.name from kiosk k where k.company_id = ${companyId} and k.id = o.kiosk_id)`.as('kiosk'),
    ])
    .$narrowType<{ location: NotNull }>()
    .execute();
}

export async function listBadges(db: Db, { companyId, userId }: Person): Promise<UserData['badges']> {
  return db
    .selectFrom('badge')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .select(['createdAt', 'retiredAt'])
    .execute();
}

export async function listBreaks(db: Db, { companyId, userId }: Person): Promise<UserData['breaks']> {
  return db
    .selectFrom('workBreak')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('startedAt', 'desc')
    .select(['timeEntryId', 'startedAt', 'endedAt', 'isPaid'])
    .execute();
}

export async function listRefusedScans(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['refusedScans']> {
  return db
    .selectFrom('refusedScan as o')
    .where('o.companyId', '=', companyId)
    .where('o.userId', '=', userId)
    .orderBy('o.receivedAt', 'desc')
    .select([
      'o.id',
      'o.expectedAction',
      'o.isButton',
      'o.scannedAt',
      'o.deviceAt',
      'o.receivedAt',
      'o.reason',
    ])
    .select(['o.settledAt', placeName(companyId, 'o.locationId').as('location')])
    .execute();
}

export async function listFlagDismissals(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['flagDismissals']> {
  return db
    .selectFrom('flag')
    .where('companyId', '=', companyId)
    .where('dismissedBy', '=', userId)
    .orderBy('dismissedAt')
    .select(['dismissedAt as at', 'note'])
    .$narrowType<{ at: NotNull; note: NotNull }>()
    .execute();
}

export async function listWorkReports(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['workReports']> {
  return db
    .selectFrom('workReport as o')
    .where('o.companyId', '=', companyId)
    .where('o.userId', '=', userId)
    .orderBy('o.createdAt', 'desc')
    .select([
      'o.id',
      'o.timeEntryId',
      'o.units',
      'o.quantity',
      'o.description',
      'o.generalNotes',
      'o.createdAt',
    ])
    .select(
      sql<UserData['workReports'][number]['corrections']>`coalesce((
        select jsonb_agg(jsonb_build_object('units', c.units, 'quantity', c.quantity, 'description', c.description,
          'generalNotes', c.general_notes, 'correctedAt', iso_instant(c.corrected_at),
          'by', case when c.author_id = ${userId} then 'self' else 'other' end) order by c.corrected_at)
        from work_report_correction c
        where c.company_id = ${companyId} and c.work_report_id = o.id), '[]')`.as('corrections'),
    )
    .execute();
}

export async function listCorrectionRequests(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['correctionRequests']> {
  return db
    .selectFrom('correctionRequest as o')
    .where('o.companyId', '=', companyId)
    .where('o.userId', '=', userId)
    .orderBy('o.createdAt', 'desc')
    .select(['o.id', 'o.kind', 'o.timeEntryId', 'o.checkIn', 'o.checkOut', 'o.reason', 'o.status'])
    .select(['o.absenceStart', 'o.absenceEnd', 'o.absencePart', 'o.absenceCode', 'o.breaks'])
    .select(['o.absenceId', 'o.keptStart', 'o.keptEnd'])
    .select(['o.decisionReason', 'o.createdAt', 'o.decidedAt', 'o.recordedCheckIn', 'o.recordedCheckOut'])
    .select([
      placeName(companyId, 'o.locationId').as('location'),
      placeName(companyId, 'o.recordedLocationId').as('recordedLocation'),
    ])
    .$narrowType<{ breaks: BreakChanges | null }>()
    .execute();
}

export async function listAbsences(db: Db, { companyId, userId }: Person): Promise<UserData['absences']> {
  return db
    .selectFrom('absence')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('startDate', 'desc')
    .orderBy('seq')
    .select(['id', 'startDate', 'endDate', 'code', 'part', 'begins', 'place', 'paid', 'lowersNorm'])
    .select(['note', 'createdAt'])
    .execute();
}

export async function listMonths(db: Db, { companyId, userId }: Person): Promise<UserData['months']> {
  return db
    .selectFrom('monthApproval')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('approvedAt', 'desc')
    .select(['month', 'approvedAt', 'unlockedAt', 'unlockReason'])
    .execute();
}

export async function listMonthAnswers(
  db: Db,
  { companyId, userId }: Person,
): Promise<UserData['monthAnswers']> {
  const rows = await db
    .selectFrom('monthAnswer')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .orderBy('month', 'desc')
    .select(['month', 'answer', 'text', 'ms', 'answeredAt'])
    .execute();
  return rows.map(({ ms, ...answer }) => ({ ...answer, hours: hoursFromMs(ms) }));
}

export async function listMessages(db: Db, { companyId, userId }: Person): Promise<UserData['messages']> {
  const reached = await db
    .selectFrom('messageRecipient as r')
    .innerJoin('message as o', (join) =>
      join.onRef('o.companyId', '=', 'r.companyId').onRef('o.id', '=', 'r.messageId'),
    )
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', userId)
    .orderBy('r.messageId', 'desc')
    .select([
      'o.id',
      'o.subject',
      'o.content',
      'o.isAnnouncement',
      'o.createdAt',
      'r.readAt',
      'r.isAddressed',
    ])
    .select(placeName(companyId, 'o.locationId').as('location'))
    .execute();
  const sent = await db
    .selectFrom('message as o')
    .where('o.companyId', '=', companyId)
    .where('o.senderId', '=', userId)
    .orderBy('o.id', 'desc')
    .select(['o.id', 'o.subject', 'o.content', 'o.isAnnouncement', 'o.createdAt'])
    .select([
      placeName(companyId, 'o.locationId').as('location'),
      sql<'individual' | 'location' | 'all'>`case when o.recipient_id is not null then 'individual'
        when o.location_id is not null then 'location' else 'all' end`.as('to'),
    ])
    .execute();
  return {
    received: reached.filter(({ isAddressed }) => isAddressed),
    sent,
    opened: reached
      .filter(({ isAddressed }) => !isAddressed)
      .map(({ id: messageId, readAt }) => ({ messageId, readAt })),
  };
}

/** The person's actions that are not about themselves, oldest first. */
export async function listActs(db: Db, { companyId, userId }: Person): Promise<UserData['acts']> {
  const of = (table: 'ledgerRecord' | 'ledgerPending') =>
    db
      .selectFrom(table)
      .where('companyId', '=', companyId)
      .where('actorId', '=', userId)
      .where(sql<boolean>`user_id is distinct from actor_id`)
      .select(['at', 'kind']);
  return (
    of('ledgerRecord')
      .unionAll(of('ledgerPending'))
      .orderBy('at')
      // Erased records have no actor.
      .$narrowType<{ at: NotNull; kind: NotNull }>()
      .execute()
  );
}
