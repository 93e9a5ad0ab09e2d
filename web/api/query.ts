import { queryOptions } from '@tanstack/react-query';
import type { EndpointName } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { type Arguments, request } from './request.ts';

/**
 * Query options for an endpoint. The key begins with what the endpoint `reads`, so that a change refetches every query that
 * shows it.
 */
export function query<K extends EndpointName>(name: K, ...[input]: Arguments<K>) {
  const { reads = [] }: Route = table[name];
  return queryOptions({
    queryKey: [...reads, name, ...(input ? [input] : [])],
    queryFn: ({ signal }) => request(name, ...([input, { signal }] as Arguments<K>)),
  });
}
