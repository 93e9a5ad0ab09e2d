/* Whether the server can be reached: from the browser's online state and the latest requests. */

let isReachable = true;
const listeners = new Set<() => void>();

/** Records the outcome of a request: false if our server did not answer. */
export function learnReachable(reachable: boolean): void {
  if (reachable === isReachable) return;
  isReachable = reachable;
  for (const notify of listeners) notify();
}

/** False if the browser is offline or the last request got no answer from our server. */
export const isConnected = (): boolean => navigator.onLine && isReachable;

/** Subscribes to changes of `isConnected()`; returns the unsubscribe function. */
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
