import { useState } from 'react';
import { formatLocationCode, locationCodeUrl } from '#domain/location-code.ts';
import { codeIn, type KnownEntry } from '#web/api/expected-scan.ts';
import { newScan, type Scan } from '#web/api/time-tracking.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ScanQuestion } from './scan-question.tsx';

type LinkQuestionProps = {
  /** The `code` parameter of the URL. */
  link: string;
  active: KnownEntry;
  pending: boolean;
  onConfirm: (scan: Scan) => void;
  /** Removes the code from the URL, so that neither reload nor back scans again. */
  onLeave: () => void;
};

/** The phone's camera app opened the poster's link: one tap confirms the scan (decisions.md §2). */
export function LinkQuestion({ link, active, pending, onConfirm, onLeave }: LinkQuestionProps) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const { formatTime } = useCompanyTime();
  const code = codeIn(link);
  // One id per visit, however often it is sent.
  const [scan] = useState(() => newScan(locationCodeUrl(location.origin, code ?? link)));

  if (code === null) {
    return (
      <Alert
        tone="destructive"
        role="alert"
        title={t('link.invalidTitle')}
        action={
          <Button variant="secondary" onClick={onLeave}>
            {t('common:close')}
          </Button>
        }
      >
        {t('link.invalidText')}
      </Alert>
    );
  }
  return (
    <ScanQuestion
      title={t(active ? 'link.titleWorking' : 'link.title')}
      confirmLabel={t(active ? 'link.confirmWorking' : 'checkIn')}
      pending={pending}
      onConfirm={() => onConfirm(scan)}
      onCancel={onLeave}
    >
      <p className="figures mt-2 font-semibold text-2xl tracking-wider">{formatLocationCode(code)}</p>
      <p className="mt-2 text-ink-muted">
        {active
          ? t('link.textWorking', {
              location: active.location.name,
              time: formatTime(active.checkIn),
            })
          : t('link.text')}
      </p>
    </ScanQuestion>
  );
}
