/* The server's clock as seen from here: a phone whose own clock is wrong still shows the right times. */
import { useEffect, useState } from 'react';

/** How far the server is ahead of this device, and by how much that may be wrong. */
let estimate = { offsetMs: 0, uncertaintyMs: Number.POSITIVE_INFINITY };

/** Takes the server's time (epoch ms) from an answer that took `roundTripMs` and has just arrived. */
export function learnServerTime(serverTimeMs: number, roundTripMs: number): void {
  const uncertaintyMs = roundTripMs / 2;
  const offsetMs = serverTimeMs + uncertaintyMs - Date.now();
  const isFiner = uncertaintyMs <= estimate.uncertaintyMs;
  // Two honest estimates overlap; when they do not, the device's clock has been set meanwhile.
  const wasSet = Math.abs(offsetMs - estimate.offsetMs) > uncertaintyMs + estimate.uncertaintyMs;
  if (isFiner || wasSet) estimate = { offsetMs, uncertaintyMs };
}

/** The server's time now, in epoch milliseconds; the device's own until a first answer has come. */
export function serverNow(): number {
  return Date.now() + estimate.offsetMs;
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
