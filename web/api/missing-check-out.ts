/* The check-out that somebody forgot: when they had left, and the scans that wait for the answer. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MissingCheckOut } from '#contract/time-tracking.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { MAX_STATED_HOURS } from '#domain/shifts.ts';
import type { PreviousEnd } from '#web/offline/outbox-items.ts';
import { useUser } from './auth.ts';
import { loadOutbox, submitDraft, useOutbox } from './outbox.ts';
import { request } from './request.ts';
import { timeRecordsChanged, timeRecordsKey } from './time-records.ts';
import {
  activeEntryQuery,
  draftOf,
  type Recorded,
  recordedOf,
  type Scan,
  useCurrentEntry,
} from './time-tracking.ts';
import { ownWorkReportsQuery } from './work-reports.ts';

const missingCheckOutQuery = queryOptions({
  queryKey: [...timeRecordsKey, 'missing-check-out'],
  queryFn: ({ signal }) => request('getMissingCheckOut', undefined, { signal }),
});

/** What is asked: as the server says it, or as far as the phone knows it by itself. */
export type LeavingQuestion = Omit<MissingCheckOut, 'location'> & { location: { name: string } };

/** The question, null where there is nothing to ask any more, undefined while or where that is unknown. */
export function useMissingCheckOut() {
  const query = useQuery(missingCheckOutQuery);
  const known = useKnownQuestion();
  const question: LeavingQuestion | null | undefined = query.isError ? known : query.data;
  return { question, isFromPhone: query.isError, query };
}

/** Without a signal: the last known entry, and what the person reported on it from this phone. */
function useKnownQuestion(): LeavingQuestion | undefined {
  const { entry } = useCurrentEntry();
  const items = useOutbox();
  const { data: reports = [] } = useQuery({ ...ownWorkReportsQuery, enabled: false });
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
  /** Undefined: there was nothing to say any more. */
  previousEnd: PreviousEnd | undefined;
  /** The scan that brought the question up. */
  scan: Scan | undefined;
};

/**
 * Says when the person had left, and records the scans that waited for it; answers with what became of the first, or
 * undefined where there was none. The caller shows the errors.
 */
export function useAnswerMissingCheckOut() {
  const { id: userId } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ previousEnd, scan }: Answer): Promise<Recorded | undefined> => {
      const outbox = await loadOutbox();
      const held = await outbox.answerHeld(userId, previousEnd);
      if (held) return recordedOf(held, held.item, null, queryClient);
      if (previousEnd) await request('answerMissingCheckOut', { body: previousEnd });
      await queryClient.cancelQueries({ queryKey: activeEntryQuery.queryKey });
      queryClient.setQueryData(activeEntryQuery.queryKey, null);
      if (!scan) return undefined;
      const { draft, before } = draftOf(scan, userId, queryClient);
      return recordedOf(await submitDraft(draft), draft, before, queryClient);
    },
    // A refusal too says that what is on screen is out of date.
    onSettled: () => void timeRecordsChanged(queryClient),
    meta: { handlesErrors: true },
  });
}
