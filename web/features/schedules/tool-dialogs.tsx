import { useState } from 'react';
import { addDays, type DatePeriod } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { useCall } from '#web/call/use-call.ts';
import { DateField } from '#web/forms/date-fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/input.tsx';
import type { PlanStore } from './plan-store.ts';
import { type Person, useKinds } from './schedule-data.ts';

type ToolProps = { period: DatePeriod; store: PlanStore; onClose: () => void };

/** Copies the draft of a period to another one, for everybody on the page. */
export function CopyDialog({ period, store, onClose }: ToolProps) {
  const { t } = useTranslation('schedules');
  const { mutateAsync: copy } = useCall('copySchedule', { handlesErrors: true });
  const form = useSchemaForm('copySchedule', {
    defaultValues: {
      startDate: period.start,
      endDate: period.end,
      toDate: addDays(period.end, 1),
      skipHolidays: false,
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('copy.title')}
      description={t('copy.description')}
      submitLabel={t('copy.submit')}
      onSubmit={async (body) => {
        await store.flush();
        const answer = await copy({ body });
        store.accept(answer);
        return answer;
      }}
      done={({ after }) => ({ title: t('copy.done', { count: after.length }), description: t('canUndo') })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField control={form.control} name="startDate" label={t('fields.from')} />
        <DateField control={form.control} name="endDate" label={t('fields.to')} />
      </div>
      <DateField control={form.control} name="toDate" label={t('copy.toDate')} />
      <form.CheckboxField name="skipHolidays" label={t('skipHolidays')} />
    </FormDialog>
  );
}

type Values = {
  startDate: string;
  endDate: string;
  skipHolidays: boolean;
  /** Codes with spaces between them. */
  rotation: string;
};

const DAY_OFF = '-';
const codesOf = (typed: string) => typed.split(/[\s,]+/).filter(Boolean);

type FillProps = ToolProps & {
  people: readonly Person[];
  /** Ids of the people whose cells are chosen. */
  chosen: readonly string[];
};

/** Fills a period by kinds in order; everybody chosen begins at their own place. */
export function FillDialog({ period, people, store, chosen, onClose }: FillProps) {
  const { t } = useTranslation('schedules');
  const { active } = useKinds();
  const { mutateAsync: fill } = useCall('fillSchedule', { handlesErrors: true });
  /** The places of those who are chosen, from 1. */
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(
    () => new Map(chosen.length > 1 ? chosen.map((id) => [id, 1]) : []),
  );
  const kindOf = (code: string) =>
    code === DAY_OFF
      ? null
      : (active.find((kind) => kind.code.toLowerCase() === code.toLowerCase())?.id ?? code);
  const form = useSchemaForm<'fillSchedule', Values>(
    'fillSchedule',
    { defaultValues: { startDate: period.start, endDate: period.end, skipHolidays: false, rotation: '' } },
    ({ rotation, ...values }) => ({
      ...values,
      rotation: codesOf(rotation).map(kindOf),
      userIds: [...places.keys()],
      firstDay: Object.fromEntries([...places].map(([id, place]) => [id, place - 1])),
    }),
  );
  const append = (code: string) => {
    const typed = form.getValues('rotation').trimEnd();
    form.setValue('rotation', `${typed}${typed && ' '}${code}`, { shouldDirty: true });
  };
  const set = (id: string, place: number | undefined) => {
    const after = new Map(places);
    if (place === undefined) after.delete(id);
    else after.set(id, place);
    setPlaces(after);
  };
  return (
    <FormDialog
      form={form}
      title={t('fill.title')}
      description={t('fill.description')}
      submitLabel={t('fill.submit')}
      canSubmit={places.size > 0}
      onSubmit={async (body) => {
        await store.flush();
        const answer = await fill({ body });
        store.accept(answer);
        return answer;
      }}
      onInvalid={() => form.setError('rotation', { message: t('fill.unknown') })}
      done={({ after }) => ({ title: t('fill.done', { count: after.length }), description: t('canUndo') })}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField control={form.control} name="startDate" label={t('fields.from')} />
        <DateField control={form.control} name="endDate" label={t('fields.to')} />
      </div>
      <form.TextField name="rotation" label={t('fill.rotation')} hint={t('fill.rotationHint')} />
      <div className="flex flex-wrap gap-1">
        {active.map(({ id, code, name }) => (
          <Button key={id} variant="secondary" size="small" onClick={() => append(code)}>
            {code} · {name}
          </Button>
        ))}
        <Button variant="secondary" size="small" onClick={() => append(DAY_OFF)}>
          {t('dayOff')}
        </Button>
      </div>
      <form.CheckboxField name="skipHolidays" label={t('skipHolidays')} />
      <fieldset className="min-w-0">
        <legend className="font-medium text-sm">{t('fill.people')}</legend>
        <Checkbox
          label={t('fill.everybody')}
          checked={places.size === people.length}
          onChange={({ target }) =>
            setPlaces(
              new Map(target.checked ? people.map(({ user }) => [user.id, places.get(user.id) ?? 1]) : []),
            )
          }
        />
        <ul className="max-h-60 overflow-y-auto border-hairline border-t">
          {people.map(({ user }) => {
            const place = places.get(user.id);
            return (
              <li key={user.id} className="flex items-center justify-between gap-3">
                <Checkbox
                  label={fullName(user)}
                  checked={place !== undefined}
                  onChange={({ target }) => set(user.id, target.checked ? 1 : undefined)}
                />
                {place !== undefined && (
                  <Input
                    type="number"
                    min={1}
                    max={56}
                    aria-label={t('fill.place', { name: fullName(user) })}
                    className="figures w-20! shrink-0"
                    value={place}
                    onChange={({ target }) =>
                      set(user.id, Math.max(1, Math.min(56, target.valueAsNumber || 1)))
                    }
                  />
                )}
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Button
        variant="secondary"
        size="small"
        className="self-start"
        disabled={places.size < 2}
        onClick={() => {
          const length = Math.max(1, codesOf(form.getValues('rotation')).length);
          setPlaces(new Map([...places.keys()].map((id, index) => [id, (index % length) + 1])));
        }}
      >
        {t('fill.spread')}
      </Button>
    </FormDialog>
  );
}
