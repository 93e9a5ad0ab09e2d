import type { ReactNode } from 'react';
import { COUNTRIES, type Country } from '#domain/holidays.ts';
import { useCall } from '#web/call/use-call.ts';
import { DateField } from '#web/forms/date-fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingsForm } from './settings-form.tsx';
import { bodyOf, GROUPS, presetOf, type Rules, type RulesValues, valuesOf } from './work-rules-fields.ts';
import { Group, Warnings } from './work-rules-groups.tsx';
import { BEGINNING } from './work-rules-history.tsx';

const ANSWERED_BY = { week: 2, night: 2, shift: 1, breaks: 1, holidays: 0 };

type WorkRulesFormProps = {
  rules: Rules;
  /** False: the first rules of the company. */
  isChosen: boolean;
  effectiveFrom: string;
  /** Chosen from the history. */
  isEdited: boolean;
  /** Saved, or discarded. */
  onDone: () => void;
  children: ReactNode;
};

/** The rules by plain questions; what differs from the country's preset is marked, and can be set back. */
export function WorkRulesForm({
  rules,
  isChosen,
  effectiveFrom,
  isEdited,
  onDone,
  children,
}: WorkRulesFormProps) {
  const { t } = useTranslation(['work-rules', 'common']);
  const { language, today } = useCompanyTime();
  const { mutateAsync: save } = useCall('updateWorkRules', { handlesErrors: true });
  const form = useSchemaForm(
    'updateWorkRules',
    // Follows other rules, and those that are saved meanwhile.
    { values: valuesOf(rules, effectiveFrom, language) },
    (values: RulesValues) => bodyOf(values, rules),
  );
  const values = form.watch();
  const preset = presetOf(values.country, values.effectiveFrom || today());

  const effectiveFromHint = () => {
    if (values.effectiveFrom === BEGINNING) return 'effectiveFromBeginning';
    return isChosen ? 'effectiveFromHint' : 'effectiveFromFirst';
  };
  const setCountry = (country: Country) =>
    form.reset(valuesOf(presetOf(country, values.effectiveFrom || today()), values.effectiveFrom, language), {
      keepDefaultValues: true,
    });
  const shared = { preset, values };

  return (
    <SettingsForm
      form={form}
      title={t('title')}
      text={t('text')}
      save={(body) => save({ body }).then(() => undefined)}
      isEdited={isEdited}
      onDone={onDone}
      aside={
        (form.formState.isDirty || isEdited) && (
          <DateField
            control={form.control}
            name="effectiveFrom"
            label={t('effectiveFrom')}
            hint={t(effectiveFromHint())}
            className="w-full sm:w-72"
          />
        )
      }
    >
      <div className="flex flex-col gap-2 sm:col-span-2">
        <Field label={t('country')} hint={t('countryHint')} className="pb-2 sm:max-w-sm">
          <Select
            value={values.country}
            onChange={({ target }) => setCountry(target.value as Country)}
            options={COUNTRIES.map((value) => ({ value, label: t(`countries.${value}`) }))}
          />
        </Field>
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
          <Group
            key={group}
            title={t(`groups.${group}`)}
            fields={GROUPS[group]}
            answeredBy={ANSWERED_BY[group]}
            {...shared}
          >
            {group === 'night' && preset.nightBounds && (
              <p className="text-ink-muted text-sm sm:col-span-2">
                {t('nightBounds', {
                  from: clock(preset.nightBounds.from),
                  to: clock(preset.nightBounds.to),
                  hours: preset.nightBounds.length / 60,
                })}
              </p>
            )}
          </Group>
        ))}
        <Warnings {...shared} />
        {children}
      </div>
    </SettingsForm>
  );
}

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
