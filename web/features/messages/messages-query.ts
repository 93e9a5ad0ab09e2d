import { queryOptions, skipToken } from '@tanstack/react-query';
import { keptOffline } from '#web/call/last-known.ts';
import { request } from '#web/call/request.ts';
import { toLoaded } from './loaded-messages.ts';

/** The viewer's messages. `message-updates.ts` adds to them; a message itself never changes. */
export const messagesQuery = queryOptions({
  queryKey: ['loaded-messages', 'list'],
  queryFn: async ({ signal }) => toLoaded(await request('listMessages', { query: {} }, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  // Comparing thousands of messages with the previous ones costs more than rendering the visible ones.
  structuralSharing: false,
  ...keptOffline,
});

/** Messages opened during this visit. Kept apart from the lists, so that responses in flight do not undo it. */
export const openedMessagesQuery = queryOptions<ReadonlySet<string>>({
  queryKey: ['loaded-messages', 'opened'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
});
