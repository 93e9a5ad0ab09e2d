import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { hoursFromMs } from '#domain/hours.ts';
import { useNow } from '#web/api/server-clock.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useFormatHours } from './employee-hours.tsx';

const TICK_MS = 10_000;

/** The latest time entries, the newest first. */
export function EmployeeRecentActivity({ entries }: { entries: TimeEntry[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <Card>
      <CardHeader title={t('employee.recent')} />
      {entries.length === 0 ? (
        <EmptyState icon={<History />} title={t('employee.emptyTitle')} text={t('employee.emptyText')} />
      ) : (
        <CardBody>
          <ul className="divide-y divide-hairline">
            {entries.map((entry) => (
              <EntryItem key={entry.id} entry={entry} />
            ))}
          </ul>
        </CardBody>
      )}
    </Card>
  );
}

function EntryItem({ entry: { checkIn, checkOut, totalHours, location } }: { entry: TimeEntry }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { formatDate, formatTime } = useCompanyTime();
  const formatHours = useFormatHours();
  const now = useNow(TICK_MS);
  const isWorking = checkOut === null;
  const hours = totalHours ?? hoursFromMs(Math.max(0, now - Date.parse(checkIn)));
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="hyphens-auto font-semibold leading-snug">{location.name}</p>
        <p className="figures text-ink-muted text-sm">
          {formatDate(checkIn)}, {formatTime(checkIn)} –{' '}
          {isWorking ? t('employee.now') : formatTime(checkOut)}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <span className="figures font-bold text-xl leading-none">
          {t('common:hours', { hours: formatHours(hours) })}
        </span>
        <Badge tone={isWorking ? 'working' : 'neutral'} dot={isWorking}>
          {t(isWorking ? 'employee.working' : 'employee.completed')}
        </Badge>
      </div>
    </li>
  );
}
