import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

/** The facts for the employees' privacy notice; only for administrators. */
export const privacyFactsQuery = queryOptions({
  queryKey: ['privacy-facts'],
  queryFn: ({ signal }) => request('getPrivacyFacts', undefined, { signal }),
});
