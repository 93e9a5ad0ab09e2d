import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isConnected, onConnectionChange } from '#web/call/connection.ts';
import { request } from '#web/call/request.ts';
import { useSteady } from '#web/call/use-steady.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

const RESTORED_SHOWN_MS = 3000;
const LOOK_EVERY_MS = 10_000;

/** Says that the connection is gone and, for three seconds, that it is back (product.md §8). */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(onConnectionChange, isConnected);
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (isOnline) return;
    setWasOffline(true);
    // Some pages never poll; any response shows that the server is back.
    const look = setInterval(
      () => navigator.onLine && request('getUser').catch(() => undefined),
      LOOK_EVERY_MS,
    );
    return () => clearInterval(look);
  }, [isOnline]);
  const shown = useSteady(isOnline ? (wasOffline ? 'restored' : null) : 'offline');
  useEffect(() => {
    if (shown !== 'restored') return;
    const timer = setTimeout(() => setWasOffline(false), RESTORED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  // Screen readers only announce text added to a live region that already exists.
  return (
    <div role="status" className="text-center text-sm">
      {shown === 'offline' && (
        <p className="flex items-center justify-center gap-2 bg-attention px-4 py-2 font-medium text-on-attention">
          <WifiOff className="size-5 shrink-0" aria-hidden="true" />
          {t('connection.offline')}
        </p>
      )}
      {shown === 'restored' && (
        <p className="flex items-center justify-center gap-2 bg-working px-4 py-2 font-medium text-on-working">
          <Wifi className="size-5 shrink-0" aria-hidden="true" />
          {t('connection.restored')}
        </p>
      )}
    </div>
  );
}
