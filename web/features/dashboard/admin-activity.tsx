import { LogIn, LogOut } from 'lucide-react';
import type { AdminStats } from '#contract/dashboard.ts';
import { PersonLink } from '#web/entries/person-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** The latest check-ins and check-outs at all locations; undefined while they load. */
export function AdminActivity({ activity }: { activity: AdminStats['recentActivity'] | undefined }) {
  const { t } = useTranslation(['dashboard-figures', 'common']);
  const { formatMoment } = useBoardFormat();
  return (
    <Card>
      <CardHeader title={t('activity.title')} />
      <CardBody>
        {!activity ? (
          <Loading label={t('common:loading')} className="flex flex-col gap-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </Loading>
        ) : activity.length === 0 ? (
          <p className="text-ink-muted">{t('activity.empty')}</p>
        ) : (
          <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
            {activity.map(({ id, status, checkIn, checkOut, userId, user, location }) => {
              const isWorking = status === 'working';
              const Icon = isWorking ? LogIn : LogOut;
              return (
                <li key={id} className="flex items-start gap-3">
                  <Icon
                    className={`mt-0.5 size-5 shrink-0 ${isWorking ? 'text-working-text' : 'text-ink-muted'}`}
                    aria-hidden="true"
                  />
                  <div className="min-w-0 flex-1">
                    <p className="font-semibold">
                      <PersonLink id={userId} name={user} />
                    </p>
                    <p className="text-ink-muted text-sm">
                      <span className="figures mr-2 font-medium text-ink">
                        {formatMoment(checkOut ?? checkIn)}
                      </span>
                      {t('activity.at', {
                        action: t(isWorking ? 'activity.checkedIn' : 'activity.checkedOut'),
                        location: location.name,
                      })}
                    </p>
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}
