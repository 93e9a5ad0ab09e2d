import { useSyncExternalStore } from 'react';

/** From 900 px there is room for the list and a message side by side. */
const wide = matchMedia('(min-width: 56.25rem)');

function subscribe(notify: () => void) {
  wide.addEventListener('change', notify);
  return () => wide.removeEventListener('change', notify);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
