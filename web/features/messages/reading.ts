/* Separate from the queries because the navigation's badge needs none of this on the first screens. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchChanged } from '#web/call/changes.ts';
import { query } from '#web/call/query.ts';
import { request } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { joinNewest, joinOlder, type LoadedMessages, toLoaded } from './loaded-messages.ts';
import { messagesQuery, openedMessagesQuery } from './messages-query.ts';

const NONE: ReadonlySet<string> = new Set();

/** Ids of messages that are read although their `isRead` may still be false. */
export function useOpenedMessages(): ReadonlySet<string> {
  return useQuery(openedMessagesQuery).data ?? NONE;
}

/** Keeps the list up to date while mounted: at first, and whenever there are more unread messages. */
export function useNewMessages(): void {
  const queryClient = useQueryClient();
  const { data: unread } = useQuery(query('getUnreadCount'));
  const before = useRef(-1);
  useEffect(() => {
    if (unread === undefined) return;
    if (unread > before.current) void loadNewest(queryClient);
    before.current = unread;
  }, [unread, queryClient]);
}

async function loadNewest(queryClient: QueryClient): Promise<void> {
  if (!queryClient.getQueryData(messagesQuery.queryKey)) return;
  const newest = await queryClient
    .fetchQuery({
      queryKey: ['loaded-messages', 'newest'],
      queryFn: async ({ signal }) => toLoaded(await request('listMessages', { query: {} }, { signal })),
    })
    .catch(() => undefined); // The list stays unchanged.
  if (newest) changeList(queryClient, (known) => joinNewest(known, newest));
}

const changeList = (queryClient: QueryClient, change: (known: LoadedMessages) => LoadedMessages) =>
  queryClient.setQueryData(messagesQuery.queryKey, (known) => known && change(known));

export function useOlderMessages() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (before: string) => request('listMessages', { query: { before } }),
    onSuccess: (messages, before) =>
      changeList(queryClient, (known) => joinOlder(known, before, toLoaded(messages))),
    meta: { handlesErrors: true },
  });
}

/** Marks a message as read: on screen at once, on the server when connected. Fails silently. */
export function useMarkMessageRead() {
  const queryClient = useQueryClient();
  const setOpened = (change: (ids: Set<string>) => void) =>
    queryClient.setQueryData(openedMessagesQuery.queryKey, (ids) => {
      const changed = new Set(ids);
      change(changed);
      return changed;
    });
  return useMutation({
    mutationFn: (id: string) => request('markMessageRead', { params: { id } }),
    onMutate: async (id) => {
      setOpened((ids) => ids.add(id));
      await queryClient.cancelQueries({ queryKey: query('getUnreadCount').queryKey });
      queryClient.setQueryData(query('getUnreadCount').queryKey, (count) => count && count - 1);
    },
    onError: (_error, id) => setOpened((ids) => ids.delete(id)),
    onSettled: () => void refetchChanged(queryClient, ['messages']),
    // If it was read offline, sends the mark when the connection is back.
    networkMode: 'online',
    meta: { handlesErrors: true },
  });
}

export function useSendMessage() {
  const queryClient = useQueryClient();
  return useCall('createMessage', {
    handlesErrors: true,
    onSuccess: (message) => {
      const hasList = changeList(queryClient, (known) => joinNewest(known, toLoaded([message])));
      if (!hasList) void queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey });
    },
  });
}
