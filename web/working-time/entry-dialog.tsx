import { useQuery } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { splitDuration } from '#domain/hours.ts';
import { fullName } from '#domain/names.ts';
import { useReach } from '#web/api/auth.ts';
import { useSaveTimeEntry } from '#web/api/corrections.ts';
import { employeesQuery, formerEmployeesQuery } from '#web/api/employees.ts';
import { useLocationOptions } from '#web/api/locations.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { BreakFields, type BreakValues, breakValues, sentBreaks } from './break-fields.tsx';
import type { ShownEntry } from './entry-line.tsx';
import { MomentField } from './moment-field.tsx';
import { OverlongNote } from './overlong-note.tsx';
import { ReasonField } from './reason-field.tsx';

type EntryDialogProps = {
  /** Undefined to add a new one. */
  entry: ShownEntry | undefined;
  /** What is filled in for a new one; instants are ISO 8601 UTC. */
  filledIn?: Partial<EntryValues>;
  /** The date `yyyy-MM-dd` at which a new one is looked for. */
  date: string;
  onClose: () => void;
};

type EntryValues = {
  userId: string;
  locationId: string;
  checkIn: string;
  checkOut: string;
  breaks: BreakValues[];
  reason: string;
};

/** Adds an entry for somebody or changes one, with a reason; what is refused stays as it was typed. */
export function EntryDialog({ entry, filledIn, date, onClose }: EntryDialogProps) {
  const { t } = useTranslation(['time-entries', 'common']);
  // Managers only state when somebody left.
  const isEndOnly = useReach('updateTimeEntry') === 'locations';
  const defaultValues: EntryValues = {
    userId: entry?.userId ?? '',
    locationId: entry?.locationId ?? '',
    checkIn: entry?.checkIn ?? '',
    checkOut: entry?.checkOut ?? '',
    breaks: breakValues(entry?.breaks ?? []),
    reason: '',
    ...filledIn,
  };
  // The check-out may be empty only while the employee is still checked in.
  const mayStayOpen = entry?.checkOut === null && !entry.needsAttention;
  const toBody = ({
    userId,
    checkOut,
    breaks: typedBreaks,
    ...typed
  }: EntryValues): EndpointInput<'createTimeEntry' | 'updateTimeEntry'>['body'] => {
    // Where they are not known, they stay.
    const breaks = isEndOnly || (entry && !entry.breaks) ? undefined : sentBreaks(typedBreaks, mayStayOpen);
    const given = { ...typed, breaks };
    return entry
      ? { ...given, checkOut: mayStayOpen && checkOut === '' ? null : checkOut }
      : { ...given, userId, checkOut };
  };
  const form = useSchemaForm(entry ? 'updateTimeEntry' : 'createTimeEntry', { defaultValues }, toBody);
  const { register, formState, setValue } = form;
  const { errors, isSubmitted } = formState;
  const [checkIn, checkOut] = form.watch(['checkIn', 'checkOut']);
  const { mutateAsync: save } = useSaveTimeEntry(entry?.id);
  const setMoment = (name: 'checkIn' | 'checkOut') => (instant: string) =>
    setValue(name, instant, { shouldDirty: true, shouldValidate: isSubmitted });

  const lengthMs = checkIn && checkOut ? Date.parse(checkOut) - Date.parse(checkIn) : 0;

  return (
    <FormDialog
      form={form}
      title={t(entry ? 'edit.title' : 'add.title')}
      description={entry && fullName(entry.user)}
      submitLabel={t(entry ? 'common:save' : 'add.submit')}
      onSubmit={save}
      done={t(entry ? 'edit.done' : 'add.done')}
      onClose={onClose}
    >
      {!entry && (
        <Field label={t('fields.employee')} error={errors.userId && t('fields.employeeRequired')}>
          <EmployeeSelect {...register('userId')} />
        </Field>
      )}
      {!isEndOnly && (
        <>
          <Field label={t('fields.location')} error={errors.locationId && t('fields.locationRequired')}>
            <LocationSelect current={entry} {...register('locationId')} />
          </Field>
          <MomentField
            legend={t('fields.checkIn')}
            initial={defaultValues.checkIn || date}
            onChange={setMoment('checkIn')}
            error={errors.checkIn?.message}
          />
        </>
      )}
      <MomentField
        legend={t('fields.checkOut')}
        aside={mayStayOpen && t('fields.stillWorking')}
        initial={defaultValues.checkOut || (entry ? '' : defaultValues.checkIn || date)}
        onChange={setMoment('checkOut')}
        error={errors.checkOut?.message}
      />
      {lengthMs > 0 && (
        <p className="figures text-ink-muted text-sm">
          {t('fields.length', { duration: t('common:duration', splitDuration(lengthMs)) })}
        </p>
      )}
      <OverlongNote lengthMs={lengthMs} />
      {!isEndOnly && (!entry || entry.breaks) && (
        <BreakFields
          // The form has these fields too.
          form={form as unknown as Parameters<typeof BreakFields>[0]['form']}
          date={checkIn || date}
        />
      )}
      <ReasonField error={errors.reason?.message} {...register('reason')} />
    </FormDialog>
  );
}

type SelectProps = Omit<Parameters<typeof Select>[0], 'children'>;

/** Chooses a person, former ones included. Needs the area `time-entries`. */
export function EmployeeSelect(props: SelectProps) {
  const { t } = useTranslation(['time-entries', 'common']);
  const { data: employees = [] } = useQuery(employeesQuery);
  const { data: former = [] } = useQuery(formerEmployeesQuery);
  // A former employee's entry may still have to be added or corrected.
  const options = employees.map((employee) => ({
    id: employee.id,
    name: employee.isActive ? fullName(employee) : `${fullName(employee)} · ${t('common:inactive')}`,
  }));
  const deleted = former.map((person) => ({ id: person.id, name: fullName(person) }));
  return <Options options={options} further={{ label: t('fields.former'), options: deleted }} {...props} />;
}

type LocationSelectProps = SelectProps & {
  /** The entry's location may have been deleted since. */
  current?: Pick<ShownEntry, 'locationId' | 'location'> | undefined;
};

export function LocationSelect({ current, ...props }: LocationSelectProps) {
  const { data: locations = [] } = useLocationOptions();
  const isListed = !current || locations.some(({ id }) => id === current.locationId);
  const options = isListed ? locations : [...locations, { id: current.locationId, ...current.location }];
  return <Options options={options} {...props} />;
}

type Option = { id: string; name: string };
type OptionsProps = SelectProps & {
  options: readonly Option[];
  /** After the others, under a heading. */
  further?: { label: string; options: readonly Option[] };
};

function Options({ options, further, ...props }: OptionsProps) {
  const { t } = useTranslation('time-entries');
  const { compare } = new Intl.Collator(useLanguage());
  const inOrder = (of: readonly Option[]) =>
    of
      .toSorted((a, b) => compare(a.name, b.name))
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ));
  const count = options.length + (further?.options.length ?? 0);
  return (
    // The options may load after the choice was set.
    <Select key={count} {...props}>
      <option value="">{t('fields.choose')}</option>
      {inOrder(options)}
      {further && further.options.length > 0 && (
        <optgroup label={further.label}>{inOrder(further.options)}</optgroup>
      )}
    </Select>
  );
}
