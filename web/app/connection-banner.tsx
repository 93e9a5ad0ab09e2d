import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const RESTORED_SHOWN_MS = 3000;

function subscribe(notify: () => void) {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** Says that the connection is gone and, for three seconds, that it is back (product.md §8). */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!isOnline) {
      setWasOffline(true);
      return;
    }
    const timer = setTimeout(() => setWasOffline(false), RESTORED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);

  // The region stands there before its text does: else screen readers stay silent.
  return (
    <div role="status" className="text-center text-sm">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-attention px-4 py-2 font-medium text-on-attention">
          <WifiOff className="size-5 shrink-0" aria-hidden="true" />
          {t('connection.offline')}
        </p>
      )}
      {isOnline && wasOffline && (
        <p className="flex items-center justify-center gap-2 bg-working px-4 py-2 font-medium text-on-working">
          <Wifi className="size-5 shrink-0" aria-hidden="true" />
          {t('connection.restored')}
        </p>
      )}
    </div>
  );
}
