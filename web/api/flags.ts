import { useMutation, useQueryClient } from '@tanstack/react-query';
import { correctionsKey } from './attention.ts';
import { query } from './query.ts';
import { request } from './request.ts';

/** What was seen in scans: open, and dismissed last; only for administrators. */
export const flagsQuery = flagsOf();

/** The same of one person, or of everybody in the viewer's reach. */
export function flagsOf(userId?: string) {
  return query('listFlags', { query: userId ? { userId } : {} });
}

/** What was seen in the viewer's own scans, newest first. */
export const ownFlagsQuery = query('listOwnFlags');

/** Takes a flag off the list, with a note. */
export function useDismissFlag(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { note: string }) => request('dismissFlag', { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: correctionsKey }),
    meta: { handlesErrors: true },
  });
}
