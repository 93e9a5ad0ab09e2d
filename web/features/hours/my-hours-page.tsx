import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OwnMonth } from '#contract/months.ts';
import { durationText } from '#domain/apportion.ts';
import { query } from '#web/call/query.ts';
import { useRequestDialog } from '#web/entries/use-request-dialog.tsx';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { monthText } from '#web/time/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { MonthBadges } from './month-badges.tsx';
import { OwnAbsences } from './own-absences.tsx';
import { OwnRequests } from './own-requests.tsx';

/** Only the server knows them, so that a phone does not fetch their code beforehand. */
const OwnFlags = lazyPart(async () => (await import('./own-flags.tsx')).OwnFlags, { isOptional: true });
const OwnCalendar = lazyPart(
  withTexts(['hours', 'dates'], async () => (await import('./own-calendar.tsx')).OwnCalendar),
  { isOptional: true },
);

/** A calendar of the viewer's month, whose days lead to their entries; requests and absences; the months, newest first. */
export function Component() {
  const { t } = useTranslation(['own-time', 'nav', 'common']);
  const { today } = useCompanyTime();
  const pathTo = usePathTo();
  const navigate = useNavigate();
  const [shown, setShown] = useState(() => today().slice(0, 7));
  const months = useQuery(query('listOwnMonths'));
  const request = useRequestDialog();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <PageHeader
        title={t('nav:titles.myHours')}
        subtitle={t('subtitle')}
        actions={
          <Button
            variant="secondary"
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={() => request.open({})}
          >
            {t('addMissing')}
          </Button>
        }
      />
      <Loaded
        query={months}
        className="flex flex-col gap-3"
        skeleton={
          <>
            <Skeleton className="h-24 rounded-lg!" />
            <Skeleton className="h-24 rounded-lg!" />
          </>
        }
      >
        {(own) =>
          own.length === 0 ? (
            <Card>
              <EmptyState icon={<CalendarDays />} title={t('empty.title')} text={t('empty.text')} />
            </Card>
          ) : (
            <OwnCalendar
              month={shown}
              onMonth={setShown}
              // A month without entries has no page.
              onDay={
                own.some(({ month }) => month === shown)
                  ? (date) => void navigate(`${pathTo('myMonth', { month: shown })}?date=${date}`)
                  : undefined
              }
            />
          )
        }
      </Loaded>
      <OwnRequests />
      <OwnAbsences />
      <OwnFlags />
      {months.data && months.data.length > 0 && (
        <ul className="flex flex-col gap-3">
          {months.data.map((month) => (
            <li key={month.month}>
              <MonthLink month={month} />
            </li>
          ))}
        </ul>
      )}
      {request.dialog}
    </div>
  );
}

function MonthLink({ month }: { month: OwnMonth }) {
  const { t } = useTranslation(['own-time', 'common']);
  const language = useLanguage();
  const pathTo = usePathTo();
  return (
    <Link
      to={pathTo('myMonth', { month: month.month })}
      className="flex items-center gap-3 rounded-lg border border-hairline bg-surface p-4 transition-colors duration-150 hover:bg-sunken sm:px-6"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="block font-semibold text-lg first-letter:uppercase">
            {monthText(month.month, language)}
          </span>
          <span className="figures font-bold text-2xl leading-none">
            {t('common:hours', { hours: durationText(month.ms) })}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2">
          <span className="figures text-ink-muted text-sm">
            {t('month.entries', { count: month.entries })}
          </span>
          <MonthBadges month={month} />
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-muted" aria-hidden="true" />
    </Link>
  );
}
