import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ScannerPanel, ScannerPanelProps } from './scanner-panel.tsx';

const loadPanel = async () => (await import('./scanner-panel.tsx')).ScannerPanel;

/** Fetches the scanner's code before it is opened. */
export function preloadScanner(): void {
  void loadPanel().catch(() => undefined);
}

/** The scanner, whose code loads when it is opened: most visits to the page do without. */
export function Scanner(props: ScannerPanelProps) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const [Panel, setPanel] = useState<typeof ScannerPanel>();
  const [attempt, setAttempt] = useState({ count: 1, hasFailed: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads anew.
  useEffect(() => {
    loadPanel().then(
      (panel) => setPanel(() => panel),
      () => setAttempt(({ count }) => ({ count, hasFailed: true })),
    );
  }, [attempt.count]);

  if (Panel) return <Panel {...props} />;
  if (attempt.hasFailed) {
    return (
      <Alert
        tone="destructive"
        role="alert"
        title={t('scanner.error')}
        action={
          <Button
            variant="secondary"
            onClick={() => setAttempt(({ count }) => ({ count: count + 1, hasFailed: false }))}
          >
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
