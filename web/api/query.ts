import { queryOptions } from '@tanstack/react-query';
import type { EndpointName } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { type Arguments, request } from './request.ts';

/**
 * An endpoint that reads, for `useQuery`. Its key begins with what it reads (`reads` of the contract), so that all that
 * reads something can be read again at once.
 */
export function query<K extends EndpointName>(name: K, ...[input]: Arguments<K>) {
  const { reads = [] }: Route = table[name];
  return queryOptions({
    queryKey: [...reads, name, ...(input ? [input] : [])],
    queryFn: ({ signal }) => request(name, ...([input, { signal }] as Arguments<K>)),
  });
}
