import type { ReactNode } from 'react';
import type { AdminStats } from '#contract/dashboard.ts';
import { durationText } from '#domain/apportion.ts';
import { weekOf } from '#domain/dates.ts';
import { msFromHours } from '#domain/hours.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useReach } from '#web/call/user.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { ExplainHours } from '#web/working-time/explain-hours.tsx';
import type { ExplainedPeriod } from '#web/working-time/hours-explanation.tsx';

/** With 60 people at work, the total grows by a minute every second. */
const REDRAW_MS = 1000;

type AdminCountersProps = {
  stats: AdminStats | undefined;
  /** When the figures were received, in epoch milliseconds of this device. */
  fetchedAt: number;
};

/** Between responses, the hours grow by one per hour for each person who works. */
export function AdminCounters({ stats, fetchedAt }: AdminCountersProps) {
  const { t } = useTranslation('dashboard-figures');
  const isOfCompany = useReach('getDashboardStats') === 'all';
  const { today } = useCompanyTime();
  const { formatCount } = useBoardFormat();
  // After midnight it is a new day's figure that grows.
  const isSameDay = stats?.today === today();
  useNow(REDRAW_MS);
  const growing = isSameDay ? (stats?.growing ?? 0) : 0;
  const grownMs = growing * Math.max(0, Date.now() - fetchedAt);
  const unit = t('hourUnit');
  return (
    <section
      aria-label={t(isOfCompany ? 'counters' : 'ownCounters')}
      aria-busy={!stats}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-hairline bg-hairline lg:grid-cols-4"
    >
      <Counter label={t('hoursToday')} unit={unit} explained={stats && day(stats.today)}>
        {stats && durationText(msFromHours(stats.todayHours) + grownMs)}
      </Counter>
      <Counter label={t('hoursWeek')} unit={unit} explained={stats && week(stats.today)}>
        {stats && durationText(msFromHours(stats.weekHours) + grownMs)}
      </Counter>
      <Counter label={t('totalEmployees')}>{stats && formatCount(stats.totalEmployees)}</Counter>
      <Counter label={t('totalLocations')}>{stats && formatCount(stats.totalLocations)}</Counter>
    </section>
  );
}

const day = (date: string): ExplainedPeriod => ({ startDate: date, endDate: date });

function week(date: string): ExplainedPeriod {
  const { start, end } = weekOf(date);
  return { startDate: start, endDate: end };
}

type CounterProps = {
  label: string;
  unit?: string;
  /** The days that the hours cover. */
  explained?: ExplainedPeriod | undefined;
  children: ReactNode;
};

function Counter({ label, unit, explained, children }: CounterProps) {
  return (
    <Stat
      className="bg-surface px-4 py-3 sm:p-6"
      label={
        <span className="flex items-center justify-between gap-2">
          {label}
          {explained && <ExplainHours title={label} period={explained} className="-my-3 -mr-3" />}
        </span>
      }
      unit={children === undefined ? undefined : unit}
      value={
        <span className="text-2xl leading-none sm:text-4xl">
          {children ?? <Skeleton className="inline-block! h-[0.8em] w-24" />}
        </span>
      }
    />
  );
}
