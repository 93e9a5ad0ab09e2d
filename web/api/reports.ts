import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { download } from './download.ts';
import { query } from './query.ts';
import { ApiError, request } from './request.ts';
import { subscriptionStatusQuery } from './subscription.ts';
import { timeRecordsKey } from './time-records.ts';

/** Begins the key of every report. */
const reportsKey = [...timeRecordsKey, 'reports'] as const;

type Period = { startDate: string; endDate: string };
type TimeEntriesFilter = Period & { employeeId?: string | undefined; locationId?: string | undefined };

/** Entries whose check-in falls on a day of the period, in company time; previous data stay while it loads. */
export const timeEntriesReportQuery = (filter: TimeEntriesFilter) => ({
  ...query('getTimeEntriesReport', { query: { ...filter, select: 'overlapping' } }),
  placeholderData: keepPreviousData,
  // Comparing thousands of rows with the previous ones costs more than rendering the visible ones.
  structuralSharing: false,
});

/** Hours and people by day and location; previous data stay while it loads. */
export const dailySummariesReportQuery = (period: Period) => ({
  ...query('getDailySummariesReport', { query: period }),
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

type OverviewInput = EndpointInput<'getOverviewReport'>['query'];
type OutputInput = EndpointInput<'getOutputReport'>['query'];

/** The hours of a period and of the one before it, by day, location, person and hour of the day. */
export const overviewReportQuery = (asked: OverviewInput) => ({
  ...query('getOverviewReport', { query: asked }),
  placeholderData: keepPreviousData,
});

/** The norm, working time, overtime and absences of a period; null until the company has chosen work rules. */
export const normReportQuery = (asked: Period) => ({
  ...query('getNormReport', { query: asked }),
  placeholderData: keepPreviousData,
});

/** Quantities of work reports per hour. */
export const outputReportQuery = (asked: OutputInput) => ({
  ...query('getOutputReport', { query: asked }),
  placeholderData: keepPreviousData,
});

/** The targets of all locations; only for administrators. */
export const outputTargetsQuery = query('listOutputTargets');

/** Replaces all targets. */
export function useSaveOutputTargets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateOutputTargets'>['body']) =>
      request('updateOutputTargets', { body }),
    onSuccess: (targets) => {
      queryClient.setQueryData(outputTargetsQuery.queryKey, targets);
      return queryClient.invalidateQueries({ queryKey: [...reportsKey, 'getOutputReport'] });
    },
    meta: { handlesErrors: true },
  });
}

type FileReport =
  | 'getOverviewReport'
  | 'getNormReport'
  | 'getOutputReport'
  | 'getTimeEntriesReport'
  | 'getDailySummariesReport';

/** A report as a file: `format` of its query says of which kind. */
export type ReportFile = {
  [K in FileReport]: { name: K } & EndpointInput<K>;
}[FileReport];

/** Downloads a report; the browser keeps nothing of it. */
export function useReportFile(errorTitle: string) {
  return useMutation({
    mutationFn: ({ name, query }: ReportFile) => download(name, { query }),
    meta: { errorTitle },
  });
}

/** How often the viewer gets the overview by e-mail. */
export const reportSubscriptionQuery = query('getReportSubscription');

export function useSaveReportSubscription() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'updateReportSubscription'>['body']) =>
      request('updateReportSubscription', { body }),
    onSuccess: (saved) => queryClient.setQueryData(reportSubscriptionQuery.queryKey, saved),
    meta: { handlesErrors: true },
  });
}

/** Ends reports by e-mail with the token from a mail. */
export function useStopReports() {
  return useMutation({
    mutationFn: (body: { token: string }) => request('stopReportSubscription', { body }),
    meta: { handlesErrors: true },
  });
}
