import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { table } from '#contract/table.ts';
import { refetchChanged } from '#web/call/changes.ts';
import { requestDrafts } from '#web/call/drafts.ts';

/** Of the schedule, a month `yyyy-MM`. */
export type FileKind = 'employees' | 'locations' | { month: string };
export const kindNameOf = (kind: FileKind) => (typeof kind === 'string' ? kind : 'schedule');
const ENDPOINTS = {
  employees: 'importEmployees',
  locations: 'importLocations',
  schedule: 'importSchedule',
} as const;
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
  const name = ENDPOINTS[kindNameOf(kind)];
  const month = typeof kind === 'string' ? undefined : kind.month;
  return useMutation({
    mutationFn: ({ file, query, onProgress }: Import) =>
      requestDrafts(
        name,
        { query: { ...query, ...(month && { month }) }, file } as EndpointInput<typeof name>,
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
