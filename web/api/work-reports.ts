import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import type { ReportDraft } from '#web/offline/outbox-items.ts';
import { useUser } from './auth.ts';
import { keptOffline } from './last-known.ts';
import { submitDraft } from './outbox.ts';
import { request } from './request.ts';
import { serverNow } from './server-clock.ts';
import { timeRecordsChanged, timeRecordsKey } from './time-records.ts';

/** The viewer's own reports, the latest first, with their corrections. */
export const ownWorkReportsQuery = queryOptions({
  queryKey: [...timeRecordsKey, 'work-reports'],
  queryFn: ({ signal }) => request('listWorkReports', undefined, { signal }),
  ...keptOffline,
});

type NewReport = Pick<ReportDraft, 'id' | 'entry' | 'items' | 'generalNotes'>;

/**
 * Sends what was done, or keeps it until that can be done: then it answers null. With the same id again it changes
 * nothing and gets the first answer.
 */
export function useSendWorkReport(errorTitle: string) {
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: async (report: NewReport): Promise<WorkReportSubmission | null> => {
      const times = { scannedAt: new Date(serverNow()).toISOString(), deviceAt: new Date().toISOString() };
      const submitted = await submitDraft({ kind: 'work-report', userId, ...report, ...times });
      return submitted.fate === 'done' ? submitted.result : null;
    },
    meta: { errorTitle },
  });
}

/** Replaces what one of the viewer's own reports says; what it said before is kept. */
export function useCorrectWorkReport(id: string, errorTitle: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateWorkReport'>['body']) =>
      request('updateWorkReport', { params: { id }, body }),
    // One that can no longer be corrected shows so in the list.
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
}
