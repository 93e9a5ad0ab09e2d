import type { AdminStats } from '#contract/dashboard.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { AdminActivity } from './admin-activity.tsx';
import { Timeline } from './timeline.tsx';

/** Today in detail, folded: the timeline, and the latest check-ins and check-outs. */
export function AdminToday({ activity }: { activity: AdminStats['recentActivity'] | undefined }) {
  const { t } = useTranslation('dashboard-figures');
  return (
    <Disclosure title={t('today')} isLazy>
      <div className="flex w-full flex-col gap-6">
        <Timeline />
        <AdminActivity activity={activity} />
      </div>
    </Disclosure>
  );
}
