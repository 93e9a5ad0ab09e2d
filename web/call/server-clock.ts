/* Estimates the server's clock: a phone whose own clock is wrong still shows the right times. */
import { useEffect, useState } from 'react';

const STORED_AS = 'maina-clock-offset';
/** The last time of the server that this device has heard, in epoch milliseconds. */
const HEARD_AS = 'maina-server-time';
/** The device's clock is not further behind only for the error of the estimate. */
const CLOCK_TOLERANCE_MS = 2 * 60_000;
/** If the device's two clocks drift apart by more, one was set or the phone slept. */
const JUMP_MS = 1000;

/** The server's time at one moment, with the device's clock and the monotonic clock at that moment. */
let anchor = anchorAt(Date.now() + stored(STORED_AS));
/** The clock was set back while the app was closed: until the server answers nobody knows what time it is. */
let isSetBack = anchor.serverMs < stored(HEARD_AS) - CLOCK_TOLERANCE_MS;
if (isSetBack) anchor = anchorAt(stored(HEARD_AS));
let uncertaintyMs = Number.POSITIVE_INFINITY;

/** `gainedMs`: by how much the device's clock has outrun the monotonic clock since the last response. */
function anchorAt(serverMs: number, gainedMs = 0) {
  return { serverMs, deviceMs: Date.now(), monotonicMs: performance.now(), gainedMs };
}

/** What an earlier visit has kept, for a start without a signal: the server's lead over this device's clock, or its time. */
function stored(key: string): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

/** Takes the server's time (epoch ms) from a response that took `roundTripMs` and has just arrived. */
export function learnServerTime(serverTimeMs: number, roundTripMs: number): void {
  store(HEARD_AS, serverTimeMs);
  const errorMs = roundTripMs / 2;
  const serverMs = serverTimeMs + errorMs;
  const isFiner = errorMs <= uncertaintyMs;
  // Two valid estimates overlap; if they don't, a clock has been set meanwhile.
  const wasSet = Math.abs(serverMs - serverNow()) > errorMs + uncertaintyMs;
  if (!isFiner && !wasSet) return;
  anchor = anchorAt(serverMs);
  uncertaintyMs = errorMs;
  isSetBack = false;
  store(STORED_AS, serverMs - anchor.deviceMs);
}

function store(key: string, ms: number): void {
  try {
    localStorage.setItem(key, String(Math.round(ms)));
  } catch {
    // Storage is disabled: lost on reload.
  }
}

/**
 * Returns the server's time now, in epoch milliseconds; the device's own clock until the first response. The device's
 * clock may be set back and the monotonic clock stops while a phone sleeps, so the one that advanced further counts.
 */
export function serverNow(): number {
  const byDevice = Date.now() - anchor.deviceMs;
  const byMonotonic = performance.now() - anchor.monotonicMs;
  const now = anchor.serverMs + Math.max(byDevice, byMonotonic);
  if (Math.abs(byDevice - byMonotonic) > JUMP_MS) {
    anchor = anchorAt(now, anchor.gainedMs + Math.max(0, byDevice - byMonotonic));
  }
  return now;
}

/** `serverNow()` under the assumption that the device's clock was set forward and the phone did not sleep. */
export function earliestServerNow(): number {
  return serverNow() - anchor.gainedMs;
}

/**
 * The times of what is made now, as the queue keeps them. `isUncertain`: the device's clock lay before the last known time of
 * the server when the app started, and the server has not answered since; `scannedAt` is then the earliest possible time.
 */
export function madeNow() {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    scannedAt: iso(serverNow()),
    earliestAt: iso(earliestServerNow()),
    deviceAt: iso(Date.now()),
    ...(isSetBack && { isUncertain: true as const }),
  };
}

/** `serverNow()` that re-renders every `intervalMs`, and at once when the page becomes visible. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(tick, intervalMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [intervalMs]);
  return now;
}
