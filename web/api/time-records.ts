/* Query keys of everything that depends on time entries and work reports. */
import type { QueryClient } from '@tanstack/react-query';

/** First part of the key of every query with time entries, work reports, or figures computed from them. */
export const timeRecordsKey = ['time-records'] as const;

/** Refetches the active ones of these queries; resolves when they are up to date or could not be fetched. */
export function timeRecordsChanged(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: timeRecordsKey });
}
