import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * For a change of query parameters that stays on the page. It renders at once: otherwise the URL changes first, and a
 * second tap on “next” would start from what is still shown.
 */
export const IN_PLACE = { replace: true, preventScrollReset: true, flushSync: true } as const;

/** The query parameters as state: they survive a reload and replace the history entry. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const set = (changes: Record<string, string | null>, { flushSync = true } = {}) => {
    // The page may not show the latest ones yet.
    const after = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) after.set(name, value);
      else after.delete(name);
    }
    setParams(after, { ...IN_PLACE, flushSync, state });
  };
  return [params, set] as const;
}

/** One of the query parameters. */
export function useAddressParam(name: string) {
  const [params, set] = useAddressParams();
  return [params.get(name), (value: string | null) => set({ [name]: value })] as const;
}

/** The search term is in the URL; the typed text is ahead of it by a moment, and so of the results. */
export function useSearchText(): [text: string, change: (text: string) => void] {
  const [params, set] = useAddressParams();
  const [typed, setTyped] = useState<string>();
  const inAddress = params.get('q') ?? '';
  if (typed === inAddress) setTyped(undefined);
  const change = (text: string) => {
    setTyped(text);
    set({ q: text }, { flushSync: false });
  };
  return [typed ?? inAddress, change];
}
