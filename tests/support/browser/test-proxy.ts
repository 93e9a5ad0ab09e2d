/* A proxy in front of the real server, controlled by a test: it can be cut off, deploy a release, answer by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { origin } from './support.ts';

type Answer = { status: number; type: string; body: string };

export type TestProxy = Awaited<ReturnType<typeof openTestProxy>>;

/**
 * The app's first file and those that import it, directly or not: the names of all of them change with the first one's
 * content. A page of a new release that got an old file would start the app twice.
 */
function filesOfRelease(): RegExp {
  const folder = new URL('../../../dist/web/assets/', import.meta.url);
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
  const found = new Set(scripts.map(({ name }) => name).filter((name) => name.startsWith('main-')));
  for (const changed of found) {
    for (const { name, text } of scripts) if (text.includes(changed)) found.add(name);
  }
  const names = [...found].map((name) => RegExp.escape(name.slice(0, -'.js'.length)));
  return new RegExp(`\\b(${names.join('|')})(-release\\d+)?\\.js`, 'g');
}

export async function openTestProxy() {
  const answers = new Map<string, Answer>();
  const held = new Map<string, { arrive: () => void; released: Promise<void> }>();
  const sent: { url: string; bytes: number; encoding: string | undefined }[] = [];
  let isCut = false;
  let release = 0;

  const renamed = filesOfRelease();
  /** Each release gives these files different names. One asked for by the name of an older release is that release's. */
  const ofRelease = (text: string, number: number) =>
    number === 0 ? text : text.replaceAll(renamed, `$1-release${number}.js`);
  const releaseOf = (url: string) =>
    url.search(renamed) < 0 ? release : Number(/-release(\d+)\.js/.exec(url)?.[1] ?? 0);

  const server = createServer((incoming, outgoing) => {
    if (isCut) return incoming.socket.destroy();
    const asked = incoming.url ?? '/';
    const url = asked.replace(/-release\d+\.js$/, '.js');
    const own = answers.get(url.split('?')[0] ?? '');
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': own.type, 'cache-control': 'no-store' });
      return outgoing.end(own.body);
    }
    const passed = request(
      new URL(url, origin),
      {
        method: incoming.method,
        // Changes the texts of a later release; those of the first pass as compressed by the server.
        headers: { ...incoming.headers, ...(release > 0 && { 'accept-encoding': 'identity' }) },
      },
      async (answer) => {
        const hold = held.get(`${incoming.method} ${url.split('?')[0]}`);
        hold?.arrive();
        await hold?.released;
        const isText = /html|javascript|json/.test(answer.headers['content-type'] ?? '');
        if (release === 0 || !isText) {
          const counted = { url, bytes: 0, encoding: answer.headers['content-encoding'] };
          sent.push(counted);
          answer.on('data', (part: Buffer) => {
            counted.bytes += part.length;
          });
          return answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
        }
        const body = ofRelease(Buffer.concat(await answer.toArray()).toString(), releaseOf(asked));
        // These headers describe the text before the change.
        const { 'content-length': _, 'last-modified': __, etag: ___, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers).end(body);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    // Cookies ignore ports: a session at the real server is valid here.
    origin: `http://${new URL(origin).hostname}:${(server.address() as AddressInfo).port}`,
    /** The responses so far, with the bytes of their bodies as sent. */
    sent: () => sent,
    /** Answers a path itself; null forwards it again. */
    answer: (path: string, answer: Answer | null) =>
      void (answer ? answers.set(path, answer) : answers.delete(path)),
    /** Holds the answers to a call such as "POST /path": `arrived` resolves with the first one, `release` passes them on. */
    hold(call: string) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      held.set(call, { arrive: arrived.resolve, released: released.promise });
      const release = () => {
        held.delete(call);
        released.resolve();
      };
      return { arrived: arrived.promise, release };
    },
    /** Deploys a new release: another worker, another first file, and the given files are gone. */
    deploy(gone: string[] = []) {
      release += 1;
      for (const path of gone) answers.set(path, { status: 404, type: 'application/json', body: '{}' });
    },
    /** Does not respond any more, though the browser believes it is online. */
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
