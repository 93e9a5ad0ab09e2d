import type { UseQueryResult } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dateIn } from '#domain/dates.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useCompanyTime } from './company-time.ts';

/** Says how old the data on screen is when it could not be refreshed or comes from an earlier visit. */
export function AsOf({ query }: { query: Pick<UseQueryResult, 'data' | 'isError' | 'dataUpdatedAt'> }) {
  const { t } = useTranslation();
  const { timeZone, today, formatTime, formatDateTime } = useCompanyTime();
  const { data, isError, dataUpdatedAt } = query;
  if (data === undefined || !(isError || dataUpdatedAt < performance.timeOrigin)) return null;
  // Counted back from now: the query knows only the device's clock.
  const at = serverNow() - (Date.now() - dataUpdatedAt);
  const time = dateIn(at, timeZone) === today() ? formatTime(at) : formatDateTime(at);
  return (
    <p role="status" className="figures flex items-center gap-2 text-attention-text text-sm">
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      {t('asOf', { time })}
    </p>
  );
}
