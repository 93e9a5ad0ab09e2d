import type { ScanResult } from '#contract/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useScanFacts } from './scan-facts.ts';

type LastScanAlertProps = { result: ScanResult; onReport: (entry: ScanResult['timeEntry']) => void };

/** What the last scan of this visit did; stays after the confirmation has closed. */
export function LastScanAlert({ result, onReport }: LastScanAlertProps) {
  const { t } = useTranslation('time-tracking');
  const { time, worked } = useScanFacts(result);
  const isOver = result.action === 'check-out';
  return (
    <Alert
      tone={isOver ? 'neutral' : 'working'}
      title={t(`done.${result.action}`)}
      action={
        isOver && (
          <Button variant="secondary" onClick={() => onReport(result.timeEntry)}>
            {t('workReport')}
          </Button>
        )
      }
    >
      {result.location.name}
      <span className="figures block text-ink-muted text-sm">
        {time}
        {worked && ` · ${worked}`}
      </span>
    </Alert>
  );
}
