import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { get, useFieldArray } from 'react-hook-form';
import { dateIn } from '#domain/dates.ts';
import { query } from '#web/call/query.ts';
import { useReach } from '#web/call/user.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { MomentField } from './moment-field.tsx';

type Break = { startedAt: string; endedAt: string | null; isPaid: boolean };
/** Instants as ISO 8601; an empty end for one that lasts. */
export type BreakValues = { startedAt: string; endedAt: string; isPaid: boolean };

export const breakValues = (breaks: readonly Break[]): BreakValues[] =>
  breaks.map((each) => ({ ...each, endedAt: each.endedAt ?? '' }));
type Values = { breaks: BreakValues[] };

/** As they are sent; without an end only where they may last. */
export const sentBreaks = (breaks: readonly BreakValues[], mayLast: boolean): Break[] =>
  breaks.map((each) => ({ ...each, endedAt: each.endedAt || (mayLast ? null : '') }));

type BreakFieldsProps = {
  /** Where they are in the form. */
  name?: string;
  /** The instant or date at which a new one is looked for. */
  date: string;
  /** False for employees: whether a break is paid follows from the company's rules. */
  canSetPaid?: boolean;
  /** Some are filled in, and should be seen. */
  isOpen?: boolean;
};

export function BreakFields({
  name: given = 'breaks',
  date,
  canSetPaid = true,
  isOpen = false,
}: BreakFieldsProps) {
  // The types know this one only.
  const list = given as 'breaks';
  const { t } = useTranslation('time-entries');
  const form = useSurroundingForm<Values>();
  const { timeZone } = useCompanyTime();
  const mayReadRules = useReach('getWorkRules') !== undefined;
  const rules = useQuery({ ...query('getWorkRules'), enabled: canSetPaid && mayReadRules }).data;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: list });
  const { errors, isSubmitted } = form.formState;
  const errorOf = (path: string) => get<object, { message?: string } | undefined>(errors, path)?.message;
  const errorId = useId();
  const day = date.includes('T') ? dateIn(date, timeZone) : date;
  return (
    <Disclosure
      title={fields.length > 0 ? `${t('breaks.title')} · ${fields.length}` : t('breaks.title')}
      isOpen={isOpen}
      hasError={get(errors, list) !== undefined}
    >
      <div className="flex w-full flex-col gap-4">
        {fields.length === 0 && <p className="text-ink-muted text-sm">{t('breaks.none')}</p>}
        {fields.map(({ id, startedAt, endedAt }, index) => {
          const path = `${list}.${index}` as const;
          const number = index + 1;
          return (
            <fieldset key={id} className="min-w-0 rounded-md border border-hairline p-3">
              <legend className="px-1 font-semibold text-sm">{t('breaks.number', { number })}</legend>
              <div className="flex flex-col gap-3">
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
                  {canSetPaid && <form.CheckboxField name={`${path}.isPaid`} label={t('breaks.paid')} />}
                  <Button
                    variant="ghost"
                    aria-label={t('breaks.remove', { number })}
                    icon={<Trash2 className="size-5" aria-hidden="true" />}
                    onClick={() => remove(index)}
                  />
                </div>
              </div>
            </fieldset>
          );
        })}
        {errorOf(list) && <FieldError id={errorId}>{errorOf(list)}</FieldError>}
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
