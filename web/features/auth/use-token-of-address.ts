import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Returns the token of a link from a mail and removes it from the URL, so that it is not copied or kept in the history.
 */
export function useTokenOfAddress(): string {
  const [query, setQuery] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  const isInAddress = query.has('token');
  useEffect(() => {
    if (isInAddress) setQuery({}, { replace: true });
  }, [isInAddress, setQuery]);
  return token;
}
