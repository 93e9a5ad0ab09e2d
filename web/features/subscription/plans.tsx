import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type MouseEvent, useId, useState } from 'react';
import type { Plan, SubscriptionStatusView } from '#contract/subscription.ts';
import type { PlanId } from '#domain/plans.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatMoney, Price } from './plan-look.tsx';
import { isUnpaid, usePayFor } from './use-pay-for.ts';

type PlansProps = { plans: Plan[]; subscription: SubscriptionStatusView };

export function Plans({ plans, subscription }: PlansProps) {
  const { t } = useTranslation('subscription');
  const [selected, setSelected] = useState<PlanId>();
  const { payFor, isPending } = usePayFor(subscription, () => setSelected(undefined));
  return (
    <section aria-labelledby="plans" className="mt-10">
      <h2 id="plans" className="font-bold text-xl leading-tight tracking-tight">
        {t('plans')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('choose')}</p>
      <ul className="mt-4 grid gap-4 lg:grid-cols-3">
        {plans.map((plan, index) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            below={plans[index - 1]}
            subscription={subscription}
            isSelected={plan.id === selected}
            isPending={isPending && plan.id === selected}
            onSelect={() => !isPending && setSelected(plan.id)}
            onConfirm={() => payFor(plan.id)}
          />
        ))}
      </ul>
      <p className="mt-4 text-ink-muted text-sm">{t('withoutVat')}</p>
    </section>
  );
}

type PlanCardProps = {
  plan: Plan;
  below: Plan | undefined;
  subscription: SubscriptionStatusView;
  isSelected: boolean;
  isPending: boolean;
  onSelect: () => void;
  onConfirm: () => void;
};

function PlanCard({ plan, below, subscription, isSelected, isPending, onSelect, onConfirm }: PlanCardProps) {
  const { t } = useTranslation('subscription');
  const { id, name, price, mostPopular, limits, adds } = plan;
  const { usage } = subscription;
  const isCurrent = id === subscription.plan.id;
  const isTooSmall = usage.locations.current > limits.locations || usage.employees.current > limits.employees;
  const included = [
    t('limits.locations', { count: limits.locations }),
    t('limits.employees', { count: limits.employees }),
    ...(below ? [t('everythingIn', { plan: below.name })] : []),
    ...adds.map((line) => t(`features.${line}`)),
  ];
  return (
    <li className="min-w-0">
      <Card className={clsx('h-full gap-4 p-4 sm:p-6', isSelected && 'border-ink! ring-1 ring-ink')}>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold text-lg leading-snug">{name}</h3>
          <span className="flex flex-wrap gap-2">
            {mostPopular && <Badge tone="brand">{t('mostPopular')}</Badge>}
            {isCurrent && <Badge icon={<Check aria-hidden="true" />}>{t('currentPlan')}</Badge>}
          </span>
        </div>
        <Price price={price} />
        <ul className="flex flex-1 flex-col gap-2.5 border-hairline border-t pt-4">
          {included.map((text) => (
            <li key={text} className="figures flex items-start gap-2.5">
              <Check className="mt-0.5 size-5 shrink-0 text-ink-muted" aria-hidden="true" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
        {isTooSmall ? (
          <p className="text-ink-muted text-sm">{t('tooSmall')}</p>
        ) : (
          (!isCurrent || subscription.status !== 'active') && (
            <ChooseButton
              plan={plan}
              subscription={subscription}
              isSelected={isSelected}
              isPending={isPending}
              onSelect={onSelect}
              onConfirm={onConfirm}
            />
          )
        )}
      </Card>
    </li>
  );
}

type ChooseButtonProps = Omit<PlanCardProps, 'below'>;

/** The first click selects the plan and explains what happens, the second confirms (product.md §4). */
function ChooseButton({ plan, subscription, isSelected, isPending, onSelect, onConfirm }: ChooseButtonProps) {
  const { t } = useTranslation('subscription');
  const note = subscription.status === 'active' ? 'confirm.change' : 'confirm.upgrade';
  const noteId = useId();
  const price = formatMoney(plan.price, 'EUR', useLanguage());
  const press = ({ detail }: MouseEvent) => {
    if (!isSelected) onSelect();
    // The second half of a double click is not a confirmation.
    else if (detail < 2) onConfirm();
  };
  return (
    <div className="flex flex-col">
      <p id={noteId} role="status" className="text-sm not-empty:mb-3">
        {isSelected && t(note, { price })}
      </p>
      <Button
        variant={isSelected ? 'primary' : 'secondary'}
        pending={isPending}
        aria-describedby={noteId}
        onClick={press}
      >
        {isSelected
          ? t(isUnpaid(subscription) ? 'upgradeNow' : 'changePlan')
          : t('select', { plan: plan.name })}
      </Button>
    </div>
  );
}
