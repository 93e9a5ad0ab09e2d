/* Items made on this phone that wait to be sent or were refused (docs/web.md, "Without a signal"). */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CrewOutcome } from '#contract/crew.ts';
import type { ActiveEntry, ScanResult } from '#contract/time-tracking.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import {
  type BreakDraft,
  type BreakItem,
  blockedItems,
  type CrewDraft,
  isHeld,
  isUnrecorded,
  type OutboxItem,
  type ReportDraft,
  type ScanDraft,
  type ScanItem,
  type UndoItem,
} from '#web/offline/outbox-items.ts';
import { useUser } from './auth.ts';
import { networkError } from './request.ts';

export type { BreakItem, OutboxItem, ScanItem, UndoItem };

export const loadOutbox = async () => (await import('./device.ts')).device;

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

/** Recorded by the server, or saved on the phone. */
export type Submitted<Result> = { fate: 'done'; result: Result } | { fate: 'saved' };

export function submitDraft(draft: ScanDraft): Promise<Submitted<ScanResult>>;
export function submitDraft(draft: ReportDraft): Promise<Submitted<WorkReportSubmission>>;
export function submitDraft(draft: BreakDraft): Promise<Submitted<ActiveEntry | null>>;
export function submitDraft(draft: CrewDraft): Promise<Submitted<CrewOutcome[]>>;
/**
 * Stores it, then sends it. Throws the `ApiError` of a refusal or, if the phone cannot store it, of a failure to send
 * it now (`isUnanswered`).
 */
export async function submitDraft(
  draft: ScanDraft | ReportDraft | BreakDraft | CrewDraft,
): Promise<Submitted<unknown>> {
  const outbox = await loadOutbox().catch(() => Promise.reject(networkError()));
  return outbox.submit(draft);
}

/** Stores a scan that cannot be recorded before the person has said when they left. */
export async function holdDraft(draft: ScanDraft): Promise<void> {
  const outbox = await loadOutbox();
  await outbox.hold(draft);
}
