import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import type { ReportDraft } from '#web/offline/outbox-items.ts';
import { useUser } from './auth.ts';
import { keptOffline } from './last-known.ts';
import { submitDraft } from './outbox.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { madeNow } from './server-clock.ts';
import { timeRecordsChanged } from './time-records.ts';

/** The viewer's own reports, newest first, with their corrections. */
export const ownWorkReportsQuery = { ...query('listWorkReports'), ...keptOffline };

type NewReport = Pick<ReportDraft, 'id' | 'entry' | 'items' | 'generalNotes'>;

/**
 * Sends a work report, or stores it to be sent later and returns null. Sending it again with the same id changes
 * nothing and returns the first response.
 */
export function useSendWorkReport(errorTitle: string) {
  const { id: userId } = useUser();
  return useMutation({
    mutationFn: async (report: NewReport): Promise<WorkReportSubmission | null> => {
      const submitted = await submitDraft({ kind: 'work-report', userId, ...report, ...madeNow() });
      return submitted.fate === 'done' ? submitted.result : null;
    },
    meta: { errorTitle },
  });
}

/** Replaces the content of one of the viewer's own reports; earlier versions are kept. */
export function useCorrectWorkReport(id: string, errorTitle: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateWorkReport'>['body']) =>
      request('updateWorkReport', { params: { id }, body }),
    // Refetches after a refusal too: the report may no longer be correctable.
    onSettled: () => timeRecordsChanged(queryClient),
    meta: { errorTitle },
  });
}
