import { queryOptions } from '@tanstack/react-query';
import type { AdminStats, EmployeeStats } from '#contract/dashboard.ts';
import { keptOffline } from './last-known.ts';
import { query } from './query.ts';
import { request } from './request.ts';
import { serverNow } from './server-clock.ts';
import { timeRecordsKey } from './time-records.ts';

/** First part of all query keys below: one check-in invalidates them together. */
export const dashboardKey = [...timeRecordsKey, 'dashboard'] as const;

/** The figures of the whole company; polled every 60 s, fresh for 30 s (product.md §7). */
export const adminStatsQuery = queryOptions({
  queryKey: [...dashboardKey, 'stats', 'admin'],
  queryFn: async ({ signal }): Promise<AdminStats> => {
    const stats = await request('getDashboardStats', { query: { as: 'admin' } }, { signal });
    if (stats.role !== 'admin') throw new Error('The statistics are not those of an administrator');
    return stats;
  },
  refetchInterval: 60_000,
  staleTime: 30_000,
});

/** The hours grow while somebody works; they are counted up to `countedAt` (server clock, epoch ms). */
export type CountedStats = EmployeeStats & { countedAt: number };

/** The viewer's own hours, also for administrators; polled every 30 s (product.md §7). */
export const employeeStatsQuery = queryOptions({
  queryKey: [...dashboardKey, 'stats', 'employee'],
  queryFn: async ({ signal }): Promise<CountedStats> => {
    const stats = await request('getDashboardStats', { query: { as: 'employee' } }, { signal });
    if (stats.role !== 'employee') throw new Error('The statistics are not those of an employee');
    return { ...stats, countedAt: serverNow() };
  },
  refetchInterval: 30_000,
  ...keptOffline,
});

/** Who is at each location now; polled every 30 s, fresh for 15 s (product.md §7). Stored for an offline roll-call. */
export const dashboardLocationsQuery = {
  ...query('getDashboardLocations'),
  refetchInterval: 30_000,
  staleTime: 15_000,
  ...keptOffline,
};

/** Today's entries at each location, with their breaks; polled every 30 s. */
export const timelineQuery = {
  ...query('getTimeline', { query: {} }),
  refetchInterval: 30_000,
  staleTime: 15_000,
};

const everyQuarterMinute = { refetchInterval: 15_000, refetchIntervalInBackground: true };

/** Who is at work, for the wall view of an administrator or manager; and of a paired device, about its own location. */
export const boardQuery = { ...query('getBoard', { query: {} }), ...everyQuarterMinute };
export const kioskBoardQuery = { ...query('getKioskBoard'), ...everyQuarterMinute };
