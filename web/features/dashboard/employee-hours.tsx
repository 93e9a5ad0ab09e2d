import type { WorkBreak } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import { msFromHours } from '#domain/hours.ts';
import { useNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCurrentEntry } from '#web/recording/scans.ts';
import { periodText } from '#web/time/date-text.ts';
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
  const { id: userId } = useUser();
  const { entry, isMissingCheckOut } = useCurrentEntry();
  // An entry with a forgotten check-out counts no hours.
  const active = isMissingCheckOut ? null : entry;
  const now = useNow(TICK_MS);
  const checkInMs = active ? Date.parse(active.checkIn) : now;
  const uncounted = active ? workedSince(stats.countedAt, active, now) : 0;
  const { today, weekStart, weekEnd } = stats;
  return (
    <div className="grid grid-cols-2 gap-4">
      <HoursCard
        label={t('todayHours')}
        ms={msFromHours(stats.todayHours) + uncounted}
        period={{ startDate: today, endDate: today, userId }}
        note={active ? t('activeSession', { hours: durationText(now - checkInMs) }) : t('noActiveSession')}
      />
      <HoursCard
        label={t('weekHours')}
        ms={msFromHours(stats.weekHours) + uncounted}
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

type HoursCardProps = { label: string; ms: number; note: string; period: ExplainedPeriod };

function HoursCard({ label, ms, note, period }: HoursCardProps) {
  const { t } = useTranslation('employee-dashboard');
  return (
    <Card>
      <CardBody className="relative">
        <ExplainHours title={label} period={period} className="absolute top-1 right-1" />
        <Stat
          // Beside the button that explains them.
          label={<span className="block pr-8">{label}</span>}
          value={durationText(ms)}
          unit={t('unit')}
          note={<span className="figures">{note}</span>}
        />
      </CardBody>
    </Card>
  );
}
