/* Everything on screen that follows from time entries and work reports. */
import type { QueryClient } from '@tanstack/react-query';

/** The first part of the key of every query that shows time entries, work reports, or what is computed from them. */
export const timeRecordsKey = ['time-records'] as const;

/** Refetches whatever is on screen of them; resolves when it is up to date or could not be fetched. */
export function timeRecordsChanged(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: timeRecordsKey });
}
