import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type Language, LOCALES } from '#domain/languages.ts';
import { MOST_POPULAR_PLAN, PLAN_IDS, PLANS, type PlanId, planLines } from '#domain/plans.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PlanLineBlock } from './parts.tsx';
import { usePathTo, useSite, useT, useTexts } from './site.tsx';

export function formatPrice(euros: number, language: Language): string {
  const format = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(euros);
}

export function PlanCards() {
  const t = useT('subscription');
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-3">
        {PLAN_IDS.map((id) => (
          <PlanCard key={id} id={id} />
        ))}
      </ul>
      <p className="mt-4 text-ink-muted text-sm">{t('withoutVat')}</p>
    </>
  );
}

function PlanCard({ id }: { id: PlanId }) {
  const t = useT('subscription');
  const { nav } = useTexts('site');
  const { language } = useSite();
  const pathTo = usePathTo();
  const { name, price, maxLocations, maxEmployees } = PLANS[id];
  const isPopular = id === MOST_POPULAR_PLAN;
  const below = PLAN_IDS[PLAN_IDS.indexOf(id) - 1];
  const included = [
    `${t('limits.locations', { count: maxLocations })}, ${t('limits.employees', { count: maxEmployees })}`,
    ...(below ? [t('everythingIn', { plan: PLANS[below].name })] : []),
  ];
  return (
    <li
      className={clsx(
        'flex flex-col rounded-lg border bg-surface p-6',
        isPopular ? 'border-ink ring-1 ring-ink' : 'border-hairline',
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-xl">{name}</h3>
        {isPopular && <Badge tone="brand">{t('mostPopular')}</Badge>}
      </div>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="figures font-extrabold text-5xl tracking-tight">{formatPrice(price, language)}</span>
        <span className="text-ink-muted">{t('perMonth')}</span>
      </p>
      <ul className="mt-6 mb-8 flex flex-1 flex-col gap-2.5">
        {included.map((text) => (
          <Included key={text} text={text} />
        ))}
        {planLines(id).map((line) => (
          <PlanLineBlock key={line} line={line}>
            <Included text={t(`features.${line}`)} />
          </PlanLineBlock>
        ))}
      </ul>
      <Button
        asChild
        variant="secondary"
        className={clsx(isPopular && 'border-transparent! bg-ink! text-paper!')}
      >
        <a href={`${pathTo('auth')}?mode=register`} aria-label={`${nav.start}: ${name}`}>
          {nav.start}
        </a>
      </Button>
    </li>
  );
}

function Included({ text }: { text: string }) {
  return (
    <li className="flex gap-2.5">
      <Check className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {text}
    </li>
  );
}
