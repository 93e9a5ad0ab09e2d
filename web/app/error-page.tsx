import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { isConnected, onConnectionChange } from '#web/call/connection.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { reloadMissingPage } from './load-page.ts';

/** Shown when a page crashed or could not be loaded; offers a reload. What could not be loaded is, once the connection is back. */
export function ErrorPage() {
  const { t } = useTranslation();
  useEffect(() => onConnectionChange(() => isConnected() && reloadMissingPage()), []);
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-4 px-4 py-16">
      <h1 className="font-bold text-2xl leading-tight tracking-tight">{t('errorPage.title')}</h1>
      <p className="text-ink-muted">{t('errorPage.text')}</p>
      <Button icon={<RotateCw className="size-5" aria-hidden="true" />} onClick={() => location.reload()}>
        {t('errorPage.reload')}
      </Button>
    </div>
  );
}
