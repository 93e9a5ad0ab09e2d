import { pushKindsOf } from '#contract/push.ts';
import { pathFor } from '#domain/paths.ts';
import type { Context, Services } from '#server/context.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import type { JobQueue } from '#server/platform/jobs.ts';
import type { PushMessage } from '#server/platform/push/web-push.ts';
import { readCompanySecret } from '#server/platform/secrets/company-secret.ts';
import { presetChoice } from './preset-choice.ts';
import * as queries from './push.queries.ts';

/** How long a push service keeps a message for a phone that is off. */
const keptSeconds = 4 * 3600;

/** The session of the request, by which its browser is known. */
function sessionOf({ session }: Context): Buffer {
  const hash = session.token && readCompanySecret(session.token)?.hash;
  if (!hash) throw new AppError('unauthenticated');
  return hash;
}

/** What the viewer is told on their devices, and whether this browser is one of them. */
export const getPush: Handler<'getPush'> = async (context) => {
  const { db, viewer, push } = context;
  const { offKinds, ...choice } = (await queries.findChoice(db, viewer)) ?? presetChoice(viewer.role);
  return {
    ...choice,
    kinds: pushKindsOf(viewer.role).map((kind) => ({ kind, isOn: !offKinds.includes(kind) })),
    publicKey: push.publicKey,
    isSubscribed: await queries.isSubscribed(db, viewer.companyId, sessionOf(context)),
  };
};

export const updatePush: Handler<'updatePush'> = async (context, { body }) => {
  await queries.saveChoice(context.db, context.viewer, body);
  return getPush(context);
};

/** Subscribes the browser of this session, in place of any other, and shows there that notifications work. */
export const subscribeToPush: Handler<'subscribeToPush'> = async (context, { body }) => {
  const { db, viewer, clock, jobs, push, throttle, language, t } = context;
  const fault = push.faultOf(body);
  if (fault) throw invalidField(fault, 'invalid');
  await db.transaction().execute(async (transaction) => {
    const session = sessionOf(context);
    const id = await queries.saveSubscription(transaction, viewer, session, body, clock.now());
    if (!id) return;
    await throttle.take('pushSubscription', viewer.userId);
    const message = {
      title: t('push:works.title'),
      body: t('push:works.text'),
      lang: language,
      tag: 'works',
      path: pathFor('account', language),
    };
    await jobs.send<Delivery>(transaction, deliveryQueueName, { companyId: viewer.companyId, id, message });
  });
  return getPush(context);
};

export const unsubscribeFromPush: Handler<'unsubscribeFromPush'> = async (context) => {
  await queries.deleteSubscriptionOf(context.db, context.viewer.companyId, sessionOf(context));
  return getPush(context);
};

export type Delivery = { companyId: string; id: string; message: PushMessage };
export const deliveryQueueName: Pick<JobQueue<Delivery>, 'name'> = { name: 'push' };

/** Hands a message to the browser's push service. A browser that has unsubscribed is forgotten. */
export async function deliver(
  { db, clock, push }: Services,
  { companyId, id, message }: Delivery,
): Promise<void> {
  const found = await queries.findSubscription(db, companyId, id, clock.now());
  if (!found) return;
  const { endpoint, p256dh, auth } = found;
  const outcome = await push.send({ endpoint, keys: { p256dh, auth } }, message, keptSeconds);
  if (outcome === 'gone') await queries.deleteSubscription(db, companyId, id);
}
