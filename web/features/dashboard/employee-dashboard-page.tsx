import { useQuery } from '@tanstack/react-query';
import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUser } from '#web/api/auth.ts';
import { employeeStatsQuery } from '#web/api/dashboard.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { usePathTo } from '#web/language.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { EmployeeHours } from './employee-hours.tsx';
import { EmployeeRecentActivity } from './employee-recent-activity.tsx';
import { EmployeeStatusCard } from './employee-status-card.tsx';

export function Component() {
  const { t } = useTranslation('dashboard');
  const { firstName } = useUser();
  const { formatLongDate } = useCompanyTime();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-6">
      <PageHeader
        title={
          <>
            <span className="block font-medium text-base text-ink-muted tracking-normal">
              {t('employee.welcome')}
            </span>{' '}
            {firstName}
          </>
        }
        subtitle={formatLongDate(serverNow())}
      />
      <EmployeeStatusCard />
      <Figures />
      <QuickActions />
    </div>
  );
}

/** Below the actions on a large screen, where nothing floats. */
const FIGURES = 'flex flex-col gap-6 md:order-last';

function Figures() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { data: stats, error, isFetching, refetch } = useQuery(employeeStatsQuery);
  if (stats) {
    return (
      <div className={FIGURES}>
        <EmployeeHours stats={stats} />
        <EmployeeRecentActivity entries={stats.recentActivity} />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorState
        className={FIGURES}
        title={t('common:loadFailed')}
        text={error.message}
        retryLabel={t('common:retry')}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    );
  }
  return (
    <Loading label={t('common:loading')} className={FIGURES}>
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-36 rounded-lg!" />
        <Skeleton className="h-36 rounded-lg!" />
      </div>
      <Skeleton className="h-72 rounded-lg!" />
    </Loading>
  );
}

/** Under the thumb on a phone, wherever the page is scrolled to. */
function QuickActions() {
  const { t } = useTranslation('dashboard');
  const pathTo = usePathTo();
  return (
    <nav
      aria-label={t('employee.quickActions')}
      className="sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-10 mt-auto flex flex-col md:static md:mt-0"
    >
      <Button asChild variant="brand" size="large" className="shadow-float md:shadow-none">
        <Link to={pathTo('timeTracking')} state={{ scan: true }}>
          <QrCode className="size-6" aria-hidden="true" />
          {t('employee.scan')}
        </Link>
      </Button>
    </nav>
  );
}
