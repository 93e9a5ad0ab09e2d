import { clsx } from 'clsx';
import { Building2, type LucideIcon, Sprout, TrendingUp } from 'lucide-react';
import { type Language, LOCALES } from '#domain/languages.ts';
import type { PlanId } from '#domain/plans.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

const PLAN_ICONS: Record<PlanId, { Icon: LucideIcon; tile: string }> = {
  starter: { Icon: Sprout, tile: 'border-hairline bg-sunken text-ink' },
  growth: { Icon: TrendingUp, tile: 'border-brand bg-brand-soft text-brand-text' },
  business: { Icon: Building2, tile: 'border-transparent bg-ink text-paper' },
};

export function PlanIcon({ id }: { id: PlanId }) {
  const { Icon, tile } = PLAN_ICONS[id];
  return (
    <span
      aria-hidden="true"
      className={clsx('grid size-12 shrink-0 place-items-center rounded-lg border', tile)}
    >
      <Icon className="size-6" />
    </span>
  );
}

/** A price in euros per month. */
export function Price({ price }: { price: number }) {
  const { t } = useTranslation('subscription');
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2">
      <span className="font-bold text-4xl leading-tight tracking-tight">
        {formatMoney(price, 'EUR', useLanguage())}
      </span>
      <span className="text-ink-muted">{t('perMonth')}</span>
    </p>
  );
}

/** An amount in the currency's unit, without decimals if they are zero: "€59", "€71.39". */
export function formatMoney(sum: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(sum);
}
