import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminStats, DashboardLocation } from '#contract/dashboard.ts';
import { usePathTo } from '#web/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';

/** A company with so many check-ins has found its way, even if its owner works alone. */
const SETTLED_AFTER_CHECK_INS = 5;

const doneSteps = ({ totalLocations, totalEmployees, recentActivity }: AdminStats) => ({
  location: totalLocations > 0,
  poster: recentActivity.length > 0,
  people: totalEmployees > 0,
});

/** Whether the company still has something to set up before its people can check in. */
export function hasFirstSteps(stats: AdminStats): boolean {
  const { location, poster, people } = doneSteps(stats);
  const isSettled = stats.recentActivity.length >= SETTLED_AFTER_CHECK_INS;
  return !isSettled && !(location && poster && people);
}

type AdminFirstStepsProps = { stats: AdminStats; locations: readonly DashboardLocation[] };

export function AdminFirstSteps({ stats, locations }: AdminFirstStepsProps) {
  const { t } = useTranslation('dashboard');
  const pathTo = usePathTo();
  const done = doneSteps(stats);
  const [location, ...otherLocations] = locations;
  const onlyLocation = otherLocations.length === 0 ? location : undefined;
  const steps = [
    { name: 'location', to: pathTo('locations') },
    {
      name: 'poster',
      to: onlyLocation ? pathTo('locationPoster', { id: onlyLocation.id }) : pathTo('locations'),
    },
    { name: 'people', to: pathTo('employees') },
  ] as const;
  const next = steps.find(({ name }) => !done[name])?.name;
  return (
    <Card>
      <CardHeader title={t('admin.firstSteps.title')} text={t('admin.firstSteps.text')} />
      <CardBody>
        <ol className="flex flex-col gap-5">
          {steps.map(({ name, to }, index) => (
            <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-3 sm:items-center">
              <span
                aria-hidden="true"
                className="figures grid size-9 shrink-0 place-items-center rounded-full border border-edge font-semibold"
              >
                {done[name] ? <Check className="size-5 text-working-text" /> : index + 1}
              </span>
              <div className="min-w-0 flex-1 basis-48">
                <h3 className="font-semibold">{t(`admin.firstSteps.${name}.title`)}</h3>
                <p className="text-ink-muted">
                  {t(done[name] ? 'admin.firstSteps.done' : `admin.firstSteps.${name}.text`)}
                </p>
              </div>
              {!done[name] && (name !== 'poster' || location) && (
                <Button asChild variant={name === next ? 'primary' : 'secondary'} className="max-sm:w-full">
                  <Link to={to}>{t(`admin.firstSteps.${name}.action`)}</Link>
                </Button>
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
