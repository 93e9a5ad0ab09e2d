/* Whether the page hears of changes as they happen (live.ts), instead of polling. */
import { useSyncExternalStore } from 'react';

let isUp = false;
const listeners = new Set<() => void>();

/** Returns whether it was otherwise before. */
export function setLive(up: boolean): boolean {
  if (up === isUp) return false;
  isUp = up;
  for (const notify of listeners) notify();
  return true;
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isUp);

type Asked = { state: { error: Error | null } };

/**
 * How often a query is repeated, in ms; `liveMs`: meanwhile too, because its answer depends on the clock. Nothing tells of a
 * change again that could not be read.
 */
export const polled = (ms: number, liveMs?: number) => ({
  refetchInterval: ({ state }: Asked) => (isUp && !state.error ? (liveMs ?? false) : ms),
});
