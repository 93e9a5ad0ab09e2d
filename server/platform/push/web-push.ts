/* Sends notifications to browsers by Web Push: RFC 8030, encrypted by RFC 8291, signed by RFC 8292. */
import webPush from 'web-push';
import type { PushSubscriptionKeys } from '#contract/push.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '../database/database.ts';
import { readWebUrl } from '../outbound/endpoint-rules.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** What the service worker shows as it is (web/pwa/push-events.ts). */
export type PushMessage = {
  title: string;
  body: string;
  lang: string;
  /** A later one with the same tag takes its place. */
  tag: string;
  /** The page that a tap opens. */
  path: string;
};

export type WebPush = {
  publicKey: string;
  /** What of a subscription cannot be used: an address that this server does not write to, or keys that are none. */
  faultOf(to: PushSubscriptionKeys): 'endpoint' | 'keys' | undefined;
  /**
   * Hands the message to the browser's push service, which keeps it for so many seconds. `gone`: the browser has unsubscribed.
   * Throws if it may be tried again.
   */
  send(to: PushSubscriptionKeys, message: PushMessage, keptSeconds: number): Promise<'sent' | 'gone'>;
};

const timeoutMs = 10_000;
const owner = 'push key';

/** The server's keys; made at the first start. */
async function keysOf(db: Db, box: SecretBox): Promise<{ publicKey: string; privateKey: string }> {
  const made = webPush.generateVAPIDKeys();
  const row = { publicKey: made.publicKey, privateKey: await box.seal(made.privateKey, owner) };
  await db
    .insertInto('pushKey')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db.selectFrom('pushKey').selectAll().executeTakeFirstOrThrow();
  const privateKey = await box.open(kept.privateKey, owner);
  if (privateKey !== null) return { publicKey: kept.publicKey, privateKey };
  // The SECRET_KEY is another one: browsers subscribe again when they see a new key.
  await db.updateTable('pushKey').set(row).execute();
  return made;
}

export async function openWebPush(
  { publicUrl, companyAi: { allowsPrivate } }: Pick<Config, 'publicUrl' | 'companyAi'>,
  db: Db,
  box: SecretBox,
): Promise<WebPush> {
  const keys = await keysOf(db, box);
  const guardedFetch = createGuardedFetch(allowsPrivate);
  // Whom the push service may ask; it takes no http.
  const subject = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:push@maina.invalid';
  return {
    publicKey: keys.publicKey,
    faultOf({ endpoint, keys: { p256dh, auth } }) {
      if ('fault' in readWebUrl(endpoint, allowsPrivate)) return 'endpoint';
      try {
        webPush.encrypt(p256dh, auth, '', 'aes128gcm');
        return undefined;
      } catch {
        return 'keys';
      }
    },
    async send(to, { title, path, ...options }, keptSeconds) {
      const shown = JSON.stringify([title, { ...options, icon: '/icon-192.png', data: path }]);
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(to, shown, {
        vapidDetails: { subject, ...keys },
        TTL: keptSeconds,
        contentEncoding: 'aes128gcm',
      });
      const { status, body: answer } = await guardedFetch(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(body ?? []),
        signal: AbortSignal.timeout(timeoutMs),
      });
      // Nobody reads it; it may be endless.
      await answer?.cancel();
      if (status < 300) return 'sent';
      // Anything else may pass, also a clock of this server that is wrong.
      if (status === 404 || status === 410) return 'gone';
      throw Object.assign(new Error('the push service did not take the message'), { responseCode: status });
    },
  };
}
