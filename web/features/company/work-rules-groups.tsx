import { RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { get } from 'react-hook-form';
import { TimeField } from '#web/forms/date-fields.tsx';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { type presetOf, type RuleField, type RulesValues, textOf, WARNINGS } from './work-rules-fields.ts';
import { useRuleText } from './work-rules-history.tsx';

type Shared = { preset: ReturnType<typeof presetOf>; values: RulesValues };

/** The paths of the fields are the contract's, which the type of the values does not know. */
const useForm = () => useSurroundingForm<Record<string, string | boolean>>();

/** Whether a field differs from the country's preset. */
function useIsChanged({ preset, values }: Shared) {
  const { language } = useCompanyTime();
  return (field: RuleField) => get(values, field.path) !== textOf(field, preset, language);
}

function useHasError(fields: readonly RuleField[]): boolean {
  const { errors } = useForm().formState;
  return fields.some(({ path }) => get(errors, path) !== undefined);
}

type GroupProps = Shared & {
  title: string;
  fields: readonly RuleField[];
  /** How many of the fields stand beside the question. */
  answeredBy: number;
  children?: ReactNode;
};

/** The answer to one question, folded. */
export function Group({ title, fields, answeredBy, children, ...shared }: GroupProps) {
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
      hasError={useHasError(fields)}
    >
      <div className="grid w-full gap-4 pb-3 sm:grid-cols-2 sm:pl-7">
        {shown.map((field) => (
          <RuleControl key={field.path} field={field} {...shared} />
        ))}
        {children}
        {hasChanges && <Reset fields={fields} preset={shared.preset} />}
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

function Reset({ fields, preset }: Pick<GroupProps, 'fields' | 'preset'>) {
  const { t } = useTranslation('work-rules');
  const { language } = useCompanyTime();
  const { setValue, formState } = useForm();
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  return (
    <Button
      variant="ghost"
      className="justify-self-start sm:col-span-2"
      icon={<RotateCcw className="size-5" aria-hidden="true" />}
      onClick={() => {
        for (const field of fields) setValue(field.path, textOf(field, preset, language), options);
      }}
    >
      {t('reset')}
    </Button>
  );
}

type WarningName = keyof typeof WARNINGS;

/** The limits of warnings: those of the country and those that are set; the others on request. */
export function Warnings(shared: Shared) {
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
      hasError={useHasError(all)}
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
          {hasChanges && <Reset fields={all} preset={shared.preset} />}
        </div>
      </div>
    </Disclosure>
  );
}

function RuleControl({ field, ...shared }: Shared & { field: RuleField }) {
  const { t } = useTranslation('work-rules');
  const form = useForm();
  const isChanged = useIsChanged(shared);
  const ruleText = useRuleText();
  const { path: name, kind, choices = [] } = field;
  const hint = isChanged(field) && t('preset', { value: ruleText(field, shared.preset) });
  const texts = { name, hint, label: t(`fields.${name}`) };
  if (kind === 'flag') return <form.SwitchField {...texts} className="sm:col-span-2" />;
  if (kind === 'time') return <TimeField control={form.control} {...texts} />;
  if (kind === 'choice') {
    const options = choices.map((value) => ({ value, label: ruleText(field, value) }));
    return <form.SelectField {...texts} options={options} />;
  }
  return (
    <form.TextField
      {...texts}
      inputMode={kind === 'count' ? 'numeric' : 'decimal'}
      inputClassName="figures"
    />
  );
}
