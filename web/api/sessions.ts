import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './request.ts';

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request('listSessions', undefined, { signal }),
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('endSession', { params: { id } }),
    // Also when it is gone already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Ends the session of this browser too and loads `nextPath` afresh. The caller shows the errors. */
export function useEndAllSessions(nextPath: string) {
  return useMutation({
    mutationFn: () => request('endAllSessions'),
    onSuccess: () => location.assign(nextPath),
    meta: { handlesErrors: true },
  });
}
