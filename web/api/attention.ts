import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Attention } from '#contract/corrections.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { timeRecordsKey } from './time-records.ts';

/** First part of the query keys for open questions and decided requests. */
export const correctionsKey = [...timeRecordsKey, 'corrections'] as const;

/** Everything that needs an administrator's attention; polled every 60 s, only for administrators. */
export const attentionQuery = { ...query('listAttention'), refetchInterval: 60_000, staleTime: 15_000 };

export const attentionCount = ({ missingCheckOuts, requestCount, refusedScans, flags }: Attention): number =>
  missingCheckOuts.length + requestCount + refusedScans.length + flags.length;

/** Takes a refused scan off the list; one that another administrator was quicker with goes too. */
export function useSettleRefusedScan(errorTitle: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('settleRefusedScan', { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey }),
    meta: { errorTitle },
  });
}
