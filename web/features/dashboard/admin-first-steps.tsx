import { Check } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminStats, DashboardLocation } from '#contract/dashboard.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { doneSteps } from './first-steps.ts';

type AdminFirstStepsProps = {
  stats: AdminStats;
  locations: readonly DashboardLocation[];
  onAddLocation: () => void;
  onAddPerson: () => void;
};

export function AdminFirstSteps({ stats, locations, onAddLocation, onAddPerson }: AdminFirstStepsProps) {
  const { t } = useTranslation('first-steps');
  const pathTo = usePathTo();
  const done = doneSteps(stats);
  const [location, ...otherLocations] = locations;
  const onlyLocation = otherLocations.length === 0 ? location : undefined;
  const poster = onlyLocation ? pathTo('locationPoster', { id: onlyLocation.id }) : pathTo('locations');
  const steps = [
    { name: 'location', open: onAddLocation },
    { name: 'poster', to: done.people ? poster : `${poster}?next=people` },
    { name: 'people', open: onAddPerson },
  ] as const;
  const next = steps.find(({ name }) => !done[name])?.name;
  return (
    <Card>
      <CardHeader title={t('title')} text={t('text')} />
      <CardBody>
        <ol className="flex flex-col gap-5">
          {steps.map((step, index) => (
            <li key={step.name} className="flex flex-wrap items-start gap-x-4 gap-y-3 sm:items-center">
              <span
                aria-hidden="true"
                className="figures grid size-9 shrink-0 place-items-center rounded-full border border-edge font-semibold"
              >
                {done[step.name] ? <Check className="size-5 text-working-text" /> : index + 1}
              </span>
              <div className="min-w-0 flex-1 basis-48">
                <h3 className="font-semibold">{t(`${step.name}.title`)}</h3>
                <p className="text-ink-muted">{t(done[step.name] ? 'done' : `${step.name}.text`)}</p>
              </div>
              {!done[step.name] && (step.name !== 'poster' || location) && (
                <StepButton step={step} isNext={step.name === next} />
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

type Step = { name: 'location' | 'people'; open: () => void } | { name: 'poster'; to: string };

function StepButton({ step, isNext }: { step: Step; isNext: boolean }) {
  const { t } = useTranslation('first-steps');
  const look = { variant: isNext ? 'primary' : 'secondary', className: 'max-sm:w-full' } as const;
  const label = t(`${step.name}.action`);
  return 'to' in step ? (
    <Button asChild {...look}>
      <Link to={step.to}>{label}</Link>
    </Button>
  ) : (
    <Button {...look} onClick={step.open}>
      {label}
    </Button>
  );
}
