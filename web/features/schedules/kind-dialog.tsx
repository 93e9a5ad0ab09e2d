import type { EndpointRequest } from '#contract/index.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ShiftFields } from './shift-fields.tsx';

export type KindInput = EndpointRequest<'createShiftKind'>['body'];

const NEW_KIND: KindInput = { name: '', code: '', starts: '', ends: '', breakMinutes: 0, locationId: null };

type KindDialogProps = {
  title: string;
  kind?: KindInput | undefined;
  /** Has it on the server, and can be deactivated. */
  isStored?: boolean;
  onSave: (kind: KindInput) => Promise<unknown>;
  onClose: () => void;
};

/** Name, code and times of a kind of shift. */
export function KindDialog({ title, kind = NEW_KIND, isStored = false, onSave, onClose }: KindDialogProps) {
  const { t } = useTranslation(['schedules', 'common']);
  const form = useSchemaForm('createShiftKind', { defaultValues: kind });
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={t('common:save')}
      onSubmit={(body) => onSave(body).then(onClose)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <form.TextField name="name" label={t('fields.name')} maxLength={60} />
        <form.TextField name="code" label={t('fields.code')} hint={t('fields.codeHint')} maxLength={4} />
      </div>
      <ShiftFields />
      {isStored && (
        <form.SwitchField name="isActive" label={t('kinds.isActive')} hint={t('kinds.isActiveHint')} />
      )}
    </FormDialog>
  );
}
