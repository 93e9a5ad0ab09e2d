import { sql } from 'kysely';
import type { Message, MessageRecipient } from '#contract/messages.ts';
import type { Scope } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inCompany } from '#server/platform/database/in-company.ts';
import { namesakes } from '#server/platform/database/namesakes.ts';
import { locationIn, personIn } from '#server/platform/scope.ts';

/** Unread messages are counted up to here: a badge shows "99+" long before. */
const countLimit = 1000;
/*
 * What was sent before a person joined is no news to them: they find it, and it counts as read. Ids of people and messages begin
 * with the time at which they were made.
 */

/** A location's message reaches people who were there within this many days before it (decisions.md §6). */
const locationDays = 30;

type Reader = { companyId: string; userId: string; scope: Scope };

/**
 * Administrators may see everything, others what is addressed to them, and managers what they sent; with `before`, what was sent
 * before that message.
 */
function selectMessages(db: Db, { companyId, userId, scope }: Reader, before?: string) {
  return (
    db
      .selectFrom('message as m')
      .leftJoin('messageRecipient as r', (join) => {
        const own = join
          .onRef('r.companyId', '=', 'm.companyId')
          .onRef('r.messageId', '=', 'm.id')
          .on('r.userId', '=', userId);
        // Said of both tables: a merge join would else read all that the person was sent since.
        return before === undefined ? own : own.on('r.messageId', '<', before);
      })
      .innerJoin('users as s', inCompany('s.id', 'm.senderId'))
      .leftJoin('users as p', inCompany('p.id', 'm.recipientId'))
      .leftJoin('location as l', inCompany('l.id', 'm.locationId'))
      .leftJoin(namesakes(companyId, 'sn'), 'sn.id', 's.id')
      .leftJoin(namesakes(companyId, 'pn'), 'pn.id', 'p.id')
      .where('m.companyId', '=', companyId)
      .$if(before !== undefined, (query) => query.where('m.id', '<', before ?? ''))
      // Through their own rows, so that a person's list does not cost more if others have many messages.
      .$if(scope.kind === 'locations', (query) =>
        query.where((eb) => eb.or([eb('r.isAddressed', '=', true), eb('m.senderId', '=', userId)])),
      )
      .$if(scope.kind === 'own', (query) =>
        query
          .where('r.companyId', '=', companyId)
          .where('r.userId', '=', userId)
          .where('r.isAddressed', '=', true),
      )
      .select([
        'm.id',
        'm.companyId',
        'm.senderId',
        'm.recipientId',
        'm.locationId',
        'm.subject',
        'm.content',
        'm.isAnnouncement',
        'm.createdAt',
        's.firstName as senderFirstName',
        's.lastName as senderLastName',
        'sn.tag as senderNameTag',
        'p.firstName as recipientFirstName',
        'p.lastName as recipientLastName',
        'pn.tag as recipientNameTag',
        'l.name as locationName',
      ])
      .select(
        sql<boolean>`(m.sender_id = ${userId} or r.read_at is not null or m.id < ${userId})`.as('isRead'),
      )
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number];

function toMessage(row: Row, { scope }: Reader): Message {
  const { senderFirstName, senderLastName, senderNameTag, locationName, ...others } = row;
  const { recipientFirstName, recipientLastName, recipientNameTag, ...message } = others;
  // Employees do not learn each other's addresses.
  const tag = (nameTag: string | null) => (scope.kind === 'own' ? null : nameTag);
  return {
    ...message,
    location: locationName === null ? null : { name: locationName },
    sender: { firstName: senderFirstName, lastName: senderLastName, nameTag: tag(senderNameTag) },
    recipient:
      recipientFirstName === null || recipientLastName === null
        ? null
        : {
            firstName: recipientFirstName,
            lastName: recipientLastName,
            nameTag: tag(recipientNameTag),
          },
  };
}

/** Newest first; with `before`, those sent before that message. */
export async function listMessages(
  db: Db,
  reader: Reader,
  before: string | undefined,
  limit: number,
): Promise<Message[]> {
  const rows = await selectMessages(db, reader, before)
    // The page is chosen among the reader's own rows first, so that no plan reads all of them.
    .$if(reader.scope.kind === 'own', (query) =>
      query.where('m.id', 'in', (eb) =>
        eb
          .selectFrom('messageRecipient as own')
          .where('own.companyId', '=', reader.companyId)
          .where('own.userId', '=', reader.userId)
          .where('own.isAddressed', '=', true)
          .$if(before !== undefined, (own) => own.where('own.messageId', '<', before ?? ''))
          .orderBy('own.messageId', 'desc')
          .limit(limit)
          .select('own.messageId'),
      ),
    )
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toMessage(row, reader));
}

export async function findMessage(db: Db, reader: Reader, id: string): Promise<Message | undefined> {
  const row = await selectMessages(db, reader).where('m.id', '=', id).executeTakeFirst();
  return row && toMessage(row, reader);
}

export async function countUnread(db: Db, companyId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('messageRecipient')
        .where('companyId', '=', companyId)
        .where('userId', '=', userId)
        .where('readAt', 'is', null)
        .where('isAddressed', '=', true)
        .where('messageId', '>', userId)
        .limit(countLimit)
        .select('messageId')
        .as('unread'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type NewMessage = {
  companyId: string;
  id: string;
  senderId: string;
  recipientId: string | null;
  locationId: string | null;
  subject: string;
  content: string;
  isAnnouncement: boolean;
  clientMessageId: string | null;
  createdAt: string;
};

/** Returns false if the sender's device has sent this message before. */
export async function insertMessage(db: Db, message: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('message')
    .values(message)
    .onConflict((conflict) => conflict.columns(['companyId', 'senderId', 'clientMessageId']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The id of the message that the sender's device sent with this client id. */
export async function findSentId(
  db: Db,
  { companyId, senderId, clientMessageId }: NewMessage,
): Promise<string> {
  const { id } = await db
    .selectFrom('message')
    .where('companyId', '=', companyId)
    .where('senderId', '=', senderId)
    .where('clientMessageId', '=', clientMessageId)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the message's recipients among the current employees, except its sender. */
export async function insertRecipients(db: Db, message: NewMessage): Promise<void> {
  const { companyId, senderId, recipientId, locationId } = message;
  const since = new Date(Date.parse(message.createdAt) - locationDays * 24 * 60 * 60 * 1000);
  await db
    .insertInto('messageRecipient')
    .columns(['companyId', 'userId', 'messageId'])
    .expression((eb) =>
      eb
        .selectFrom('users as u')
        .where('u.companyId', '=', companyId)
        .where('u.deletedAt', 'is', null)
        .where('u.isActive', '=', true)
        .where('u.id', '!=', senderId)
        .$if(recipientId !== null, (query) => query.where('u.id', '=', recipientId ?? ''))
        .$if(locationId !== null, (query) =>
          query.where((where) =>
            where.exists(
              where
                .selectFrom('timeEntry as e')
                .where('e.companyId', '=', companyId)
                .whereRef('e.userId', '=', 'u.id')
                .where('e.locationId', '=', locationId ?? '')
                .where((ended) =>
                  ended.or([ended('e.checkOut', 'is', null), ended('e.checkOut', '>=', since.toISOString())]),
                )
                .select('e.id'),
            ),
          ),
        )
        .select(['u.companyId', 'u.id', sql.val(message.id).as('messageId')]),
    )
    .execute();
}

/** Makes an employee, new or reactivated, a recipient of the messages sent to everyone since `since`. */
export async function insertRecipientOfEarlier(
  db: Db,
  companyId: string,
  userId: string,
  since: Date,
): Promise<void> {
  await db
    .insertInto('messageRecipient')
    .columns(['companyId', 'userId', 'messageId'])
    .expression((eb) =>
      eb
        .selectFrom('message')
        .where('companyId', '=', companyId)
        .where('recipientId', 'is', null)
        .where('locationId', 'is', null)
        .where('createdAt', '>=', since.toISOString())
        .where('senderId', '!=', userId)
        .select(['companyId', sql.val(userId).as('userId'), 'id']),
    )
    // The messages received before the deactivation.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the first opening; later ones change nothing. `isAddressed` is false for an administrator it was not sent to. */
export async function markRead(
  db: Db,
  companyId: string,
  userId: string,
  messageId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('messageRecipient')
    .values({ companyId, userId, messageId, isAddressed: false, readAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'userId', 'messageId'])
        .doUpdateSet({ readAt: now.toISOString() })
        .where('messageRecipient.readAt', 'is', null),
    )
    .execute();
}

/** The people to whom it was sent; not those who have joined since. */
export async function listRecipients(
  db: Db,
  companyId: string,
  messageId: string,
): Promise<MessageRecipient[]> {
  const rows = await db
    .selectFrom('messageRecipient as r')
    .innerJoin('users as u', inCompany('u.id', 'r.userId'))
    .leftJoin(namesakes(companyId, 'n'), 'n.id', 'u.id')
    .where('r.companyId', '=', companyId)
    .where('r.messageId', '=', messageId)
    .where('r.isAddressed', '=', true)
    .whereRef('r.messageId', '>', 'r.userId')
    .orderBy('u.id')
    .select(['u.id', 'u.firstName', 'u.lastName', 'n.tag as nameTag', 'r.readAt'])
    .execute();
  return rows.map(({ readAt, ...user }) => ({ user, readAt }));
}

/** A person in the scope who is neither deleted nor deactivated. */
export async function isRecipient(db: Db, companyId: string, scope: Scope, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where(personIn(scope, 'id'))
    .where('isActive', '=', true)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A location in the scope that is not deleted, locked until the transaction ends: a concurrent check-in there finishes
 * before the message is sent, or starts afterwards and finds it.
 */
export async function holdLocation(
  db: Db,
  companyId: string,
  scope: Scope,
  locationId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('location')
    .where('companyId', '=', companyId)
    .where('id', '=', locationId)
    .where('deletedAt', 'is', null)
    .where(locationIn(scope, 'id'))
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
