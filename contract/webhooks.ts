import * as z from 'zod/mini';
import { CORRECTION_KINDS } from './corrections.ts';
import { del, get, post, put } from './endpoint.ts';
import { PLAN_ERRORS, PROOF_ERRORS } from './error.ts';
import {
  askedPage,
  calendarDate,
  codeField,
  givenPasswordField,
  id,
  idParams,
  instant,
  personName,
  requiredText,
} from './fields.ts';
import { LEDGER_KINDS } from './ledger.ts';
import { ROLES } from './policy.ts';
import { approval, scanSource, workBreak } from './time-tracking.ts';

const person = z.object({ id, ...personName });
const act = {
  person,
  /** What was done, as in the history of a time entry. */
  action: z.enum(LEDGER_KINDS),
  /** Null: the product itself. */
  actorId: z.nullable(id),
};
const entryState = z.object({
  location: z.object({ id, name: z.string() }),
  checkIn: instant,
  checkOut: z.nullable(instant),
  checkInSource: scanSource,
  checkOutSource: z.nullable(scanSource),
  approval: z.nullable(approval),
});
const timeEntry = z.object({
  ...act,
  timeEntryId: id,
  /** Null: it was added. Both null: only the break changed. */
  before: z.nullable(entryState),
  /** Null: it was deleted. */
  after: z.nullable(entryState),
  break: z.nullable(z.extend(workBreak, { isRemoved: z.boolean() })),
});
const month = z.object({ ...act, month: z.string() });

/** What is sent as `data` of each type of event. Fields are only ever added. */
export const webhookData = {
  'time_entry.checked_in': timeEntry,
  'time_entry.checked_out': timeEntry,
  'time_entry.changed': timeEntry,
  'month.approved': month,
  'month.unlocked': month,
  'request.decided': z.object({
    ...act,
    requestId: id,
    request: z.enum(CORRECTION_KINDS),
    decision: approval,
    timeEntryId: z.nullable(id),
  }),
  'schedule.published': z.object({ ...act, startDate: calendarDate, endDate: calendarDate }),
  /** Added, changed, deactivated or deleted; as the person is when it is sent. */
  'person.changed': z.object({
    person: z.extend(person, { role: z.enum(ROLES), isActive: z.boolean(), isDeleted: z.boolean() }),
  }),
  'location.changed': z.object({
    location: z.object({ id, name: z.string(), isActive: z.boolean(), isDeleted: z.boolean() }),
  }),
  /** The test button. */
  'webhook.test': z.object({ webhookId: id }),
};
export type WebhookType = keyof typeof webhookData;
/** The types that a webhook can be told of. */
export const WEBHOOK_EVENTS = (Object.keys(webhookData) as WebhookType[]).filter(
  (type) => type !== 'webhook.test',
);

const answer = z.object({
  at: instant,
  /** The HTTP status; null: there was no answer. */
  status: z.nullable(z.number()),
  /** Why there was none. */
  fault: z.nullable(
    z.enum([
      'no_such_host',
      'refused_address',
      'unreachable',
      'bad_certificate',
      'redirected',
      'not_speaking',
      'timeout',
      /** The secret cannot be decrypted; rotate it. */
      'secret_lost',
    ]),
  ),
});
export type WebhookFault = NonNullable<z.infer<typeof answer>['fault']>;

const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isOn: z.boolean(),
  /** Why the product turned it off: it did not accept anything for three days, or answered 410. */
  offReason: z.nullable(z.enum(['failing', 'gone'])),
  createdAt: instant,
  /** Events that have not been accepted yet. */
  waiting: z.number(),
  lastAnswer: z.nullable(answer),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  /** The header `webhook-id`. */
  id,
  type: z.enum(Object.keys(webhookData) as WebhookType[]),
  at: instant,
  isWaiting: z.boolean(),
  tries: z.number(),
  lastAnswer: z.nullable(answer),
  /** The beginning of the answer's body, at most 1,000 characters. */
  answerText: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const proof = {
  password: givenPasswordField,
  /** Required with a second factor. */
  code: z.optional(codeField),
};
const input = {
  /** https, on the public internet. */
  url: requiredText('webAddress', 1000),
  events: z.array(z.enum(WEBHOOK_EVENTS, 'invalid')).check(z.minLength(1, 'chooseOne'), z.maxLength(20)),
};
const secret = z.object({
  /** `whsec_` and base64; only in this response. */
  secret: z.string(),
});

export const webhooksEndpoints = {
  /** Oldest first; at most five. */
  listWebhooks: get('/api/webhooks', 'admin', { reads: ['company'], response: z.array(webhook) }),
  createWebhook: post('/api/webhooks', 'admin', {
    changes: ['company'],
    audit: 'webhook.created',
    body: z.object({ ...input, ...proof }),
    response: z.extend(webhook, secret.shape),
    status: 201,
    throws: ['too_many_webhooks', ...PLAN_ERRORS, ...PROOF_ERRORS, 'email_unconfirmed'],
  }),
  /** A new address takes the proof. Turned on, or with a new address, it is sent at once what has been waiting. */
  updateWebhook: put('/api/webhooks/:id', 'admin', {
    changes: ['company'],
    audit: 'webhook.changed',
    params: idParams,
    body: z.object({ ...input, isOn: z.boolean('invalid'), ...z.partial(z.object(proof)).shape }),
    response: webhook,
    throws: [...PLAN_ERRORS, 'proof_required', ...PROOF_ERRORS, 'email_unconfirmed'],
  }),
  /** For 24 hours both secrets sign. */
  rotateWebhookSecret: post('/api/webhooks/:id/secret', 'admin', {
    audit: 'webhook.secret-rotated',
    params: idParams,
    body: z.object(proof),
    response: secret,
    throws: [...PLAN_ERRORS, ...PROOF_ERRORS],
  }),
  /** Sends the event `webhook.test` once. */
  testWebhook: post('/api/webhooks/:id/test', 'admin', {
    changes: ['company'],
    audit: 'webhook.tested',
    params: idParams,
    response: delivery,
    throws: PLAN_ERRORS,
  }),
  /** The newest 100 of the last 30 days, newest first. */
  listWebhookDeliveries: get('/api/webhooks/:id/deliveries', 'admin', {
    reads: ['company'],
    params: idParams,
    query: z.object(askedPage),
    response: z.array(delivery),
  }),
  /** Sends it once more, with the same id, whether it was accepted or not. */
  resendWebhookDelivery: post('/api/webhooks/:id/deliveries/:deliveryId/send', 'admin', {
    changes: ['company'],
    audit: 'webhook.resent',
    params: z.object({ id, deliveryId: id }),
    response: delivery,
    throws: PLAN_ERRORS,
  }),
  /** What is waiting is not sent any more. */
  deleteWebhook: del('/api/webhooks/:id', 'admin', {
    changes: ['company'],
    audit: 'webhook.deleted',
    params: idParams,
    response: z.null(),
    status: 204,
  }),
};
