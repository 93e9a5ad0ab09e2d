import { queryOptions } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { request } from './request.ts';
import { timeRecordsKey } from './time-records.ts';

/** First part of all query keys below: one correction invalidates them together. */
const hoursKey = [...timeRecordsKey, 'hours'] as const;

/** Both dates are inclusive, in company time. Without `userId`, the whole company; only for administrators. */
export type ExplainedPeriod = EndpointInput<'explainHours'>['query'];

/** How the hours of a period were computed; as fresh as the total that it explains. */
export const hoursExplanationQuery = (period: ExplainedPeriod) =>
  queryOptions({
    queryKey: [...hoursKey, 'explanation', period],
    queryFn: ({ signal }) => request('explainHours', { query: period }, { signal }),
  });
