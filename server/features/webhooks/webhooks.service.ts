import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Webhook } from '#contract/webhooks.ts';
import type { Context } from '#server/context.ts';
import { AppError, invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { readPage } from '#server/platform/http/pages.ts';
import { notifyOwner } from '#server/platform/mail/security-mail.ts';
import { readWebUrl } from '#server/platform/outbound/endpoint-rules.ts';
import { requireApiKeys } from '../api-keys/keyholders.service.ts';
import { lockCompany } from '../company/company.queries.ts';
import { requireChangeProof, requireOwner } from '../identity/proof.ts';
import { sealSecret, sendOnce } from './sending.service.ts';
import * as queries from './webhooks.queries.ts';

const maxWebhooks = 5;
const shownDeliveries = 100;
const dayMs = 24 * 60 * 60 * 1000;

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const requirePlan = ({ viewer, clock }: Context) => requireApiKeys(viewer, clock.now(), 'webhooks');

/** The address in canonical form. Throws if the server must not connect to it. */
function readUrl({ config }: Context, text: string): string {
  const read = readWebUrl(text, config.companyAi.allowsPrivate);
  if ('fault' in read) throw invalidField('url', read.fault);
  return read.url.href;
}

async function find({ db, viewer }: Context, id: string): Promise<queries.StoredWebhook> {
  const found = await queries.findWebhook(db, { companyId: viewer.companyId, id });
  if (!found) throw new AppError('not_found');
  return found;
}

async function read({ db, viewer }: Context, id: string): Promise<Webhook> {
  const found = (await queries.listWebhooks(db, viewer.companyId)).find((webhook) => webhook.id === id);
  if (!found) throw new AppError('not_found');
  return found;
}

export const listWebhooks: Handler<'listWebhooks'> = ({ db, viewer }) =>
  queries.listWebhooks(db, viewer.companyId);

/** Adds a webhook that is on, and mails its maker: the session may be stolen. Only this answer contains the secret. */
export const createWebhook: Handler<'createWebhook'> = async (
  context,
  { body: { events, url, ...proof } },
) => {
  const { db, viewer, clock } = context;
  const { companyId } = viewer;
  requirePlan(context);
  if (!viewer.companyIsConfirmed) throw new AppError('email_unconfirmed');
  const key = { companyId, id: randomUUIDv7() };
  const address = readUrl(context, url);
  await requireOwner(context, proof);
  const secret = newSecret();
  const sealed = await sealSecret(context, key, secret);
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    if ((await queries.listWebhooks(transaction, companyId)).length >= maxWebhooks) {
      throw new AppError('too_many_webhooks', { params: { count: maxWebhooks } });
    }
    const at = clock.now().toISOString();
    const webhook = { ...key, url: address, events: [...new Set(events)], secret: sealed };
    await queries.insertWebhook(transaction, { ...webhook, isOn: true, createdAt: at, restsUntil: at });
    await notifyOwner(context, transaction, 'webhookChanged');
  });
  return { ...(await read(context, key.id)), secret };
};

export const updateWebhook: Handler<'updateWebhook'> = async (
  context,
  { params: { id }, body: { url, events, isOn, password, code } },
) => {
  const { db, clock } = context;
  const before = await find(context, id);
  if (isOn) requirePlan(context);
  // If the address is not allowed any more, turning off must still work.
  const address = !isOn && url === before.url ? url : readUrl(context, url);
  const isMoved = address !== before.url;
  if (isMoved) await requireChangeProof(context, { currentPassword: password, code });
  await db.transaction().execute(async (transaction) => {
    const isAnew = isOn && (isMoved || !before.isOn);
    // The back-off was caused by the previous address.
    const anew = isAnew && { failures: 0, restsUntil: clock.now().toISOString() };
    const set = { url: address, events: [...new Set(events)], isOn, ...anew };
    await queries.updateWebhook(transaction, before, { ...set, ...(isOn && { offReason: null }) });
    if (isAnew) await queries.startAnew(transaction, before);
    if (isMoved) await notifyOwner(context, transaction, 'webhookChanged');
  });
  return read(context, id);
};

export const deleteWebhook: Handler<'deleteWebhook'> = async ({ db, viewer }, { params: { id } }) => {
  const key = { companyId: viewer.companyId, id };
  const isDeleted = await db.transaction().execute((transaction) => queries.deleteWebhook(transaction, key));
  if (!isDeleted) throw new AppError('not_found');
};

export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (
  context,
  { params: { id }, body: proof },
) => {
  const webhook = await find(context, id);
  requirePlan(context);
  await requireOwner(context, proof);
  const secret = newSecret();
  await queries.updateWebhook(context.db, webhook, {
    secret: await sealSecret(context, webhook, secret),
    oldSecret: webhook.secret,
    oldSecretUntil: new Date(context.clock.now().getTime() + dayMs).toISOString(),
  });
  return { secret };
};

/** Sends the event, and returns its delivery with the answer. */
async function sendNow(context: Context, webhook: queries.StoredWebhook, event: queries.Event) {
  await sendOnce(context, webhook, event);
  const [delivery] = await queries.listDeliveries(context.db, webhook, { id: event.id });
  // Deleted meanwhile.
  if (!delivery) throw new AppError('not_found');
  return delivery;
}

export const testWebhook: Handler<'testWebhook'> = async (context, { params: { id } }) => {
  const webhook = await find(context, id);
  requirePlan(context);
  await context.throttle.take('webhookTest', webhook.companyId);
  return sendNow(context, webhook, await queries.insertTest(context.db, webhook, context.clock.now()));
};

export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (
  context,
  { params: { id }, query },
) => {
  const webhook = await find(context, id);
  return readPage(
    context,
    { limit: shownDeliveries, ...query },
    (page) => queries.listDeliveries(context.db, webhook, page ?? {}),
    (delivery) => [delivery.at, delivery.id],
  );
};

export const resendWebhookDelivery: Handler<'resendWebhookDelivery'> = async (
  context,
  { params: { id, deliveryId } },
) => {
  const webhook = await find(context, id);
  const event = await queries.findEvent(context.db, webhook, deliveryId);
  if (!event) throw new AppError('not_found');
  requirePlan(context);
  await context.throttle.take('webhookTest', webhook.companyId);
  return sendNow(context, webhook, event);
};
