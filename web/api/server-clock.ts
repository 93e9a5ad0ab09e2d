/* The server's clock as seen from here: a phone whose own clock is wrong still shows the right times. */
import { useEffect, useState } from 'react';

const STORED_AS = 'maina-clock-offset';
/** The two clocks of a device never drift apart by so much between two looks at them: one was set, or one slept. */
const JUMP_MS = 1000;

/** The server's time at one moment, and what the device's clock and the one that nobody sets showed then. */
let anchor = anchorAt(Date.now() + storedOffset());
let uncertaintyMs = Number.POSITIVE_INFINITY;

/** `gainedMs`: by how much the device's clock has outrun the steady one since the server was heard of. */
function anchorAt(serverMs: number, gainedMs = 0) {
  return { serverMs, deviceMs: Date.now(), steadyMs: performance.now(), gainedMs };
}

/** How far the server was ahead of this device when it was last heard of: all there is after a start without a signal. */
function storedOffset(): number {
  try {
    return Number(localStorage.getItem(STORED_AS)) || 0;
  } catch {
    return 0;
  }
}

/** Takes the server's time (epoch ms) from an answer that took `roundTripMs` and has just arrived. */
export function learnServerTime(serverTimeMs: number, roundTripMs: number): void {
  const mayBeWrongBy = roundTripMs / 2;
  const serverMs = serverTimeMs + mayBeWrongBy;
  const isFiner = mayBeWrongBy <= uncertaintyMs;
  // Two honest estimates overlap; when they do not, a clock has been set meanwhile.
  const wasSet = Math.abs(serverMs - serverNow()) > mayBeWrongBy + uncertaintyMs;
  if (!isFiner && !wasSet) return;
  anchor = anchorAt(serverMs);
  uncertaintyMs = mayBeWrongBy;
  try {
    localStorage.setItem(STORED_AS, String(Math.round(serverMs - anchor.deviceMs)));
  } catch {
    // Storage is switched off: then a reload forgets.
  }
}

/**
 * The server's time now, in epoch milliseconds; by the device's own clock until a first answer has come. The device's
 * clock may be set back and the steady one stands still while a phone sleeps, so the one that has gone further counts.
 */
export function serverNow(): number {
  const byDevice = Date.now() - anchor.deviceMs;
  const bySteady = performance.now() - anchor.steadyMs;
  const now = anchor.serverMs + Math.max(byDevice, bySteady);
  if (Math.abs(byDevice - bySteady) > JUMP_MS) {
    anchor = anchorAt(now, anchor.gainedMs + Math.max(0, byDevice - bySteady));
  }
  return now;
}

/** `serverNow()` should the device's clock not have been ahead because the phone slept, but because it was set forward. */
export function earliestServerNow(): number {
  return serverNow() - anchor.gainedMs;
}

/** `serverNow()` that renders anew every `intervalMs`, and at once when the page comes back into view. */
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
