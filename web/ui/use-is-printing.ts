import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
// Before any component hears of it; the build runs this file too, without a window.
globalThis.addEventListener?.('beforeprint', () => {
  isPrinting = true;
});
globalThis.addEventListener?.('afterprint', () => {
  isPrinting = false;
});

function subscribe(changed: () => void): () => void {
  // The browser prints the page as it is right after the event.
  const render = () => flushSync(changed);
  addEventListener('beforeprint', render);
  addEventListener('afterprint', render);
  return () => {
    removeEventListener('beforeprint', render);
    removeEventListener('afterprint', render);
  };
}

/** Whether the page is being printed, also for what appears meanwhile. */
export const useIsPrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
