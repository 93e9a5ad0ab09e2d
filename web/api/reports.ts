import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';
import { timeRecordsKey } from './time-records.ts';

/** Begins the key of every report. */
const reportsKey = [...timeRecordsKey, 'reports'] as const;

type Period = { startDate: string; endDate: string };
type TimeEntriesFilter = Period & { employeeId?: string | undefined; locationId?: string | undefined };

/** Entries whose check-in falls on a day of the period, in company time; previous data stay while it loads. */
export const timeEntriesReportQuery = (filter: TimeEntriesFilter) =>
  queryOptions({
    queryKey: [...reportsKey, 'time-entries', filter],
    queryFn: ({ signal }) =>
      request('getTimeEntriesReport', { query: { ...filter, select: 'overlapping' } }, { signal }),
    placeholderData: keepPreviousData,
    // Comparing thousands of rows with the previous ones costs more than rendering the visible ones.
    structuralSharing: false,
  });

/** Hours and people by day and location; previous data stay while it loads. */
export const dailySummariesReportQuery = (period: Period) =>
  queryOptions({
    queryKey: [...reportsKey, 'daily-summaries', period],
    queryFn: ({ signal }) => request('getDailySummariesReport', { query: period }, { signal }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });

/**
 * Saves a CSV file if the plan includes it (decisions.md §7). Otherwise fails as a 402 response does, which opens the
 * upgrade dialog; `refusal` is its sentence.
 */
export function useCsvExport({ refusal, errorTitle }: { refusal: string; errorTitle: string }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (save: () => void) => {
      const { features } = await queryClient.fetchQuery(subscriptionStatusQuery);
      if (!features.csvExport) {
        throw new ApiError(402, undefined, refusal, { requiresUpgrade: true, action: 'upgrade_plan' });
      }
      save();
    },
    meta: { errorTitle },
  });
}

/** Ends reports by e-mail with the token from a mail. */
export function useStopReports() {
  return useMutation({
    mutationFn: (body: { token: string }) => request('stopReportSubscription', { body }),
    meta: { handlesErrors: true },
  });
}
