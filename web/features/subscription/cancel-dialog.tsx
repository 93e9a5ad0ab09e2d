import { useCall } from '#web/call/use-call.ts';
import { ConfirmDialog } from '#web/forms/confirm-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type CancelDialogProps = {
  plan: string;
  /** A sentence with the last day. */
  until: string | null;
  onClose: () => void;
};

export function CancelDialog({ plan, until, onClose }: CancelDialogProps) {
  const { t } = useTranslation('subscription');
  return (
    <ConfirmDialog
      title={t('cancel.question', { plan })}
      description={[t('cancel.text'), until].filter(Boolean).join(' ')}
      confirmLabel={t('cancel.submit')}
      cancelLabel={t('cancel.keep')}
      mutation={useCall('cancelSubscription', { handlesErrors: true })}
      variables={undefined}
      done={{ title: t('cancel.done'), description: until ?? undefined }}
      onClose={onClose}
    />
  );
}
