/* The API as typed functions. Runs in Node 22, in browsers, and wherever else there is `fetch`. */
import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

type ErrorBody = components['schemas']['Error'];

/** An answer that is no success. A network that fails for good is the error that `fetch` throws. */
export class MainaError extends Error {
  override readonly name = 'MainaError';
  readonly status: number;
  /** Stable. Treat one that you do not know by its status; undefined if a proxy answered in place of Maina. */
  readonly code: ErrorBody['code'] | undefined;
  /** What is wrong with which field, of `validation_failed`. */
  readonly issues: NonNullable<ErrorBody['issues']>;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The answer has the status ${status}.`);
    this.status = status;
    this.code = body.code;
    this.issues = body.issues ?? [];
  }
}

export type MainaOptions = {
  /** The address of the server, as in a browser. */
  url: string;
  /** An API key, `maina_...`. */
  key: string;
  /** How often a request is sent at most, when the network fails or the server is busy. */
  tries?: number;
  /** The longest that it waits when it is told to; a longer `Retry-After` becomes an error at once. */
  maxWaitMs?: number;
};

type Method = 'get' | 'post' | 'put' | 'delete';
type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? Q : never;
type IfPaged<P, Q> = Q extends object ? ('cursor' extends keyof Q ? P : never) : never;
type PagedPath = { [P in keyof paths]: IfPaged<P, Query<P>> }[keyof paths];
type Rest<Init> = undefined extends Init ? [init?: Init] : [init: Init];
type Call<M extends Method> = <P extends PathWith<M>, Init extends MaybeOptionalInit<paths[P], M>>(
  path: P,
  ...init: Rest<Init>
) => Promise<Answer<paths[P][M], Init>>;
/** What openapi-fetch returns, without its errors: those are thrown. */
type Answer<Operation, Init> = Extract<
  FetchResponse<Extract<Operation, object>, Init, `${string}/${string}`>,
  { data: unknown }
>;

/** Every call resolves with `{ data, response }`, or rejects with a `MainaError`. */
export type Maina = {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  DELETE: Call<'delete'>;
  /** Reads a list page after page to its end, by `limit` rows or 100. */
  pages<P extends PagedPath, Init extends MaybeOptionalInit<paths[P], 'get'>>(
    path: P,
    ...init: Rest<Init>
  ): AsyncGenerator<Answer<paths[P]['get'], Init>['data']>;
};

/** Makes a client of one company: that of the key. */
export function createMaina({ url, key, tries = 4, maxWaitMs = 60_000 }: MainaOptions): Maina {
  const client = createClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
    async fetch(request) {
      // By this key the server knows a repetition, and answers it without doing it again.
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID());
      }
      const response = await send(request, tries, maxWaitMs);
      if (response.ok) return response;
      const body: unknown = await response.json().catch(() => ({}));
      throw new MainaError(response.status, body as Partial<ErrorBody>);
    },
  });
  // The types of `Maina` say what may be called; here it is any of it.
  const get = client.GET as (path: string, init: object) => Promise<{ data?: unknown; response: Response }>;
  async function* pages(path: string, init: { params?: { query?: object } } = {}) {
    for (let cursor: object | undefined = {}; cursor; ) {
      const params = { ...init.params, query: { limit: 100, ...init.params?.query, ...cursor } };
      const { data, response } = await get(path, { ...init, params });
      yield data;
      const next = /<([^>]*)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      cursor = next ? { cursor: new URL(next, url).searchParams.get('cursor') } : undefined;
    }
  }
  return Object.assign(client, { pages }) as Maina;
}

/** Sends the request again while the server says "later", or while it may not have arrived and sending it again does no harm. */
async function send(request: Request, tries: number, maxWaitMs: number): Promise<Response> {
  for (let sent = 1; ; sent += 1) {
    let waitMs = 500 * 2 ** (sent - 1) * (1 + Math.random());
    try {
      const response = await readWhole(await fetch(request.clone()));
      if (sent === tries || !(await saysLater(response, request, sent))) return response;
      const retryAfter = Number(response.headers.get('retry-after'));
      if (retryAfter > 0) waitMs = retryAfter * 1000;
      if (waitMs > maxWaitMs) return response;
    } catch (error) {
      if (sent === tries || request.signal.aborted || !isRepeatable(request)) throw error;
    }
    await pause(waitMs, request.signal);
  }
}

/** Reads the body to its end, before which the connection may still be lost. A stream of events has no end. */
async function readWhole(response: Response): Promise<Response> {
  const { body, status, headers } = response;
  if (!body || headers.get('content-type')?.startsWith('text/event-stream')) return response;
  return new Response(await response.arrayBuffer(), { status, headers });
}

/** A repeated DELETE, or PUT with `If-Match`, would be refused because of what the first one has done. */
const isRepeatable = ({ method, headers }: Request) =>
  method === 'GET' || method === 'POST' || (method === 'PUT' && !headers.has('if-match'));

async function saysLater(response: Response, request: Request, sent: number): Promise<boolean> {
  const { status, headers } = response;
  // Other limits, of entries on a day, have no end that can be waited for.
  if (status === 429) return headers.has('retry-after');
  if (status === 503) return isRepeatable(request);
  // The server still works on the request whose connection was lost.
  if (status !== 409 || sent === 1) return false;
  const body: unknown = await response.clone().json();
  return (body as { code?: string }).code === 'idempotency_key_in_use';
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
