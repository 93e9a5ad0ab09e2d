import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { type Role, reachOf } from './policy.ts';

/** What people are told about themselves, then what only those who look after others are told. */
export const PUSH_KINDS = [
  'message',
  'missing-check-out',
  'longest-shift',
  'request-decided',
  'month-to-confirm',
  'schedule',
  'shift-began',
  'attention',
  'missing-people',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

const OF_TEAM: readonly PushKind[] = ['attention', 'missing-people'];

/** What somebody of the role may be told. */
export const pushKindsOf = (role: Role): PushKind[] =>
  PUSH_KINDS.filter((kind) => !OF_TEAM.includes(kind) || reachOf('team', role) !== undefined);

const choices = {
  whenOffDuty: z.boolean('invalid'),
  showsDetails: z.boolean('invalid'),
};

const pushSettings = z.object({
  ...choices,
  kinds: z.array(z.object({ kind: z.enum(PUSH_KINDS), isOn: z.boolean() })),
  /** The server's public key, for the browser's `subscribe` (RFC 8292). */
  publicKey: z.string(),
  /** Whether the browser of this session is subscribed. */
  isSubscribed: z.boolean(),
});
export type PushSettings = z.infer<typeof pushSettings>;

/** Base64url of so many bytes. */
const bytes = (count: number) =>
  z.string('invalid').check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}=*$`), 'invalid'));

/** As `PushSubscription.toJSON()` of the browser has it. */
const subscription = z.object({
  endpoint: z.string('invalid').check(z.maxLength(1000, 'tooLong')),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});
export type PushSubscriptionKeys = z.infer<typeof subscription>;

export const pushEndpoints = {
  /** What the viewer is told on their devices. */
  getPush: get('/api/push', 'signed-in', { reads: ['user'], response: pushSettings }),
  updatePush: put('/api/push', 'signed-in', {
    changes: ['user'],
    body: z.object({ ...choices, offKinds: z.array(z.enum(PUSH_KINDS, 'invalid')).check(z.maxLength(20)) }),
    response: pushSettings,
  }),
  /** Shows notifications in the browser of this session until it ends; the first one says that they work. */
  subscribeToPush: post('/api/push/subscription', 'signed-in', {
    changes: ['user'],
    body: subscription,
    response: pushSettings,
  }),
  unsubscribeFromPush: del('/api/push/subscription', 'signed-in', {
    changes: ['user'],
    response: pushSettings,
  }),
};
