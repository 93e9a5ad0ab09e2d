import { type NotNull, type RawBuilder, sql } from 'kysely';
import { type UserData, userData } from '#contract/own-data.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { countRecoveryCodes } from '../identity/proof.queries.ts';

type Person = { companyId: string; userId: string };
/** Rows that are a person's: their table, the column that names the person, their order, and which of them. */
type Source = [table: string, person: string, order: string, which?: string];

/** Parts that list the rows of a table. Their columns are those of the contract. */
const lists = {
  badges: ['badge', 'user_id', 'created_at desc'],
  apiKeys: ['api_key', 'created_by', 'created_at'],
  kiosks: ['kiosk', 'paired_by', 'paired_at'],
  emailChanges: ['email_change', 'user_id', 'created_at'],
  timeEntries: ['time_entry', 'user_id', 'check_in desc'],
  scans: ['scan', 'user_id', 'effective_at desc'],
  breaks: ['work_break', 'user_id', 'started_at desc'],
  refusedScans: ['refused_scan', 'user_id', 'received_at desc'],
  flagDismissals: ['flag', 'dismissed_by', 'dismissed_at'],
  correctionRequests: ['correction_request', 'user_id', 'created_at desc'],
  absences: ['absence', 'user_id', 'start_date desc, seq'],
  // A draft is nobody's schedule yet.
  plannedShifts: ['planned_shift', 'user_id', 'date desc, starts', 'not is_draft'],
  scheduleAnnouncements: ['schedule_announcement', 'user_id', 'announced_at desc'],
  months: ['month_approval', 'user_id', 'approved_at desc'],
  monthAnswers: ['month_answer', 'user_id', 'month desc'],
  pushChoices: ['push_choice', 'user_id', 'user_id'],
  workReports: ['work_report', 'user_id', 'created_at desc'],
} satisfies { [Part in keyof UserData]?: Source };

/** The name of the location or kiosk whose id is in a column of the row `o`. */
const nameIn = (table: 'location' | 'kiosk', companyId: string, column: string) =>
  sql<
    string | null
  >`(select n.name from ${sql.table(table)} n where n.company_id = ${companyId} and n.id = ${sql.ref(column)})`;

/** What is no column of the row `o`, by its name in the contract. */
const derived = ({ companyId, userId }: Person): Record<string, RawBuilder<unknown>> => ({
  at: sql`o.dismissed_at`,
  hasPin: sql`o.pin_hash is not null`,
  terms: sql`o.work_terms`,
  hours: sql`o.ms / 3600000::float8`,
  location: nameIn('location', companyId, 'o.locationId'),
  recordedLocation: nameIn('location', companyId, 'o.recordedLocationId'),
  kiosk: nameIn('kiosk', companyId, 'o.kioskId'),
  isMadeByManager: sql`o.made_by is not null`,
  isDeviceKnown: sql`o.device_id is not null`,
  to: sql`case when o.recipient_id is not null then 'individual' when o.location_id is not null then 'location' else 'all' end`,
  corrections: sql`coalesce((
      select jsonb_agg(jsonb_build_object('units', c.units, 'quantity', c.quantity, 'description', c.description,
        'generalNotes', c.general_notes, 'correctedAt', iso_instant(c.corrected_at),
        'by', case when c.author_id = ${userId} then 'self' else 'other' end) order by c.corrected_at)
      from work_report_correction c
      where c.company_id = ${companyId} and c.work_report_id = o.id), '[]')`,
});

async function readRows<Row>(
  db: Db,
  person: Person,
  { shape }: { shape: object },
  [table, column, order, which = 'true']: Source,
): Promise<Row[]> {
  const expressions = derived(person);
  const columns = Object.keys(shape).map((name) => (expressions[name] ?? sql.ref(`o.${name}`)).as(name));
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)} o
    where o.company_id = ${person.companyId} and ${sql.ref(`o.${column}`)} = ${person.userId} and ${sql.raw(which)}
    order by ${sql.raw(order)}`.execute(db);
  return rows;
}

const { account, reportSubscription, messages } = userData.shape;

/** Every part that lists the rows of a table. */
export async function readLists(db: Db, person: Person): Promise<Pick<UserData, keyof typeof lists>> {
  const parts: Record<string, unknown[]> = {};
  for (const [part, source] of Object.entries(lists)) {
    const { element } = userData.shape[part as keyof typeof lists].def;
    parts[part] = await readRows(db, person, element, source as Source);
  }
  return parts as Pick<UserData, keyof typeof lists>;
}

export async function findAccount(db: Db, person: Person) {
  type Account = Omit<UserData['account'], 'personalCode'> & { personalCode: Buffer | null };
  const [found] = await readRows<Account>(db, person, account, ['users', 'id', 'id']);
  if (!found) throw new Error('The viewer has no account.');
  return found;
}

export async function findReportSubscription(
  db: Db,
  person: Person,
): Promise<UserData['reportSubscription']> {
  const source: Source = ['report_subscription', 'user_id', 'user_id'];
  const schema = reportSubscription.def.innerType;
  const [found] = await readRows<NonNullable<UserData['reportSubscription']>>(db, person, schema, source);
  return found ?? null;
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

export async function listMessages(db: Db, person: Person): Promise<UserData['messages']> {
  const { companyId, userId } = person;
  const reached = await db
    .selectFrom('messageRecipient as r')
    .innerJoin('message as o', inCompany('o.id', 'r.messageId'))
    .where('r.companyId', '=', companyId)
    .where('r.userId', '=', userId)
    .orderBy('r.messageId', 'desc')
    .select(['o.id', 'o.subject', 'o.content', 'o.isAnnouncement', 'o.createdAt'])
    .select(['r.readAt', 'r.isAddressed', nameIn('location', companyId, 'o.locationId').as('location')])
    .execute();
  return {
    received: reached.filter(({ isAddressed }) => isAddressed),
    sent: await readRows(db, person, messages.shape.sent.def.element, ['message', 'sender_id', 'id desc']),
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
