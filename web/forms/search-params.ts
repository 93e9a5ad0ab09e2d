import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** One parameter of the address as state: it survives a reload, and no step is added to the history. */
export function useAddressParam(name: string) {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null) => {
    const after = new URLSearchParams(params);
    if (value) after.set(name, value);
    else after.delete(name);
    setParams(after, { replace: true, preventScrollReset: true });
  };
  return [params.get(name), set] as const;
}

/** The search lives in the address; what is being typed is ahead of it by a moment. */
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
