import { queryOptions } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { request } from './request.ts';
import { timeRecordsKey } from './time-records.ts';

/** Begins the key of everything below: what one correction changes is asked for anew together. */
const hoursKey = [...timeRecordsKey, 'hours'] as const;

/** Both dates in company time, inclusive. Without `userId` an administrator asks for the whole company. */
export type ExplainedPeriod = EndpointInput<'explainHours'>['query'];

/** Where the hours of a period come from; only ever as fresh as the figure that it explains. */
export const hoursExplanationQuery = (period: ExplainedPeriod) =>
  queryOptions({
    queryKey: [...hoursKey, 'explanation', period],
    queryFn: ({ signal }) => request('explainHours', { query: period }, { signal }),
  });
