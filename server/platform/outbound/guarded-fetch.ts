/* A `fetch` for URLs that come from customers. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { addressOf, allowsAddress, readWebUrl } from './endpoint-rules.ts';

/** Longer responses are cut off. */
const maxBytes = 8 * 1024 * 1024;
/** So are those with more between two blank lines, which end an event of a stream: it is parsed while others wait. */
const maxEventBytes = 128 * 1024;

type Reason =
  | 'no_such_host'
  | 'refused_address'
  | 'unreachable'
  | 'bad_certificate'
  | 'redirected'
  | 'not_speaking';

export class EndpointError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.name = 'EndpointError';
    this.reason = reason;
  }
}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveByDns: Resolve = (host) => lookup(host, { all: true });

/**
 * Only requests hosts all of whose addresses are allowed, and connects to exactly the addresses that were checked,
 * which prevents DNS rebinding. Follows no redirects, uses no proxy and no pooled connection, and passes on only the
 * headers and bodies that a text needs. Throws EndpointError, or the signal's reason.
 */
export function createGuardedFetch(allowsPrivate: boolean, resolve = resolveByDns): typeof fetch {
  async function addressesFor(url: URL, signal: AbortSignal): Promise<LookupAddress[]> {
    const literal = addressOf(url);
    const found = literal
      ? [{ address: literal, family: isIP(literal) }]
      : await orAborted(resolve(url.hostname), signal).catch((error) => {
          throw signal.aborted ? error : new EndpointError('no_such_host');
        });
    if (found.length === 0) throw new EndpointError('no_such_host');
    if (found.every(({ address }) => allowsAddress(address, allowsPrivate))) return found;
    throw new EndpointError('refused_address');
  }

  return async (input, init) => {
    const request = new Request(input, init);
    // A saved URL may have been allowed by an earlier setting.
    const read = readWebUrl(request.url, allowsPrivate);
    if ('fault' in read) throw new EndpointError('refused_address');
    const addresses = await addressesFor(read.url, request.signal);
    const answer = await send(read.url, request, addresses);
    const status = answer.statusCode ?? 0;
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect || status < 200 || status > 599) {
      answer.destroy();
      throw new EndpointError(isRedirect ? 'redirected' : 'not_speaking');
    }
    if (status === 204 || status === 205) {
      answer.destroy();
      return new Response(null, { status });
    }
    const headers = new Headers();
    for (const name of ['content-type', 'retry-after'] as const) {
      const value = answer.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    return new Response(Readable.toWeb(Readable.from(upToLimit(answer))), { status, headers });
  };
}

/** Returns the promise's value, or throws the signal's reason if it comes first: a DNS lookup cannot be cancelled. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  signal.throwIfAborted();
  return Promise.race([promise, aborted]);
}

async function send(url: URL, request: Request, addresses: LookupAddress[]): Promise<IncomingMessage> {
  const body = Buffer.from(await request.arrayBuffer());
  const pinned: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    start(url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      // Not the global agent, which pools connections and may be configured to use a proxy.
      agent: false,
      lookup: pinned,
      signal: request.signal,
    })
      .on('response', resolve)
      .on('error', (error: NodeJS.ErrnoException) => {
        if (request.signal.aborted) return reject(request.signal.reason);
        const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_/.test(error.code ?? '');
        reject(new EndpointError(isCertificate ? 'bad_certificate' : 'unreachable'));
      })
      .end(body);
  });
}

async function* upToLimit(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let eventBytes = 0;
  // A blank line may be divided between two chunks.
  let tail = Buffer.alloc(0);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const seen = Buffer.concat([tail, chunk]);
    const end = Math.max(...['\n\n', '\n\r\n', '\r\r'].map((blank) => seen.lastIndexOf(blank)));
    // A chunk has at most half of the bytes of the longest event.
    eventBytes += chunk.length;
    bytes += chunk.length;
    if (bytes > maxBytes || eventBytes > maxEventBytes) throw new EndpointError('not_speaking');
    if (end >= 0) eventBytes = seen.length - end;
    tail = seen.subarray(-2);
    yield chunk;
  }
}
