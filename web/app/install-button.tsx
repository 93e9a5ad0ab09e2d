import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { install, installState, onInstallChange } from '../pwa/install.ts';
import { Button } from '../ui/button.tsx';

/** The header's install button, shown only while the browser offers installation. */
export function InstallButton() {
  const { t } = useTranslation('pwa');
  const { canInstall } = useSyncExternalStore(onInstallChange, installState);
  if (!canInstall) return null;
  return (
    <Button
      variant="ghost"
      className="px-2.5!"
      aria-label={t('install.button')}
      title={t('install.button')}
      icon={<Download className="size-5" aria-hidden="true" />}
      onClick={() => void install()}
    >
      <span className="hidden lg:inline">{t('install.button')}</span>
    </Button>
  );
}
