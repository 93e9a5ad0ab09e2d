import { createHmac } from 'node:crypto';
import { type WebhookType, webhookData } from '#contract/webhooks.ts';
import { hasFeature, subscriptionAccess } from '#domain/plans.ts';
import type { Services } from '#server/context.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { createGuardedFetch, EndpointError } from '#server/platform/outbound/guarded-fetch.ts';
import { findCompany, listActiveAdmins } from '../company/company.queries.ts';
import { companyViewerOf } from '../company/company-viewer.ts';
import { webhookOffMail } from './webhooks.emails.ts';
import * as queries from './webhooks.queries.ts';

type Sender = Pick<Services, 'db' | 'clock' | 'secretBox' | 'config'>;

const minute = 60;
const hour = 60 * minute;
/** Seconds before each retry: three days in all, as the Standard Webhooks recommend. */
const delays = [
  ...[minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 20 * hour],
];
/** Of a webhook that accepts nothing, one event is tried at a time, with a rest that grows to this. */
const longestRest = 5 * minute;
/** Who does not pay is asked for again after this long. Nothing is lost that is younger than 30 days. */
const restWithoutPlan = hour;

const longestTryMs = 15_000;
/** A job then leaves the rest to another one, so that other companies have their turn. */
const longestRunMs = 20_000;
/** Longer than the longest run and its last try. What a killed server held is taken over after it. */
const claimSeconds = 60;
const atOnce = 8;
const keptBytes = 1000;

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
const secretOwner = ({ companyId, id }: queries.WebhookKey) => `webhook ${companyId} ${id}`;

export const sealSecret = (
  { secretBox }: Pick<Services, 'secretBox'>,
  key: queries.WebhookKey,
  secret: string,
) => secretBox.seal(secret, secretOwner(key));

/** The signature of the Standard Webhooks, version 1. */
const sign = (secret: string, content: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64')}`;

/** The body of an event, in which people and locations have their present names. */
async function bodyOf({ db }: Sender, companyId: string, event: queries.Event): Promise<string> {
  const { type, at, aboutId, facts } = event;
  const locations = new Map((await queries.listLocations(db, companyId)).map((place) => [place.id, place]));
  const [person] = await queries.listPeople(db, companyId, [aboutId]);
  const stateOf = (state: unknown) => {
    if (state === null || typeof state !== 'object' || !('locationId' in state)) return null;
    return { ...state, location: locations.get(String(state.locationId)) };
  };
  const data = {
    ...facts,
    webhookId: aboutId,
    person,
    location: locations.get(aboutId),
    before: stateOf(facts.before),
    after: stateOf(facts.after),
  };
  // Leaves what belongs to the type.
  return JSON.stringify({ type, timestamp: at, data: webhookData[type as WebhookType].parse(data) });
}

/** The beginning of a body. It may be endless, or torn. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= keptBytes) break;
    }
  } catch {
    // The status has said whether it was accepted.
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\0', '');
}

/** Sends the event once. */
async function attempt(
  sender: Sender,
  webhook: queries.StoredWebhook,
  event: queries.Event,
  tryMs: number,
): Promise<queries.Outcome> {
  const { clock, secretBox, config } = sender;
  const now = clock.now();
  const isOldValid = webhook.oldSecretUntil !== null && Date.parse(webhook.oldSecretUntil) > now.getTime();
  const secrets: string[] = [];
  for (const sealed of [webhook.secret, isOldValid ? webhook.oldSecret : null]) {
    const secret = sealed && (await secretBox.open(sealed, secretOwner(webhook)));
    if (secret) secrets.push(secret);
  }
  if (secrets.length === 0) return { status: null, fault: 'secret_lost', answer: null };
  const body = await bodyOf(sender, webhook.companyId, event);
  const timestamp = Math.floor(now.getTime() / 1000);
  const caller = new AbortController();
  const timer = setTimeout(() => caller.abort(), tryMs);
  try {
    const response = await createGuardedFetch(config.companyAi.allowsPrivate)(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Maina-Webhooks/1',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': secrets
          .map((secret) => sign(secret, `${event.id}.${timestamp}.${body}`))
          .join(' '),
      },
      body,
      signal: caller.signal,
    });
    return { status: response.status, fault: null, answer: await beginningOf(response) };
  } catch (error) {
    if (caller.signal.aborted) return { status: null, fault: 'timeout', answer: null };
    if (error instanceof EndpointError) return { status: null, fault: error.reason, answer: null };
    throw error;
  } finally {
    clearTimeout(timer);
    caller.abort();
  }
}

const isAccepted = ({ status }: queries.Outcome) => status !== null && status >= 200 && status < 300;

/** Sends one event now, as a person has asked for, and notes the answer. Only if it is accepted, it is not waiting any more. */
export async function sendOnce(
  sender: Sender,
  webhook: queries.StoredWebhook,
  event: queries.Event,
): Promise<void> {
  const outcome = await attempt(sender, webhook, event, longestTryMs);
  const dueAt = isAccepted(outcome) ? null : undefined;
  await queries.noteTry(sender.db, webhook.companyId, event, { ...outcome, at: sender.clock.now(), dueAt });
}

/** Sends a due event, and notes the answer or when it is tried again; `off`: never, and the webhook is to be turned off. */
async function sendDue(
  sender: Sender,
  webhook: queries.StoredWebhook,
  event: queries.Event,
  tryMs: number,
): Promise<{ accepted: boolean; off?: 'failing' | 'gone' }> {
  const outcome = await attempt(sender, webhook, event, tryMs);
  const accepted = isAccepted(outcome);
  const delay = delays[event.tries];
  const at = sender.clock.now();
  const dueAt = accepted ? null : later(at, delay ?? 0);
  await queries.noteTry(sender.db, webhook.companyId, event, { ...outcome, at, dueAt });
  if (outcome.status === 410) return { accepted, off: 'gone' };
  return !accepted && delay === undefined ? { accepted, off: 'failing' } : { accepted };
}

/** Turns the webhook off and mails the administrators. What is waiting stays, and is sent when it is turned on again. */
async function turnOff(
  services: Services,
  webhook: queries.StoredWebhook,
  reason: 'failing' | 'gone',
): Promise<void> {
  const { db, clock, config, changes } = services;
  const { companyId, url } = webhook;
  await db.transaction().execute(async (transaction) => {
    const off = { isOn: false, offReason: reason, restsUntil: clock.now().toISOString() };
    if (!(await queries.releaseWebhook(transaction, webhook, off))) return;
    const company = await findCompany(transaction, companyId);
    if (!company) return;
    for (const admin of await listActiveAdmins(transaction, companyId)) {
      const mail = webhookOffMail(config, company, admin, url, reason);
      await sendMail(services, transaction, companyId, mail);
    }
  });
  changes.publish({ companyId, tags: ['company'] });
}

/** Whether the company may use webhooks now: not after its deletion, and not without a plan that is paid. */
async function mayUse({ db, clock }: Services, companyId: string): Promise<boolean> {
  const company = await findCompany(db, companyId);
  if (!company || company.deletionDueAt !== null) return false;
  const { subscription } = companyViewerOf(companyId, company);
  const now = clock.now();
  return subscriptionAccess(subscription, now) === 'full' && hasFeature(subscription, 'apiKeys', now);
}

/**
 * Sends what is due of one webhook, in order for each person, until nothing is, a try fails or its time is over. Returns
 * whether more is due. Does nothing while another job is at work on it. If it throws, or the server is killed, what was not
 * noted as accepted is sent again.
 */
export async function sendEvents(
  services: Services,
  key: queries.WebhookKey,
  tryMs = longestTryMs,
): Promise<boolean> {
  const { db, clock } = services;
  const held = () => later(clock.now(), claimSeconds).toISOString();
  const release = (webhook: queries.StoredWebhook, seconds: number, failures = webhook.failures) => {
    const restsUntil = later(clock.now(), seconds).toISOString();
    return queries.releaseWebhook(db, webhook, { failures, restsUntil });
  };
  const isDue = async () => (await queries.listNext(db, key, clock.now(), 1)).length > 0;

  let webhook = await queries.claimWebhook(db, key, { restsUntil: held() }, '<=', clock.now().toISOString());
  if (webhook && !(await mayUse(services, key.companyId))) {
    await release(webhook, restWithoutPlan);
    return false;
  }
  const end = performance.now() + longestRunMs;
  while (webhook) {
    const current = webhook;
    const limit = current.failures > 0 ? 1 : atOnce;
    const events = performance.now() < end ? await queries.listNext(db, key, clock.now(), limit) : [];
    if (events.length === 0) {
      await release(current, 0);
      // Also what was noted meanwhile, whose own job found this one at work.
      return isDue();
    }
    const results = await Promise.all(events.map((event) => sendDue(services, current, event, tryMs)));
    const off = results.find((result) => result.off)?.off;
    if (off) {
      await turnOff(services, current, off);
      return false;
    }
    if (!results.some(({ accepted }) => accepted)) {
      const rest = Math.min(delays[current.failures] ?? longestRest, longestRest);
      await release(current, rest, current.failures + 1);
      return false;
    }
    // As it is by now: moved, turned off or deleted, perhaps.
    const accepted = { failures: 0, restsUntil: held() };
    webhook = await queries.claimWebhook(db, key, accepted, '=', current.restsUntil);
  }
  return false;
}
