import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { dashboardKey } from './dashboard.ts';
import { request } from './request.ts';

/** The viewer's own reports, the latest first, with their corrections. */
export const ownWorkReportsQuery = queryOptions({
  queryKey: ['work-reports'],
  queryFn: ({ signal }) => request('listWorkReports', undefined, { signal }),
});

function useWorkReportsChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: dashboardKey });
    return queryClient.invalidateQueries({ queryKey: ownWorkReportsQuery.queryKey });
  };
}

/** Sends what was done. With the same `clientReportId` again it changes nothing and gets the first answer. */
export function useSendWorkReport(errorTitle: string) {
  const changed = useWorkReportsChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'createWorkReports'>['body']) => request('createWorkReports', { body }),
    onSuccess: changed,
    meta: { errorTitle },
  });
}

/** Replaces what one of the viewer's own reports says; what it said before is kept. */
export function useCorrectWorkReport(id: string, errorTitle: string) {
  const changed = useWorkReportsChanged();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateWorkReport'>['body']) =>
      request('updateWorkReport', { params: { id }, body }),
    // One that can no longer be corrected shows so in the list.
    onSettled: changed,
    meta: { errorTitle },
  });
}
