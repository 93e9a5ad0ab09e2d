import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const HOUR = 3_600_000;
const server = Date.parse('2026-03-05T07:00:00Z');
const stored = new Map<string, string>();
let clock: typeof import('./server-clock.ts');

/** Starts the app on a phone whose clock is ahead of the server's by `aheadMs`. */
async function startApp(aheadMs: number) {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'], now: server + aheadMs });
  vi.resetModules();
  clock = await import('./server-clock.ts');
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const passes = (ms: number) => vi.advanceTimersByTime(ms);
const deviceClockJumps = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('a phone whose clock is wrong shows the server time', async () => {
  await startApp(3 * HOUR);
  expect(clock.serverNow()).toBe(server + 3 * HOUR);
  clock.learnServerTime(server, 0);
  passes(HOUR);
  expect(clock.serverNow()).toBe(server + HOUR);
});

it('a start without a signal uses the stored offset', async () => {
  await startApp(3 * HOUR);
  clock.learnServerTime(server, 0);
  await startApp(3 * HOUR);
  passes(HOUR);
  expect(clock.serverNow()).toBe(server + HOUR);
});

it('ignores a clock that is set back', async () => {
  await startApp(0);
  clock.learnServerTime(server, 0);
  passes(HOUR);
  deviceClockJumps(-2 * HOUR);
  expect(clock.serverNow()).toBe(server + HOUR);
  passes(HOUR);
  expect(clock.serverNow()).toBe(server + 2 * HOUR);
});

it("uses the device's clock when the monotonic clock stops while the phone sleeps", async () => {
  await startApp(0);
  clock.learnServerTime(server, 0);
  passes(HOUR);
  deviceClockJumps(5 * HOUR);
  expect(clock.serverNow()).toBe(server + 6 * HOUR);
  // The clock may also have been set forward.
  expect(clock.earliestServerNow()).toBe(server + HOUR);
  passes(HOUR);
  expect([clock.serverNow(), clock.earliestServerNow()]).toEqual([server + 7 * HOUR, server + 2 * HOUR]);
  clock.learnServerTime(server + 7 * HOUR, 0);
  expect(clock.earliestServerNow()).toBe(server + 7 * HOUR);
});

it('a slow response does not replace a quick one unless it contradicts it', async () => {
  await startApp(0);
  clock.learnServerTime(server, 10);
  clock.learnServerTime(server - 600, 2000);
  expect(clock.serverNow()).toBe(server + 5);
  clock.learnServerTime(server + HOUR, 2000);
  expect(clock.serverNow()).toBe(server + HOUR + 1000);
});

it('a clock set back while the app was closed makes times uncertain until the server answers', async () => {
  await startApp(0);
  expect(clock.madeNow()).not.toHaveProperty('isUncertain');
  clock.learnServerTime(server, 0);
  passes(2 * HOUR);
  // The last answer, which is not the best estimate, still tells how late it is.
  clock.learnServerTime(server + 2 * HOUR, 4000);
  await startApp(-3 * HOUR);
  passes(60_000);
  const earliest = new Date(server + 2 * HOUR + 60_000).toISOString();
  expect(clock.madeNow()).toMatchObject({ isUncertain: true, scannedAt: earliest });
  clock.learnServerTime(server + 12 * HOUR, 0);
  expect(clock.madeNow()).toMatchObject({ scannedAt: new Date(server + 12 * HOUR).toISOString() });
  expect(clock.madeNow()).not.toHaveProperty('isUncertain');
});

it('a clock that is behind all the time, or by less than two minutes, is not one that was set back', async () => {
  await startApp(-3 * HOUR);
  clock.learnServerTime(server, 0);
  await startApp(-3 * HOUR - 90_000);
  expect(clock.madeNow()).not.toHaveProperty('isUncertain');
  await startApp(-3 * HOUR - 180_000);
  expect(clock.madeNow()).toMatchObject({ isUncertain: true });
});
