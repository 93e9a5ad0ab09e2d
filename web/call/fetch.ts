/* The only file of the app and its service worker that calls `fetch`; without React and texts. */
import type { EndpointName } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '#contract/version.ts';

/** An input of unknown endpoint: the contract's types have checked it in the caller. */
type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  file?: Blob;
};

export function callServer(
  name: EndpointName,
  input: unknown,
  {
    accept = 'application/json',
    language,
    signal,
  }: { accept?: string; language: string; signal: AbortSignal },
): Promise<Response> {
  const endpoint: Route = table[name];
  const { params, query, body, file } = (input ?? {}) as AnyInput;
  return fetch(addressOf(endpoint, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      accept,
      'accept-language': language,
      [CONTRACT_VERSION_HEADER]: String(CONTRACT_VERSION),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: file ?? JSON.stringify(body),
    signal,
  });
}

function addressOf(endpoint: Route, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
