import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

/** What a notice for the employees has to name; only for administrators. */
export const privacyFactsQuery = queryOptions({
  queryKey: ['privacy-facts'],
  queryFn: ({ signal }) => request('getPrivacyFacts', undefined, { signal }),
});
