import { randomUUIDv7 } from 'node:crypto';
import type { MessageRecipient } from '#contract/messages.ts';
import { bySurname } from '#domain/names.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { lockCompany } from '../company/company.queries.ts';
import { mayRecordNewWork } from '../subscription/subscription.service.ts';
import * as queries from './messages.queries.ts';

const pageSize = 100;

/** The messages that the viewer may read, newest first (decisions.md §6). */
export const listMessages: Handler<'listMessages'> = async ({ db, viewer, scope }, { query: { before } }) => {
  return queries.listMessages(db, { ...viewer, scope }, before, pageSize);
};

/** A message that the viewer may read. */
export const getMessage: Handler<'getMessage'> = async ({ db, viewer, scope }, { params: { id } }) => {
  const message = await queries.findMessage(db, { ...viewer, scope }, id);
  if (!message) throw new AppError('not_found');
  return message;
};

/** How many messages addressed to the viewer are unread. */
export const getUnreadCount: Handler<'getUnreadCount'> = ({ db, viewer }) =>
  queries.countUnread(db, viewer.companyId, viewer.userId);

/**
 * Sends a message to one person, to a location's people or to everyone (decisions.md §6); managers to their people and locations.
 * Managers write to people and locations of their own, not to everyone.
 */
export const createMessage: Handler<'createMessage'> = async (context, { body: input }) => {
  const { db, viewer, scope, clock } = context;
  const { companyId, userId } = viewer;
  const now = clock.now();
  if (!mayRecordNewWork(viewer, now)) throw new AppError('subscription_required', { action: 'subscribe' });
  const message: queries.NewMessage = {
    companyId,
    id: randomUUIDv7(),
    senderId: userId,
    recipientId: input.recipientId ?? null,
    locationId: input.locationId ?? null,
    subject: input.subject,
    content: input.content,
    isAnnouncement: input.isAnnouncement,
    clientMessageId: input.clientMessageId ?? null,
    createdAt: now.toISOString(),
  };
  const isToEveryone = !(message.recipientId || message.locationId);
  if (isToEveryone && scope.kind !== 'all') throw new AppError('forbidden');
  const id = await db.transaction().execute(async (transaction) => {
    // An employee being added concurrently is either among them already or will find the message.
    if (isToEveryone) await lockCompany(transaction, companyId);
    const exists = message.recipientId
      ? await queries.isRecipient(transaction, companyId, scope, message.recipientId)
      : !message.locationId ||
        (await queries.holdLocation(transaction, companyId, scope, message.locationId));
    if (!exists) throw new AppError('not_found');
    if (message.recipientId) context.concerns({ userId: message.recipientId });
    if (!(await queries.insertMessage(transaction, message))) return queries.findSentId(transaction, message);
    await queries.insertRecipients(transaction, message);
    return message.id;
  });
  return getMessage(context, { params: { id } });
};

/** Marks a message as opened by the viewer; only the first time counts. */
export const markMessageRead: Handler<'markMessageRead'> = async (context, { params: { id } }) => {
  const { db, viewer, clock } = context;
  const message = await getMessage(context, { params: { id } });
  if (message.isRead) return message;
  await queries.markRead(db, viewer.companyId, viewer.userId, id, clock.now());
  return { ...message, isRead: true };
};

/** The recipients of a message: those who have not opened it, by name, then the others, newest opening first. */
export const listMessageRecipients: Handler<'listMessageRecipients'> = async (
  context,
  { params: { id } },
) => {
  const { db, viewer, scope, language } = context;
  const { senderId } = await getMessage(context, { params: { id } });
  // The sender of a message to a manager learns who has opened it, the manager does not.
  if (scope.kind !== 'all' && senderId !== viewer.userId) throw new AppError('not_found');
  const order = bySurname(language);
  // Later than any instant.
  const openedAt = ({ readAt }: MessageRecipient) => readAt ?? '~';
  const recipients = await queries.listRecipients(db, viewer.companyId, id);
  return recipients.toSorted(
    (a, b) => Number(openedAt(a) < openedAt(b)) - Number(openedAt(a) > openedAt(b)) || order(a.user, b.user),
  );
};
