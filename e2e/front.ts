/* A server before the real one, in one test's hands: it can be cut off, deploy a release, answer by itself. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { origin } from './support.ts';

type Answer = { status: number; type: string; body: string };

export type Front = Awaited<ReturnType<typeof openFront>>;

const MAIN = /\/assets\/(main-[\w-]+?)(-release\d+)?\.js/g;

export async function openFront() {
  const answers = new Map<string, Answer>();
  let isCut = false;
  let release = 0;

  /** Of each release the app's first file has another name. */
  const ofRelease = (text: string) =>
    release === 0 ? text : text.replaceAll(MAIN, `/assets/$1-release${release}.js`);

  const server = createServer((incoming, outgoing) => {
    if (isCut) return incoming.socket.destroy();
    const url = (incoming.url ?? '/').replace(/-release\d+\.js$/, '.js');
    const own = answers.get(url.split('?')[0] ?? '');
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': own.type, 'cache-control': 'no-store' });
      return outgoing.end(own.body);
    }
    const passed = request(
      new URL(url, origin),
      { method: incoming.method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } },
      async (answer) => {
        const isText = /html|javascript/.test(answer.headers['content-type'] ?? '');
        if (!isText) return answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
        const body = ofRelease(Buffer.concat(await answer.toArray()).toString());
        // What it is compared by is that of the text before.
        const { 'content-length': _, 'last-modified': __, etag: ___, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers).end(body);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    // Cookies know no ports: whoever is signed in at the real server is so here.
    origin: `http://${new URL(origin).hostname}:${(server.address() as AddressInfo).port}`,
    /** Answers a path by itself; null passes it on again. */
    answer: (path: string, answer: Answer | null) =>
      void (answer ? answers.set(path, answer) : answers.delete(path)),
    /** A new release: another worker, another first file, and the files given are gone. */
    deploy(gone: string[] = []) {
      release += 1;
      for (const path of gone) answers.set(path, { status: 404, type: 'application/json', body: '{}' });
    },
    /** Nobody answers any more, though the browser believes in its network. */
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
