import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { get, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { dateIn } from '#domain/dates.ts';
import { workRulesQuery } from '#web/api/work-rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MomentField } from './moment-field.tsx';

/** Instants as ISO 8601; an empty end for one that lasts. */
export type BreakValues = { startedAt: string; endedAt: string; isPaid: boolean };
type Values = { breaks: BreakValues[] };

type BreakFieldsProps = {
  form: UseFormReturn<Values, unknown, unknown>;
  /** The instant or date at which a new one is looked for. */
  date: string;
};

/** The breaks of an entry, for administrators: added, changed and removed. */
export function BreakFields({ form, date }: BreakFieldsProps) {
  const { t } = useTranslation('time-entries');
  const { timeZone } = useCompanyTime();
  const rules = useQuery(workRulesQuery).data;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'breaks' });
  const { errors, isSubmitted } = form.formState;
  const errorOf = (path: string) => get<object, { message?: string } | undefined>(errors, path)?.message;
  const day = date.includes('T') ? dateIn(date, timeZone) : date;
  return (
    <Disclosure
      title={fields.length > 0 ? `${t('breaks.title')} · ${fields.length}` : t('breaks.title')}
      hasError={errors.breaks !== undefined}
    >
      <div className="flex w-full flex-col gap-4">
        {fields.length === 0 && <p className="text-ink-muted text-sm">{t('breaks.none')}</p>}
        {fields.map(({ id, startedAt, endedAt }, index) => {
          const path = `breaks.${index}` as const;
          const number = index + 1;
          return (
            <fieldset key={id} className="flex min-w-0 flex-col gap-3 rounded-md border border-hairline p-3">
              <legend className="px-1 font-semibold text-sm">{t('breaks.number', { number })}</legend>
              {(['startedAt', 'endedAt'] as const).map((name) => (
                <MomentField
                  key={name}
                  legend={t(name === 'startedAt' ? 'breaks.start' : 'breaks.end')}
                  initial={(name === 'startedAt' ? startedAt : endedAt) || day}
                  onChange={(instant) =>
                    form.setValue(`${path}.${name}`, instant, {
                      shouldDirty: true,
                      shouldValidate: isSubmitted,
                    })
                  }
                  error={errorOf(`${path}.${name}`)}
                />
              ))}
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Checkbox label={t('breaks.paid')} {...form.register(`${path}.isPaid`)} />
                <Button
                  variant="ghost"
                  aria-label={t('breaks.remove', { number })}
                  icon={<Trash2 className="size-5" aria-hidden="true" />}
                  onClick={() => remove(index)}
                />
              </div>
            </fieldset>
          );
        })}
        <Button
          variant="secondary"
          className="sm:self-start"
          icon={<Plus className="size-5" aria-hidden="true" />}
          onClick={() => append({ startedAt: '', endedAt: '', isPaid: rules?.breaks.isPaid ?? false })}
        >
          {t('breaks.add')}
        </Button>
      </div>
    </Disclosure>
  );
}
