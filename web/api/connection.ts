/* Whether the server can be reached: the browser's own word, and how the last requests went. */

let isReachable = true;
const listeners = new Set<() => void>();

/** Says how a request went: false when no answer of ours came. */
export function learnReachable(reachable: boolean): void {
  if (reachable === isReachable) return;
  isReachable = reachable;
  for (const notify of listeners) notify();
}

/** False without a network, and where a request found no server although the browser believes in one. */
export const isConnected = (): boolean => navigator.onLine && isReachable;

/** Calls back when `isConnected()` may have changed; answers how to end that. */
export function onConnectionChange(notify: () => void): () => void {
  listeners.add(notify);
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    listeners.delete(notify);
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}
