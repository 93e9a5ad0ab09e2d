/* What the monthly sheet and the payroll table show: columns and their order, the codes of days, lines below a person's hours. */
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, RotateCcw, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { flushSync } from 'react-dom';
import type { EndpointInput } from '#contract/index.ts';
import { SHEET_LINES, type SheetSettings } from '#contract/sheets.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

type Body = EndpointInput<'updateSheetSettings'>['body'];
type Country = SheetSettings['country'];
/** As it is shown: with the country's own where the company has set nothing. */
export type LayoutValues = {
  columns: string[];
  lines: NonNullable<Body['lines']>;
  dayCodes: Record<keyof Body['dayCodes'], string>;
  payrollColumns: { column: string; heading: string }[];
};

const presetOf = ({ columns, lines, dayCodes, payrollColumns }: Country): LayoutValues => ({
  columns,
  lines,
  payrollColumns: payrollColumns.map((column) => ({ column, heading: '' })),
  dayCodes: Object.fromEntries(dayCodes.map(({ key, code }) => [key, code])) as LayoutValues['dayCodes'],
});

export function layoutValues({
  columns,
  lines,
  dayCodes,
  payrollColumns,
  country,
}: SheetSettings): LayoutValues {
  const preset = presetOf(country);
  const isKnown = columns.every((key) => country.choices.some((choice) => choice.key === key));
  const own = Object.entries(dayCodes).filter(([, code]) => code !== null);
  return {
    columns: columns.length > 0 && isKnown ? columns : preset.columns,
    lines: lines ?? preset.lines,
    payrollColumns:
      payrollColumns.length > 0
        ? payrollColumns.map(({ column, heading }) => ({ column, heading: heading ?? '' }))
        : preset.payrollColumns,
    dayCodes: { ...preset.dayCodes, ...Object.fromEntries(own) },
  };
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** What is sent: nothing where it is the country's own. */
export function layoutBody({ columns, lines, dayCodes, payrollColumns }: LayoutValues, country: Country) {
  const preset = presetOf(country);
  return {
    columns: isSameList(columns, preset.columns) ? [] : columns,
    lines: isSameList(lines, preset.lines) ? null : lines,
    payrollColumns: isSameList(payrollColumns, preset.payrollColumns) ? [] : payrollColumns,
    dayCodes: Object.fromEntries(
      country.dayCodes.map(({ key, code }) => [key, dayCodes[key].trim() === code ? null : dayCodes[key]]),
    ) as Body['dayCodes'],
  };
}

type Part = { country: Country };
const useForm = () => useSurroundingForm<LayoutValues>();

export function SheetLayoutFields(part: Part) {
  return (
    <div className="sm:col-span-2">
      <Columns {...part} />
      <DayCodes {...part} />
      {part.country.kind === 'team' && <Lines {...part} />}
      <PayrollColumns {...part} />
    </div>
  );
}

type PartFoldProps = Part & { name: keyof LayoutValues; children: React.ReactNode };

/** One part, folded, with a way back to the country's own. */
function PartFold({ country, name, children }: PartFoldProps) {
  const { t } = useTranslation('month-export');
  const form = useForm();
  const preset = presetOf(country)[name];
  const isChanged = JSON.stringify(form.watch(name)) !== JSON.stringify(preset);
  return (
    <Disclosure
      title={
        <span className="flex flex-wrap items-center gap-x-3">
          {t(`settings.${name}`)}
          {isChanged && <Badge>{t('settings.changed')}</Badge>}
        </span>
      }
      hasError={form.formState.errors[name] !== undefined}
    >
      <div className="flex w-full flex-col gap-3 pb-3 sm:pl-7">
        {children}
        {isChanged && (
          <Button
            variant="ghost"
            className="self-start"
            icon={<RotateCcw className="size-5" aria-hidden="true" />}
            onClick={() => form.setValue(name, preset, { shouldDirty: true, shouldValidate: true })}
          >
            {t('settings.reset')}
          </Button>
        )}
      </div>
    </Disclosure>
  );
}

function Columns({ country }: Part) {
  const form = useForm();
  const columns = form.watch('columns');
  return (
    <PartFold country={country} name="columns">
      <ColumnList
        choices={country.choices}
        columns={columns}
        error={form.formState.errors.columns?.message}
        onChange={(next) => form.setValue('columns', next, { shouldDirty: true })}
      />
    </PartFold>
  );
}

/** The columns that the payroll program reads, each with the heading that it looks for. */
function PayrollColumns({ country }: Part) {
  const form = useForm();
  const { t } = useTranslation('month-export');
  const columns = form.watch('payrollColumns');
  const errors = form.formState.errors.payrollColumns;
  const set = (next: LayoutValues['payrollColumns']) =>
    form.setValue('payrollColumns', next, { shouldDirty: true });
  return (
    <PartFold country={country} name="payrollColumns">
      <p className="text-ink-muted text-sm">{t('settings.payrollColumnsHint')}</p>
      <ColumnList
        choices={country.payrollChoices}
        columns={columns.map(({ column }) => column)}
        error={errors?.message}
        onChange={(next) =>
          set(next.map((key) => columns.find(({ column }) => column === key) ?? { column: key, heading: '' }))
        }
        heading={(index, label) => (
          <Field label={label} error={errors?.[index]?.heading?.message} className="w-full">
            <Input
              autoComplete="off"
              placeholder={label}
              value={columns[index]?.heading ?? ''}
              onChange={({ target }) =>
                set(columns.map((each, at) => (at === index ? { ...each, heading: target.value } : each)))
              }
            />
          </Field>
        )}
      />
    </PartFold>
  );
}

type ColumnListProps = {
  choices: readonly { key: string; label: string; needed?: boolean }[];
  /** Keys, in their order. */
  columns: readonly string[];
  error: string | undefined;
  /** Instead of a column's label, a field for its heading. */
  heading?: (index: number, label: string) => ReactNode;
  onChange: (columns: string[]) => void;
};

/** Columns to put in order, to leave out and to add. */
function ColumnList({ choices, columns, error, heading, onChange }: ColumnListProps) {
  const { t } = useTranslation('month-export');
  const errorId = useId();
  const byKey = new Map(choices.map((choice) => [choice.key, choice]));
  const move = (from: number, to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const [moved] = columns.slice(from, from + 1);
    if (moved === undefined || to < 0 || to >= columns.length) return;
    // A moved element loses the focus.
    const button = event.currentTarget;
    flushSync(() => onChange(columns.toSpliced(from, 1).toSpliced(to, 0, moved)));
    button.focus();
  };
  const hidden = choices.filter(({ key }) => !columns.includes(key));
  return (
    <>
      <ol className="divide-y divide-hairline">
        {columns.map((key, index) => {
          const { label = key, needed = false } = byKey.get(key) ?? {};
          return (
            <li
              key={key}
              className={clsx(
                'flex justify-between gap-2',
                heading ? 'flex-wrap items-end justify-end py-2 sm:flex-nowrap' : 'items-center',
              )}
            >
              <span className={clsx('min-w-0 flex-1 hyphens-auto', heading && 'basis-full sm:basis-0')}>
                {heading?.(index, label) ?? label}
              </span>
              <span className="flex shrink-0">
                <IconButton label={t('settings.up', { label })} onClick={move(index, index - 1)}>
                  <ArrowUp className="size-5" aria-hidden="true" />
                </IconButton>
                <IconButton label={t('settings.down', { label })} onClick={move(index, index + 1)}>
                  <ArrowDown className="size-5" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('settings.remove', { label })}
                  disabled={needed}
                  onClick={() => onChange(columns.toSpliced(index, 1))}
                >
                  <X className="size-5" aria-hidden="true" />
                </IconButton>
              </span>
            </li>
          );
        })}
      </ol>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hidden.length > 0 && (
        <Select
          aria-label={t('settings.addColumn')}
          value=""
          onChange={({ target }) => onChange([...columns, target.value])}
          emptyLabel={t('settings.addColumn')}
          options={hidden.map(({ key, label }) => ({ value: key, label }))}
        />
      )}
    </>
  );
}

function DayCodes({ country }: Part) {
  const form = useForm();
  const { t } = useTranslation('month-export');
  return (
    <PartFold country={country} name="dayCodes">
      <p className="text-ink-muted text-sm">{t('settings.dayCodesHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {country.dayCodes.map(({ key, label }) => (
          <form.TextField
            key={key}
            name={`dayCodes.${key}`}
            label={<span className="inline-block first-letter:uppercase">{label}</span>}
            spellCheck={false}
            inputClassName="figures"
          />
        ))}
      </div>
    </PartFold>
  );
}

function Lines({ country }: Part) {
  const form = useForm();
  const { t } = useTranslation('month-export');
  const lines = form.watch('lines');
  return (
    <PartFold country={country} name="lines">
      {SHEET_LINES.map((line) => (
        <Checkbox
          key={line}
          label={t(`settings.line.${line}`)}
          checked={lines.includes(line)}
          onChange={({ target }) =>
            form.setValue(
              'lines',
              target.checked ? [...lines, line] : lines.filter((each) => each !== line),
              { shouldDirty: true },
            )
          }
        />
      ))}
    </PartFold>
  );
}
