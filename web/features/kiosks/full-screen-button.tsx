import { Maximize } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';

export function FullScreenButton() {
  const { t } = useTranslation('kiosk');
  const isFull = useSyncExternalStore(
    (notify) => {
      document.addEventListener('fullscreenchange', notify);
      return () => document.removeEventListener('fullscreenchange', notify);
    },
    () => document.fullscreenElement !== null,
  );
  if (isFull || !document.fullscreenEnabled) return null;
  return (
    <IconButton
      label={t('fullScreen')}
      onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
    >
      <Maximize className="size-6" aria-hidden="true" />
    </IconButton>
  );
}
