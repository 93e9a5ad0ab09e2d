import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/index.ts';
import { query } from '#web/call/query.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

export type Expected = EndpointResponse<'getExpected'>;
export type ExpectedShift = Expected['locations'][number]['shifts'][number];

/** Who is expected today by the published schedule. */
export function useExpected() {
  const { today } = useCompanyTime();
  return useQuery(query('getExpected', { query: { date: today() } }));
}
