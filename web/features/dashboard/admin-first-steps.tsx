import { Check } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminStats, DashboardLocation } from '#contract/dashboard.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { doneSteps } from './first-steps.ts';

type AdminFirstStepsProps = { stats: AdminStats; locations: readonly DashboardLocation[] };

export function AdminFirstSteps({ stats, locations }: AdminFirstStepsProps) {
  const { t } = useTranslation('first-steps');
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
      <CardHeader title={t('title')} text={t('text')} />
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
                <h3 className="font-semibold">{t(`${name}.title`)}</h3>
                <p className="text-ink-muted">{t(done[name] ? 'done' : `${name}.text`)}</p>
              </div>
              {!done[name] && (name !== 'poster' || location) && (
                <Button asChild variant={name === next ? 'primary' : 'secondary'} className="max-sm:w-full">
                  <Link to={to}>{t(`${name}.action`)}</Link>
                </Button>
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}
