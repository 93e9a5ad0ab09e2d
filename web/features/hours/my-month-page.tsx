import { ArrowLeft, CalendarX, Download, FileText } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { OwnMonth } from '#contract/months.ts';
import type { HoursExplanation } from '#contract/time-entries.ts';
import { durationText } from '#domain/apportion.ts';
import { fullName } from '#domain/names.ts';
import { useDownload } from '#web/call/download.ts';
import { useUser } from '#web/call/user.ts';
import { NewAccountNote } from '#web/entries/new-account-note.tsx';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { ExplainHours } from '#web/working-time/explain-hours.tsx';
import { MonthAnswer } from './month-answer.tsx';
import { MonthBadges } from './month-badges.tsx';
import { useOwnMonth } from './use-own-month.ts';

const OwnCategories = lazyPart(
  withTexts(['hours'], async () => (await import('./own-categories.tsx')).OwnCategories),
  { fallback: <Skeleton className="h-16 rounded-lg!" /> },
);

const OwnWeeks = lazyPart(
  withTexts(['hours', 'dates'], async () => (await import('./own-weeks.tsx')).OwnWeeks),
  { fallback: <Skeleton className="h-120 rounded-lg!" /> },
);

/** One of the viewer's own months: its sum, the answer to it and its files, its entries by week, and its categories. */
export function Component() {
  const { t } = useTranslation('own-time');
  const pathTo = usePathTo();
  const [asked] = useSearchParams();
  const language = useLanguage();
  const { month, own, period, months, explanation } = useOwnMonth();
  const title = own === null ? t('missing') : monthText(month, language);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <Button asChild variant="ghost" className="-mb-3 self-start px-0!">
        <Link to={pathTo('myHours')}>
          <ArrowLeft className="size-5" aria-hidden="true" />
          {t('back')}
        </Link>
      </Button>
      <PageHeader title={<span className="block first-letter:uppercase">{title}</span>} />
      {own === null ? (
        <EmptyState icon={<CalendarX />} title={t('missing')} text={t('missingText')} />
      ) : (
        <Loaded query={joinQueries(months, explanation)} skeleton={<Skeleton className="h-40 rounded-lg!" />}>
          {([, explained]) =>
            own && (
              <>
                <Summary own={own} title={title} period={period} explanation={explained} />
                <OwnWeeks
                  month={month}
                  explanation={explained}
                  isLocked={own.approval !== null}
                  askedDate={asked.get('date') ?? undefined}
                />
                <OwnCategories month={month} />
              </>
            )
          }
        </Loaded>
      )}
    </div>
  );
}

type SummaryProps = {
  own: OwnMonth;
  title: string;
  period: Parameters<typeof ExplainHours>[0]['period'];
  explanation: HoursExplanation;
};

function Summary({ own, title, period, explanation }: SummaryProps) {
  const { t } = useTranslation(['own-time', 'working-time', 'common']);
  const { formatDateTime } = useCompanyTime();
  const user = useUser();
  const csv = useDownload();
  const sheet = useDownload();
  return (
    <Card>
      <CardBody className="flex flex-col gap-5">
        <div className="relative">
          <ExplainHours title={title} period={period} className="absolute -top-3 -right-3" />
          <Stat
            label={t('month.hours')}
            // Entries and sum come in one response; the list of months may be slightly older.
            value={durationText(explanation.total.ms)}
            unit={t('working-time:explanation.unit')}
            note={<span className="figures">{t('month.entries', { count: own.entries })}</span>}
          />
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          <MonthBadges month={own} />
        </div>
        {own.approval && (
          <Alert>
            {t('month.approvedBy', {
              name: fullName(own.approval.by),
              time: formatDateTime(own.approval.at),
            })}
            <NewAccountNote isShown={own.approval.actorIsNew} />
          </Alert>
        )}
        {own.hasEnded && <MonthAnswer own={own} />}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            icon={<Download className="size-5" aria-hidden="true" />}
            pending={csv.isPending}
            onClick={() =>
              csv.mutate({ name: 'explainHours', query: { ...period, userId: user.id, format: 'csv' } })
            }
          >
            {t('csv.download')}
          </Button>
          <Button
            variant="secondary"
            icon={<FileText className="size-5" aria-hidden="true" />}
            pending={sheet.isPending}
            onClick={() =>
              sheet.mutate({
                name: 'getMonthSheet',
                params: { month: own.month },
                query: { format: 'pdf', userId: user.id },
              })
            }
          >
            {t('sheet')}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
