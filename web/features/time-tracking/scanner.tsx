import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCode } from '#web/loading/use-code.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ScannerPanelProps } from './scanner-panel.tsx';

const loadPanel = async () => (await import('./scanner-panel.tsx')).ScannerPanel;

/** Preloads the scanner's code. */
export function preloadScanner(): void {
  void loadPanel().catch(() => undefined);
}

/** The scanner; its code loads when it is opened, because most visits to the page do not need it. */
export function Scanner(props: ScannerPanelProps) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { Component, hasFailed, retry } = useCode(loadPanel);
  if (Component) return <Component {...props} />;
  if (hasFailed) {
    return (
      <Alert
        tone="destructive"
        role="alert"
        title={t('scanner.error')}
        action={
          <Button variant="secondary" onClick={retry}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('scanner.decoderFailed')}
      </Alert>
    );
  }
  return <Skeleton className="aspect-[3/4] h-auto! max-h-[62dvh] w-full rounded-lg! sm:aspect-[4/3]" />;
}
