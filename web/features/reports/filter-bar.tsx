import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { addDays, type DatePeriod, monthOf, previousMonthOf, weekOf } from '#domain/dates.ts';
import { byName, fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { monthText } from '#web/time/date-text.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { isReversed, type ReportFilters } from './report-filters.ts';

type FilterBarProps = {
  filters: ReportFilters;
  /** Today's calendar date in the company. */
  today: string;
  onChange: (changes: Partial<ReportFilters>) => void;
};

const yearOf = (date: string) => ({ start: `${date.slice(0, 4)}-01-01`, end: `${date.slice(0, 4)}-12-31` });

const QUICK_PERIODS = {
  thisWeek: weekOf,
  thisMonth: monthOf,
  lastMonth: previousMonthOf,
  thisYear: yearOf,
} satisfies Record<string, (today: string) => DatePeriod>;
const MONTHS_OFFERED = 36;
const QUICK_NAMES = ['thisWeek', 'thisMonth', 'lastMonth', 'thisYear'] as const;

const isChart = ({ report }: ReportFilters) => report === 'overview' || report === 'output';

export function FilterBar({ filters, today, onChange }: FilterBarProps) {
  const { t } = useTranslation('reports');
  const { start, end } = filters.period;
  if (filters.report === 'months') return <MonthFilter start={start} today={today} onChange={onChange} />;
  return (
    <search
      aria-label={t('filters.label')}
      className="flex flex-col gap-4 xl:-mt-3 xl:flex-row xl:items-end print:hidden"
    >
      <fieldset className="flex flex-wrap gap-2 xl:flex-nowrap xl:*:px-3">
        <legend className="sr-only">{t('quick.label')}</legend>
        {QUICK_NAMES.filter((name) => name !== 'thisYear' || isChart(filters)).map((name) => {
          const period = QUICK_PERIODS[name](today);
          return (
            <Button
              key={name}
              variant="secondary"
              aria-pressed={period.start === start && period.end === end}
              onClick={() => onChange({ period })}
            >
              {t(`quick.${name}`)}
            </Button>
          );
        })}
      </fieldset>
      <div className="grid gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-4 xl:flex-1 xl:gap-2">
        <DateFilter
          label={t('filters.start')}
          value={start}
          error={isReversed(filters) && t('filters.reversed')}
          onChange={(date) => onChange({ period: { start: date, end } })}
        />
        <DateFilter
          label={t('filters.end')}
          value={end}
          onChange={(date) => onChange({ period: { start, end: date } })}
        />
        {filters.report === 'time-entries' && <Who filters={filters} onChange={onChange} />}
        {(filters.report === 'time-entries' || isChart(filters)) && (
          <Where filters={filters} onChange={onChange} />
        )}
      </div>
    </search>
  );
}

type MonthFilterProps = { start: string; today: string; onChange: FilterBarProps['onChange'] };

/** Chooses one month at a time: the one in which the period begins. */
function MonthFilter({ start, today, onChange }: MonthFilterProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const chosen = monthOf(start);
  const months = [monthOf(today)];
  for (let last = months.at(-1); last && months.length < MONTHS_OFFERED; last = months.at(-1)) {
    months.push(previousMonthOf(last.start));
  }
  if (!months.some((month) => month.start === chosen.start)) months.push(chosen);
  const take = (period: DatePeriod) => onChange({ period });
  return (
    <search aria-label={t('filters.label')} className="flex max-w-md items-end gap-2 print:hidden">
      <IconButton
        variant="secondary"
        label={t('months.previous')}
        onClick={() => take(previousMonthOf(chosen.start))}
      >
        <ChevronLeft className="size-5" aria-hidden="true" />
      </IconButton>
      <Field label={t('months.month')} className="flex-1">
        <Select
          value={chosen.start}
          onChange={({ target }) => take(monthOf(target.value))}
          options={months.map((month) => ({
            value: month.start,
            label: monthText(month.start.slice(0, 7), language),
          }))}
        />
      </Field>
      <IconButton
        variant="secondary"
        label={t('months.next')}
        disabled={chosen.end >= today}
        onClick={() => take(monthOf(addDays(chosen.end, 1)))}
      >
        <ChevronRight className="size-5" aria-hidden="true" />
      </IconButton>
    </search>
  );
}

type DateFilterProps = {
  label: string;
  value: string;
  error?: string | false;
  onChange: (date: string) => void;
};

/** Applies each complete date; while it is incomplete, the one before stays in force. */
function DateFilter({ label, value, error, onChange }: DateFilterProps) {
  // What was typed, until the address has it, which is a moment later.
  const [typed, setTyped] = useState<{ date: string; before: string }>();
  if (typed && typed.before !== value) setTyped(undefined);
  const shown = typed?.date ?? value;
  return (
    <Field label={label} error={shown && error}>
      <DateInput
        required
        value={shown}
        onChange={({ target }) => {
          setTyped({ date: target.value, before: value });
          if (target.value) onChange(target.value);
        }}
        onBlur={({ target }) => {
          if (target.value === '') setTyped(undefined);
        }}
      />
    </Field>
  );
}

function Who({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation('reports');
  const { data: employees } = useQuery(query('listPeople', { query: {} }));
  return (
    <ChoiceFilter
      label={t('filters.employee')}
      all={t('filters.allEmployees')}
      options={employees?.map((employee) => ({ id: employee.id, name: fullName(employee) }))}
      value={filters.employeeId}
      onChange={(employeeId) => onChange({ employeeId })}
    />
  );
}

function Where({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation('reports');
  const { data: locations } = useLocationOptions();
  return (
    <ChoiceFilter
      label={t('filters.location')}
      all={t('filters.allLocations')}
      options={locations}
      value={filters.locationId}
      onChange={(locationId) => onChange({ locationId })}
    />
  );
}

type ChoiceFilterProps = {
  label: string;
  all: string;
  options: readonly { id: string; name: string }[] | undefined;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
};

function ChoiceFilter({ label, all, options = [], value, onChange }: ChoiceFilterProps) {
  const { t } = useTranslation('reports');
  const order = byName(useLanguage());
  const isListed = options.some(({ id }) => id === value);
  return (
    <Field label={label} className="min-[22rem]:max-sm:col-span-2">
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        emptyLabel={all}
        options={[
          ...(value && !isListed ? [{ value, label: t('filters.notListed') }] : []),
          ...options.toSorted(order).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  );
}
