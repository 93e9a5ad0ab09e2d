import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { isAccepted, useAnswerText } from './webhook-answer.tsx';

const tones = { waiting: 'attention', accepted: 'working', failed: 'destructive' } as const;

/** The newest events of a webhook, what was answered to each, and a button to send it again. */
export function WebhookDeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common']);
  const deliveries = useQuery(query('listWebhookDeliveries', { params: { id: webhook.id }, query: {} }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('deliveries.title', { host: new URL(webhook.url).host })}
      description={t('deliveries.text')}
      closeLabel={t('common:close')}
      size="wide"
    >
      <Loaded query={deliveries}>
        {(known) =>
          known.length > 0 ? (
            <ul className="divide-y divide-hairline">
              {known.map((delivery) => (
                <Delivery key={delivery.id} webhookId={webhook.id} delivery={delivery} />
              ))}
            </ul>
          ) : (
            <p className="text-ink-muted">{t('deliveries.none')}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const { formatDateTime } = useCompanyTime();
  const { toast } = useToast();
  const textOf = useAnswerText();
  const again = useCall('resendWebhookDelivery');
  const { id, type, at, isWaiting, tries, lastAnswer, answerText } = delivery;
  const state = isWaiting ? 'waiting' : isAccepted(lastAnswer) ? 'accepted' : 'failed';
  const send = () =>
    again.mutate(
      { params: { id: webhookId, deliveryId: id } },
      {
        onSuccess: (sent) => {
          const accepted = isAccepted(sent.lastAnswer);
          toast({
            title: t(accepted ? 'deliveries.sent' : 'deliveries.notSent'),
            description: textOf(sent.lastAnswer),
            tone: accepted ? 'success' : 'destructive',
          });
        },
      },
    );
  return (
    <li className="flex flex-col gap-2 py-3 sm:flex-row sm:items-start sm:justify-between sm:gap-4">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{t(`types.${type}`)}</span>
          <Badge tone={tones[state]}>{t(`deliveries.${state}`)}</Badge>
        </p>
        <p className="figures text-ink-muted text-sm">
          {formatDateTime(at)} · {t('deliveries.tries', { count: tries })} · {textOf(lastAnswer)}
        </p>
        {answerText && (
          <pre className="wrap-anywhere max-h-24 overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 font-mono text-sm">
            {answerText}
          </pre>
        )}
      </div>
      <Button
        variant="secondary"
        size="small"
        className="shrink-0 self-start"
        icon={<RotateCw className="size-4" aria-hidden="true" />}
        pending={again.isPending}
        aria-label={t('deliveries.againNamed', { type: t(`types.${type}`), at: formatDateTime(at) })}
        onClick={send}
      >
        {t('deliveries.again')}
      </Button>
    </li>
  );
}
