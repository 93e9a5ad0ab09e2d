import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OwnWorkReport } from '#contract/work-reports.ts';
import { dateIn } from '#domain/dates.ts';
import { useNow } from '#web/api/server-clock.ts';
import { ownWorkReportsQuery } from '#web/api/work-reports.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { OpeningDialog } from '#web/ui/opening-dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Submission } from './submission.tsx';

const CorrectionDialog = lazy(async () => ({
  default: (await import('./correction-dialog.tsx')).CorrectionDialog,
}));

/** The time to correct a report ends at midnight. */
const REDRAW_MS = 60_000;

/** The viewer's own work reports by day, the latest first. */
export function Component() {
  const { t } = useTranslation(['work-reports', 'nav', 'common']);
  const pathTo = usePathTo();
  const { timeZone, formatLongDate } = useCompanyTime();
  const query = useQuery(ownWorkReportsQuery);
  const { data, error, isFetching, refetch } = query;
  const now = useNow(REDRAW_MS);
  const [corrected, setCorrected] = useState<OwnWorkReport>();
  const days = data && [...Map.groupBy(data, ({ createdAt }) => dateIn(createdAt, timeZone))];
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <PageHeader title={t('nav:titles.workReports')} subtitle={t('subtitle')} />
      <AsOf query={query} />
      {!days && error && (
        <ErrorState
          title={t('common:loadFailed')}
          text={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      )}
      {!days && !error && (
        <Loading label={t('common:loading')} className="flex flex-col gap-3">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-40 rounded-lg!" />
          <Skeleton className="h-40 rounded-lg!" />
        </Loading>
      )}
      {days?.map(([day, reports]) => (
        <section key={day} className="flex flex-col gap-3">
          <h2 className="figures font-semibold text-lg">{formatLongDate(day)}</h2>
          {[...Map.groupBy(reports, ({ createdAt }) => createdAt)].map(([createdAt, submission]) => (
            <Submission
              key={createdAt}
              reports={submission.toReversed()}
              now={now}
              onCorrect={setCorrected}
            />
          ))}
        </section>
      ))}
      {days?.length === 0 && (
        <Card>
          <EmptyState
            icon={<ClipboardList />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Button asChild variant="secondary">
                <Link to={pathTo('timeTracking')}>{t('empty.action')}</Link>
              </Button>
            }
          />
        </Card>
      )}
      {corrected && (
        <Suspense fallback={<OpeningDialog label={t('common:loading')} />}>
          <CorrectionDialog report={corrected} onClose={() => setCorrected(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
