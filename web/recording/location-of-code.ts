/* The names of locations by their codes: asked before a scan of a link, and kept on the phone for when there is no connection. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keptOffline } from '#web/call/last-known.ts';
import { request } from '#web/call/request.ts';
import type { NamedLocation } from './expected-scan.ts';

const namesKey = ['location-of-code'] as const;
/** Nobody waits longer for a name; the code alone is good enough to check in. */
const PATIENCE_MS = 4000;

/** The location with this code, on a screen with its rotating part. Its failure says why a scan of it would be refused. */
export const locationOfCodeQuery = (code: string, rotating?: string | null) =>
  queryOptions({
    queryKey: [...namesKey, code],
    queryFn: ({ signal }) =>
      request(
        'getLocationOfCode',
        { query: { code, t: rotating ?? undefined } },
        { signal, timeoutMs: PATIENCE_MS },
      ),
    ...keptOffline,
  });

export function rememberLocation(queryClient: QueryClient, { code, ...location }: NamedLocation): void {
  void queryClient.fetchQuery({ ...locationOfCodeQuery(code), queryFn: () => location });
}

export function namedLocations(queryClient: QueryClient): NamedLocation[] {
  return queryClient
    .getQueriesData<Omit<NamedLocation, 'code'>>({ queryKey: namesKey })
    .flatMap(([[, code], location]) => (location ? [{ ...location, code: String(code) }] : []));
}
