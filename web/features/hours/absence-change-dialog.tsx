import type { ListedAbsence } from '#contract/absences.ts';
import type { EndpointInput } from '#contract/index.ts';
import { useCall } from '#web/call/use-call.ts';
import { AbsenceLine } from '#web/entries/absence-line.tsx';
import { DateField } from '#web/forms/date-fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

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
      {!isSingle && <form.CheckboxField name="isKept" label={t('change.keeps')} />}
      {form.watch('isKept') && (
        <div className="grid grid-cols-2 gap-2 max-[22rem]:grid-cols-1">
          {(['startDate', 'endDate'] as const).map((name) => (
            <DateField
              key={name}
              control={form.control}
              name={`kept.${name}`}
              label={t(`absence-details:fields.${name}`)}
            />
          ))}
        </div>
      )}
      <form.TextareaField name="reason" label={t('absence-details:fields.note')} isOptional maxLength={500} />
    </FormDialog>
  );
}
