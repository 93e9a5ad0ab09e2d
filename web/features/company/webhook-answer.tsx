import type { WebhookDelivery } from '#contract/webhooks.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** What a receiver answered to an event in words: its status, or why there was none. */
export function useAnswerText(): (answer: WebhookDelivery['lastAnswer']) => string {
  const { t } = useTranslation('webhooks');
  return (answer) => {
    if (!answer) return t('noAnswer');
    return answer.fault ? t(`fault.${answer.fault}`) : t('status', { status: answer.status ?? '' });
  };
}

/** Whether the receiver accepted the event. */
export const isAccepted = (answer: WebhookDelivery['lastAnswer']): boolean =>
  Math.floor((answer?.status ?? 0) / 100) === 2;
