import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { get, useFieldArray, useWatch } from 'react-hook-form';
import type { Employee } from '#contract/employees.ts';
import { LOCALES } from '#domain/languages.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { DateField } from '#web/forms/date-fields.tsx';
import { type SchemaForm, useSurroundingForm } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { type EmploymentValues, evenTexts, nextTerms } from './employment-values.ts';

type Form = SchemaForm<EmploymentValues>;
type EmploymentFieldsProps = { employee: Employee | undefined };

const errorAt = ({ formState }: Form, path: string) =>
  get<object, { message?: string } | undefined>(formState.errors, path)?.message;

const WORK_TIMES = ['fixed', 'summed'] as const;
const HOURS = { inputMode: 'decimal', inputClassName: 'figures' } as const;

/** What a time sheet and payroll need to know about a person, folded. */
export function EmploymentFields({ employee }: EmploymentFieldsProps) {
  const { t } = useTranslation('employment');
  const form = useSurroundingForm<EmploymentValues>();
  const { control } = form;
  const names = ['payrollNo', 'position', 'employedFrom', 'employedTo', 'personalCode'] as const;
  return (
    <div>
      <Disclosure title={t('title')} hasError={names.some((name) => errorAt(form, name) !== undefined)}>
        <div className="grid w-full gap-4 pb-3 sm:grid-cols-2">
          <form.TextField
            name="payrollNo"
            label={t('payrollNo')}
            isOptional
            spellCheck={false}
            inputClassName="figures"
          />
          <form.TextField name="position" label={t('position')} isOptional />
          <DateField control={control} name="employedFrom" label={t('employedFrom')} isOptional />
          <DateField
            control={control}
            name="employedTo"
            label={t('employedTo')}
            isOptional
            hint={t('employedToHint')}
          />
          <PersonalCode employee={employee} />
        </div>
      </Disclosure>
      <TermsList />
    </div>
  );
}

/** Hidden until it is asked for, which the audit records. */
function PersonalCode({ employee }: EmploymentFieldsProps) {
  const form = useSurroundingForm<EmploymentValues>();
  const { t } = useTranslation(['employment', 'common']);
  const read = useCall('getPersonalCode', { errorTitle: t('common:error') });
  const code = useWatch({ control: form.control, name: 'personalCode' });
  if (code !== undefined || !employee)
    return (
      <form.TextField
        name="personalCode"
        label={t('personalCode')}
        isOptional
        hint={t('personalCodeHint')}
        spellCheck={false}
        inputClassName="figures"
      />
    );
  const show = () =>
    read.mutate(
      { params: { id: employee.id } },
      {
        onSuccess: ({ personalCode }) => form.setValue('personalCode', personalCode ?? ''),
      },
    );
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="font-medium text-sm">{t('personalCode')}</p>
      <Button variant="secondary" pending={read.isPending} onClick={show}>
        {t('showCode')}
      </Button>
      <p className="text-ink-muted text-sm">{t('showCodeHint')}</p>
    </div>
  );
}

/** The agreed hours by the dates from which they hold. */
function TermsList() {
  const form = useSurroundingForm<EmploymentValues>();
  const { t } = useTranslation('employment');
  const { language, today } = useCompanyTime();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'terms' });
  const rules = useQuery(query('getWorkRules')).data;
  const listErrorId = useId();
  const listError = errorAt(form, 'terms') ?? errorAt(form, 'terms.root');
  const add = () => {
    const { terms, employedFrom } = form.getValues();
    const validFrom = terms.length === 0 && employedFrom ? employedFrom : `${today().slice(0, 7)}-01`;
    append(nextTerms(terms.at(-1), { validFrom, weekly: rules?.weeklyNorm ?? 0, language }));
  };
  return (
    <Disclosure title={t('terms.title')} hasError={get(form.formState.errors, 'terms') !== undefined}>
      <div className="flex w-full flex-col gap-4 pb-3">
        <p className="text-ink-muted text-sm">{t(fields.length === 0 ? 'terms.none' : 'terms.text')}</p>
        {fields.map(({ id }, index) => (
          <TermsFields key={id} index={index} country={rules?.country} onRemove={() => remove(index)} />
        ))}
        {listError && <FieldError id={listErrorId}>{listError}</FieldError>}
        <Button
          variant="secondary"
          className="sm:self-start"
          icon={<Plus className="size-5" aria-hidden="true" />}
          disabled={!rules}
          onClick={add}
        >
          {t(fields.length === 0 ? 'terms.set' : 'terms.add')}
        </Button>
      </div>
    </Disclosure>
  );
}

type TermsFieldsProps = {
  index: number;
  country: string | undefined;
  onRemove: () => void;
};

function TermsFields({ index, country, onRemove }: TermsFieldsProps) {
  const { t } = useTranslation('employment');
  const id = useId();
  const { language, formatDate } = useCompanyTime();
  const form = useSurroundingForm<EmploymentValues>();
  const { control, setValue } = form;
  const path = `terms.${index}` as const;
  const row = useWatch({ control, name: path });
  // The row is gone in the moment in which it is removed.
  if (!row) return null;
  const days = Array.from({ length: 7 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 5 + day)).toLocaleDateString(LOCALES[language], {
      weekday: 'short',
      timeZone: 'UTC',
    }),
  );
  const legend = t('terms.from', { date: row.validFrom && formatDate(row.validFrom) });
  const patternError =
    row.pattern.map((_, day) => errorAt(form, `${path}.pattern.${day}`)).find(Boolean) ??
    errorAt(form, `${path}.pattern`);
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-md border border-hairline p-3 sm:grid-cols-2 sm:p-4">
      <legend className="sr-only">{legend}</legend>
      <DateField control={control} name={`${path}.validFrom`} label={t('terms.validFrom')} />
      <form.TextField name={`${path}.weekly`} label={t('terms.weekly')} {...HOURS} />
      <form.SelectField
        name={`${path}.workTime`}
        label={t('terms.workTime')}
        options={WORK_TIMES.map((value) => ({ value, label: t(`terms.workTimes.${value}`) }))}
      />
      <form.CheckboxField
        name={`${path}.isEvenWeek`}
        label={t('terms.even')}
        className="sm:mt-6"
        rules={{ onChange: () => setValue(`${path}.pattern`, evenTexts(row.weekly, language)) }}
      />
      {!row.isEvenWeek && (
        <div className="sm:col-span-2">
          <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
            {days.map((day, number) => (
              <form.TextField
                key={day}
                name={`${path}.pattern.${number}`}
                label={day}
                error={false}
                inputMode="decimal"
                aria-invalid={patternError !== undefined}
                aria-describedby={patternError && `${id}-pattern`}
                inputClassName="figures px-2!"
              />
            ))}
          </div>
          {patternError && <FieldError id={`${id}-pattern`}>{patternError}</FieldError>}
        </div>
      )}
      <div className="flex flex-col sm:col-span-2">
        {(country !== 'PL' || row.reducedNorm) && (
          <form.SwitchField
            name={`${path}.reducedNorm`}
            label={t('terms.reducedNorm')}
            hint={t('terms.reducedNormHint')}
          />
        )}
        {(country === 'LT' || row.overtimeConsent) && (
          <form.SwitchField name={`${path}.overtimeConsent`} label={t('terms.overtimeConsent')} />
        )}
        {(country === 'PL' || row.markedNightWork) && (
          <form.SwitchField name={`${path}.markedNightWork`} label={t('terms.markedNightWork')} />
        )}
        {(country === 'PL' || row.overContractFrom !== '') && (
          <form.TextField
            name={`${path}.overContractFrom`}
            label={t('terms.overContractFrom')}
            hint={t('terms.overContractFromHint')}
            className="pt-2"
            {...HOURS}
          />
        )}
      </div>
      <div className="sm:col-span-2">
        <IconButton label={t('terms.remove', { from: legend })} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
    </fieldset>
  );
}
