import { useTranslation } from 'react-i18next';
import { useAnswerOwnMonth } from '#web/api/own-time.ts';
import { useFormRefusal, useSchemaForm } from '#web/form.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Says what is wrong with a month. */
export function DisputeDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { t } = useTranslation(['own-time', 'common']);
  const { toast } = useToast();
  const form = useSchemaForm('answerOwnMonth', {
    defaultValues: { month, answer: 'disputed', text: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: answer } = useAnswerOwnMonth();
  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return answer(body).then(() => {
      onClose();
      toast({ title: t('answer.disputedToast'), tone: 'success' });
    }, onError);
  });
  const close = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('answer.disputeTitle')}
      description={t('answer.disputeText')}
      closeLabel={t('common:close')}
      dirty={isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('answer.text')} error={errors.text?.message}>
          <Textarea maxLength={500} required {...form.register('text')} />
        </Field>
        <FormError>{refusal}</FormError>
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" pending={isSubmitting}>
            {t('answer.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
