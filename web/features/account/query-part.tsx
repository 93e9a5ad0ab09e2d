import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

type QueryPartProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** One section's answer from the server, while it loads and when it does not come, too. */
export function QueryPart<Data>({ query, children }: QueryPartProps<Data>) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) {
    return (
      <ErrorState
        title={t('loadFailed')}
        text={error.message}
        retryLabel={t('retry')}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    );
  }
  return (
    <Loading label={t('loading')}>
      <Skeleton className="h-11 max-w-60" />
    </Loading>
  );
}
