/* Starting and ending a break, with or without a connection. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { timeRecordsChanged } from '#web/call/changes.ts';
import { randomId } from '#web/call/random-id.ts';
import { madeNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import type { BreakDraft, ShownEntry } from '#web/queue/outbox-items.ts';
import { lastWaitingMove } from './expected-scan.ts';
import { submitDraft, useOutbox } from './outbox.ts';
import { recordKey } from './scans.ts';

/** Starts or ends a break; answers whether it is recorded or saved. A failure is a toast with this title. */
export function useRecordBreak(errorTitle: string) {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  const items = useOutbox();
  const mutation = useMutation({
    mutationKey: recordKey,
    mutationFn: ({ entry }: { entry: ShownEntry }) => {
      const made = madeNow();
      const draft: BreakDraft = {
        kind: 'break',
        id: randomId(),
        userId,
        ...made,
        action: entry.onBreakSince ? 'end' : 'start',
        basedOn: lastWaitingMove(items)?.id,
        entry: { ...entry, onBreakSince: entry.onBreakSince ? undefined : made.scannedAt },
      };
      return submitDraft(draft);
    },
    // A refusal also means that the screen is out of date.
    onSettled: () => void timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
  return {
    isPending: mutation.isPending,
    /** While a scan or another break is being sent, nothing is started. */
    record: (entry: ShownEntry) => {
      if (queryClient.isMutating({ mutationKey: recordKey }) === 0) mutation.mutate({ entry });
    },
  };
}
