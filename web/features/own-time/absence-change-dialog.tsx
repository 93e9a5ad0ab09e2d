import { Controller } from 'react-hook-form';
import type { ListedAbsence } from '#contract/absences.ts';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { AbsenceLine } from '#web/working-time/absence-line.tsx';

type Values = {
  isKept: boolean;
  kept: { startDate: string; endDate: string };
  reason: string;
};

/** Asks to cancel an absence that was approved, or to keep only some of its days. */
export function AbsenceChangeDialog({ absence, onClose }: { absence: ListedAbsence; onClose: () => void }) {
  const { t } = useTranslation(['absences', 'absence-details', 'common']);
  const { id, startDate, endDate } = absence;
  const isSingle = startDate === endDate;
  const { mutateAsync: ask } = useCall('requestAbsenceChange', { handlesErrors: true });
  const defaultValues: Values = { isKept: false, kept: { startDate, endDate }, reason: '' };
  const toBody = ({ isKept, kept, reason }: Values): EndpointInput<'requestAbsenceChange'>['body'] => ({
    kept: isKept ? kept : null,
    reason,
  });
  const form = useSchemaForm('requestAbsenceChange', { defaultValues }, toBody);
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      form={form}
      title={t(isSingle ? 'change.cancel' : 'change.open')}
      description={t('ask.text')}
      submitLabel={t('ask.submit')}
      cancelLabel={t('common:close')}
      onSubmit={async (body) => {
        await ask({ params: { id }, body });
      }}
      done={t('ask.done')}
      onClose={onClose}
    >
      <AbsenceLine absence={absence} />
      {!isSingle && <Checkbox label={t('change.keeps')} {...register('isKept')} />}
      {form.watch('isKept') && (
        <div className="grid grid-cols-2 gap-2 max-[22rem]:grid-cols-1">
          {(['startDate', 'endDate'] as const).map((name) => (
            <Field
              key={name}
              label={t(`absence-details:fields.${name}`)}
              error={errors.kept?.[name]?.message}
            >
              <Controller
                control={control}
                name={`kept.${name}`}
                render={({ field: { onChange, ...field } }) => (
                  <DateInput {...field} onChange={({ target }) => onChange(target.value)} />
                )}
              />
            </Field>
          ))}
        </div>
      )}
      <Field
        label={t('absence-details:fields.note')}
        aside={t('common:optional')}
        error={errors.reason?.message}
      >
        <Textarea maxLength={500} {...register('reason')} />
      </Field>
    </FormDialog>
  );
}
