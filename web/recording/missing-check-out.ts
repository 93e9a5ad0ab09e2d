/* A forgotten check-out: when the person left, and the scans that are held until they say so. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MissingCheckOut } from '#contract/time-tracking.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { MAX_STATED_HOURS } from '#domain/shifts.ts';
import { timeRecordsChanged } from '#web/call/changes.ts';
import { query } from '#web/call/query.ts';
import { request } from '#web/call/request.ts';
import { useUser } from '#web/call/user.ts';
import type { PreviousEnd, ScanDraft } from '#web/queue/outbox-items.ts';
import { loadOutbox, submitDraft, useOutbox } from './outbox.ts';
import { type Recorded, recordedOf, useCurrentEntry } from './scans.ts';

/** The question, as the server knows it, or as far as the phone knows without it. */
export type LeavingQuestion = Omit<MissingCheckOut, 'location'> & { location: { name: string } };

/** Returns the question, null if there is nothing to ask, undefined while or if that is unknown. */
export function useMissingCheckOut() {
  const result = useQuery(query('getMissingCheckOut'));
  const known = useKnownQuestion();
  const question: LeavingQuestion | null | undefined = result.isError ? known : result.data;
  return { question, isFromPhone: result.isError, query: result };
}

/** Without a signal: the last known entry, and the person's work reports on it from this phone. */
function useKnownQuestion(): LeavingQuestion | undefined {
  const { entry } = useCurrentEntry();
  const items = useOutbox();
  const { data: reports = [] } = useQuery({ ...query('listWorkReports', { query: {} }), enabled: false });
  if (!entry?.needsAttentionAt || !('timeEntryId' in entry.reference)) return undefined;
  const { timeEntryId } = entry.reference;
  const { checkIn, needsAttentionAt, location } = entry;
  const latestEnd = new Date(Date.parse(checkIn) + MAX_STATED_HOURS * MS_PER_HOUR).toISOString();
  const reportedAt = [
    ...reports.filter((report) => report.timeEntryId === timeEntryId).map(({ createdAt }) => createdAt),
    ...items
      .filter(
        (item) =>
          item.kind === 'work-report' &&
          'timeEntryId' in item.entry &&
          item.entry.timeEntryId === timeEntryId,
      )
      .map(({ scannedAt }) => scannedAt),
  ].filter((at) => at > checkIn && at <= needsAttentionAt);
  const last = reportedAt.toSorted().at(-1);
  const proposals = last ? [{ kind: 'work-report' as const, at: last }] : [];
  return { timeEntryId, checkIn, location, latestEnd, proposals };
}

type Answer = {
  /** Undefined if there was nothing left to say. */
  previousEnd: PreviousEnd | undefined;
  scan: ScanDraft | undefined;
};

/** Says when the person left and records the scans that waited for it; returns the first's outcome, undefined if none. */
export function useAnswerMissingCheckOut() {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ previousEnd, scan }: Answer): Promise<Recorded | undefined> => {
      const outbox = await loadOutbox();
      const held = await outbox.answerHeld(userId, previousEnd);
      if (held) return recordedOf(held, held.item, null, queryClient);
      if (scan) {
        const answered: ScanDraft = { ...scan, ...(previousEnd && { previousEnd }), wasHeld: true };
        return recordedOf(await submitDraft(answered), answered, null, queryClient);
      }
      if (previousEnd) await request('answerMissingCheckOut', { body: previousEnd });
      await queryClient.cancelQueries({ queryKey: query('getActiveEntry').queryKey });
      queryClient.setQueryData(query('getActiveEntry').queryKey, null);
      return undefined;
    },
    // A refusal also means that the screen is out of date.
    onSettled: () => void timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}
