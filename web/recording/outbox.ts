/* Items made on this phone that wait to be sent or were refused (docs/web.md, "Without a signal"). */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { networkError } from '#web/call/request.ts';
import { useUser } from '#web/call/user.ts';
import {
  type BreakItem,
  blockedItems,
  type Draft,
  isHeld,
  isUnrecorded,
  type OutboxItem,
  type ResultOf,
  type ScanDraft,
  type ScanItem,
  type UndoItem,
} from '#web/queue/outbox-items.ts';
import type { Submitted } from './sending.ts';

export type { BreakItem, OutboxItem, ScanDraft, ScanItem, Submitted, UndoItem };

export const loadOutbox = () => import('./outbox-runner.ts');

const outboxKey = ['outbox'] as const;

/** Refetched after every change; empty if the browser has no storage. */
export const outboxQuery = (userId: string) =>
  queryOptions({
    queryKey: [...outboxKey, userId],
    queryFn: async () => (await loadOutbox()).listItems(userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

const NONE: OutboxItem[] = [];

/** The viewer's items in the order they were made, including answered ones. */
export function useOutbox(): OutboxItem[] {
  const { id } = useUser();
  return useQuery(outboxQuery(id)).data ?? NONE;
}

/** Scans that are recorded as soon as the viewer says when they left before them. */
export function useHeldScans(): ScanItem[] {
  return useOutbox().filter(isHeld);
}

/** Items that the server refused, or that depended on such an item: the viewer asks for a correction, or discards them. */
export const useUnrecordedItems = (): OutboxItem[] => useOutbox().filter(isUnrecorded);

/** Items that depend on an unrecorded one: never sent, and asked about when the viewer has settled that. */
export function useBlockedItems(): OutboxItem[] {
  const items = useOutbox();
  const blocked = blockedItems(items);
  return items.filter(({ id }) => blocked.has(id));
}

/** Takes items off the list; what depended on them is asked about next. */
export function useDismissItems() {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (items: OutboxItem[]) =>
      (await loadOutbox()).removeItems(
        userId,
        items.map(({ seq }) => seq),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: outboxKey }),
  });
}

/** Stores the item, then sends it. Throws the refusal or, if not stored, the failed send (`isUnanswered`). */
export async function submitDraft<D extends Draft>(draft: D): Promise<Submitted<ResultOf<D>>> {
  const { submit } = await loadOutbox().catch(() => Promise.reject(networkError()));
  return submit(draft);
}

/** Stores a scan that cannot be recorded before the person has said when they left. */
export async function holdDraft(draft: ScanDraft): Promise<void> {
  const outbox = await loadOutbox();
  await outbox.hold(draft);
}
