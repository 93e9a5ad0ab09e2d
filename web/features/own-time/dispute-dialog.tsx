import { useCall } from '#web/api/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

/** Reports what is wrong with a month. */
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
      <Field label={t('answer.text')} error={form.formState.errors.text?.message}>
        <Textarea maxLength={500} required {...form.register('text')} />
      </Field>
    </FormDialog>
  );
}
