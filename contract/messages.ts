import * as z from 'zod/mini';
import { id, idParams, instant, requiredLongText, requiredText } from './fields.ts';

const person = z.object({ firstName: z.string(), lastName: z.string() });

export const message = z.object({
  id,
  companyId: id,
  senderId: id,
  /** Null together with locationId: sent to everyone. */
  recipientId: z.nullable(id),
  locationId: z.nullable(id),
  subject: z.string(),
  content: z.string(),
  /** Whether the viewer has opened it; true for what they sent themselves. */
  isRead: z.boolean(),
  isAnnouncement: z.boolean(),
  createdAt: instant,
  location: z.nullable(z.object({ name: z.string() })),
  sender: person,
  recipient: z.nullable(person),
});
export type Message = z.infer<typeof message>;

export const RECIPIENT_TYPES = ['individual', 'location', 'all'] as const;

const messageInput = z
  .object({
    subject: requiredText('subjectRequired', 200),
    content: requiredLongText('messageContentRequired', 10_000),
    isAnnouncement: z._default(z.boolean('invalid'), false),
    /** Missing: told by which of the two ids is given. */
    recipientType: z.optional(z.enum(RECIPIENT_TYPES, 'invalid')),
    recipientId: z.nullish(id),
    locationId: z.nullish(id),
    /** The device's own id of it: however often it is sent, it is one message, the first that came. */
    clientMessageId: z.optional(id),
  })
  .check(
    z.refine((input) => input.recipientType !== 'individual' || Boolean(input.recipientId), {
      error: 'recipientRequired',
      path: ['recipientId'],
    }),
    z.refine((input) => input.recipientType !== 'location' || Boolean(input.locationId), {
      error: 'messageLocationRequired',
      path: ['locationId'],
    }),
    z.refine((input) => !(input.recipientId && input.locationId), { error: 'invalid', path: ['locationId'] }),
    z.refine((input) => input.recipientType !== 'all' || !(input.recipientId || input.locationId), {
      error: 'invalid',
      path: ['recipientType'],
    }),
  );

export const messageRecipient = z.object({
  user: z.extend(person, { id }),
  readAt: z.nullable(instant),
});
export type MessageRecipient = z.infer<typeof messageRecipient>;

export const messagesEndpoints = {
  /** The newest first, at most 100; `before` is the id of the last one that the caller has. */
  listMessages: { query: z.object({ before: z.optional(id) }), response: z.array(message) },
  /** Counts no further than 1000. */
  getUnreadCount: { response: z.number() },
  getMessage: { params: idParams, response: message },
  createMessage: { body: messageInput, response: message, status: 201 },
  markMessageRead: { params: idParams, response: message },
  /** Whom a message has reached and who has opened it. */
  listMessageRecipients: { params: idParams, response: z.array(messageRecipient) },
} as const;
