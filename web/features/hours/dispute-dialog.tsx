import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

export function DisputeDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { t } = useTranslation('own-time');
  const form = useSchemaForm('answerOwnMonth', {
    defaultValues: { month, answer: 'disputed', text: '' },
  });
  const { mutateAsync: answer } = useCall('answerOwnMonth', { handlesErrors: true });
  return (
    <FormDialog
      form={form}
      title={t('answer.disputeTitle')}
      description={t('answer.disputeText')}
      submitLabel={t('answer.submit')}
      onSubmit={(body) => answer({ body })}
      done={t('answer.disputedToast')}
      onClose={onClose}
    >
      <form.TextareaField name="text" label={t('answer.text')} maxLength={500} required />
    </FormDialog>
  );
}
