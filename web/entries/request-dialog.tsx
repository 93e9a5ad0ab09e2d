import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { REQUEST_KINDS } from '#contract/corrections.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useUser } from '#web/call/user.ts';
import { useSchemaForm } from '#web/forms/form.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { type BreakValues, breakValues } from './break-fields.tsx';
import { EntryFields, type EntryFieldValues } from './entry-fields.tsx';
import { useEntryPeriod } from './entry-line.tsx';
import { ReasonField } from './reason-field.tsx';

export type RequestedEntry = Pick<TimeEntry, 'id' | 'locationId' | 'location' | 'checkIn' | 'checkOut'> &
  // Absent where the entry was read without them.
  Partial<Pick<TimeEntry, 'breaks'>>;

type Kind = (typeof REQUEST_KINDS)[number];
type Values = EntryFieldValues & { kind: Kind; reason: string };
type Body = EndpointInput<'createCorrectionRequest'>['body'];

/** What is filled in already; instants are ISO 8601 UTC. */
export type FilledIn = Partial<Pick<Values, 'checkIn' | 'checkOut' | 'reason'>> & {
  location?: Named | undefined;
  /** A break of the entry; it takes the place of a recorded one with the same start. An empty time is still to be said. */
  takenBreak?: Pick<BreakValues, 'startedAt' | 'endedAt'>;
};
type Named = { id: string; name: string };

type RequestDialogProps = {
  entry?: RequestedEntry;
  filledIn?: FilledIn;
  onSent?: () => void;
  onClose: () => void;
};

/** Asks an administrator for a correction; what is refused stays as it was typed. */
export function RequestDialog({ entry, filledIn = {}, onSent, onClose }: RequestDialogProps) {
  const { t } = useTranslation(['own-time', 'time-entries']);
  const { today } = useCompanyTime();
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
  const kind = form.watch('kind');
  const { data: locations = [] } = useQuery(query('listLocationNames'));
  const { mutateAsync: create } = useCall('createCorrectionRequest', { handlesErrors: true });
  const isIncomplete = form.formState.errors.kind !== undefined;

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
        await create({ body });
        onSent?.();
      }}
      done={() => ({ title: t('request.done'), description: t('request.doneText') })}
      onClose={onClose}
    >
      {entry && (
        <RadioCards legend={t('request.what')}>
          <RadioCard title={t('request.edit')} value="edit" {...form.register('kind')} />
          <RadioCard
            title={t('request.delete')}
            text={t('request.deleteText')}
            value="delete"
            {...form.register('kind')}
          />
        </RadioCards>
      )}
      {kind !== 'delete' && (
        <EntryFields
          locations={locations}
          current={current}
          date={date}
          isNew={!entry}
          isIncomplete={isIncomplete && kind === 'add'}
          breaks={
            recordsBreaks || defaultValues.breaks.length > 0
              ? { canSetPaid: false, isOpen: takenBreak !== undefined }
              : undefined
          }
        />
      )}
      <ReasonField hint={t('request.reasonHint')} />
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
