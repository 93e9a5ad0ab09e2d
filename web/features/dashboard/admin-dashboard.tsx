import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { AdminStats, DashboardLocation } from '#contract/dashboard.ts';
import { query } from '#web/call/query.ts';
import { serverNow, useNow } from '#web/call/server-clock.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useExpected } from './expected.ts';
import { ExpectedToday } from './expected-today.tsx';
import { hasFirstSteps } from './first-steps.ts';
import { LocationBoard } from './location-board.tsx';
import { adminStatsQuery } from './own-stats.ts';

/** Their code follows that of the board. */
const AdminCounters = lazyPart(
  withTexts(['dashboard-figures'], async () => (await import('./admin-counters.tsx')).AdminCounters),
  { fallback: <Skeleton className="h-52 lg:h-28" /> },
);
const AdminToday = lazyPart(
  withTexts(['dashboard-figures'], async () => (await import('./admin-today.tsx')).AdminToday),
  { fallback: <Skeleton className="h-14" /> },
);

/** Hours are shown to the minute; this interval keeps them accurate to a fraction of that. */
const REDRAW_MS = 15_000;

type AdminDashboardProps = {
  askButton: ReactNode;
  attentionNotice: ReactNode;
  /** While a month is to be closed. */
  closeMonth: ReactNode;
  /** What a new company still has to set up; undefined for those who can't. */
  FirstSteps: undefined | ComponentType<{ stats: AdminStats; locations: readonly DashboardLocation[] }>;
  /** Opens the AI report of a location; undefined for those who can't have one. */
  onReport: ((location: DashboardLocation) => void) | undefined;
};

/** The hours of today and this week, who is working where, and, folded, the day. */
export function AdminDashboard({
  askButton,
  attentionNotice,
  closeMonth,
  FirstSteps,
  onReport,
}: AdminDashboardProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { formatLongDate, formatTime, today } = useCompanyTime();
  useNow(REDRAW_MS);
  const pathTo = usePathTo();
  const stats = useQuery(adminStatsQuery);
  const locations = useQuery(query('getDashboardLocations'));
  const expected = useExpected();
  const polled = [stats, locations, expected].filter(({ data }) => data !== undefined);
  const isStale = polled.some(({ isError }) => isError);
  const staleSince = Math.min(...polled.map(({ dataUpdatedAt }) => dataUpdatedAt)) + serverNow() - Date.now();

  // Whether the company is new decides what is on top, so nothing is shown before both are known.
  const isKnown = !FirstSteps || ((stats.data ?? stats.error) && (locations.data ?? locations.error));
  const firstSteps = FirstSteps && stats.data && locations.data && hasFirstSteps(stats.data) && (
    <FirstSteps stats={stats.data} locations={locations.data} />
  );
  // The month to be closed and who is expected stand above the board, which waits for them instead of being pushed down.
  const closing = useQuery({ ...query('getMonthClosing', { query: {} }), enabled: Boolean(closeMonth) });
  const isPlaced = isKnown && !closing.isLoading && !expected.isLoading;
  // Without a location there is no board yet.
  const isNew = firstSteps && locations.data?.length === 0;

  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <PageHeader
        title={t('admin.title')}
        subtitle={formatLongDate(today())}
        actions={
          <div className="flex gap-2 max-sm:*:flex-1 max-sm:*:shrink max-sm:*:px-2! max-sm:*:text-sm">
            <Button asChild variant="secondary">
              <Link to={pathTo('rollCall')}>
                <ClipboardList className="size-5" aria-hidden="true" />
                {t('admin.rollCall')}
              </Link>
            </Button>
            {askButton}
          </div>
        }
      />
      {isStale && (
        <Alert tone="attention" role="status">
          {t('admin.stale', { time: formatTime(staleSince) })}
        </Alert>
      )}
      {firstSteps}
      {attentionNotice}
      {stats.isLoadingError ? (
        <Card>
          <Loaded query={stats} failedTitle={t('admin.statsFailed')}>
            {() => null}
          </Loaded>
        </Card>
      ) : (
        !isNew && <AdminCounters stats={stats.data} fetchedAt={stats.dataUpdatedAt} />
      )}
      {closeMonth}
      {isPlaced && expected.data && (
        <ExpectedToday expected={expected.data} today={today()} now={serverNow()} />
      )}
      {locations.isLoadingError ? (
        <Card>
          <Loaded query={locations} failedTitle={t('admin.locationsFailed')}>
            {() => null}
          </Loaded>
        </Card>
      ) : (
        !isNew && (
          <LocationBoard
            // Its skeleton gives way to what stands above and to the board at once: nothing is moved.
            key={isPlaced ? 'placed' : 'waiting'}
            locations={isPlaced ? locations.data : undefined}
            grownMs={Math.max(0, Date.now() - locations.dataUpdatedAt)}
            onReport={onReport}
          />
        )
      )}
      {!isNew && <AdminToday activity={stats.data?.recentActivity} />}
    </div>
  );
}
