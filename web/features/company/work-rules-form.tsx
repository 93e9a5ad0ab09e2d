import { RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type FieldPath, get, type UseFormReturn } from 'react-hook-form';
import { COUNTRIES, type Country } from '#domain/holidays.ts';
import { useCall } from '#web/api/use-call.ts';
import { useFormRefusal, useSchemaForm } from '#web/forms/form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { TimeInput } from '#web/time/time-input.tsx';
import { FormError } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardBody, CardFooter } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  bodyOf,
  GROUPS,
  presetOf,
  type RuleField,
  type Rules,
  type RulesValues,
  textOf,
  valuesOf,
  WARNINGS,
} from './work-rules-fields.ts';
import { BEGINNING, useRuleText } from './work-rules-history.tsx';

const ANSWERED_BY = { week: 2, night: 2, shift: 1, breaks: 1, holidays: 0 };

type WorkRulesFormProps = {
  rules: Rules;
  /** False: the first rules of the company. */
  isChosen: boolean;
  effectiveFrom: string;
  /** Chosen from the history. */
  isEdited: boolean;
  /** Saved, or given up. */
  onDone: () => void;
};

/** The rules by plain questions; what differs from the country's preset is marked, and can be set back. */
export function WorkRulesForm({ rules, isChosen, effectiveFrom, isEdited, onDone }: WorkRulesFormProps) {
  const { t } = useTranslation(['work-rules', 'common']);
  const { toast } = useToast();
  const { language, today } = useCompanyTime();
  const { mutateAsync: save } = useCall('updateWorkRules', { handlesErrors: true });
  const form = useSchemaForm(
    'updateWorkRules',
    // Follows other rules, and those that are saved meanwhile.
    { values: valuesOf(rules, effectiveFrom, language) },
    (values: RulesValues) => bodyOf(values, rules),
  );
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { errors, isDirty, isSubmitting } = form.formState;
  const values = form.watch();
  const preset = presetOf(values.country, values.effectiveFrom || today());
  const change = useChange(form);

  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return save({ body }).then(() => {
      toast({ title: t('saved'), tone: 'success' });
      form.reset();
      onDone();
    }, onError);
  });
  const effectiveFromHint = () => {
    if (values.effectiveFrom === BEGINNING) return 'effectiveFromBeginning';
    return isChosen ? 'effectiveFromHint' : 'effectiveFromFirst';
  };
  const setCountry = (country: Country) =>
    form.reset(valuesOf(presetOf(country, values.effectiveFrom || today()), values.effectiveFrom, language), {
      keepDefaultValues: true,
    });
  const shared = { form, preset, values };

  return (
    <form noValidate onSubmit={submit} className="contents">
      <CardBody className="flex flex-col gap-2 pb-2!">
        <Field label={t('country')} hint={t('countryHint')} className="pb-2 sm:max-w-sm">
          <Select value={values.country} onChange={({ target }) => setCountry(target.value as Country)}>
            {COUNTRIES.map((country) => (
              <option key={country} value={country}>
                {t(`countries.${country}`)}
              </option>
            ))}
          </Select>
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
      </CardBody>
      {(isDirty || isEdited) && (
        <CardFooter className="items-end justify-end gap-y-3">
          <Field
            label={t('effectiveFrom')}
            hint={t(effectiveFromHint())}
            error={errors.effectiveFrom?.message}
            className="w-full sm:mr-auto sm:w-72"
          >
            <DateInput
              value={values.effectiveFrom}
              onChange={({ target }) => change('effectiveFrom', target.value)}
            />
          </Field>
          <FormError className="w-full sm:order-first">{refusal}</FormError>
          <Button
            variant="secondary"
            disabled={isSubmitting}
            onClick={() => {
              clearRefusal();
              form.reset();
              onDone();
            }}
          >
            {t('discard')}
          </Button>
          <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
            {t('common:save')}
          </Button>
        </CardFooter>
      )}
    </form>
  );
}

type Form = UseFormReturn<RulesValues, unknown, ReturnType<typeof bodyOf>>;
type Preset = ReturnType<typeof presetOf>;
type Shared = { form: Form; preset: Preset; values: RulesValues };

/** Sets a value by its path, as typing does. */
const useChange = (form: Form) => (path: string, value: string | boolean) =>
  form.setValue(path as FieldPath<RulesValues>, value as never, {
    shouldDirty: true,
    shouldValidate: form.formState.isSubmitted,
  });

const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);

/** Whether a field differs from the country's preset. */
function useIsChanged({ preset, values }: Omit<Shared, 'form'>) {
  const { language } = useCompanyTime();
  return (field: RuleField) => get(values, field.path) !== textOf(field, preset, language);
}

const hasError = ({ formState }: Form, fields: readonly RuleField[]) =>
  fields.some(({ path }) => get(formState.errors, path) !== undefined);

type GroupProps = Shared & {
  title: string;
  fields: readonly RuleField[];
  /** How many of the fields stand beside the question. */
  answeredBy: number;
  children?: ReactNode;
};

function Group({ title, fields, answeredBy, children, ...shared }: GroupProps) {
  const isChanged = useIsChanged(shared);
  const hasChanges = fields.some(isChanged);
  const ruleText = useRuleText();
  const policy: unknown = get(shared.values, 'breaks.policy');
  const shown = fields.filter((field) => {
    if (field.path.startsWith('breaks.automatic')) return policy === 'automatic';
    if (field.path === 'breaks.isPaid') return policy === 'recorded';
    if (field.path === 'shortDay.fullWeekOnly') return get(shared.values, 'shortDay.length') !== '';
    return field.only === undefined || field.only === shared.preset.country || isChanged(field);
  });
  const answer = fields
    .slice(0, answeredBy)
    .map((field) => ruleText(field, get<object, string>(shared.values, field.path)))
    .join(' · ');
  return (
    <Disclosure
      title={<Title text={title} answer={answer} hasChanges={hasChanges} />}
      hasError={hasError(shared.form, fields)}
    >
      <div className="grid w-full gap-4 pb-3 sm:grid-cols-2 sm:pl-7">
        {shown.map((field) => (
          <RuleControl key={field.path} field={field} {...shared} />
        ))}
        {children}
        {hasChanges && <Reset fields={fields} {...shared} />}
      </div>
    </Disclosure>
  );
}

type TitleProps = { text: string; answer?: string; hasChanges: boolean };

function Title({ text, answer, hasChanges }: TitleProps) {
  const { t } = useTranslation('work-rules');
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {text}
      {answer && <span className="figures font-normal text-ink-muted">{answer}</span>}
      {hasChanges && <Badge>{t('changed')}</Badge>}
    </span>
  );
}

/** Sets fields back to the country's preset. */
function Reset({ fields, form, preset }: Pick<GroupProps, 'fields' | 'form' | 'preset'>) {
  const { t } = useTranslation('work-rules');
  const { language } = useCompanyTime();
  const change = useChange(form);
  return (
    <Button
      variant="ghost"
      className="justify-self-start sm:col-span-2"
      icon={<RotateCcw className="size-5" aria-hidden="true" />}
      onClick={() => {
        for (const field of fields) change(field.path, textOf(field, preset, language));
      }}
    >
      {t('reset')}
    </Button>
  );
}

type WarningName = keyof typeof WARNINGS;

/** The limits of warnings: those of the country and those that are set; the others on request. */
function Warnings(shared: Shared) {
  const { t } = useTranslation('work-rules');
  const { language } = useCompanyTime();
  const [showsAll, setShowsAll] = useState(shared.preset.country === 'other');
  const all: readonly RuleField[] = Object.values(WARNINGS).flat();
  const hasChanges = all.some(useIsChanged(shared));
  const isSet = (field: RuleField) =>
    get(shared.values, field.path) !== '' || textOf(field, shared.preset, language) !== '';
  return (
    <Disclosure
      title={<Title text={t('groups.warnings')} hasChanges={hasChanges} />}
      hasError={hasError(shared.form, all)}
    >
      <div className="flex w-full flex-col gap-5 pb-3 sm:pl-7">
        <p className="text-ink-muted text-sm">{t('warningsHint')}</p>
        {(Object.keys(WARNINGS) as WarningName[]).map((name) => {
          const fields: readonly RuleField[] = WARNINGS[name];
          const isOn = fields.some((field) => field.kind !== 'flag' && get(shared.values, field.path) !== '');
          const shown = fields.filter((field) => (field.kind === 'flag' ? isOn : showsAll || isSet(field)));
          if (shown.length === 0) return null;
          return (
            <fieldset key={name} className="min-w-0">
              <legend className="mb-2 font-semibold">{t(`warningNames.${name}`)}</legend>
              <div className="grid gap-4 sm:grid-cols-2">
                {shown.map((field) => (
                  <RuleControl key={field.path} field={field} {...shared} />
                ))}
              </div>
            </fieldset>
          );
        })}
        <div className="flex flex-wrap gap-2">
          {!showsAll && (
            <Button variant="ghost" onClick={() => setShowsAll(true)}>
              {t('showAllWarnings')}
            </Button>
          )}
          {hasChanges && <Reset fields={all} {...shared} />}
        </div>
      </div>
    </Disclosure>
  );
}

function RuleControl({ field, form, preset, values }: Shared & { field: RuleField }) {
  const { t } = useTranslation('work-rules');
  const isChanged = useIsChanged({ preset, values });
  const ruleText = useRuleText();
  const change = useChange(form);
  const { path, kind } = field;
  const error = get<object, { message?: string } | undefined>(form.formState.errors, path)?.message;
  const value = get<object, string>(values, path);
  const label = t(`fields.${path}`);
  const hint = isChanged(field) && t('preset', { value: ruleText(field, preset) });
  const name = path as FieldPath<RulesValues>;
  if (kind === 'flag')
    return (
      <Switch label={label} hint={hint} error={error} className="sm:col-span-2" {...form.register(name)} />
    );
  return (
    <Field label={label} hint={hint} error={error}>
      {kind === 'time' && <TimeInput value={value} onChange={({ target }) => change(path, target.value)} />}
      {kind === 'choice' && (
        <Select {...form.register(name)}>
          {field.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {ruleText(field, choice)}
            </option>
          ))}
        </Select>
      )}
      {(kind === 'hours' || kind === 'minutes' || kind === 'count') && (
        <Input
          inputMode={kind === 'count' ? 'numeric' : 'decimal'}
          autoComplete="off"
          className="figures"
          {...form.register(name)}
        />
      )}
    </Field>
  );
}
