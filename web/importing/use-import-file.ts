import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { table } from '#contract/table.ts';
import { refetchChanged } from '#web/call/changes.ts';
import { requestDrafts } from '#web/call/drafts.ts';

export type FileKind = 'employees' | 'locations';
export type ImportProgress = { done: number; total: number };

const TIMEOUT_MS = 300_000;

type Import = {
  file: Blob;
  query: EndpointInput<'importEmployees'>['query'];
  onProgress?: (progress: ImportProgress) => void;
};

/** Looks at a file (`dryRun`), or writes it. */
export function useImportFile(kind: FileKind) {
  const queryClient = useQueryClient();
  const name = kind === 'employees' ? 'importEmployees' : 'importLocations';
  return useMutation({
    mutationFn: ({ file, query, onProgress }: Import) =>
      requestDrafts(
        name,
        { query, file },
        (draft) => {
          const [done = 0, total = 0] = draft.split('/').map(Number);
          onProgress?.({ done, total });
        },
        { timeoutMs: TIMEOUT_MS },
      ),
    // After a failure nobody knows what was written.
    onSettled: (_answer, _error, { query }) =>
      query?.dryRun === 'true' ? undefined : refetchChanged(queryClient, table[name].changes),
    meta: { handlesErrors: true },
  });
}
