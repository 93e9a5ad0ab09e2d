import { MapPin } from 'lucide-react';
import { Link } from 'react-router';
import type { DashboardLocation } from '#contract/dashboard.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { LocationCard } from './location-card.tsx';

type LocationBoardProps = {
  locations: readonly DashboardLocation[] | undefined;
  /** How long ago they were counted, in milliseconds. */
  grownMs: number;
  onReport: ((location: DashboardLocation) => void) | undefined;
};

/** Who is where: a card for each location; inactive ones without people come last. */
export function LocationBoard({ locations, grownMs, onReport }: LocationBoardProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { formatCount } = useBoardFormat();
  const pathTo = usePathTo();
  const mayAdd = useReach('createLocation');
  return (
    <section aria-labelledby="location-board">
      <h2 id="location-board" className="mb-4 font-semibold text-xl">
        {locations?.length
          ? t('admin.activeNow', {
              active: formatCount(locations.reduce((sum, { activeCount }) => sum + activeCount, 0)),
            })
          : t('admin.workingNow')}
      </h2>
      {!locations ? (
        <Loading label={t('common:loading')} className="grid gap-4 md:grid-cols-2">
          <CardSkeleton />
          <CardSkeleton />
        </Loading>
      ) : locations.length === 0 ? (
        <Card>
          <EmptyState
            icon={<MapPin />}
            title={t('admin.noLocations.title')}
            text={t(mayAdd ? 'admin.noLocations.text' : 'admin.noLocations.ofManager')}
            action={
              mayAdd && (
                <Button asChild variant="secondary">
                  <Link to={pathTo('locations')}>{t('admin.noLocations.action')}</Link>
                </Button>
              )
            }
          />
        </Card>
      ) : (
        <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          {locations
            .toSorted((a, b) => Number(isQuiet(a)) - Number(isQuiet(b)))
            .map((location) => (
              <li key={location.id} className="flex min-w-0">
                <LocationCard location={location} grownMs={grownMs} onReport={onReport} />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

function CardSkeleton() {
  return (
    <Card className="gap-4 p-4 sm:p-6">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-6 w-24" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </Card>
  );
}

const isQuiet = ({ isActive, activeEmployees, completedEmployees }: DashboardLocation) =>
  !isActive && activeEmployees.length + completedEmployees.length === 0;
