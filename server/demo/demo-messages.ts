import type { Insertable } from 'kysely';
import { addDays, dateIn } from '#domain/dates.ts';
import type { Message, MessageRecipient } from '#server/generated/types.ts';
import type { Cast, LocationKey } from './cast.ts';
import type { DemoCompany } from './demo-company.ts';
import type { Random } from './random.ts';

const msPerMinute = 60_000;
/** A location's message reaches everybody who was there in the days before (decisions.md §6). */
const locationMs = 30 * 24 * 60 * msPerMinute;

type Staffed = Pick<DemoCompany, 'users' | 'timeEntries'> & { locationIds: ReadonlyMap<LocationKey, string> };

/**
 * Returns the messages, oldest first, with their recipients and who has read them by `now`. `users` has the order of
 * the cast.
 */
export function makeDemoMessages(
  { timeZone, people, letters }: Cast,
  { users, timeEntries, locationIds }: Staffed,
  now: Date,
  random: Random,
): { messages: Insertable<Message>[]; messageRecipients: Insertable<MessageRecipient>[] } {
  const [owner, worker, manager] = users;
  if (!owner || !worker || !manager) throw new Error('the cast is not complete');
  const staff = users.filter((_, index) => people[index]?.leftDaysAgo === undefined);
  const messages: Insertable<Message>[] = [];
  const messageRecipients: Insertable<MessageRecipient>[] = [];
  for (const { from, to, daysAgo, at, readBy, isAnnouncement = false, subject, content } of letters) {
    const day = addDays(dateIn(now, timeZone), -daysAgo);
    const sentAt = Temporal.PlainDateTime.from(`${day}T${at}`).toZonedDateTime(timeZone).epochMilliseconds;
    const createdAt = new Date(sentAt).toISOString();
    const message = {
      companyId: owner.companyId,
      id: random.uuid(sentAt),
      senderId: from === 'owner' ? owner.id : manager.id,
      recipientId: to === 'worker' ? worker.id : null,
      locationId: to === 'worker' || to === 'everyone' ? null : (locationIds.get(to) ?? null),
      subject,
      content,
      isAnnouncement,
      createdAt,
    };
    messages.push(message);
    const since = new Date(sentAt - locationMs).toISOString();
    const reached = staff.filter(({ id, createdAt: hiredAt }) => {
      if (id === message.senderId || String(hiredAt) > createdAt) return false;
      if (message.recipientId) return id === message.recipientId;
      return (
        !message.locationId ||
        timeEntries.some(
          ({ userId, locationId, checkOut }) =>
            userId === id && locationId === message.locationId && (!checkOut || String(checkOut) >= since),
        )
      );
    });
    for (const { id } of reached) {
      const openedAt = Math.min(sentAt + random.between(2, 900) * msPerMinute, now.getTime());
      // The person whose phone the demo suggests has unread messages.
      const isRead = id === worker.id ? daysAgo > 3 : random.chance(readBy);
      messageRecipients.push({
        companyId: owner.companyId,
        userId: id,
        messageId: message.id,
        readAt: isRead ? new Date(openedAt).toISOString() : null,
      });
    }
  }
  return { messages, messageRecipients };
}
