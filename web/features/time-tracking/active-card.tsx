import { ClipboardList, CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { durationText } from '#domain/apportion.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { KnownEntry } from '#web/recording/expected-scan.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';

type ActiveCardProps = {
  entry: NonNullable<KnownEntry>;
  /** True if the state depends on items that are still waiting to be sent. */
  isWaiting: boolean;
  onReport: () => void;
  children: ReactNode;
};

/** Location, start and duration of the current entry. The check-out button is in the bar below. */
export function ActiveCard({ entry, isWaiting, onReport, children }: ActiveCardProps) {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  return (
    <Card tone="working">
      <CardBody className="flex flex-col gap-5">
        <div>
          <div className="flex flex-wrap gap-2">
            {!entry.onBreakSince && (
              <Badge tone="working" dot>
                {t('active.now')}
              </Badge>
            )}
            {isWaiting && (
              <Badge tone="attention" icon={<CloudUpload aria-hidden="true" />}>
                {t('outbox.waiting')}
              </Badge>
            )}
          </div>
          <h2 className="mt-3 hyphens-auto font-bold text-2xl leading-tight">{entry.location.name}</h2>
          <p className="figures text-ink-muted">{t('active.since', { time: formatTime(entry.checkIn) })}</p>
        </div>
        <Elapsed checkIn={entry.checkIn} />
        {children}
        <Button
          size="large"
          variant="secondary"
          icon={<ClipboardList className="size-6" aria-hidden="true" />}
          onClick={onReport}
        >
          {t('workReport')}
        </Button>
      </CardBody>
    </Card>
  );
}

function Elapsed({ checkIn }: { checkIn: string }) {
  const { t } = useTranslation(['time-tracking', 'common']);
  const now = useNow(1000);
  return (
    <dl>
      <dt className="text-ink-muted text-sm">{t('active.elapsed')}</dt>
      <dd className="figures mt-1 font-bold text-4xl leading-none tracking-tight sm:text-6xl">
        {t('common:hours', { hours: durationText(now - Date.parse(checkIn)) })}
      </dd>
    </dl>
  );
}
