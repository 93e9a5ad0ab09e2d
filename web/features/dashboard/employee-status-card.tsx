import { Link } from 'react-router';
import { durationText } from '#domain/apportion.ts';
import { useNow } from '#web/call/server-clock.ts';
import { MissingCheckOutCard, useMissingCheckOutDialog } from '#web/entries/missing-check-out.tsx';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCurrentEntry } from '#web/recording/scans.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

export function EmployeeStatusCard() {
  const { t } = useTranslation(['employee-dashboard', 'common']);
  const { formatTime } = useCompanyTime();
  const { entry: active, isMissingCheckOut, query } = useCurrentEntry();
  const leaving = useMissingCheckOutDialog();
  const { error, isFetching, refetch } = query;

  if (active === undefined && error && query.data === undefined) {
    return (
      <Alert
        tone="attention"
        role="alert"
        title={t('statusFailed')}
        action={
          <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        }
      >
        {error.message}
      </Alert>
    );
  }
  if (active === undefined) {
    // Waiting items make the state uncertain: another part of the page says so.
    if (!query.isPending) return null;
    return (
      <Loading label={t('common:loading')}>
        <Skeleton className="h-44 rounded-lg!" />
      </Loading>
    );
  }
  if (active && isMissingCheckOut) {
    return (
      <>
        <MissingCheckOutCard entry={active} onAnswer={() => leaving.open({})} />
        {leaving.dialog}
      </>
    );
  }
  return (
    <Card tone={active ? 'working' : 'plain'}>
      <CardBody className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <Badge tone={active ? 'working' : 'neutral'} dot>
            {t(active ? 'working' : 'notWorking')}
          </Badge>
          {active ? (
            <>
              <h2 className="mt-3 hyphens-auto font-bold text-2xl leading-tight">{active.location.name}</h2>
              <p className="figures mt-1 text-ink-muted">
                {t('since', { time: formatTime(active.checkIn) })}
              </p>
              <Running checkIn={active.checkIn} />
            </>
          ) : (
            <p className="mt-3 text-lg">{t('notWorkingText')}</p>
          )}
        </div>
        <OpenTimeTracking />
      </CardBody>
    </Card>
  );
}

function Running({ checkIn }: { checkIn: string }) {
  const { t } = useTranslation();
  const now = useNow(1000);
  return (
    <p className="figures mt-3 font-bold text-4xl leading-none tracking-tight">
      {t('hours', { hours: durationText(now - Date.parse(checkIn)) })}
    </p>
  );
}

function OpenTimeTracking() {
  const { t } = useTranslation('employee-dashboard');
  const pathTo = usePathTo();
  return (
    <Button asChild variant="secondary" className="w-full sm:w-auto">
      <Link to={pathTo('timeTracking')}>{t('openTimeTracking')}</Link>
    </Button>
  );
}
