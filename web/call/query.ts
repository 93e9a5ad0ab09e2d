import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointName } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { keptOffline } from './last-known.ts';
import { polled } from './live-state.ts';
import { type Arguments, request } from './request.ts';

type Freshness = {
  refetchInterval?: ReturnType<typeof polled>['refetchInterval'];
  refetchIntervalInBackground?: true;
  staleTime?: number;
  gcTime?: number;
  structuralSharing?: false;
  placeholderData?: typeof keepPreviousData;
  meta?: { isKept: true };
};

const never = { staleTime: Number.POSITIVE_INFINITY };
/** The rows of the last question stay while the next is answered. */
const keepsRows = { placeholderData: keepPreviousData };
/** Comparing thousands of rows with the previous ones costs more than rendering the visible ones. */
const manyRows = { ...keepsRows, structuralSharing: false } as const;
/** How many of those who have a shift now have not come depends on the clock. */
const wall = { ...polled(15_000, 120_000), refetchIntervalInBackground: true } as const;

/** How often a query is repeated while nothing says what changes, how long its answer is fresh, and whether the device keeps it (product.md §7); in ms. */
const freshness: Partial<Record<EndpointName, Freshness>> = {
  getActiveEntry: { ...polled(10_000), ...keptOffline },
  getBoard: wall,
  getKioskBoard: wall,
  getUnreadCount: { ...polled(30_000), ...keptOffline },
  listMessageRecipients: polled(30_000),
  getTimeline: { ...polled(30_000, 120_000), staleTime: 15_000 },
  getDashboardLocations: { ...polled(30_000), staleTime: 15_000, ...keptOffline },
  getExpected: { ...polled(60_000, 60_000), staleTime: 15_000, ...keptOffline },
  listAttention: { ...polled(60_000, 60_000), staleTime: 15_000 },
  listKiosks: polled(60_000, 60_000),
  listWarnings: { staleTime: 5 * 60_000 },
  // They change only with a release.
  listPlans: { staleTime: 60 * 60_000 },
  getInvitation: never,
  getLocationQr: never,
  getMessage: never,
  // A secret: kept while the dialog is open.
  proposeSecondFactor: { ...never, gcTime: 0 },
  getCrew: keptOffline,
  listLocationNames: keptOffline,
  listOwnMonths: keptOffline,
  listWorkReports: keptOffline,
  getMonthHours: keepsRows,
  listMonth: keepsRows,
  getOverviewReport: keepsRows,
  getNormReport: keepsRows,
  getOutputReport: keepsRows,
  getTimeEntriesReport: manyRows,
  getDailySummariesReport: manyRows,
};

/** Query options for an endpoint. The key begins with what it `reads`, so changes to that refetch it. */
export function query<K extends EndpointName>(name: K, ...[input]: Arguments<K>) {
  const { reads = [] }: Route = table[name];
  return queryOptions({
    queryKey: [...reads, name, ...(input ? [input] : [])],
    queryFn: ({ signal }) => request(name, ...([input, { signal }] as Arguments<K>)),
    ...freshness[name],
  });
}
