import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** One query parameter as state: survives a reload and replaces the history entry. */
export function useAddressParam(name: string) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const set = (value: string | null) => {
    const after = new URLSearchParams(params);
    if (value) after.set(name, value);
    else after.delete(name);
    setParams(after, { replace: true, preventScrollReset: true, state });
  };
  return [params.get(name), set] as const;
}

/** The search term is in the URL; the typed text is ahead of it by a moment. */
export function useSearchText(): [text: string, change: (text: string) => void] {
  const [param, setParam] = useAddressParam('q');
  const [typed, setTyped] = useState<string>();
  const inAddress = param ?? '';
  if (typed === inAddress) setTyped(undefined);
  const change = (text: string) => {
    setTyped(text);
    setParam(text);
  };
  return [typed ?? inAddress, change];
}
