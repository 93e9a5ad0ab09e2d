import { useQuery } from '@tanstack/react-query';
import { LogOut, MessageSquareText, QrCode } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { HOME } from '#contract/policy.ts';
import { query } from '#web/call/query.ts';
import { serverNow } from '#web/call/server-clock.ts';
import { useUser } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { lazyPart } from '#web/loading/lazy-part.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { withTexts } from '#web/loading/use-code.ts';
import { useOutbox, useUnrecordedItems } from '#web/recording/outbox.ts';
import { useCurrentEntry } from '#web/recording/scans.ts';
import { AsOf } from '#web/time/as-of.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { ActionBar, ActionButton } from '#web/ui/action-bar.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { CountBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ownScheduleQuery } from '#web/working-time/own-schedule.ts';
import { EmployeeHours } from './employee-hours.tsx';
import { EmployeeRecentActivity } from './employee-recent-activity.tsx';
import { EmployeeStatusCard } from './employee-status-card.tsx';
import { employeeStatsQuery } from './own-stats.ts';

export function Component() {
  const { t } = useTranslation('employee-dashboard');
  const { firstName } = useUser();
  const { formatLongDate } = useCompanyTime();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-6">
      <PageHeader
        title={
          <>
            <span className="block font-medium text-base text-ink-muted tracking-normal">{t('welcome')}</span>{' '}
            {firstName}
          </>
        }
        subtitle={formatLongDate(serverNow())}
      />
      <AsOf query={useQuery(employeeStatsQuery)} />
      <Unsent />
      <OwnShifts />
      <EmployeeStatusCard />
      <QuickActions />
      <Figures />
    </div>
  );
}

const EmployeeSchedule = lazyPart(
  withTexts(['own-schedule'], async () => (await import('./employee-schedule.tsx')).EmployeeSchedule),
  { isOptional: true },
);

/** The next shift and what is new in the schedule, for employees who have one. */
function OwnShifts() {
  const { role, company } = useUser();
  const enabled = HOME[role] === 'employee';
  const { data } = useQuery({ ...ownScheduleQuery(company.timezone), enabled });
  if (!enabled || !data || data.days.length + data.announcements.length === 0) return null;
  return <EmployeeSchedule schedule={data} />;
}

const FIGURES = 'flex flex-col gap-6';

function Figures() {
  return (
    <Loaded query={useQuery(employeeStatsQuery)} withAge={false} className={FIGURES} skeleton={SKELETON}>
      {(stats) => (
        <div className={FIGURES}>
          <EmployeeHours stats={stats} />
          <EmployeeRecentActivity stats={stats} />
        </div>
      )}
    </Loaded>
  );
}

const SKELETON = (
  <>
    <div className="grid grid-cols-2 gap-4">
      <Skeleton className="h-36 rounded-lg!" />
      <Skeleton className="h-36 rounded-lg!" />
    </div>
    <Skeleton className="h-72 rounded-lg!" />
  </>
);

/** Items that this phone still has to send, or that the server refused. */
function Unsent() {
  const { t } = useTranslation('employee-dashboard');
  const pathTo = usePathTo();
  const items = useOutbox();
  const waiting = items.filter(({ fate }) => fate.state === 'waiting' || fate.state === 'held').length;
  const refused = useUnrecordedItems().length;
  if (waiting + refused === 0) return null;
  return (
    <Alert
      tone={refused > 0 ? 'destructive' : 'attention'}
      role="status"
      action={
        <Button asChild variant="secondary">
          <Link to={pathTo('timeTracking')}>{t('outbox.show')}</Link>
        </Button>
      }
    >
      {refused > 0 && <p>{t('outbox.refused', { count: refused })}</p>}
      {waiting > 0 && <p>{t('outbox.waiting', { count: waiting })}</p>}
    </Alert>
  );
}

/** On a phone within the thumb's reach, wherever the page is scrolled to. */
function QuickActions() {
  const { t } = useTranslation(['employee-dashboard', 'nav']);
  const pathTo = usePathTo();
  const navigate = useNavigate();
  const { entry, isMissingCheckOut } = useCurrentEntry();
  const { data: unread = 0 } = useQuery(query('getUnreadCount'));
  const canCheckOut = entry && !isMissingCheckOut;
  // The page of time tracking does it, and says what became of it.
  // Rendered at once: a second tap would add a history entry that does the same again.
  const start = (wanted: 'scan' | 'check-out') =>
    navigate(pathTo('timeTracking'), { state: { wanted }, flushSync: true });
  return (
    <nav aria-label={t('quickActions')} className="contents md:flex md:gap-2">
      <Button asChild variant="secondary" className="md:order-last md:min-h-14 md:px-6">
        <Link to={pathTo('messages')}>
          <MessageSquareText className="size-6" aria-hidden="true" />
          {t('nav:pages.messages')}
          <CountBadge count={unread} label={t('nav:unreadMessages', { count: unread })} />
        </Link>
      </Button>
      <ActionBar className="order-last md:order-none md:grow">
        {canCheckOut && (
          <ActionButton
            isMain
            icon={<LogOut className="size-6" aria-hidden="true" />}
            onClick={() => void start('check-out')}
          >
            {t('checkOut')}
          </ActionButton>
        )}
        <ActionButton
          isMain={!canCheckOut}
          icon={<QrCode className="size-6" aria-hidden="true" />}
          aria-label={t('scan')}
          onClick={() => void start('scan')}
        >
          {t(canCheckOut ? 'scanShort' : 'scan')}
        </ActionButton>
      </ActionBar>
    </nav>
  );
}
