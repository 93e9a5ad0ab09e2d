import type { WorkBreak } from '#contract/time-tracking.ts';
import { periodText } from '#domain/date-text.ts';
import { MS_PER_HOUR, roundHalfUp } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCurrentEntry } from '#web/recording/scans.ts';
import { Card, CardBody } from '#web/ui/card.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { ExplainHours } from '#web/working-time/explain-hours.tsx';
import type { ExplainedPeriod } from '#web/working-time/hours-explanation.tsx';
import type { CountedStats } from './own-stats.ts';

const TICK_MS = 10_000;

/** Today's and this week's hours; while the person works they grow between responses. */
export function EmployeeHours({ stats }: { stats: CountedStats }) {
  const { t } = useTranslation('employee-dashboard');
  const language = useLanguage();
  const formatHours = useFormatHours();
  const { id: userId } = useUser();
  const { entry, isMissingCheckOut } = useCurrentEntry();
  // An entry with a forgotten check-out counts no hours.
  const active = isMissingCheckOut ? null : entry;
  const now = useNow(TICK_MS);
  const checkInMs = active ? Date.parse(active.checkIn) : now;
  const uncounted = active ? workedSince(stats.countedAt, active, now) / MS_PER_HOUR : 0;
  const { today, weekStart, weekEnd } = stats;
  return (
    <div className="grid grid-cols-2 gap-4">
      <HoursCard
        label={t('todayHours')}
        hours={stats.todayHours + uncounted}
        period={{ startDate: today, endDate: today, userId }}
        note={
          active
            ? t('activeSession', { hours: formatHours(Math.max(0, now - checkInMs) / MS_PER_HOUR) })
            : t('noActiveSession')
        }
      />
      <HoursCard
        label={t('weekHours')}
        hours={stats.weekHours + uncounted}
        period={{ startDate: weekStart, endDate: weekEnd, userId }}
        note={periodText({ start: weekStart, end: weekEnd }, language)}
      />
    </div>
  );
}

/** Milliseconds worked since the instant: unpaid breaks are no working time. */
function workedSince(
  instant: number,
  { checkIn, breaks = [] }: { checkIn: string; breaks?: WorkBreak[] | undefined },
  now: number,
): number {
  const from = Math.max(instant, Date.parse(checkIn));
  const unpaid = breaks.filter(({ isPaid }) => !isPaid);
  const away = unpaid.map(({ startedAt, endedAt }) => {
    const end = endedAt === null ? now : Date.parse(endedAt);
    return Math.max(0, end - Math.max(from, Date.parse(startedAt)));
  });
  return Math.max(0, now - from - away.reduce((sum, ms) => sum + ms, 0));
}

type HoursCardProps = { label: string; hours: number; note: string; period: ExplainedPeriod };

function HoursCard({ label, hours, note, period }: HoursCardProps) {
  const { t } = useTranslation('employee-dashboard');
  const formatHours = useFormatHours();
  return (
    <Card>
      <CardBody className="relative">
        <ExplainHours title={label} period={period} className="absolute top-1 right-1" />
        <Stat
          // Beside the button that explains them.
          label={<span className="block pr-8">{label}</span>}
          value={formatHours(hours)}
          unit={t('unit')}
          note={<span className="figures">{note}</span>}
        />
      </CardBody>
    </Card>
  );
}

/** Hours with one decimal, rounded half up, as the language writes them (product.md §9). */
export function useFormatHours(): (hours: number) => string {
  const locale = LOCALES[useLanguage()];
  return (hours) => roundHalfUp(hours, 1).toLocaleString(locale, { minimumFractionDigits: 1 });
}
