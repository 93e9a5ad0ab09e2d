import { useMutation } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { download } from './download.ts';
import { requestDrafts } from './drafts.ts';
import { useEmployeesChanged } from './employees.ts';
import { useLocationsChanged } from './locations.ts';

/** What a file is about. */
export type FileKind = 'employees' | 'locations';
/** How many rows of how many are done. */
export type ImportProgress = { done: number; total: number };

const TIMEOUT_MS = 300_000;

type Import = {
  file: Blob;
  query: EndpointInput<'importEmployees'>['query'];
  onProgress?: (progress: ImportProgress) => void;
};

/** Looks at a file (`dryRun`), or writes it. */
export function useImportFile(kind: FileKind) {
  const changed = { employees: useEmployeesChanged(), locations: useLocationsChanged() };
  return useMutation({
    mutationFn: ({ file, query, onProgress }: Import) =>
      requestDrafts(
        kind === 'employees' ? 'importEmployees' : 'importLocations',
        { query, file },
        (draft) => {
          const [done = 0, total = 0] = draft.split('/').map(Number);
          onProgress?.({ done, total });
        },
        { timeoutMs: TIMEOUT_MS },
      ),
    // After a failure nobody knows what was written.
    onSettled: (_answer, _error, { query }) => (query?.dryRun === 'true' ? undefined : changed[kind]()),
    meta: { handlesErrors: true },
  });
}

/** Downloads everything that is stored, or a template with the headings only. */
export function useExportFile(kind: FileKind) {
  return useMutation({
    mutationFn: (query: EndpointInput<'exportEmployees'>['query']) =>
      download(kind === 'employees' ? 'exportEmployees' : 'exportLocations', { query }),
  });
}
