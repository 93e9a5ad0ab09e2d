import { useQuery } from '@tanstack/react-query';
import { MoveRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EntryEvent } from '#contract/ledger.ts';
import { fullName } from '#domain/names.ts';
import { entryHistoryQuery } from '#web/api/hours.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useExactFormat } from './use-exact-format.ts';

/** What became of an entry, the oldest first: who, when, what before, what after, why. Area `working-time`. */
export function EntryHistory({ timeEntryId }: { timeEntryId: string }) {
  const { t } = useTranslation(['working-time', 'common']);
  const { data, error, isFetching, refetch } = useQuery(entryHistoryQuery(timeEntryId));
  if (data) {
    return data.length === 0 ? (
      <p className="text-ink-muted">{t('history.empty')}</p>
    ) : (
      <ol className="flex flex-col gap-4">
        {data.map((event) => (
          <li key={event.seq} className="border-hairline border-l-2 pl-3">
            <Event event={event} />
          </li>
        ))}
      </ol>
    );
  }
  if (error) {
    return (
      <ErrorState
        title={t('common:loadFailed')}
        text={error.message}
        retryLabel={t('common:retry')}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    );
  }
  return (
    <Loading label={t('common:loading')} className="flex flex-col gap-3">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </Loading>
  );
}

function Event({ event }: { event: EntryEvent }) {
  const { t } = useTranslation('working-time');
  const { formatDateTime } = useCompanyTime();
  const name = useEventName(event);
  const { at, actor, reason } = event;
  return (
    <>
      <p className="font-medium">{name}</p>
      <p className="figures text-ink-muted text-sm">
        {formatDateTime(at)} · {actor ? fullName(actor) : t('history.automatic')}
      </p>
      <Changes event={event} />
      {reason && <p className="wrap-anywhere text-sm">{t('history.reason', { reason })}</p>}
    </>
  );
}

function useEventName({ kind, request, decision, before, after }: EntryEvent): string {
  const { t } = useTranslation('working-time');
  if (request && decision) return t(`history.decision.${decision}.${request}`);
  if (request) return t(kind === 'withdrawal' ? 'history.kinds.withdrawal' : `history.request.${request}`);
  // A scan that switched locations tells of each entry the end or the beginning.
  if (kind === 'scan' && after) return t(`history.kinds.${before ? 'checkOut' : 'checkIn'}`);
  return t(`history.kinds.${kind}`);
}

/** What was there before and after, or is asked for; only what differs. */
function Changes({ event: { before, after, wanted } }: { event: EntryEvent }) {
  const { t } = useTranslation('working-time');
  const { formatMoment } = useExactFormat();
  const moment = (instant: string | null | undefined) => (instant ? formatMoment(instant) : null);
  const next = after ?? wanted;
  if (!next) return null;
  const lines = [
    { name: t('location'), from: before?.location.name, to: next.location?.name },
    { name: t('checkIn'), from: moment(before?.checkIn), to: moment(next.checkIn) },
    { name: t('checkOut'), from: moment(before?.checkOut), to: moment(next.checkOut) },
  ].filter(({ from, to }) => (to ?? null) !== (from ?? null) && (after !== null || to));
  return (
    <ul className="figures text-sm">
      {lines.map(({ name, from, to }) => (
        <li key={name} className="wrap-anywhere">
          {name}:{' '}
          {before && (
            <>
              <span className="text-ink-muted">{from ?? t('history.none')}</span>{' '}
              <MoveRight className="inline size-4" aria-label={t('history.becomes')} />{' '}
            </>
          )}
          {to ?? t('history.none')}
        </li>
      ))}
    </ul>
  );
}
