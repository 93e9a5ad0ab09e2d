import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { dismissInstall, install, installState, onInstallChange } from '../pwa/install.ts';
import { Button } from '../ui/button.tsx';
import { InstallCard } from '../ui/install-card.tsx';

type InstallBannerProps = {
  className?: string;
  /** What may stand in its place where there is nothing to install. */
  children: ReactNode;
};

/** The invitation to put the app on the home screen (product.md §4). */
export function InstallBanner({ className, children }: InstallBannerProps) {
  const { t } = useTranslation('pwa');
  const { banner } = useSyncExternalStore(onInstallChange, installState);
  if (!banner) return children;
  return (
    <InstallCard
      className={className}
      title={t('install.title')}
      actions={
        <>
          <Button variant="ghost" onClick={dismissInstall}>
            {t('install.later')}
          </Button>
          {banner === 'button' && <Button onClick={() => void install()}>{t('install.install')}</Button>}
        </>
      }
    >
      <p>{t(banner === 'ios' ? 'install.ios' : 'install.text')}</p>
    </InstallCard>
  );
}
