import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/api/request.ts';
import { useCancelSubscription } from '#web/api/subscription.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';

type CancelDialogProps = {
  /** Its name. */
  plan: string;
  /** A sentence with the last day. */
  until: string | null;
  onClose: () => void;
};

export function CancelDialog({ plan, until, onClose }: CancelDialogProps) {
  const { t } = useTranslation('subscription');
  const { toast } = useToast();
  const { mutate, isPending, error } = useCancelSubscription();
  const message = error instanceof ApiError ? error.message : error && t('common:unexpectedError');
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('cancel.question', { plan })}
      description={[t('cancel.text'), until].filter(Boolean).join(' ')}
      confirmLabel={t('cancel.submit')}
      cancelLabel={t('cancel.keep')}
      pending={isPending}
      error={message}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            onClose();
            toast({ title: t('cancel.done'), description: until ?? undefined, tone: 'success' });
          },
        })
      }
    />
  );
}
