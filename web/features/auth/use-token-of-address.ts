import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Returns a mail link's token and removes it from the URL, so it is not copied or kept in the history. */
export function useTokenOfAddress(): string {
  const [query, setQuery] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  const isInAddress = query.has('token');
  useEffect(() => {
    if (isInAddress) setQuery({}, { replace: true });
  }, [isInAddress, setQuery]);
  return token;
}
