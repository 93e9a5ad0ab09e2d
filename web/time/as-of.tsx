import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { dateIn } from '#domain/dates.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useCompanyTime } from './company-time.ts';

type AsOfProps = {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'dataUpdatedAt'> & {
    refetch: () => unknown;
  };
};

/** Shows how old the data on screen are if they could not be refreshed or come from an earlier visit; with a retry. */
export function AsOf({ query }: AsOfProps) {
  const { t } = useTranslation();
  const { timeZone, today, formatTime, formatDateTime } = useCompanyTime();
  const { data, isError, isFetching, dataUpdatedAt, refetch } = query;
  // Placeholder data, whose own query is still loading, have no time.
  const isFromEarlierVisit = dataUpdatedAt > 0 && dataUpdatedAt < performance.timeOrigin;
  if (data === undefined || !(isError || isFromEarlierVisit)) return null;
  // Counted back from now: the query knows only the device's clock.
  const at = serverNow() - (Date.now() - dataUpdatedAt);
  const time = dateIn(at, timeZone) === today() ? formatTime(at) : formatDateTime(at);
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm">
      <p role="status" className="figures flex items-center gap-2 text-attention-text">
        <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
        {t('asOf', { time })}
      </p>
      <Button
        variant="ghost"
        size="small"
        className="-ml-3 print:hidden"
        pending={isFetching}
        icon={<RotateCw className="size-4" aria-hidden="true" />}
        onClick={() => void refetch()}
      >
        {t('retry')}
      </Button>
    </div>
  );
}
