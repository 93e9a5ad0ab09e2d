import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { REQUEST_KINDS } from '#contract/corrections.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { dateIn } from '#domain/dates.ts';
import { useUser } from '#web/api/auth.ts';
import { activeLocationsQuery, useCreateCorrectionRequest } from '#web/api/own-time.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { BreakFields, type BreakValues, breakValues } from './break-fields.tsx';
import { useEntryPeriod } from './entry-line.tsx';
import { MomentField } from './moment-field.tsx';
import { OverlongNote } from './overlong-note.tsx';
import { ReasonField } from './reason-field.tsx';

export type RequestedEntry = Pick<TimeEntry, 'id' | 'locationId' | 'location' | 'checkIn' | 'checkOut'> &
  // Absent where the entry was read without them.
  Partial<Pick<TimeEntry, 'breaks'>>;

type Kind = (typeof REQUEST_KINDS)[number];
type Values = {
  kind: Kind;
  locationId: string;
  checkIn: string;
  checkOut: string;
  breaks: BreakValues[];
  reason: string;
};
type Body = EndpointInput<'createCorrectionRequest'>['body'];

/** What is filled in already; instants are ISO 8601 UTC. */
export type FilledIn = Partial<Pick<Values, 'checkIn' | 'checkOut' | 'reason'>> & {
  location?: Named | undefined;
  /** A break of the entry; it takes the place of a recorded one with the same start. An empty time is still to be said. */
  takenBreak?: Pick<BreakValues, 'startedAt' | 'endedAt'>;
};
type Named = { id: string; name: string };

type RequestDialogProps = {
  /** Undefined for a missing entry. */
  entry?: RequestedEntry;
  filledIn?: FilledIn;
  /** After the request was sent. */
  onSent?: () => void;
  onClose: () => void;
};

/** Asks an administrator for a correction; what is refused stays as it was typed. */
export function RequestDialog({ entry, filledIn = {}, onSent, onClose }: RequestDialogProps) {
  const { t } = useTranslation(['own-time', 'time-entries']);
  const { today, timeZone } = useCompanyTime();
  const period = useEntryPeriod();
  const [date] = useState(today);
  const { recordsBreaks } = useUser().company;
  const { location, takenBreak, ...filledInTexts } = filledIn;
  const recorded = entry?.breaks ?? [];
  const current = entry ? { id: entry.locationId, name: entry.location.name } : location;
  const defaultValues: Values = {
    kind: entry ? 'edit' : 'add',
    locationId: current?.id ?? '',
    checkIn: entry?.checkIn ?? '',
    checkOut: entry?.checkOut ?? '',
    breaks: breakValues([
      ...recorded.filter(({ startedAt }) => startedAt !== takenBreak?.startedAt),
      ...(takenBreak ? [{ ...takenBreak, isPaid: false }] : []),
    ]),
    reason: '',
    ...filledInTexts,
  };
  const form = useSchemaForm('createCorrectionRequest', { defaultValues }, (values) => bodyOf(values, entry));
  const { register, formState, setValue } = form;
  const { errors, isSubmitted } = formState;
  const kind = form.watch('kind');
  const { mutateAsync: create } = useCreateCorrectionRequest();
  const setMoment = (name: 'checkIn' | 'checkOut') => (instant: string) =>
    setValue(name, instant, { shouldDirty: true, shouldValidate: isSubmitted });
  const isIncomplete = errors.kind !== undefined;
  const [locationId, checkIn, checkOut] = form.watch(['locationId', 'checkIn', 'checkOut']);
  const dayOf = (instant: string | undefined) => (instant ? dateIn(instant, timeZone) : date);
  const required = (value: string) => (isIncomplete && kind === 'add' && !value ? t('required') : undefined);

  return (
    <FormDialog
      form={form}
      title={t(entry ? 'request.title' : 'addMissing')}
      description={
        entry && (
          <>
            {entry.location.name}, <span className="figures">{period(entry.checkIn, entry.checkOut)}</span>
          </>
        )
      }
      submitLabel={t('request.submit')}
      onSubmit={async (body) => {
        await create(body);
        onSent?.();
      }}
      done={() => ({ title: t('request.done'), description: t('request.doneText') })}
      onClose={onClose}
    >
      {entry && (
        <RadioCards legend={t('request.what')}>
          <RadioCard title={t('request.edit')} value="edit" {...register('kind')} />
          <RadioCard
            title={t('request.delete')}
            text={t('request.deleteText')}
            value="delete"
            {...register('kind')}
          />
        </RadioCards>
      )}
      {kind !== 'delete' && (
        <>
          <Field label={t('time-entries:fields.location')} error={required(locationId)}>
            <LocationSelect current={current} {...register('locationId')} />
          </Field>
          <MomentField
            legend={t('time-entries:fields.checkIn')}
            initial={defaultValues.checkIn || date}
            onChange={setMoment('checkIn')}
            error={errors.checkIn?.message ?? required(checkIn)}
          />
          <MomentField
            legend={t('time-entries:fields.checkOut')}
            initial={defaultValues.checkOut || (entry ? '' : dayOf(filledIn.checkIn))}
            onChange={setMoment('checkOut')}
            error={errors.checkOut?.message ?? required(checkOut)}
          />
        </>
      )}
      {kind !== 'delete' && checkIn && checkOut && (
        <OverlongNote lengthMs={Date.parse(checkOut) - Date.parse(checkIn)} />
      )}
      {kind !== 'delete' && (recordsBreaks || defaultValues.breaks.length > 0) && (
        <BreakFields
          // The form has these fields too.
          form={form as unknown as Parameters<typeof BreakFields>[0]['form']}
          date={checkIn || date}
          canSetPaid={false}
          isOpen={takenBreak !== undefined}
        />
      )}
      <ReasonField hint={t('request.reasonHint')} error={errors.reason?.message} {...register('reason')} />
      {isIncomplete && kind === 'edit' && (
        <Alert tone="attention" role="alert">
          {t('request.unchanged')}
        </Alert>
      )}
    </FormDialog>
  );
}

/** Only the changed fields. */
function bodyOf(
  { kind, locationId, checkIn, checkOut, breaks, reason }: Values,
  entry?: RequestedEntry,
): Body {
  if (kind === 'delete') return { kind, timeEntryId: entry?.id, reason };
  const changed = (value: string, before: string | null | undefined) =>
    value !== '' && value !== before ? value : null;
  const recorded = entry?.breaks ?? [];
  const stated = breaks.map(({ startedAt, endedAt }) => {
    const lasts = recorded.some((one) => one.startedAt === startedAt && one.endedAt === null);
    return { startedAt, endedAt: endedAt || (lasts ? null : '') };
  });
  const hasSame = ({ startedAt, endedAt }: (typeof stated)[number]) =>
    recorded.some((one) => one.startedAt === startedAt && one.endedAt === endedAt);
  const isChanged = stated.length !== recorded.length || !stated.every(hasSame);
  return {
    kind,
    timeEntryId: entry?.id,
    locationId: changed(locationId, entry?.locationId),
    checkIn: changed(checkIn, entry?.checkIn),
    checkOut: changed(checkOut, entry?.checkOut),
    ...(isChanged && { breaks: stated, knownBreaks: recorded.map(({ startedAt }) => startedAt) }),
    reason,
  };
}

type LocationSelectProps = Omit<Parameters<typeof Select>[0], 'children'> & {
  /** It may be inactive now. */
  current: Named | undefined;
};

function LocationSelect({ current, ...props }: LocationSelectProps) {
  const { t } = useTranslation('time-entries');
  const { data: locations = [] } = useQuery(activeLocationsQuery);
  const isListed = !current || locations.some(({ id }) => id === current.id);
  const options = isListed ? locations : [...locations, current];
  return (
    // The options may load after the choice was set.
    <Select key={options.length} {...props}>
      <option value="">{t('fields.choose')}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
