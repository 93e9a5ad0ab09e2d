import type { CompanyAbsenceCode } from '#contract/absences.ts';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

type Body = EndpointInput<'updateAbsenceCodes'>['body'];
type AbsenceCodeDialogProps = {
  code?: CompanyAbsenceCode;
  /** All codes, which are saved together. */
  codes: CompanyAbsenceCode[];
  onClose: () => void;
};

export function AbsenceCodeDialog({ code: before, codes, onClose }: AbsenceCodeDialogProps) {
  const { t } = useTranslation(['work-rules', 'common']);
  const { mutateAsync: save } = useCall('updateAbsenceCodes', { handlesErrors: true });
  const others = codes
    .filter(({ code }) => code !== before?.code)
    .map(({ code, ownName, paid, lowersNorm, isActive }) => ({ code, ownName, paid, lowersNorm, isActive }));
  const first: Body['codes'][number] = {
    code: before?.code ?? '',
    ownName: before?.ownName ?? '',
    paid: before?.paid ?? true,
    lowersNorm: before?.lowersNorm ?? true,
    isActive: before?.isActive ?? true,
  };
  // The edited one comes first, so that errors are those of `codes.0`.
  const form = useSchemaForm(
    'updateAbsenceCodes',
    { defaultValues: { codes: [first] } as Body },
    (values: Body): Body => ({ codes: [...values.codes, ...others] }),
  );
  const errors = form.formState.errors.codes;
  return (
    <FormDialog
      form={form}
      title={t(before ? 'codes.edit' : 'codes.add')}
      description={t('codes.fromNowOn')}
      submitLabel={t('common:save')}
      onSubmit={({ codes: all }) => save({ body: { codes: all } })}
      done={t('codes.done')}
      onClose={onClose}
    >
      <form.TextField
        name="codes.0.code"
        label={t('codes.code')}
        error={errors?.[0]?.code?.message ?? errors?.message ?? errors?.root?.message}
        maxLength={5}
        readOnly={Boolean(before)}
      />
      <form.TextField
        name="codes.0.ownName"
        label={t('codes.name')}
        hint={before?.isPreset ? t('codes.nameHint') : undefined}
        maxLength={100}
      />
      <form.CheckboxField name="codes.0.paid" label={t('codes.paid')} />
      <form.CheckboxField
        name="codes.0.lowersNorm"
        label={t('codes.lowersNorm')}
        hint={t('codes.lowersNormHint')}
      />
      <form.CheckboxField name="codes.0.isActive" label={t('common:active')} />
    </FormDialog>
  );
}
