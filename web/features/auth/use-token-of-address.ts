import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The secret of a link from a mail; kept out of the history and of what people copy from the address bar. */
export function useTokenOfAddress(): string {
  const [query, setQuery] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  const isInAddress = query.has('token');
  useEffect(() => {
    if (isInAddress) setQuery({}, { replace: true });
  }, [isInAddress, setQuery]);
  return token;
}
