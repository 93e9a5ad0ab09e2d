import { RotateCw, SearchX, WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { matchPath } from '#domain/paths.ts';
import { isSitePage } from '#domain/site.ts';
import { isConnected, onConnectionChange } from '#web/call/connection.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePathTo } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';

export function Component() {
  const { t } = useTranslation('not-found');
  const pathTo = usePathTo();
  const page = matchPath(useLocation().pathname)?.page;
  // The server renders these pages; the app is only reached at their paths when offline.
  if (page && isSitePage(page)) return <UnreachablePage />;
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-10">
      <SearchX className="size-12 text-ink-muted" aria-hidden="true" />
      <h1 tabIndex={-1} className="font-bold text-3xl leading-tight tracking-tight">
        {t('title')}
      </h1>
      <p className="text-ink-muted">{t('text')}</p>
      <Button asChild>
        <Link reloadDocument to={pathTo('landing')}>
          {t('home')}
        </Link>
      </Button>
    </div>
  );
}

/** A public page that is not cached on this device; it loads when the connection is back. */
function UnreachablePage() {
  const { t } = useTranslation(['not-found', 'common']);
  const isOnline = useSyncExternalStore(onConnectionChange, isConnected);
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    else if (wasOffline.current) location.reload();
  }, [isOnline]);
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-10">
      <WifiOff className="size-12 text-ink-muted" aria-hidden="true" />
      <h1 tabIndex={-1} className="font-bold text-3xl leading-tight tracking-tight">
        {t('offlineTitle')}
      </h1>
      <p className="text-ink-muted">{t('offlineText')}</p>
      <Button icon={<RotateCw className="size-5" aria-hidden="true" />} onClick={() => location.reload()}>
        {t('common:retry')}
      </Button>
    </div>
  );
}
