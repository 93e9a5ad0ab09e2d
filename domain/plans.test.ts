import { expect, it } from 'vitest';
import {
  hasFeature,
  isWithinLimit,
  MOST_POPULAR_PLAN,
  PLAN_IDS,
  PLANS,
  SUBSCRIPTION_STATUSES,
  subscriptionAccess,
  trialDaysRemaining,
} from './plans.ts';

const day = 86_400_000;
const signUp = new Date('2026-03-26T10:00:00Z');
const at = (ms: number) => new Date(signUp.getTime() + ms);
const trialEndsAt = at(7 * day).toISOString();
const lapsing = ['incomplete', 'past_due', 'unknown'] as const;

it('prices and limits are those of decisions.md §7', () => {
  const rows = PLAN_IDS.map((id) => [id, PLANS[id].price, PLANS[id].maxLocations, PLANS[id].maxEmployees]);
  expect(rows).toEqual([
    ['starter', 39, 1, 10],
    ['growth', 59, 5, 30],
    ['business', 99, 30, 200],
  ]);
  expect(MOST_POPULAR_PLAN).toBe('growth');
});

it.each([
  [-60_000, 7],
  [0, 7],
  [1, 7],
  [day - 1, 7],
  [day, 6],
  [6 * day, 1],
  [7 * day - 1, 1],
  [7 * day, 0],
  [30 * day, 0],
])('%i ms after sign-up %i days of the trial remain', (ms, days) => {
  expect(trialDaysRemaining(trialEndsAt, at(ms))).toBe(days);
});

it.each(['trialing', ...lapsing] as const)(
  '%s is full inside the trial and limited from its end on',
  (status) => {
    const access = (ms: number) =>
      subscriptionAccess({ status, trialEndsAt, currentPeriodEnd: null, cancelAtPeriodEnd: false }, at(ms));
    expect([access(0), access(7 * day - 1), access(7 * day), access(8 * day)]).toEqual([
      'full',
      'full',
      'limited',
      'limited',
    ]);
  },
);

it.each(lapsing)('%s is limited although the period continues', (status) => {
  const subscription = { status, trialEndsAt, currentPeriodEnd: at(40 * day), cancelAtPeriodEnd: false };
  expect(subscriptionAccess(subscription, at(20 * day))).toBe('limited');
});

it('active is full until three days after the paid period', () => {
  const paid = { status: 'active', trialEndsAt, currentPeriodEnd: at(40 * day) } as const;
  const access = (ms: number) => subscriptionAccess({ ...paid, cancelAtPeriodEnd: false }, at(ms));
  expect([access(0), access(40 * day), access(43 * day), access(43 * day + 1)]).toEqual([
    'full',
    'full',
    'full',
    'limited',
  ]);
  const cancelled = (ms: number) => subscriptionAccess({ ...paid, cancelAtPeriodEnd: true }, at(ms));
  expect([cancelled(0), cancelled(40 * day), cancelled(40 * day + 1)]).toEqual(['full', 'full', 'limited']);
  const unpaid = { ...paid, currentPeriodEnd: null, cancelAtPeriodEnd: false };
  expect(subscriptionAccess(unpaid, at(400 * day))).toBe('full');
});

it('every plan has every feature in the trial, its own ones afterwards and while active', () => {
  const features = ['csvExport', 'ask', 'apiKeys', 'ownAiEndpoint'] as const;
  const ofPlan = (status: (typeof SUBSCRIPTION_STATUSES)[number], ms: number) =>
    PLAN_IDS.map((plan) =>
      features.map((feature) => Number(hasFeature({ plan, status, trialEndsAt }, feature, at(ms)))).join(''),
    );
  const own = ['0000', '1100', '1111'];
  expect(ofPlan('trialing', 7 * day - 1)).toEqual(['1111', '1111', '1111']);
  expect(ofPlan('active', 0)).toEqual(own);
  for (const status of SUBSCRIPTION_STATUSES) expect(ofPlan(status, 7 * day)).toEqual(own);
});

it('the last seat may be taken, one more may not', () => {
  expect([isWithinLimit(9, 10), isWithinLimit(10, 10), isWithinLimit(11, 10)]).toEqual([true, true, false]);
});
