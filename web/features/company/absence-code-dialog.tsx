import type { CompanyAbsenceCode } from '#contract/absences.ts';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type Body = EndpointInput<'updateAbsenceCodes'>['body'];
type AbsenceCodeDialogProps = {
  /** Undefined to add one. */
  code?: CompanyAbsenceCode;
  /** All codes, which are saved together. */
  codes: CompanyAbsenceCode[];
  onClose: () => void;
};

/** Changes a code, or adds one of the company's own. */
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
  const { register, formState } = form;
  const errors = formState.errors.codes;
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
      <Field
        label={t('codes.code')}
        error={errors?.[0]?.code?.message ?? errors?.message ?? errors?.root?.message}
      >
        <Input autoComplete="off" maxLength={5} readOnly={Boolean(before)} {...register('codes.0.code')} />
      </Field>
      <Field
        label={t('codes.name')}
        hint={before?.isPreset ? t('codes.nameHint') : undefined}
        error={errors?.[0]?.ownName?.message}
      >
        <Input autoComplete="off" maxLength={100} {...register('codes.0.ownName')} />
      </Field>
      <Checkbox label={t('codes.paid')} {...register('codes.0.paid')} />
      <Checkbox
        label={t('codes.lowersNorm')}
        hint={t('codes.lowersNormHint')}
        {...register('codes.0.lowersNorm')}
      />
      <Checkbox label={t('common:active')} {...register('codes.0.isActive')} />
    </FormDialog>
  );
}
