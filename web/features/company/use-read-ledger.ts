import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '#web/call/query.ts';
import { request } from '#web/call/request.ts';

/** Fetches the ledger's lines, records written meanwhile included; `onProgress` gets the count so far. */
export function useReadLedger(onProgress: (records: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const lines: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: Awaited<ReturnType<typeof request<'listLedger'>>> = await request(
          'listLedger',
          { query: { after: String(after) } },
          { signal },
        );
        lines.push(...page.lines);
        onProgress(lines.length);
        after = page.nextAfter;
      }
      return lines;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query('getLedgerDigest').queryKey }),
    meta: { handlesErrors: true },
  });
}
