import diagnostics from 'node:diagnostics_channel';
import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, setGlobalProxyFromEnv } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { selfSigned } from '#tests/support/self-signed.ts';
import { createGuardedFetch, EndpointError, type Resolve } from './guarded-fetch.ts';

const servers: Server[] = [];
const undo: (() => void)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const act of undo.splice(0)) act();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server on loopback, its port and the requests that it received. */
async function serve(answer: RequestListener = (_, response) => response.end('hello')) {
  const asked: string[] = [];
  const port = await listen(
    createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url} ${request.headers.authorization}`);
      answer(request, response);
    }),
  );
  return { asked, port };
}

/** Records every address that this process tries to connect to; `tear` aborts each attempt at once. */
function watchConnections(tear = false): string[] {
  const tried: string[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address) => {
      tried.push(address);
      if (tear) setImmediate(() => socket.destroy(new Error('torn by the test')));
    });
  };
  diagnostics.subscribe('net.client.socket', watch);
  undo.push(() => diagnostics.unsubscribe('net.client.socket', watch));
  return tried;
}

/** A resolver that returns these results in turn, and the last one from then on. */
function saying(...answers: string[][]): Resolve & { mock: { calls: unknown[][] } } {
  let asked = 0;
  return vi.fn(async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return answer.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
  });
}

const reasonOf = (act: Promise<unknown>) =>
  act.then(
    () => 'answered',
    (error) => (error instanceof EndpointError ? error.reason : `${error}`),
  );
const post = { method: 'POST', body: '{}', headers: { authorization: 'Bearer key' } };

it('sends the request and returns the response', async () => {
  const { asked, port } = await serve((_, response) => {
    response.writeHead(418, { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'retry-after': '7' });
    response.end('short and stout');
  });
  const answer = await createGuardedFetch(true)(`http://localhost:${port}/v1`, post);
  expect([answer.status, await answer.text()]).toEqual([418, 'short and stout']);
  expect([...answer.headers]).toEqual([
    ['content-type', 'text/plain'],
    ['retry-after', '7'],
  ]);
  expect(asked).toEqual([`localhost:${port} /v1 Bearer key`]);
});

it('rebinding: connects to the address that was checked, and each request checks again', async () => {
  const { asked, port } = await serve();
  const tried = watchConnections();
  const resolve = saying(['127.0.0.1'], ['169.254.169.254']);
  const guarded = createGuardedFetch(true, resolve);
  const url = `http://rebind.example:${port}/v1`;
  const answer = await guarded(url, post);
  expect(await answer.text()).toBe('hello');
  expect(resolve.mock.calls).toEqual([['rebind.example']]);
  expect(asked).toEqual([`rebind.example:${port} /v1 Bearer key`]);
  expect(await reasonOf(guarded(url, post))).toBe('refused_address');
  expect(tried).toEqual(['127.0.0.1']);
});

it('rebinding: first public, then private', async () => {
  const tried = watchConnections(true);
  const resolve = saying(['93.184.216.34'], ['127.0.0.1']);
  const guarded = createGuardedFetch(false, resolve);
  expect(await reasonOf(guarded('https://rebind.example/v1', post))).toBe('unreachable');
  expect(tried).toEqual(['93.184.216.34']);
  expect(resolve.mock.calls).toHaveLength(1);
  expect(await reasonOf(guarded('https://rebind.example/v1', post))).toBe('refused_address');
  expect(tried).toEqual(['93.184.216.34']);
});

it('does not connect if any address of the name is private', async () => {
  const tried = watchConnections(true);
  const byte = fc.nat(255);
  const hidden = fc.oneof(
    fc.tuple(fc.constantFrom('10', '127', '0', '255'), byte, byte, byte).map((parts) => parts.join('.')),
    fc
      .tuple(fc.constantFrom('192.168', '169.254', '172.16', '100.64'), byte, byte)
      .map((parts) => parts.join('.')),
    fc.constantFrom(
      '::',
      '::1',
      '::ffff:10.0.0.1',
      'fd00::1',
      'fe80::1',
      'fe80::1%lo',
      '64:ff9b::a00:1',
      '2002:a00:1::',
    ),
  );
  const shown = fc.array(fc.constantFrom('93.184.216.34', '2606:4700::1111'), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(shown, hidden, shown), async ([before, one, after]) => {
      const guarded = createGuardedFetch(false, saying([...before, one, ...after]));
      expect(await reasonOf(guarded('https://inside.example/v1', post))).toBe('refused_address');
    }),
  );
  expect(tried).toEqual([]);
});

it.each(['http://93.184.216.34/v1', 'https://127.0.0.1/v1', 'https://localhost/v1', 'https://[::1]/v1'])(
  'what was saved under another setting is not asked: %s',
  async (url) => {
    const tried = watchConnections(true);
    const resolve = saying(['93.184.216.34']);
    expect(await reasonOf(createGuardedFetch(false, resolve)(url, post))).toBe('refused_address');
    expect([tried, resolve.mock.calls]).toEqual([[], []]);
  },
);

it.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
  const inner = await serve();
  const outer = await serve((_, response) => {
    response.writeHead(status, { location: `http://localhost:${inner.port}/secret` }).end();
  });
  const act = createGuardedFetch(true)(`http://localhost:${outer.port}/v1`, post);
  expect(await reasonOf(act)).toBe('redirected');
  expect(inner.asked).toEqual([]);
});

it('rejects the status 999', async () => {
  const { port } = await serve((_, response) => void response.writeHead(999).end());
  expect(await reasonOf(createGuardedFetch(true)(`http://localhost:${port}/v1`, post))).toBe('not_speaking');
});

it.each([204, 205])('the status %i has no body', async (status) => {
  const { port } = await serve((_, response) => void response.writeHead(status).end());
  const answer = await createGuardedFetch(true)(`http://localhost:${port}/v1`, post);
  expect([answer.status, await answer.text()]).toEqual([status, '']);
});

it('asks for the address as it is, with its query and its last slash', async () => {
  const { asked, port } = await serve();
  await createGuardedFetch(true)(`http://localhost:${port}/v1/?key=x`, post);
  expect(asked).toEqual([`localhost:${port} /v1/?key=x Bearer key`]);
});

it('uses no proxy, whatever the environment says', async () => {
  const proxy = await serve();
  const { asked, port } = await serve();
  undo.push(setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy.port}` }));
  // Confirms that the proxy setting works: other requests do use it.
  await fetch('http://elsewhere.example/');
  expect(proxy.asked).toHaveLength(1);
  await createGuardedFetch(true)(`http://localhost:${port}/v1`, post);
  expect(asked).toHaveLength(1);
  expect(proxy.asked).toHaveLength(1);
});

it('cuts off a response that does not end', async () => {
  const closed = Promise.withResolvers<void>();
  const { port } = await serve((_, response) => {
    response.on('close', () => closed.resolve());
    const flood = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', flood);
    flood();
  });
  const answer = await createGuardedFetch(true)(`http://localhost:${port}/v1`, post);
  expect(await reasonOf(answer.text())).toBe('not_speaking');
  await closed.promise;
});

it('cuts off a response with an event that takes long to parse, and reads a long one of many', async () => {
  const lines = (event: string, count: number) => `data: ${event}\n\n`.repeat(count);
  const bodies = {
    many: lines('{"text":"word"}', 200_000),
    nested: `data: ${'['.repeat(140_000)}\n\n`,
    joined: 'data: [\n'.repeat(20_000),
  };
  const { port } = await serve(({ url }, response) => response.end(bodies[url?.slice(1) as 'many']));
  const read = async (path: string) =>
    (await createGuardedFetch(true)(`http://localhost:${port}/${path}`, post)).text();
  expect(await read('many')).toBe(bodies.many);
  expect(await reasonOf(read('nested'))).toBe('not_speaking');
  expect(await reasonOf(read('joined'))).toBe('not_speaking');
});

it.each<[string, (begun: () => void) => { answer: RequestListener; resolve?: Resolve }]>([
  [
    'resolver',
    (begun) => ({
      answer: () => undefined,
      resolve() {
        begun();
        return new Promise(() => undefined);
      },
    }),
  ],
  ['endpoint', (begun) => ({ answer: begun })],
  [
    'body',
    (begun) => ({
      answer(_, response) {
        response.write('begun', begun);
      },
    }),
  ],
])('a %s that hangs is given up when the caller says so', async (_, hang) => {
  const begun = Promise.withResolvers<void>();
  const { answer, resolve } = hang(begun.resolve);
  const { port } = await serve(answer);
  const caller = new AbortController();
  const act = createGuardedFetch(true, resolve)(`http://localhost:${port}/v1`, {
    ...post,
    signal: caller.signal,
  }).then((response) => response.text());
  begun.promise.then(() => caller.abort());
  await expect(act).rejects.toThrow(/abort/i);
});

it('reports unknown hosts and unreachable servers', async () => {
  const unknown: Resolve = async () => {
    throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  };
  expect(await reasonOf(createGuardedFetch(false, unknown)('https://nobody.example/', post))).toBe(
    'no_such_host',
  );
  expect(await reasonOf(createGuardedFetch(false, saying([]))('https://nobody.example/', post))).toBe(
    'no_such_host',
  );
  const { port } = await serve();
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  expect(await reasonOf(createGuardedFetch(true)(`http://localhost:${port}/`, post))).toBe('unreachable');
});

it('sends nothing to a host with an invalid certificate', async () => {
  const asked: unknown[] = [];
  const port = await listen(createTlsServer(selfSigned, (request) => void asked.push(request.url)));
  expect(await reasonOf(createGuardedFetch(true)(`https://localhost:${port}/v1`, post))).toBe(
    'bad_certificate',
  );
  expect(asked).toEqual([]);
});
