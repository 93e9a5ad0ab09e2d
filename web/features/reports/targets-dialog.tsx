import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputReport, OutputTarget } from '#contract/reports.ts';
import type { DatePeriod } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { byName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { ApiError } from '#web/call/request.ts';
import { useCall } from '#web/call/use-call.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { joinQueries, Loaded } from '#web/loading/loaded.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

type TargetsDialogProps = { period: DatePeriod; onClose: () => void };

/** The quantity per hour that each location should reach, for the units reported there. */
export function TargetsDialog({ period, onClose }: TargetsDialogProps) {
  const { t } = useTranslation(['overview', 'common']);
  const language = useLanguage();
  const report = useQuery(
    query('getOutputReport', {
      query: {
        startDate: period.start,
        endDate: period.end,
        locationId: undefined,
        by: 'location',
      },
    }),
  );
  const result = joinQueries(
    useQuery({ ...query('listOutputTargets'), staleTime: 0 }),
    useQuery(query('listLocations')),
    report,
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={t('targets.title')}
      description={t('targets.text')}
      closeLabel={t('common:close')}
    >
      <Loaded query={result}>
        {([targets, locations, { groups }]) => (
          <TargetsForm
            targets={targets}
            rows={rowsOf(targets, locations, groups, language)}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

type Row = { key: string; locationId: string; name: string; unit: string };

/** The pairs of location and unit that have a target, or reports in the period. */
function rowsOf(
  targets: readonly OutputTarget[],
  locations: readonly { id: string; name: string }[],
  groups: OutputReport['groups'],
  language: Language,
): Row[] {
  const order = byName(language);
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  const pairs = [
    ...targets.map(({ locationId, unit }) => ({ locationId, unit })),
    ...groups.flatMap(({ key, unit }) => (key ? [{ locationId: key, unit }] : [])),
  ].map((pair) => ({
    ...pair,
    key: `${pair.locationId} ${pair.unit}`,
    name: names.get(pair.locationId) ?? '–',
  }));
  return [...new Map(pairs.map((pair) => [pair.key, pair])).values()].toSorted(
    (a, b) => order(a, b) || a.unit.localeCompare(b.unit),
  );
}

type TargetsFormProps = { targets: readonly OutputTarget[]; rows: readonly Row[]; onClose: () => void };

function TargetsForm({ targets, rows, onClose }: TargetsFormProps) {
  const { t } = useTranslation(['overview', 'common']);
  const { unit } = useWorkUnits();
  const { toast } = useToast();
  const language = useLanguage();
  const save = useCall('updateOutputTargets', { handlesErrors: true });
  const [typed, setTyped] = useState(
    () =>
      new Map(
        targets.map(({ locationId, unit, perHour }) => [
          `${locationId} ${unit}`,
          perHour.toLocaleString(language, { useGrouping: false }),
        ]),
      ),
  );
  const numberOf = (key: string) => Number((typed.get(key) ?? '').trim().replace(',', '.'));
  const wrong = rows.filter(({ key }) => typed.get(key)?.trim() && !(numberOf(key) >= 0.01));
  const submit = () =>
    save.mutate(
      {
        body: {
          targets: rows.flatMap(({ key, locationId, unit }) =>
            typed.get(key)?.trim() ? [{ locationId, unit, perHour: numberOf(key) }] : [],
          ),
        },
      },
      {
        onSuccess: () => {
          onClose();
          toast({ title: t('targets.saved'), tone: 'success' });
        },
      },
    );
  if (rows.length === 0) return <p className="text-ink-muted">{t('targets.empty')}</p>;
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length === 0) submit();
      }}
      error={save.error instanceof ApiError ? save.error.message : undefined}
      submitLabel={t('common:save')}
      isPending={save.isPending}
      onCancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {rows.map(({ key, name, unit: units }) => (
          <Field
            key={key}
            label={t('targets.field', { location: name, unit: unit(units) })}
            error={wrong.some((row) => row.key === key) && t('targets.wrong')}
          >
            <Input
              inputMode="decimal"
              value={typed.get(key) ?? ''}
              onChange={({ target }) => setTyped(new Map(typed).set(key, target.value))}
            />
          </Field>
        ))}
      </div>
    </DialogForm>
  );
}
