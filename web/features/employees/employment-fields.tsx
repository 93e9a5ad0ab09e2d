import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { get, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Employee } from '#contract/employees.ts';
import { LOCALES } from '#domain/languages.ts';
import { query } from '#web/api/query.ts';
import { useCall } from '#web/api/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type EmploymentValues, evenTexts, nextTerms } from './employment-values.ts';

type Form = UseFormReturn<EmploymentValues, unknown, unknown>;
type EmploymentFieldsProps = { form: Form; employee: Employee | undefined };

const errorAt = ({ formState }: Form, path: string) =>
  get<object, { message?: string } | undefined>(formState.errors, path)?.message;

/** What a time sheet and payroll need to know about a person, folded. */
export function EmploymentFields({ form, employee }: EmploymentFieldsProps) {
  const { t } = useTranslation(['employment', 'common']);
  const { register, control, setValue } = form;
  const [employedFrom, employedTo] = useWatch({ control, name: ['employedFrom', 'employedTo'] });
  const names = ['payrollNo', 'position', 'employedFrom', 'employedTo', 'personalCode'] as const;
  const setDate = (name: 'employedFrom' | 'employedTo', date: string) =>
    setValue(name, date, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <div>
      <Disclosure title={t('title')} hasError={names.some((name) => errorAt(form, name) !== undefined)}>
        <div className="grid w-full gap-4 pb-3 sm:grid-cols-2">
          <Field label={t('payrollNo')} aside={t('common:optional')} error={errorAt(form, 'payrollNo')}>
            <Input autoComplete="off" spellCheck={false} className="figures" {...register('payrollNo')} />
          </Field>
          <Field label={t('position')} aside={t('common:optional')} error={errorAt(form, 'position')}>
            <Input autoComplete="off" {...register('position')} />
          </Field>
          <Field label={t('employedFrom')} aside={t('common:optional')} error={errorAt(form, 'employedFrom')}>
            <DateInput
              value={employedFrom}
              onChange={({ target }) => setDate('employedFrom', target.value)}
            />
          </Field>
          <Field
            label={t('employedTo')}
            aside={t('common:optional')}
            hint={t('employedToHint')}
            error={errorAt(form, 'employedTo')}
          >
            <DateInput value={employedTo} onChange={({ target }) => setDate('employedTo', target.value)} />
          </Field>
          <PersonalCode form={form} employee={employee} />
        </div>
      </Disclosure>
      <TermsList form={form} />
    </div>
  );
}

/** Hidden until it is asked for, which the audit records. */
function PersonalCode({ form, employee }: EmploymentFieldsProps) {
  const { t } = useTranslation(['employment', 'common']);
  const read = useCall('getPersonalCode', { errorTitle: t('common:error') });
  const code = useWatch({ control: form.control, name: 'personalCode' });
  if (code !== undefined || !employee)
    return (
      <Field
        label={t('personalCode')}
        aside={t('common:optional')}
        hint={t('personalCodeHint')}
        error={errorAt(form, 'personalCode')}
      >
        <Input autoComplete="off" spellCheck={false} className="figures" {...form.register('personalCode')} />
      </Field>
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
function TermsList({ form }: { form: Form }) {
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
          <TermsFields
            key={id}
            form={form}
            index={index}
            country={rules?.country}
            onRemove={() => remove(index)}
          />
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
  form: Form;
  index: number;
  /** Undefined while the rules load. */
  country: string | undefined;
  onRemove: () => void;
};

function TermsFields({ form, index, country, onRemove }: TermsFieldsProps) {
  const { t } = useTranslation('employment');
  const id = useId();
  const { language, formatDate } = useCompanyTime();
  const { register, control, setValue } = form;
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
      <Field label={t('terms.validFrom')} error={errorAt(form, `${path}.validFrom`)}>
        <DateInput
          value={row.validFrom}
          onChange={({ target }) => setValue(`${path}.validFrom`, target.value, { shouldDirty: true })}
        />
      </Field>
      <Field label={t('terms.weekly')} error={errorAt(form, `${path}.weekly`)}>
        <Input inputMode="decimal" autoComplete="off" className="figures" {...register(`${path}.weekly`)} />
      </Field>
      <Field label={t('terms.workTime')} error={errorAt(form, `${path}.workTime`)}>
        <Select {...register(`${path}.workTime`)}>
          {(['fixed', 'summed'] as const).map((each) => (
            <option key={each} value={each}>
              {t(`terms.workTimes.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={t('terms.even')}
        className="sm:mt-6"
        {...register(`${path}.isEvenWeek`, {
          onChange: () => setValue(`${path}.pattern`, evenTexts(row.weekly, language)),
        })}
      />
      {!row.isEvenWeek && (
        <div className="sm:col-span-2">
          <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
            {days.map((day, number) => (
              <Field key={day} label={day}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  aria-invalid={patternError !== undefined}
                  aria-describedby={patternError && `${id}-pattern`}
                  className="figures px-2!"
                  {...register(`${path}.pattern.${number}`)}
                />
              </Field>
            ))}
          </div>
          {patternError && <FieldError id={`${id}-pattern`}>{patternError}</FieldError>}
        </div>
      )}
      <div className="flex flex-col sm:col-span-2">
        {(country !== 'PL' || row.reducedNorm) && (
          <Switch
            label={t('terms.reducedNorm')}
            hint={t('terms.reducedNormHint')}
            {...register(`${path}.reducedNorm`)}
          />
        )}
        {(country === 'LT' || row.overtimeConsent) && (
          <Switch label={t('terms.overtimeConsent')} {...register(`${path}.overtimeConsent`)} />
        )}
        {(country === 'PL' || row.markedNightWork) && (
          <Switch label={t('terms.markedNightWork')} {...register(`${path}.markedNightWork`)} />
        )}
        {(country === 'PL' || row.overContractFrom !== '') && (
          <Field
            label={t('terms.overContractFrom')}
            hint={t('terms.overContractFromHint')}
            error={errorAt(form, `${path}.overContractFrom`)}
            className="pt-2"
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="figures"
              {...register(`${path}.overContractFrom`)}
            />
          </Field>
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
