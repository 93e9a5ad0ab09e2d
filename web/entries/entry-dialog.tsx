import { useQuery } from '@tanstack/react-query';
import type { EndpointInput } from '#contract/index.ts';
import { fullName } from '#domain/names.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useReach } from '#web/call/user.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useLocationOptions } from '#web/forms/location-options.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { breakValues, sentBreaks } from './break-fields.tsx';
import { EntryFields, type EntryFieldValues, useNamedOptions } from './entry-fields.tsx';
import type { ShownEntry } from './entry-line.tsx';
import { ReasonField } from './reason-field.tsx';

type EntryDialogProps = {
  entry: ShownEntry | undefined;
  /** What is filled in for a new one; instants are ISO 8601 UTC. */
  filledIn?: Partial<EntryValues>;
  /** The date `yyyy-MM-dd` at which a new one is looked for. */
  date: string;
  onClose: () => void;
};

type EntryValues = EntryFieldValues & { userId: string; isAdditional: boolean; reason: string };

/** Adds an entry for somebody or changes one, with a reason; what is refused stays as it was typed. */
export function EntryDialog({ entry, filledIn, date, onClose }: EntryDialogProps) {
  const { t } = useTranslation(['time-entries', 'working-time', 'common']);
  // Managers only state when somebody left.
  const isEndOnly = useReach('updateTimeEntry') === 'locations';
  // Lithuania's law keeps it apart.
  const rules = useQuery({ ...query('getWorkRules'), enabled: !isEndOnly }).data;
  const hasAdditional = entry?.isAdditional || rules?.country === 'LT';
  const defaultValues: EntryValues = {
    userId: entry?.userId ?? '',
    locationId: entry?.locationId ?? '',
    checkIn: entry?.checkIn ?? '',
    checkOut: entry?.checkOut ?? '',
    breaks: breakValues(entry?.breaks ?? []),
    isAdditional: entry?.isAdditional ?? false,
    reason: '',
    ...filledIn,
  };
  // The check-out may be empty only while the employee is still checked in.
  const mayStayOpen = entry?.checkOut === null && !entry.needsAttention;
  const toBody = ({
    userId,
    checkOut,
    breaks: typedBreaks,
    isAdditional,
    ...typed
  }: EntryValues): EndpointInput<'createTimeEntry' | 'updateTimeEntry'>['body'] => {
    // Where they are not known, they stay.
    const breaks = isEndOnly || (entry && !entry.breaks) ? undefined : sentBreaks(typedBreaks, mayStayOpen);
    const isMarkChanged = isAdditional !== defaultValues.isAdditional;
    const given = { ...typed, breaks, ...(isMarkChanged && { isAdditional }) };
    return entry
      ? { ...given, checkOut: mayStayOpen && checkOut === '' ? null : checkOut }
      : { ...given, userId, checkOut };
  };
  const isMissing = entry?.checkOut === null && entry.needsAttention;
  const { data: endProposals = [] } = useQuery({
    ...query('listEndProposals', { params: { id: entry?.id ?? '' } }),
    enabled: isMissing,
  });
  const form = useSchemaForm(entry ? 'updateTimeEntry' : 'createTimeEntry', { defaultValues }, toBody);
  const { data: locations = [] } = useLocationOptions();
  const { mutateAsync: save } = useCall(entry ? 'updateTimeEntry' : 'createTimeEntry', {
    handlesErrors: true,
  });

  return (
    <FormDialog
      form={form}
      title={t(isMissing ? 'edit.endTitle' : entry ? 'edit.title' : 'add.title')}
      description={entry && fullName(entry.user)}
      submitLabel={t(entry ? 'common:save' : 'add.submit')}
      onSubmit={(body) => save('userId' in body ? { body } : { params: { id: entry?.id ?? '' }, body })}
      done={t(entry ? 'edit.done' : 'add.done')}
      onClose={onClose}
    >
      {!entry && <EmployeeField label={t('fields.employee')} problem={t('fields.employeeRequired')} />}
      <EntryFields
        locations={locations}
        current={entry && { id: entry.locationId, name: entry.location.name }}
        date={date}
        isNew={!entry}
        openNote={mayStayOpen && t('fields.stillWorking')}
        isEndOnly={isEndOnly}
        endProposals={isMissing ? endProposals : undefined}
        breaks={!isEndOnly && (!entry || entry.breaks) ? {} : undefined}
      />
      {hasAdditional && (
        <form.CheckboxField name="isAdditional" label={t('working-time:status.additional')} />
      )}
      <ReasonField />
    </FormDialog>
  );
}

type EmployeeFieldProps = {
  label: string;
  /** Shown where nobody is chosen. */
  problem: string;
};

/** Chooses the form's `userId`, former employees included. Needs the area `time-entries`. */
export function EmployeeField({ label, problem }: EmployeeFieldProps) {
  const { t } = useTranslation(['time-entries', 'common']);
  const form = useSurroundingForm<{ userId: string }>();
  const inOrder = useNamedOptions();
  const { data: employees = [] } = useQuery(query('listEmployees'));
  const { data: former = [] } = useQuery(query('listFormerEmployees'));
  const options = employees.map((employee) => ({
    id: employee.id,
    name: employee.isActive ? fullName(employee) : `${fullName(employee)} · ${t('common:inactive')}`,
  }));
  // A former employee's entry may still have to be added or corrected.
  const deleted = former.map((person) => ({ id: person.id, name: fullName(person) }));
  return (
    <form.SelectField
      // The options may load after the choice was set.
      key={options.length + deleted.length}
      name="userId"
      label={label}
      error={form.formState.errors.userId && problem}
      emptyLabel={t('fields.choose')}
      options={[
        ...inOrder(options),
        ...(deleted.length > 0 ? [{ label: t('fields.former'), options: inOrder(deleted) }] : []),
      ]}
    />
  );
}
