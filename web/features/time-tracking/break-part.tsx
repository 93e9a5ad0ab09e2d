import { Coffee } from 'lucide-react';
import { durationText } from '#domain/apportion.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useRecordBreak } from '#web/recording/breaks.ts';
import type { KnownEntry } from '#web/recording/expected-scan.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/** Starts or ends a break, and shows how long the one that lasts has been. */
export function BreakPart({ entry }: { entry: NonNullable<KnownEntry> }) {
  const { t } = useTranslation('breaks');
  const { record, isPending } = useRecordBreak(t('failed'));
  const { onBreakSince } = entry;
  return (
    <>
      {onBreakSince && <Running since={onBreakSince} />}
      <Button
        size="large"
        variant="secondary"
        pending={isPending}
        icon={<Coffee className="size-6" aria-hidden="true" />}
        onClick={() => record(entry)}
      >
        {t(onBreakSince ? 'end' : 'start')}
      </Button>
    </>
  );
}

function Running({ since }: { since: string }) {
  const { t } = useTranslation(['breaks', 'common']);
  const { formatTime } = useCompanyTime();
  const now = useNow(1000);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-attention/35 bg-attention-soft p-4">
      <div className="flex flex-col items-start gap-1">
        <Badge tone="attention" dot>
          {t('now')}
        </Badge>
        <p className="figures text-ink-muted text-sm">{t('since', { time: formatTime(since) })}</p>
      </div>
      <p className="figures font-bold text-2xl">
        {t('common:hours', { hours: durationText(now - Date.parse(since)) })}
      </p>
    </div>
  );
}
