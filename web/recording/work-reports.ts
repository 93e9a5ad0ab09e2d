import { useMutation } from '@tanstack/react-query';
import type { WorkReportSubmission } from '#contract/work-reports.ts';
import { madeNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import type { ReportDraft } from '#web/queue/outbox-items.ts';
import { submitDraft } from './outbox.ts';

type NewReport = Pick<ReportDraft, 'id' | 'entry' | 'items' | 'generalNotes'>;

/** Sends a work report, or stores it and returns null. Idempotent by id: returns the first response. */
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
