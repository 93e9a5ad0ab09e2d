import { useTranslation } from 'react-i18next';
import { fullName } from '#domain/names.ts';
import { useDeleteTimeEntry } from '#web/api/corrections.ts';
import { useFormRefusal, useSchemaForm } from '#web/form.ts';
import { FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { EntryLine, type ShownEntry } from './entry-line.tsx';

/** Deletes an entry with a reason; its history stays. */
export function DeleteEntryDialog({ entry, onClose }: { entry: ShownEntry; onClose: () => void }) {
  const { t } = useTranslation(['time-entries', 'common']);
  const { toast } = useToast();
  const form = useSchemaForm('deleteTimeEntry', { defaultValues: { reason: '' } });
  const { errors, isSubmitting, isDirty } = form.formState;
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: remove } = useDeleteTimeEntry(entry.id);
  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return remove(body).then(() => {
      onClose();
      toast({ title: t('delete.done'), tone: 'success' });
    }, onError);
  });
  const close = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('delete.title', { name: fullName(entry.user) })}
      description={t('delete.text')}
      closeLabel={t('common:close')}
      dirty={isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <EntryLine entry={entry} />
        <Field label={t('fields.reason')} hint={t('fields.reasonHint')} error={errors.reason?.message}>
          <Textarea rows={2} maxLength={500} required {...form.register('reason')} />
        </Field>
        <FormError>{refusal}</FormError>
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" variant="destructive" pending={isSubmitting}>
            {t('delete.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
