import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedAbsence } from '#contract/absences.ts';
import type { EndpointInput } from '#contract/index.ts';
import { MINUTE_MS } from '#domain/apportion.ts';
import { timeIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { clockOf, onCallLength, onCallSpan } from '#domain/on-call.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { DateField, TimeField } from '#web/forms/date-fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';

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
  absence?: ListedAbsence | undefined;
  /** The field `userId`, where an administrator records a new one; without it the viewer asks for their own. */
  person?: ReactNode;
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
  const { control, formState, setValue, getValues } = form;
  const isOnCall = isOnCallCode(form.watch('code'));
  const isPart = form.watch('isPart') || isOnCall;
  const mode = absence ? 'edit' : person ? 'add' : 'ask';
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
      {person}
      {/* The options may load after the choice was set. */}
      <form.SelectField
        // The options may load after the choice was set.
        key={codes.length}
        name="code"
        label={t('fields.code')}
        emptyLabel={t('fields.choose')}
        options={codes
          .filter(
            (each) => (each.isActive && !(mode === 'ask' && each.isOnCall)) || each.code === absence?.code,
          )
          .map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
      />
      {!isOnCall && <form.CheckboxField name="isPart" label={t('fields.isPart')} />}
      <div className="grid grid-cols-2 gap-2 max-[22rem]:grid-cols-1">
        <DateField
          control={control}
          name="startDate"
          label={t(isPart ? 'fields.date' : 'fields.startDate')}
          onValueChange={(date) => {
            if (date && getValues('endDate') < date) setValue('endDate', date);
          }}
        />
        {isOnCall ? (
          <TimeField control={control} name="begins" label={t('fields.begins')} />
        ) : isPart ? (
          <TimeField control={control} name="part" label={t('fields.part')} />
        ) : (
          <DateField control={control} name="endDate" label={t('fields.endDate')} />
        )}
        {isOnCall && (
          <TimeField
            control={control}
            name="ends"
            label={t('fields.ends')}
            error={formState.errors.part?.message}
          />
        )}
        {isOnCall && (
          <form.TextField
            name="place"
            label={t('fields.place')}
            isOptional
            maxLength={100}
            autoComplete="on"
          />
        )}
      </div>
      <form.TextareaField name="note" label={t('fields.note')} isOptional maxLength={500} />
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
