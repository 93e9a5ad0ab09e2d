import { Check, MessageSquareWarning } from 'lucide-react';
import type { OwnMonth } from '#contract/months.ts';
import { durationText } from '#domain/apportion.ts';
import { msFromHours } from '#domain/hours.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';

const loadDispute = async () => (await import('./dispute-dialog.tsx')).DisputeDialog;

/** Confirms or disputes an ended month; the latest answer counts. */
export function MonthAnswer({ own: { month, answer, ms } }: { own: OwnMonth }) {
  const { t } = useTranslation(['own-time', 'common']);
  const { formatDateTime } = useCompanyTime();
  const { toast } = useToast();
  const { mutate, isPending, error } = useCall('answerOwnMonth', { handlesErrors: true });
  const dispute = useLazyDialog(loadDispute);
  const hasChanged = answer && msFromHours(answer.hours) !== ms;
  const confirm = () => {
    if (isPending) return;
    mutate(
      { body: { month, answer: 'confirmed' } },
      { onSuccess: () => toast({ title: t('answer.confirmedToast'), tone: 'success' }) },
    );
  };
  return (
    <div className="flex flex-col gap-3 border-hairline border-t pt-4">
      {answer ? (
        <div>
          <p className="figures">
            {t(`answer.${answer.answer}`, {
              time: formatDateTime(answer.at),
              hours: durationText(msFromHours(answer.hours)),
            })}
          </p>
          {answer.text && <p className="wrap-anywhere whitespace-pre-line text-ink-muted">{answer.text}</p>}
          {hasChanged && <p className="mt-1 text-attention-text">{t('answer.changed')}</p>}
        </div>
      ) : (
        <p>{t('answer.ask')}</p>
      )}
      <FormError>
        {error && (error instanceof ApiError ? error.message : t('common:unexpectedError'))}
      </FormError>
      <div className="flex flex-wrap gap-2">
        {(answer?.answer !== 'confirmed' || hasChanged) && (
          <Button
            pending={isPending}
            icon={<Check className="size-5" aria-hidden="true" />}
            onClick={confirm}
          >
            {t('answer.confirm')}
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={isPending}
          icon={<MessageSquareWarning className="size-5" aria-hidden="true" />}
          onClick={() => dispute.open({ month })}
        >
          {t('answer.dispute')}
        </Button>
      </div>
      {dispute.dialog}
    </div>
  );
}
