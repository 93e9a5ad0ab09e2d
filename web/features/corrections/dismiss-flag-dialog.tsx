import type { Flag } from '#contract/flags.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Asks for the word with which a flag is dismissed. */
export function DismissFlagDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const { t } = useTranslation('flags');
  const form = useSchemaForm('dismissFlag', { defaultValues: { note: '' } });
  const { mutateAsync: dismiss } = useCall('dismissFlag', { handlesErrors: true });
  return (
    <FormDialog
      form={form}
      title={t('dismiss.title')}
      description={t('dismiss.text', { name: fullName(flag.user) })}
      submitLabel={t('dismiss.submit')}
      onSubmit={(body) => dismiss({ params: { id: flag.id }, body })}
      done={t('dismiss.done')}
      onClose={onClose}
    >
      <form.TextField name="note" label={t('dismiss.note')} required />
    </FormDialog>
  );
}
