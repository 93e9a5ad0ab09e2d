import { RotateCw, SearchX, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isConnected, onConnectionChange } from '../api/connection.ts';
import { usePathTo } from '../language.ts';
import { Button } from '../ui/button.tsx';

export function Component() {
  const { t } = useTranslation(['not-found', 'common']);
  const pathTo = usePathTo();
  const isOnline = useSyncExternalStore(onConnectionChange, isConnected);
  const [isOpenedOffline] = useState(!isOnline);
  // A public page, perhaps, which is no part of the app: now it can be had.
  useEffect(() => {
    if (isOpenedOffline && isOnline) location.reload();
  }, [isOpenedOffline, isOnline]);

  const Icon = isOpenedOffline ? WifiOff : SearchX;
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-10">
      <Icon className="size-12 text-ink-muted" aria-hidden="true" />
      <h1 tabIndex={-1} className="font-bold text-3xl leading-tight tracking-tight">
        {t(isOpenedOffline ? 'offlineTitle' : 'title')}
      </h1>
      <p className="text-ink-muted">{t(isOpenedOffline ? 'offlineText' : 'text')}</p>
      {isOpenedOffline ? (
        <Button icon={<RotateCw className="size-5" aria-hidden="true" />} onClick={() => location.reload()}>
          {t('common:retry')}
        </Button>
      ) : (
        <Button asChild>
          <Link reloadDocument to={pathTo('landing')}>
            {t('home')}
          </Link>
        </Button>
      )}
    </div>
  );
}
