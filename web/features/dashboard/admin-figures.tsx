import { Link } from 'react-router';
import type { AdminStats } from '#contract/dashboard.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { AdminActivity } from './admin-activity.tsx';
import { AdminCounters } from './admin-counters.tsx';
import { Timeline } from './timeline.tsx';

type AdminFiguresProps = Parameters<typeof AdminCounters>[0] & { stats: AdminStats | undefined };

/** Today's timeline, the latest activity, the figures of the company or the manager's locations, and the way to the reports. */
export function AdminFigures({ stats, ...counting }: AdminFiguresProps) {
  const { t } = useTranslation(['dashboard-figures', 'nav']);
  const pathTo = usePathTo();
  const isOfCompany = useReach('getDashboardStats') === 'all';
  return (
    <>
      <Timeline />
      <AdminActivity activity={stats?.recentActivity} />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="font-semibold text-xl">{t(isOfCompany ? 'counters' : 'ownCounters')}</h2>
          <TextLink asChild className="inline-flex min-h-11 items-center">
            <Link to={pathTo('reports')}>{t('nav:pages.reports')}</Link>
          </TextLink>
        </div>
        <AdminCounters stats={stats} {...counting} />
      </div>
    </>
  );
}
