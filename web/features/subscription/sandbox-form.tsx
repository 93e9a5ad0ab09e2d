import { type FormEvent, useState } from 'react';
import type { SandboxCard } from '#contract/subscription.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import type { PaymentFormProps } from './payment-form.ts';

// Repeated here because importing the contract's list would bundle its schemas.
const CARDS = ['ok', 'refused', 'refused_later'] as const satisfies SandboxCard[];

/** Pays in the sandbox, where no money moves, with a card that behaves as its name says. */
export function SandboxForm({ clientSecret, onConfirmed }: PaymentFormProps) {
  const { t } = useTranslation('subscription');
  const [card, setCard] = useState<SandboxCard>('ok');
  const { mutate, isPending, error } = useCall('confirmSandboxPayment', { handlesErrors: true });
  const message = error instanceof ApiError ? error.message : error && t('common:unexpectedError');
  const pay = (event: FormEvent) => {
    event.preventDefault();
    mutate({ body: { clientSecret, card } }, { onSuccess: onConfirmed });
  };
  return (
    <form noValidate onSubmit={pay} className="flex flex-col gap-5">
      <Alert tone="attention" title={t('payment.sandbox.title')}>
        {t('payment.sandbox.text')}
      </Alert>
      <RadioCards legend={t('payment.sandbox.card')}>
        {CARDS.map((value) => (
          <RadioCard
            key={value}
            name="card"
            value={value}
            checked={card === value}
            onChange={() => setCard(value)}
            title={t(`payment.sandbox.cards.${value}`)}
          />
        ))}
      </RadioCards>
      <FormError>{message}</FormError>
      <Button type="submit" size="large" pending={isPending}>
        {t(isPending ? 'payment.paying' : 'payNow')}
      </Button>
    </form>
  );
}
