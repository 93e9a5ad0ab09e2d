import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useState } from 'react';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTheme } from '#web/ui/theme.ts';
import type { PaymentFormProps } from './payment-form.ts';

type StripeFormProps = PaymentFormProps & { publishableKey: string };

/** Stripe's own fields: their input goes to Stripe and never through us. */
export function StripeForm({ publishableKey, ...form }: StripeFormProps) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const locale = useLanguage();
  useEffect(() => {
    loadStripe(publishableKey).then(setStripe, () => setIsFailed(true));
  }, [publishableKey]);
  // Re-rendered when the theme changes.
  useTheme();
  if (isFailed) return <NotLoaded />;
  return (
    <Elements
      stripe={stripe}
      options={{ clientSecret: form.clientSecret, locale, appearance: ownAppearance() }}
    >
      <Fields {...form} onLoadError={() => setIsFailed(true)} />
    </Elements>
  );
}

function Fields({
  clientSecret,
  returnUrl,
  wasRefused,
  onConfirmed,
  onLoadError,
}: PaymentFormProps & { onLoadError: () => void }) {
  const { t } = useTranslation('subscription');
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const [problem, setProblem] = useState(wasRefused ? t('payment.refused') : undefined);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements) return;
    setIsPaying(true);
    setProblem(undefined);
    const error = await confirm(stripe, elements, clientSecret, returnUrl);
    setIsPaying(false);
    if (!error) onConfirmed();
    // Errors of a field are already shown beside it.
    else if (error.type !== 'validation_error') setProblem(error.message ?? t('payment.refused'));
  };

  return (
    <form noValidate onSubmit={pay} className="flex flex-col gap-5">
      <div className="min-h-60">
        <PaymentElement onReady={() => setIsReady(true)} onLoadError={onLoadError} />
      </div>
      <FormError>{problem}</FormError>
      <Button type="submit" size="large" pending={isPaying || !isReady}>
        {t(isPaying ? 'payment.paying' : 'payNow')}
      </Button>
    </form>
  );
}

/** Undefined if the card was accepted, now or in an earlier attempt whose response was lost. */
async function confirm(stripe: Stripe, elements: StripeElements, clientSecret: string, returnUrl: string) {
  const confirmation = {
    elements,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required',
  } as const;
  const { error } = clientSecret.startsWith('seti_')
    ? await stripe.confirmSetup(confirmation)
    : await stripe.confirmPayment(confirmation);
  const status = error?.payment_intent?.status ?? error?.setup_intent?.status;
  return status === 'succeeded' || status === 'processing' ? undefined : error;
}

function NotLoaded() {
  const { t } = useTranslation(['subscription', 'common']);
  return (
    <ErrorState
      title={t('payment.formFailed')}
      text={t('payment.formFailedText')}
      retryLabel={t('common:retry')}
      // The content policy allows Stripe's script only if this page was loaded directly.
      onRetry={() => location.reload()}
    />
  );
}

/** Our colours for fields inside Stripe's iframe, where our stylesheet does not apply. */
function ownAppearance(): Appearance {
  const look = (name: string) => asRgb(`var(--${name})`);
  const border = `1px solid ${look('edge')}`;
  return {
    theme: 'flat',
    variables: {
      colorPrimary: look('ink'),
      colorBackground: look('surface'),
      colorText: look('ink'),
      colorTextSecondary: look('ink-muted'),
      colorTextPlaceholder: look('ink-muted'),
      colorDanger: look('destructive-text'),
      borderRadius: '6px',
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
    },
    rules: { '.Input': { border }, '.Tab': { border } },
  };
}

/** Converts a colour of the stylesheet to `rgb(…)`, which Stripe can parse. */
function asRgb(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.body.append(probe);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return 'rgb(0, 0, 0)';
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
