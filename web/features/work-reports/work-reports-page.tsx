import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { Link } from 'react-router';
import type { OwnWorkReport } from '#contract/work-reports.ts';
import { dateIn } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Submission } from './submission.tsx';

const loadCorrection = async () => (await import('./correction-dialog.tsx')).CorrectionDialog;

/** The time limit to correct a report ends at midnight. */
const REDRAW_MS = 60_000;

/** The viewer's own work reports by day, newest first. */
export function Component() {
  const { t } = useTranslation(['work-reports', 'nav']);
  const pathTo = usePathTo();
  const { timeZone, formatLongDate } = useCompanyTime();
  const result = useQuery(query('listWorkReports'));
  const now = useNow(REDRAW_MS);
  const correction = useLazyDialog(loadCorrection);
  const byDay = (reports: OwnWorkReport[]) => [
    ...Map.groupBy(reports, ({ createdAt }) => dateIn(createdAt, timeZone)),
  ];
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <PageHeader title={t('nav:titles.workReports')} subtitle={t('subtitle')} />
      <Loaded
        query={result}
        className="flex flex-col gap-3"
        skeleton={
          <>
            <Skeleton className="h-6 w-56" />
            <Skeleton className="h-40 rounded-lg!" />
          </>
        }
      >
        {(reports) =>
          reports.length === 0 ? (
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
          ) : (
            byDay(reports).map(([day, onDay]) => (
              <section key={day} className="flex flex-col gap-3">
                <h2 className="figures font-semibold text-lg">{formatLongDate(day)}</h2>
                {[...Map.groupBy(onDay, ({ createdAt }) => createdAt)].map(([createdAt, submission]) => (
                  <Submission
                    key={createdAt}
                    reports={submission.toReversed()}
                    now={now}
                    onCorrect={(report) => correction.open({ report })}
                  />
                ))}
              </section>
            ))
          )
        }
      </Loaded>
      {correction.dialog}
    </div>
  );
}
