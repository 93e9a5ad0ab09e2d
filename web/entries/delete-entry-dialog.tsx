import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EntryLine, type ShownEntry } from './entry-line.tsx';
import { ReasonField } from './reason-field.tsx';

/** Deletes an entry with a reason; its history stays. */
export function DeleteEntryDialog({ entry, onClose }: { entry: ShownEntry; onClose: () => void }) {
  const { t } = useTranslation('time-entries');
  const form = useSchemaForm('deleteTimeEntry', { defaultValues: { reason: '' } });
  const { mutateAsync: remove } = useCall('deleteTimeEntry', { handlesErrors: true });
  return (
    <FormDialog
      form={form}
      title={t('delete.title', { name: fullName(entry.user) })}
      description={t('delete.text')}
      submitLabel={t('delete.submit')}
      isDestructive
      onSubmit={(body) => remove({ params: { id: entry.id }, body })}
      done={t('delete.done')}
      onClose={onClose}
    >
      <EntryLine entry={entry} />
      <ReasonField />
    </FormDialog>
  );
}
