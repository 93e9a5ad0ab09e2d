/* A push service as browsers have one (RFC 8030), and the browser's side of the encryption, without the product's library. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const base64url = (text: string) => Buffer.from(text, 'base64url');

/** A browser's keys; `open` decrypts a message by RFC 8291. */
export function newPushKeys() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const open = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + (body[20] ?? 0);
    const senderKey = body.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const secret = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32);
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${label}\0`, length));
    const sealed = body.subarray(keyEnd);
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The last record ends with a 2, and zeros after it.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  };
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    open,
  };
}

/** Whether the request is signed by the key that it names, for this service (RFC 8292). */
function isSigned(authorization: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = base64url(key);
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256' },
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { aud, exp, sub } = JSON.parse(base64url(claims).toString());
  const isTimely = exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 24 * 3600;
  return (
    aud === origin &&
    isTimely &&
    /^(https|mailto):/.test(sub) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      base64url(signature),
    )
  );
}

export type ShownPush = { title: string; body: string; lang: string; tag: string; path: string };

/** Listens on this computer. Messages to a browser are there to be read; `answer` decides what the service says. */
export async function startPushService() {
  const browsers = new Map<string, { open: (body: Buffer) => string; messages: ShownPush[] }>();
  let answer = (): number | undefined => undefined;
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      const browser = browsers.get(request.url ?? '');
      const { authorization = '', ttl } = request.headers;
      const refusal = answer() ?? (browser ? undefined : 410);
      const isRight = request.method === 'POST' && Number(ttl) >= 0 && isSigned(authorization, origin);
      if (browser && !refusal && isRight) {
        const [title, { icon, data: path, ...shown }] = JSON.parse(browser.open(Buffer.concat(chunks)));
        browser.messages.push({ title, ...shown, path: icon === '/icon-192.png' ? path : 'no icon' });
      }
      response.writeHead(refusal ?? (isRight ? 201 : 403)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** A browser that has subscribed here. */
    subscribe() {
      const { keys, open } = newPushKeys();
      // With a query, as one of the services has it.
      const path = `/send/?token=${randomBytes(16).toString('base64url')}`;
      const messages: ShownPush[] = [];
      browsers.set(path, { open, messages });
      return { endpoint: origin + path, keys, messages, unsubscribe: () => browsers.delete(path) };
    },
    /** The status instead of 201, or undefined. */
    answers(next: () => number | undefined) {
      answer = next;
    },
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
