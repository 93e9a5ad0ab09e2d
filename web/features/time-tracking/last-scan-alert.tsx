import { useTranslation } from 'react-i18next';
import type { ScanResult } from '#contract/time-tracking.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useScanFacts } from './scan-facts.ts';

/** What the last scan of this visit did; stays when the confirmation has gone. */
export function LastScanAlert({ result }: { result: ScanResult }) {
  const { t } = useTranslation('time-tracking');
  const { time, worked } = useScanFacts(result);
  return (
    <Alert tone={result.action === 'check-out' ? 'neutral' : 'working'} title={t(`done.${result.action}`)}>
      {result.location.name}
      <span className="figures block text-ink-muted text-sm">
        {time}
        {worked && ` · ${worked}`}
      </span>
    </Alert>
  );
}
