/* Entity tags, so that nobody overwrites what they have not seen (RFC 9110 §13.1.1). */
import { createHash } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { ROLES, reachOf } from '#contract/policy.ts';
import { serializerCompiler } from './serializer.ts';

const endpoints = Object.entries<Endpoint>(contract) as [EndpointName, Endpoint][];

/** The endpoint that reads what this one overwrites or deletes: of the same path. What is only one's own has none. */
export function readerOf({ method, path, access }: Endpoint): EndpointName | undefined {
  const isShared = ROLES.some((role) => !['own', undefined].includes(reachOf(access, role)));
  if (!isShared || !['PUT', 'DELETE'].includes(method)) return undefined;
  return endpoints.find(([, other]) => other.method === 'GET' && other.path === path)?.[0];
}

const readers = new Set(endpoints.map(([, endpoint]) => readerOf(endpoint)));

/** Whether the endpoint answers with a tag: it reads what another one overwrites, or answers the same after overwriting it. */
export function isTagged(name: EndpointName): boolean {
  const endpoint: Endpoint = contract[name];
  const reader = readerOf(endpoint);
  return readers.has(name) || (reader !== undefined && contract[reader].response === endpoint.response);
}

/** The response as JSON, and its tag. */
export function tagged({ response: schema, method, path: url, tag }: Endpoint, answer: unknown) {
  const json = serializerCompiler({ schema, method, url })(answer);
  const told = tag ? JSON.stringify(tag(JSON.parse(json) as never)) : json;
  return { json, etag: `"${createHash('sha256').update(told).digest('base64url').slice(0, 22)}"` };
}

/** Whether one of the tags of `If-Match` is this one. Proxies that compress answers mark tags as weak. */
export const isMatch = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
