import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type Language, LOCALES } from '#domain/languages.ts';
import { MOST_POPULAR_PLAN, PLAN_IDS, PLANS, type PlanId, planLines } from '#domain/plans.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { each, PlanLineBlock } from './parts.tsx';
import { usePathTo, useSite, useT, useTexts } from './site.tsx';

export function formatPrice(euros: number, language: Language): string {
  const format = { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(euros);
}

/** What a plan costs for each person if all its places are taken, rounded up to the cent. */
export function formatPersonPrice(plan: PlanId, language: Language): string {
  const { price, maxEmployees } = PLANS[plan];
  const format = { style: 'currency', currency: 'EUR' } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(
    Math.ceil((price * 100) / maxEmployees) / 100,
  );
}

export function PlanCards() {
  const t = useT('subscription');
  const { pricing } = useTexts('site-pages');
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-3">
        {PLAN_IDS.map((id) => (
          <PlanCard key={id} id={id} />
        ))}
      </ul>
      <p className="mt-4 text-ink-muted text-sm">{t('withoutVat')}</p>
      <h3 className="mt-6 font-semibold text-xl">{pricing.everyTitle}</h3>
      <ul className="mt-3 grid gap-x-4 gap-y-2.5 md:grid-cols-2 lg:grid-cols-3">
        {each(pricing.every, (text) => (
          <Included text={text} />
        ))}
      </ul>
    </>
  );
}

function PlanCard({ id }: { id: PlanId }) {
  const t = useT('subscription');
  const sitePages = useT('site-pages');
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
        'flex flex-col rounded-lg border bg-surface p-5 sm:p-6',
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
      <p className="figures mt-1 text-ink-muted">
        {sitePages('pricing.perPerson', { price: formatPersonPrice(id, language), people: maxEmployees })}
      </p>
      <ul className="mt-5 mb-6 flex flex-1 flex-col gap-2.5">
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
