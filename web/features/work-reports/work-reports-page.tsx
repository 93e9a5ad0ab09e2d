import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OwnWorkReport } from '#contract/work-reports.ts';
import { addMonths, dateIn } from '#domain/dates.ts';
import { SHOWN_REPORTS } from '#domain/work-reports.ts';
import { query } from '#web/call/query.ts';
import { useNow } from '#web/call/server-clock.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { MonthHead } from '#web/time/month-grid.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Submission } from './submission.tsx';

const loadCorrection = async () => (await import('./correction-dialog.tsx')).CorrectionDialog;

/** The time limit to correct a report ends at midnight. */
const REDRAW_MS = 60_000;

/** The viewer's own work reports of a month by day, newest first. */
export function Component() {
  const { t } = useTranslation(['work-reports', 'nav']);
  const pathTo = usePathTo();
  const { today, timeZone } = useCompanyTime();
  const newest = useQuery(query('listWorkReports', { query: {} }));
  const [turnedTo, setTurnedTo] = useState<string>();
  const monthOfReport = ({ createdAt }: OwnWorkReport) => dateIn(createdAt, timeZone).slice(0, 7);
  const month = turnedTo ?? (newest.data?.[0] ? monthOfReport(newest.data[0]) : today().slice(0, 7));
  // The newest reports may begin in the middle of a month; those of later months are all among them.
  const oldest = newest.data?.length === SHOWN_REPORTS.newest ? newest.data.at(-1) : undefined;
  const isAsked = oldest !== undefined && month <= monthOfReport(oldest);
  const ofMonth = useQuery({ ...query('listWorkReports', { query: { month } }), enabled: isAsked });
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <PageHeader title={t('nav:titles.workReports')} subtitle={t('subtitle')} />
      <Loaded
        query={newest}
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
            <>
              <MonthHead
                month={month}
                isLast={month >= today().slice(0, 7)}
                onTurn={(months) => setTurnedTo(addMonths(month, months))}
              />
              {isAsked ? (
                <Loaded query={ofMonth} skeleton={<Skeleton className="h-40 rounded-lg!" />}>
                  {(all) => <ReportsByDay reports={all} />}
                </Loaded>
              ) : (
                <ReportsByDay reports={reports.filter((report) => monthOfReport(report) === month)} />
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function ReportsByDay({ reports }: { reports: readonly OwnWorkReport[] }) {
  const { t } = useTranslation('work-reports');
  const { timeZone, formatLongDate } = useCompanyTime();
  const now = useNow(REDRAW_MS);
  const correction = useLazyDialog(loadCorrection);
  const byDay = Map.groupBy(reports, ({ createdAt }) => dateIn(createdAt, timeZone));
  return (
    <>
      {reports.length === 0 && <p className="text-center text-ink-muted">{t('emptyMonth')}</p>}
      {[...byDay].map(([day, onDay]) => (
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
      ))}
      {correction.dialog}
    </>
  );
}
