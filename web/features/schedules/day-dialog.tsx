import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { fullName } from '#domain/names.ts';
import { MAX_SHIFTS_A_DAY } from '#domain/schedules.ts';
import { shiftOf } from '#domain/typed-shifts.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import type { Day } from './ranges.ts';
import { type Person, useKinds } from './schedule-data.ts';
import { ShiftFields } from './shift-fields.tsx';

type DayDialogProps = {
  person: Person;
  date: string;
  shifts: Day;
  onSave: (day: Day) => void;
  onClose: () => void;
};

const NEW_SHIFT = { starts: '', ends: '', breakMinutes: 0, locationId: null, kindId: null, note: null };

/** The shifts of a person on a date. They are set like painted ones, and saved with them. */
export function DayDialog({ person, date, shifts, onSave, onClose }: DayDialogProps) {
  const { t } = useTranslation(['schedules', 'common']);
  const { formatLongDate } = useCompanyTime();
  const { active, byId } = useKinds();
  const form = useSchemaForm('setScheduleDays', {
    defaultValues: {
      days: [{ userId: person.user.id, date, shifts: shifts.length > 0 ? [...shifts] : [NEW_SHIFT] }],
    },
  });
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: 'days.0.shifts' });
  const kindsFor = (index: number) => {
    const own = byId.get(shifts[index]?.kindId ?? '');
    return own && !own.isActive ? [...active, own] : active;
  };
  const choose = (index: number, id: string) => {
    const kind = byId.get(id);
    if (kind)
      update(index, { ...shiftOf(kind), note: form.getValues(`days.0.shifts.${index}.note`) ?? null });
  };
  return (
    <FormDialog
      form={form}
      title={fullName(person.user)}
      description={formatLongDate(date)}
      submitLabel={t('set')}
      onSubmit={async ({ days: [day] }) => {
        onSave(
          (day?.shifts ?? []).map((shift) => ({ ...shift, note: shift.note ?? null })).toSorted(byStart),
        );
        onClose();
      }}
      onClose={onClose}
    >
      {fields.length === 0 && <p className="text-ink-muted">{t('dayOff')}</p>}
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          className="flex min-w-0 flex-col gap-4 not-first:border-hairline not-first:border-t not-first:pt-4"
        >
          <legend className="sr-only">{t('shiftNumber', { number: index + 1 })}</legend>
          {active.length > 0 && (
            <form.SelectField
              name={`days.0.shifts.${index}.kindId`}
              label={t('fields.kind')}
              emptyLabel={t('noKind')}
              options={kindsFor(index).map(({ id, code, name }) => ({
                value: id,
                label: `${code} · ${name}`,
              }))}
              rules={{
                setValueAs: (value: string | null) => value || null,
                onChange: ({ target }) => choose(index, target.value),
              }}
            />
          )}
          <ShiftFields prefix={`days.0.shifts.${index}.`} />
          <form.TextField
            name={`days.0.shifts.${index}.note`}
            label={t('fields.note')}
            maxLength={200}
            isOptional
          />
          <Button
            variant="ghost"
            className="self-start"
            icon={<Trash2 className="size-5" aria-hidden="true" />}
            onClick={() => remove(index)}
          >
            {fields.length > 1 ? t('removeNumber', { number: index + 1 }) : t('removeShift')}
          </Button>
        </fieldset>
      ))}
      {fields.length < MAX_SHIFTS_A_DAY && (
        <Button
          variant="secondary"
          className="self-start"
          icon={<Plus className="size-5" aria-hidden="true" />}
          onClick={() => append(NEW_SHIFT)}
        >
          {t('addShift')}
        </Button>
      )}
    </FormDialog>
  );
}

const byStart = (a: Day[number], b: Day[number]) => Number(a.starts > b.starts) - Number(a.starts < b.starts);
