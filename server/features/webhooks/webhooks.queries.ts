import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Webhook, WebhookDelivery, WebhookFault, WebhookType } from '#contract/webhooks.ts';
import type { Webhook as WebhookRow } from '#server/generated/types.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Page } from '#server/platform/http/pages.ts';

export type StoredWebhook = Selectable<WebhookRow>;
export type WebhookKey = { companyId: string; id: string };

/** How a try ended: `answer` is the beginning of the body. */
export type Outcome = { status: number | null; fault: WebhookFault | null; answer: string | null };

/** An event to send, with what the trigger noted of it. */
export type Event = {
  id: string;
  type: WebhookType;
  aboutId: string;
  at: string;
  facts: Record<string, unknown>;
  tries: number;
};

const of = (db: Db, { companyId, id }: WebhookKey) =>
  db.selectFrom('webhook').where('companyId', '=', companyId).where('id', '=', id);

/** What happened to a webhook's events, without an order. */
const deliveriesOf = (db: Db, { companyId, id }: WebhookKey) =>
  db.selectFrom('webhookDelivery').where('companyId', '=', companyId).where('webhookId', '=', id);

export async function findWebhook(db: Db, key: WebhookKey): Promise<StoredWebhook | undefined> {
  return of(db, key).selectAll().executeTakeFirst();
}

const answerOf = (row: Pick<Outcome, 'status' | 'fault'> & { triedAt: string | null }) =>
  row.triedAt === null ? null : { at: row.triedAt, status: row.status, fault: row.fault };

export async function listWebhooks(db: Db, companyId: string): Promise<Webhook[]> {
  const webhooks = await db
    .selectFrom('webhook')
    .where('companyId', '=', companyId)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'url', 'events', 'isOn', 'offReason', 'createdAt'])
    .$narrowType<Pick<Webhook, 'events' | 'offReason'>>()
    .execute();
  return Promise.all(
    webhooks.map(async (webhook) => {
      const mine = deliveriesOf(db, { companyId, id: webhook.id });
      const { waiting } = await mine
        .where('dueAt', 'is not', null)
        .select((column) => column.fn.countAll<number>().as('waiting'))
        .executeTakeFirstOrThrow();
      const last = await mine
        .where('triedAt', 'is not', null)
        .orderBy('triedAt', 'desc')
        .limit(1)
        .select(['triedAt', 'status', 'fault'])
        .$narrowType<Outcome>()
        .executeTakeFirst();
      return { ...webhook, waiting, lastAnswer: last ? answerOf(last) : null };
    }),
  );
}

export async function insertWebhook(db: Db, webhook: Insertable<WebhookRow>): Promise<void> {
  await db.insertInto('webhook').values(webhook).execute();
}

export async function updateWebhook(db: Db, key: WebhookKey, set: Updateable<WebhookRow>): Promise<void> {
  const { companyId, id } = key;
  await db.updateTable('webhook').set(set).where('companyId', '=', companyId).where('id', '=', id).execute();
}

/** Returns false if the company has no webhook with this id. */
export async function deleteWebhook(db: Db, { companyId, id }: WebhookKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  await db
    .deleteFrom('webhookDelivery')
    .where('companyId', '=', companyId)
    .where('webhookId', '=', id)
    .execute();
  return numDeletedRows > 0n;
}

/** Lets what is waiting be tried at once, and from the first retry on. */
export async function startAnew(db: Db, { companyId, id }: WebhookKey): Promise<void> {
  await db
    .updateTable('webhookDelivery')
    .set({ dueAt: sql`'-infinity'`, tries: 0 })
    .where('companyId', '=', companyId)
    .where('webhookId', '=', id)
    .where('dueAt', 'is not', null)
    .execute();
}

/** Webhooks that are on, do not rest and have something to send, of these companies or of all. */
export async function listDue(db: Db, now: Date, companyIds?: string[]): Promise<WebhookKey[]> {
  return db
    .selectFrom('webhook as w')
    .where('w.isOn', '=', true)
    .where('w.restsUntil', '<=', now.toISOString())
    .$if(companyIds !== undefined, (query) => query.where('w.companyId', 'in', companyIds ?? []))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookDelivery as d')
          .whereRef('d.companyId', '=', 'w.companyId')
          .whereRef('d.webhookId', '=', 'w.id')
          .where('d.dueAt', '<=', now.toISOString())
          .select('d.id'),
      ),
    )
    .select(['w.companyId', 'w.id'])
    .execute();
}

/**
 * Takes the webhook for the caller alone, until `restsUntil`, if it rests no longer than this (`<=`), or keeps it as long as it is
 * the caller's (`=`). Undefined: it is off, was deleted, rests, or another job is at work on it.
 */
export async function claimWebhook(
  db: Db,
  { companyId, id }: WebhookKey,
  set: { restsUntil: string; failures?: number },
  ...rests: ['<=' | '=', instant: string]
): Promise<StoredWebhook | undefined> {
  return db
    .updateTable('webhook')
    .set(set)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('isOn', '=', true)
    .where('restsUntil', ...rests)
    .returningAll()
    .executeTakeFirst();
}

/** Ends what `claimWebhook` began. Returns false if the webhook was deleted, or another job has taken it over since. */
export async function releaseWebhook(
  db: Db,
  { companyId, id, restsUntil }: StoredWebhook,
  set: Updateable<WebhookRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set(set)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('restsUntil', '=', restsUntil)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The oldest events that are due, at most one of each person or location, behind none of the same that is waiting. */
export async function listNext(db: Db, key: WebhookKey, now: Date, limit: number): Promise<Event[]> {
  const { companyId, id } = key;
  return db
    .selectFrom('webhookDelivery as d')
    .where('d.companyId', '=', companyId)
    .where('d.webhookId', '=', id)
    .where('d.dueAt', '<=', now.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhookDelivery as e')
            .where('e.companyId', '=', companyId)
            .where('e.webhookId', '=', id)
            .where('e.dueAt', 'is not', null)
            .whereRef('e.aboutId', '=', 'd.aboutId')
            .whereRef('e.seq', '<', 'd.seq')
            .select('e.id'),
        ),
      ),
    )
    .orderBy('d.seq')
    .limit(limit)
    .select(['d.id', 'd.type', 'd.aboutId', 'd.at', 'd.facts', 'd.tries'])
    .$narrowType<Event>()
    .execute();
}

/** Notes a try. `dueAt` undefined: as it was; null: never again. */
export async function noteTry(
  db: Db,
  companyId: string,
  event: Event,
  { at, dueAt, ...outcome }: Outcome & { at: Date; dueAt: Date | null | undefined },
): Promise<void> {
  await db
    .updateTable('webhookDelivery')
    .set({
      ...outcome,
      triedAt: at.toISOString(),
      tries: event.tries + 1,
      ...(dueAt !== undefined && { dueAt: dueAt?.toISOString() ?? null }),
    })
    .where('companyId', '=', companyId)
    .where('id', '=', event.id)
    .execute();
}

export async function insertTest(db: Db, { companyId, id }: WebhookKey, now: Date): Promise<Event> {
  const type: WebhookType = 'webhook.test';
  const event = { aboutId: id, at: now.toISOString(), facts: '{}', dueAt: null };
  return db
    .insertInto('webhookDelivery')
    .values({ companyId, webhookId: id, type, ...event })
    .returning(['id', 'type', 'aboutId', 'at', 'facts', 'tries'])
    .$narrowType<Event>()
    .executeTakeFirstOrThrow();
}

export async function findEvent(db: Db, webhook: WebhookKey, id: string): Promise<Event | undefined> {
  return deliveriesOf(db, webhook)
    .where('id', '=', id)
    .select(['id', 'type', 'aboutId', 'at', 'facts', 'tries'])
    .$narrowType<Event>()
    .executeTakeFirst();
}

/** Newest first; with `id` that one only. */
export async function listDeliveries(
  db: Db,
  webhook: WebhookKey,
  { id, limit = 1, after = null }: { id?: string } & Partial<Page>,
): Promise<WebhookDelivery[]> {
  const found = await deliveriesOf(db, webhook)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(after !== null, (query) =>
      query.where(
        'seq',
        '<',
        deliveriesOf(db, webhook)
          .where('id', '=', after?.[1] ?? '')
          .select('seq'),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .select(['id', 'type', 'at', 'tries', 'triedAt', 'status', 'fault', 'answer as answerText'])
    .select(sql<boolean>`due_at is not null`.as('isWaiting'))
    .$narrowType<{ type: WebhookType; fault: WebhookFault | null }>()
    .execute();
  return found.map(({ triedAt, status, fault, ...delivery }) => ({
    ...delivery,
    lastAnswer: answerOf({ triedAt, status, fault }),
  }));
}

/** Events from before the instant go, whether they were accepted or not. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookDelivery').where('at', '<', before.toISOString()).execute();
}

/** People as events name them now, by id; those erased have a number in place of the name. */
export async function listPeople(db: Db, companyId: string, ids: string[]) {
  return db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', 'in', ids)
    .select(['id', 'firstName', 'lastName', 'role', 'isActive'])
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .execute();
}

export async function listLocations(db: Db, companyId: string) {
  return db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .select(['id', 'name', 'isActive'])
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .execute();
}

/** The hosts that the company's webhooks send to. */
export async function listWebhookHosts(db: Db, companyId: string): Promise<string[]> {
  const found = await db
    .selectFrom('webhook')
    .where('companyId', '=', companyId)
    .where('isOn', '=', true)
    .select('url')
    .execute();
  return [...new Set(found.map(({ url }) => new URL(url).hostname))].toSorted();
}
