import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Plan } from '#contract/subscription.ts';
import { usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The form that had the focus was removed. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

const USUALLY_ANSWERED_MS = 30_000;

/** Accepted in this browser; the payment counts when the server confirms it. */
export function PaymentWaiting() {
  const { t } = useTranslation('subscription');
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), USUALLY_ANSWERED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex flex-col items-center gap-2 py-8 text-center">
      <Spinner size="large" />
      <h2
        ref={takeFocus}
        tabIndex={-1}
        className="mt-2 font-semibold text-lg leading-snug focus:outline-none"
      >
        {t('payment.waiting')}
      </h2>
      <p role="status" className="max-w-prose text-balance text-ink-muted">
        {t(isSlow ? 'payment.waitingLong' : 'payment.waitingText')}
      </p>
    </div>
  );
}

export function PaymentDone({ plan }: { plan: Plan }) {
  const { t } = useTranslation('subscription');
  const pathTo = usePathTo();
  return (
    <div className="flex flex-col items-center gap-2 py-6 text-center">
      <CircleCheck className="size-12 text-working-text" aria-hidden="true" />
      <h2
        ref={takeFocus}
        tabIndex={-1}
        className="mt-2 font-semibold text-lg leading-snug focus:outline-none"
      >
        {t('payment.done', { plan: plan.name })}
      </h2>
      <p className="max-w-prose text-balance text-ink-muted">{t('payment.doneText')}</p>
      <Button asChild className="mt-4">
        <Link to={pathTo('subscription')}>{t('payment.toSubscription')}</Link>
      </Button>
    </div>
  );
}
