import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/call/request.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

export type LoadedQuery<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isError' | 'isFetching' | 'dataUpdatedAt'
> & { refetch: () => unknown };

type LoadedProps<Data> = {
  query: LoadedQuery<Data>;
  children: (data: Data) => ReactNode;
  skeleton?: ReactNode;
  failedTitle?: string;
  /** Instead of the error state, for a 404. */
  missing?: ReactNode;
  /** Class of skeleton and error state. */
  className?: string;
  /** False if the page shows elsewhere how old its data are. */
  withAge?: boolean;
};

/** Shows a query's data, kept with age and retry when a refetch fails; the error state is for no data. */
export function Loaded<Data>({
  query,
  children,
  skeleton = <Skeleton className="h-28" />,
  failedTitle,
  missing,
  className = 'flex flex-col gap-4',
  withAge = true,
}: LoadedProps<Data>) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        {withAge && <AsOf query={query} />}
        {children(data)}
      </>
    );
  }
  if (missing && error instanceof ApiError && (error.status === 404 || error.status === 400)) return missing;
  if (error) {
    return (
      <ErrorState
        className={className}
        title={failedTitle ?? t('loadFailed')}
        text={error.message}
        retryLabel={t('retry')}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    );
  }
  return (
    <Loading label={t('loading')} className={className}>
      {skeleton}
    </Loading>
  );
}

/** Combines several queries for a page that needs them all. A retry repeats the failed ones. */
export function joinQueries<const Data extends readonly unknown[]>(
  ...queries: { [Index in keyof Data]: LoadedQuery<Data[Index]> }
): LoadedQuery<Data> {
  const failed = queries.filter(({ isError }) => isError);
  const shown = queries.map(({ data }) => data);
  return {
    data: shown.includes(undefined) ? undefined : (shown as unknown as Data),
    error: (failed.find(({ data }) => data === undefined) ?? failed[0])?.error ?? null,
    isError: failed.length > 0,
    isFetching: queries.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.min(
      ...(failed.length > 0 ? failed : queries).map(({ dataUpdatedAt }) => dataUpdatedAt),
    ),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
