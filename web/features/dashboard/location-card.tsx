import { EllipsisVertical, QrCode, Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import type { DashboardLocation } from '#contract/dashboard.ts';
import { hoursFromMs } from '#domain/hours.ts';
import { useReach } from '#web/call/user.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBoardFormat } from '#web/time/board-format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { LocationPeople } from './location-people.tsx';

/** Rows shown before "show all": a large location must not push the others off the page. */
const ACTIVE_SHOWN = 10;
const COMPLETED_SHOWN = 3;

type LocationCardProps = {
  location: DashboardLocation;
  /** How long ago it was counted, in milliseconds. */
  grownMs: number;
  onReport: ((location: DashboardLocation) => void) | undefined;
};

export function LocationCard({ location, grownMs, onReport }: LocationCardProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { formatCount, formatMoment } = useBoardFormat();
  const pathTo = usePathTo();
  const { id, name, isActive, activeCount, activeEmployees, completedEmployees } = location;
  const mayShowCode = useReach('getLocationQr');
  // Managers have no page of locations, and see the code on its poster.
  const isAdmin = useReach('listLocations') !== undefined;
  return (
    <Card className="w-full">
      <CardHeader
        as="h3"
        title={name}
        aside={
          mayShowCode && (
            <DropdownMenu
              trigger={(props) => (
                <IconButton
                  {...props}
                  label={t('admin.locationMenu', { location: name })}
                  className="-my-2.5 -mr-3 min-w-11"
                >
                  <EllipsisVertical className="size-5" aria-hidden="true" />
                </IconButton>
              )}
            >
              <MenuItem asChild>
                <Link
                  to={
                    isAdmin
                      ? { pathname: pathTo('locations'), search: `?qr=${id}` }
                      : pathTo('locationPoster', { id })
                  }
                >
                  <QrCode aria-hidden="true" />
                  {t('admin.viewQr')}
                </Link>
              </MenuItem>
              {onReport && (
                <MenuItem onSelect={() => onReport(location)}>
                  <Sparkles aria-hidden="true" />
                  {t('admin.aiReport')}
                </MenuItem>
              )}
            </DropdownMenu>
          )
        }
      />
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2 sm:px-6">
        <Badge tone={activeCount > 0 ? 'working' : 'neutral'} dot={activeCount > 0}>
          {t('admin.activeNow', { active: formatCount(activeCount) })}
        </Badge>
        {!isActive && <Badge tone="attention">{t('common:inactive')}</Badge>}
        {onReport && activeEmployees.length + completedEmployees.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            className="ml-auto"
            icon={<Sparkles className="size-4" aria-hidden="true" />}
            aria-label={t('admin.aiReportNamed', { location: name })}
            onClick={() => onReport(location)}
          >
            {t('admin.aiReport')}
          </Button>
        )}
      </div>
      <CardBody className="flex flex-col gap-4">
        {activeEmployees.length > 0 ? (
          <LocationPeople
            label={t('admin.workingNow')}
            shown={ACTIVE_SHOWN}
            people={activeEmployees.map((person) => ({
              ...person,
              when: t('admin.since', { time: formatMoment(person.checkIn) }),
              hours: person.needsAttention
                ? null
                : hoursFromMs(person.workedMs + (person.isGrowing ? grownMs : 0)),
            }))}
          />
        ) : (
          <p className="text-ink-muted">{t('admin.nobodyActive')}</p>
        )}
        {completedEmployees.length > 0 && (
          <div className="border-hairline border-t pt-4">
            <h4 className="mb-2 flex items-center gap-2 font-medium text-ink-muted text-sm">
              {t('admin.completedToday')}
              <span className="figures">{formatCount(completedEmployees.length)}</span>
            </h4>
            <LocationPeople
              label={t('admin.completedToday')}
              shown={COMPLETED_SHOWN}
              people={completedEmployees.map((person) => ({
                ...person,
                when: `${formatMoment(person.checkIn)}–${formatMoment(person.checkOut)}`,
                hours: hoursFromMs(person.workedMs),
              }))}
            />
          </div>
        )}
      </CardBody>
    </Card>
  );
}
