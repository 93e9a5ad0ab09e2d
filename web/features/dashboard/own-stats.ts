import { queryOptions } from '@tanstack/react-query';
import type { AdminStats, EmployeeStats } from '#contract/dashboard.ts';
import { keptOffline } from '#web/call/last-known.ts';
import { polled } from '#web/call/live-state.ts';
import { request } from '#web/call/request.ts';
import { serverNow } from '#web/call/server-clock.ts';

/** The figures of the whole company; polled every 60 s, fresh for 30 s (product.md §7). */
export const adminStatsQuery = queryOptions({
  queryKey: ['time-records', 'dashboard', 'stats', 'admin'],
  queryFn: async ({ signal }): Promise<AdminStats> => {
    const stats = await request('getDashboardStats', { query: { as: 'admin' } }, { signal });
    if (stats.role !== 'admin') throw new Error('The statistics are not those of an administrator');
    return stats;
  },
  ...polled(60_000, 60_000),
  staleTime: 30_000,
});

/** The hours grow while somebody works; they are counted up to `countedAt` (server clock, epoch ms). */
export type CountedStats = EmployeeStats & { countedAt: number };

/** The viewer's own hours, also for administrators; polled every 30 s (product.md §7). */
export const employeeStatsQuery = queryOptions({
  queryKey: ['time-records', 'dashboard', 'stats', 'employee'],
  queryFn: async ({ signal }): Promise<CountedStats> => {
    const stats = await request('getDashboardStats', { query: { as: 'employee' } }, { signal });
    if (stats.role !== 'employee') throw new Error('The statistics are not those of an employee');
    return { ...stats, countedAt: serverNow() };
  },
  ...polled(30_000),
  ...keptOffline,
});
