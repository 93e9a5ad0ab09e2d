import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, type UseFormRegisterReturn } from 'react-hook-form';
import type { ListedAbsence } from '#contract/absences.ts';
import type { EndpointInput } from '#contract/index.ts';
import { MINUTE_MS } from '#domain/apportion.ts';
import { timeIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { clockOf, onCallLength, onCallSpan } from '#domain/on-call.ts';
import { query } from '#web/api/query.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { TimeInput } from '#web/time/time-input.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

type Values = {
  userId: string;
  code: string;
  startDate: string;
  endDate: string;
  isPart: boolean;
  /** `HH:mm` of one day. */
  part: string;
  /** `HH:mm`, of on-call time. */
  begins: string;
  ends: string;
  place: string;
  note: string;
};

const SUBMIT = { edit: 'common:save', add: 'add.submit', ask: 'absences:ask.submit' } as const;

type AbsenceDialogProps = {
  /** Undefined for a new one. */
  absence?: ListedAbsence | undefined;
  /** The field of the person, where an administrator records a new one; without it the viewer asks for their own. */
  person?: (field: UseFormRegisterReturn) => ReactNode;
  /** Above the buttons. */
  footer?: ReactNode;
  onSaved?: (absence: ListedAbsence) => void;
  onClose: () => void;
};

/** Asks for an absence, or records or changes one. Areas `absences`, `absence-details`, `validation`. */
export function AbsenceDialog({ absence, person, footer, onSaved, onClose }: AbsenceDialogProps) {
  const { t } = useTranslation(['absence-details', 'absences', 'common']);
  const { timeZone } = useCompanyTime();
  const { data: codes = [] } = useQuery(query('listAbsenceCodes'));
  const { mutateAsync: save } = useCall(absence ? 'updateAbsence' : 'createAbsence', {
    handlesErrors: true,
  });
  const defaultValues: Values = {
    userId: '',
    code: absence?.code ?? '',
    startDate: absence?.startDate ?? '',
    endDate: absence?.endDate ?? '',
    isPart: absence ? absence.part !== null : false,
    part: absence?.part ? clockOf(absence.part / MINUTE_MS) : '',
    ...onCallValues(absence, timeZone),
    note: absence?.note ?? '',
  };
  const isOnCallCode = (code: string) => codes.some((known) => known.code === code && known.isOnCall);
  const toBody = (values: Values): EndpointInput<'createAbsence'>['body'] => ({
    code: values.code,
    startDate: values.startDate,
    ...(isOnCallCode(values.code)
      ? { endDate: values.startDate, ...onCallBody(values, timeZone) }
      : {
          endDate: values.isPart ? values.startDate : values.endDate,
          part: values.isPart ? minutesOf(values.part) * MINUTE_MS : null,
        }),
    note: values.note,
    ...(person && { userId: values.userId }),
  });
  const form = useSchemaForm('createAbsence', { defaultValues }, toBody);
  const { register, control, formState, setValue, getValues } = form;
  const { errors } = formState;
  const isOnCall = isOnCallCode(form.watch('code'));
  const isPart = form.watch('isPart') || isOnCall;
  const mode = absence ? 'edit' : person ? 'add' : 'ask';
  const time = (name: 'part' | 'begins' | 'ends', error: string | undefined) => (
    <Field label={t(`fields.${name}`)} error={error}>
      <Controller
        control={control}
        name={name}
        render={({ field: { onChange, ...field } }) => (
          <TimeInput {...field} onChange={({ target }) => onChange(target.value)} />
        )}
      />
    </Field>
  );
  return (
    <FormDialog
      form={form}
      title={t(mode === 'ask' ? 'absences:ask.title' : `${mode}.title`)}
      description={absence ? fullName(absence.user) : mode === 'ask' && t('absences:ask.text')}
      submitLabel={t(SUBMIT[mode])}
      onSubmit={async (body) => {
        const saved = await save(absence ? { params: { id: absence.id }, body } : { body });
        onSaved?.(saved);
      }}
      done={t(mode === 'ask' ? 'absences:ask.done' : `${mode}.done`)}
      onClose={onClose}
    >
      {person && (
        <Field label={t('fields.person')} error={errors.userId && t('fields.personRequired')}>
          {person(register('userId'))}
        </Field>
      )}
      <Field label={t('fields.code')} error={errors.code?.message}>
        {/* The options may load after the choice was set. */}
        <Select key={codes.length} {...register('code')}>
          <option value="">{t('fields.choose')}</option>
          {codes
            .filter(
              (each) => (each.isActive && !(mode === 'ask' && each.isOnCall)) || each.code === absence?.code,
            )
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {code} · {name}
              </option>
            ))}
        </Select>
      </Field>
      {!isOnCall && <Checkbox label={t('fields.isPart')} {...register('isPart')} />}
      <div className="grid grid-cols-2 gap-2 max-[22rem]:grid-cols-1">
        <Field label={t(isPart ? 'fields.date' : 'fields.startDate')} error={errors.startDate?.message}>
          <Controller
            control={control}
            name="startDate"
            render={({ field: { onChange, ...field } }) => (
              <DateInput
                {...field}
                onChange={({ target }) => {
                  onChange(target.value);
                  const end = getValues('endDate');
                  if (target.value && end < target.value) setValue('endDate', target.value);
                }}
              />
            )}
          />
        </Field>
        {isOnCall ? (
          time('begins', errors.begins?.message)
        ) : isPart ? (
          time('part', errors.part?.message)
        ) : (
          <Field label={t('fields.endDate')} error={errors.endDate?.message}>
            <Controller
              control={control}
              name="endDate"
              render={({ field: { onChange, ...field } }) => (
                <DateInput {...field} onChange={({ target }) => onChange(target.value)} />
              )}
            />
          </Field>
        )}
        {isOnCall && time('ends', errors.part?.message)}
        {isOnCall && (
          <Field label={t('fields.place')} aside={t('common:optional')} error={errors.place?.message}>
            <Input maxLength={100} {...register('place')} />
          </Field>
        )}
      </div>
      <Field label={t('fields.note')} aside={t('common:optional')} error={errors.note?.message}>
        <Textarea maxLength={500} {...register('note')} />
      </Field>
      {footer}
    </FormDialog>
  );
}

/** Minutes of `HH:mm`; 0 while the text is incomplete. */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function onCallValues(absence: ListedAbsence | undefined, timeZone: string) {
  const { begins = null, part = null, place = null, startDate = '' } = absence ?? {};
  if (begins === null || part === null) return { begins: '', ends: '', place: '' };
  const { to } = onCallSpan({ startDate, begins, part }, timeZone);
  return { begins: clockOf(begins), ends: timeIn(to, timeZone), place: place ?? '' };
}

/** A time that is not complete is sent as one that is refused. */
function onCallBody({ startDate, begins, ends, place }: Values, timeZone: string) {
  const isWhole = startDate !== '' && begins !== '' && ends !== '';
  return {
    begins: begins === '' ? -1 : minutesOf(begins),
    part: isWhole ? onCallLength(startDate, minutesOf(begins), minutesOf(ends), timeZone) : 0,
    place,
  };
}
