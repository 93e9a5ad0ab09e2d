import type { QueryClient } from '@tanstack/react-query';
import type { Route } from '#contract/table.ts';

/** Refetches queries on screen that show the change, others when shown. Resolves when done or failed. */
export function refetchChanged(queryClient: QueryClient, changes: Route['changes'] = []): Promise<void> {
  const filters = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      changes.some((tag) => tag === 'everything' || queryKey.includes(tag)),
  };
  // A first load may have read what was before the change, and invalidating does not start it again.
  void queryClient.cancelQueries(
    {
      type: 'active',
      predicate: (query) => query.state.data === undefined && filters.predicate(query),
    },
    { silent: true, revert: false },
  );
  return queryClient.invalidateQueries(filters);
}

/** After a scan, a break or another item of the queue, whatever became of it. */
export const timeRecordsChanged = (queryClient: QueryClient): Promise<void> =>
  refetchChanged(queryClient, ['time-records']);
