/* Taking back a check-out that was made by mistake, with or without a connection. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { timeRecordsChanged } from '#web/call/changes.ts';
import { query } from '#web/call/query.ts';
import { randomId } from '#web/call/random-id.ts';
import { madeNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import type { BreakItem, ShownEntry, UndoDraft, UndoItem } from '#web/queue/outbox-items.ts';
import { loadOutbox } from './outbox.ts';
import { forgetCheckOut } from './scans.ts';

type CheckOut = {
  /** Its `clientScanId`. */
  scanId: string;
  /** The entry that it ended. */
  entry: ShownEntry;
};

/** Undoes a check-out; `isWaiting` if saved and yet to be sent. A failure is a toast with this title. */
export function useUndoCheckOut(errorTitle: string) {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ scanId: checkOut, entry }: CheckOut): Promise<{ isWaiting: boolean }> => {
      const { undo } = await loadOutbox();
      const draft: UndoDraft = { kind: 'undo', id: randomId(), userId, checkOut, entry, ...madeNow() };
      return { isWaiting: (await undo(draft)).fate === 'saved' };
    },
    onSuccess: () => forgetCheckOut(queryClient),
    // A refusal, too, says that what is on screen is out of date.
    onSettled: () => void timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
}

/** Puts the server's answer to an undo or a break on screen, whenever it was made. */
export async function showEntryAnswer(
  queryClient: QueryClient,
  { fate }: UndoItem | BreakItem,
): Promise<void> {
  if (fate.state === 'done') {
    // An answer that is still on its way may be older than this one.
    await queryClient.cancelQueries({ queryKey: query('getActiveEntry').queryKey });
    if (fate.result) queryClient.setQueryData(query('getActiveEntry').queryKey, fate.result);
    forgetCheckOut(queryClient);
  }
  void timeRecordsChanged(queryClient);
}
