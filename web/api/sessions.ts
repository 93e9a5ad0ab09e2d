import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from './query.ts';
import { request } from './request.ts';

/** The person's active sessions. */
export const sessionsQuery = query('listSessions');

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request('endSession', { params: { id } }),
    // Refetched after a failure too: the session may have ended already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Ends this session too and navigates with a full page load. */
export function useEndAllSessions(nextPath: string) {
  return useMutation({
    mutationFn: () => request('endAllSessions'),
    onSuccess: () => location.assign(nextPath),
    meta: { handlesErrors: true },
  });
}
