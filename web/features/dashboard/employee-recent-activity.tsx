import { CalendarDays, ClipboardList, History } from 'lucide-react';
import { Link } from 'react-router';
import { durationText } from '#domain/apportion.ts';
import { useNow } from '#web/call/server-clock.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardFooter, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import type { CountedStats } from './own-stats.ts';

const TICK_MS = 10_000;

export function EmployeeRecentActivity({ stats }: { stats: CountedStats }) {
  const { recentActivity: entries, countedAt } = stats;
  const { t } = useTranslation(['employee-dashboard', 'nav']);
  const pathTo = usePathTo();
  return (
    <Card>
      <CardHeader title={t('recent')} />
      {entries.length === 0 ? (
        <EmptyState icon={<History />} title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <CardBody>
          <ul className="divide-y divide-hairline">
            {entries.map((entry) => (
              <EntryItem key={entry.id} entry={entry} countedAt={countedAt} />
            ))}
          </ul>
        </CardBody>
      )}
      <CardFooter className="px-1! sm:px-3!">
        <Button asChild variant="ghost" className="px-3!">
          <Link to={pathTo('myHours')}>
            <CalendarDays className="size-5" aria-hidden="true" />
            {t('nav:pages.myHours')}
          </Link>
        </Button>
        <Button asChild variant="ghost" className="px-3!">
          <Link to={pathTo('workReports')}>
            <ClipboardList className="size-5" aria-hidden="true" />
            {t('nav:titles.workReports')}
          </Link>
        </Button>
      </CardFooter>
    </Card>
  );
}

function EntryItem({
  entry: { checkIn, checkOut, workedMs, isGrowing, needsAttention, location },
  countedAt,
}: {
  entry: CountedStats['recentActivity'][number];
  countedAt: number;
}) {
  const { t } = useTranslation(['employee-dashboard', 'common']);
  const { formatDate, formatTime } = useCompanyTime();
  const now = useNow(TICK_MS);
  const isWorking = checkOut === null && !needsAttention;
  const ms = workedMs + (isGrowing ? Math.max(0, now - countedAt) : 0);
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="hyphens-auto font-semibold leading-snug">{location.name}</p>
        <p className="figures text-ink-muted text-sm">
          {formatDate(checkIn)}, {formatTime(checkIn)} –{' '}
          {checkOut ? formatTime(checkOut) : needsAttention ? '?' : t('now')}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        {needsAttention ? (
          <Badge tone="attention">{t('common:missingCheckOut.title')}</Badge>
        ) : (
          <>
            <span className="figures font-bold text-xl leading-none">
              {t('common:hours', { hours: durationText(ms) })}
            </span>
            <Badge tone={isWorking ? 'working' : 'neutral'} dot={isWorking}>
              {t(isWorking ? 'working' : 'completed')}
            </Badge>
          </>
        )}
      </div>
    </li>
  );
}
