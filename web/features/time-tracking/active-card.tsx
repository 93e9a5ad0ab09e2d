import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ActiveEntry } from '#contract/time-tracking.ts';
import { splitDuration } from '#domain/hours.ts';
import { useNow } from '#web/api/server-clock.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';

type ActiveCardProps = { entry: ActiveEntry; pending: boolean; onCheckOut: () => void };

/** Where, since when, for how long; and the way out. */
export function ActiveCard({ entry, pending, onCheckOut }: ActiveCardProps) {
  const { t } = useTranslation('time-tracking');
  const { formatTime } = useCompanyTime();
  return (
    <Card tone="working">
      <CardBody className="flex flex-col gap-5">
        <div>
          <Badge tone="working" dot>
            {t('active.now')}
          </Badge>
          <h2 className="mt-3 hyphens-auto font-bold text-2xl leading-tight">{entry.location.name}</h2>
          <p className="figures text-ink-muted">{t('active.since', { time: formatTime(entry.checkIn) })}</p>
        </div>
        <Elapsed checkIn={entry.checkIn} />
        <Button
          size="large"
          // Ink in both themes: the yellow belongs to the scan.
          className="bg-ink! text-paper!"
          pending={pending}
          icon={<LogOut className="size-6" aria-hidden="true" />}
          onClick={onCheckOut}
        >
          {t('checkOut')}
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
        {t('common:duration', splitDuration(now - Date.parse(checkIn)))}
      </dd>
    </dl>
  );
}
