import { queryOptions, skipToken } from '@tanstack/react-query';
import { keptOffline } from './last-known.ts';
import { toLoaded } from './loaded-messages.ts';
import { query } from './query.ts';
import { request } from './request.ts';

/** Begins the key of everything about messages. */
export const messagesKey = ['messages'] as const;

/** Messages to the viewer that they have not opened, at most 1000; polled every 30 s (product.md §7). */
export const unreadCountQuery = { ...query('getUnreadCount'), refetchInterval: 30_000, ...keptOffline };

/** The viewer's messages. `message-updates.ts` adds to them; a message itself never changes. */
export const messagesQuery = queryOptions({
  queryKey: [...messagesKey, 'list'],
  queryFn: async ({ signal }) => toLoaded(await request('listMessages', { query: {} }, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  // Comparing thousands of messages with the previous ones costs more than rendering the visible ones.
  structuralSharing: false,
  ...keptOffline,
});

/** One message, for a visit by its link. */
export const messageQuery = (id: string) => ({
  ...query('getMessage', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The recipients of a message, those who have not read it first; only for administrators. */
export const messageRecipientsQuery = (id: string) => ({
  ...query('listMessageRecipients', { params: { id } }),
  refetchInterval: 30_000,
});

/** Messages opened during this visit. Kept apart from the lists, so that responses in flight do not undo it. */
export const openedMessagesQuery = queryOptions<ReadonlySet<string>>({
  queryKey: [...messagesKey, 'opened'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
});
