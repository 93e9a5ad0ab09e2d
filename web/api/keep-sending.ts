import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OutboxItem } from '#web/offline/outbox-items.ts';
import { useUser } from './auth.ts';
import { isScan } from './expected-scan.ts';
import { loadOutbox, outboxQuery } from './outbox.ts';
import { timeRecordsChanged } from './time-records.ts';
import { showScanAnswer } from './time-tracking.ts';
import { showUndoAnswer } from './undo-check-out.ts';

/** While it is mounted, what the viewer made is sent whenever there is hope, and the answers are shown. */
export function useKeepSending(): void {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const changed = () => void queryClient.invalidateQueries({ queryKey: outboxQuery(userId).queryKey });
    loadOutbox().then(
      ({ keepSending }) => {
        if (!isOver) stop = keepSending(userId, (item) => showAnswer(queryClient, item), changed);
      },
      // Without the code nothing can be kept either; the next page asks for it again.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [userId, queryClient]);
}

async function showAnswer(queryClient: QueryClient, item: OutboxItem): Promise<void> {
  if (isScan(item)) await showScanAnswer(queryClient, item);
  else if (item.kind === 'undo') await showUndoAnswer(queryClient, item);
  else void timeRecordsChanged(queryClient);
}
