/* The only file of the app and its service worker that calls the server; without React and texts. */
import type { EndpointName } from '#contract/index.ts';
import { type Route, table } from '#contract/table.ts';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, PAGE_HEADER } from '#contract/version.ts';
import { randomId } from './random-id.ts';

/** A random name of this page, 8 hexadecimal digits. */
export const PAGE_ID = randomId().slice(0, 8);

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
      [PAGE_HEADER]: PAGE_ID,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: file ?? JSON.stringify(body),
    signal,
  });
}

/** Opens an endpoint's stream of events. */
export const listen = (name: EndpointName, query: AnyInput['query']): EventSource =>
  new EventSource(addressOf(table[name], {}, query));

function addressOf(endpoint: Route, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
