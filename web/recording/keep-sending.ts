import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { timeRecordsChanged } from '#web/call/changes.ts';
import { useUser } from '#web/call/user.ts';
import type { OutboxItem } from '#web/queue/outbox-items.ts';
import { isScan } from './expected-scan.ts';
import { loadOutbox, outboxQuery } from './outbox.ts';
import { showScanAnswer } from './scans.ts';
import { showEntryAnswer } from './undo-check-out.ts';

/** While mounted, sends the viewer's items whenever a connection is likely and shows the results. */
export function useKeepSending(): void {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const changed = () => void queryClient.invalidateQueries({ queryKey: outboxQuery(userId).queryKey });
    loadOutbox().then(
      ({ keepSending }) => {
        if (!isOver)
          stop = keepSending(userId, (item, isAwaited) => showAnswer(queryClient, item, isAwaited), changed);
      },
      // Without this code nothing can be stored either; the next page loads it again.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [userId, queryClient]);
}

async function showAnswer(queryClient: QueryClient, item: OutboxItem, isAwaited: boolean): Promise<void> {
  if (isScan(item)) await showScanAnswer(queryClient, item, isAwaited);
  else if (item.kind !== 'work-report' && item.kind !== 'crew') await showEntryAnswer(queryClient, item);
  else void timeRecordsChanged(queryClient);
}
