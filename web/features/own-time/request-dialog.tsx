import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { REQUEST_KINDS } from '#contract/corrections.ts';
import type { EndpointInput } from '#contract/index.ts';
import type { TimeEntry } from '#contract/time-tracking.ts';
import { placesQuery, useCreateCorrectionRequest } from '#web/api/own-time.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { useFormRefusal, useSchemaForm } from '#web/form.ts';
import { Alert, FormError } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useEntryPeriod } from '#web/working-time/entry-line.tsx';
import { MomentField } from '#web/working-time/moment-field.tsx';

export type RequestedEntry = Pick<TimeEntry, 'id' | 'locationId' | 'location' | 'checkIn' | 'checkOut'>;

type Kind = (typeof REQUEST_KINDS)[number];
type Values = { kind: Kind; locationId: string; checkIn: string; checkOut: string; reason: string };
type Body = EndpointInput<'createCorrectionRequest'>['body'];

type RequestDialogProps = {
  /** Nothing: one that is missing. */
  entry?: RequestedEntry;
  onClose: () => void;
};

/** Asks an administrator for a correction; what is refused stays as it was typed. */
export function RequestDialog({ entry, onClose }: RequestDialogProps) {
  const { t } = useTranslation(['own-time', 'time-entries', 'common']);
  const { today } = useCompanyTime();
  const period = useEntryPeriod();
  const { toast } = useToast();
  const [date] = useState(today);
  const defaultValues: Values = {
    kind: entry ? 'edit' : 'add',
    locationId: entry?.locationId ?? '',
    checkIn: entry?.checkIn ?? '',
    checkOut: entry?.checkOut ?? '',
    reason: '',
  };
  const form = useSchemaForm('createCorrectionRequest', { defaultValues }, (values) => bodyOf(values, entry));
  const { register, formState, setValue } = form;
  const { errors, isSubmitting, isSubmitted } = formState;
  const kind = form.watch('kind');
  const { refusal, onError, clearRefusal } = useFormRefusal(form);
  const { mutateAsync: create } = useCreateCorrectionRequest();
  const setMoment = (name: 'checkIn' | 'checkOut') => (instant: string) =>
    setValue(name, instant, { shouldDirty: true, shouldValidate: isSubmitted });
  const isIncomplete = errors.kind !== undefined;
  const [locationId, checkIn, checkOut] = form.watch(['locationId', 'checkIn', 'checkOut']);
  const required = (value: string) => (isIncomplete && kind === 'add' && !value ? t('required') : undefined);

  const submit = form.handleSubmit((body) => {
    clearRefusal();
    return create(body).then(() => {
      onClose();
      toast({ title: t('request.done'), description: t('request.doneText'), tone: 'success' });
    }, onError);
  });
  // An answer that comes to a closed dialog would be told to nobody.
  const close = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(entry ? 'request.title' : 'addMissing')}
      description={
        entry && (
          <>
            {entry.location.name}, <span className="figures">{period(entry.checkIn, entry.checkOut)}</span>
          </>
        )
      }
      closeLabel={t('common:close')}
      dirty={formState.isDirty}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
              <PlaceSelect current={entry} {...register('locationId')} />
            </Field>
            <MomentField
              legend={t('time-entries:fields.checkIn')}
              initial={entry?.checkIn ?? date}
              onChange={setMoment('checkIn')}
              error={errors.checkIn?.message ?? required(checkIn)}
            />
            <MomentField
              legend={t('time-entries:fields.checkOut')}
              initial={entry ? (entry.checkOut ?? '') : date}
              onChange={setMoment('checkOut')}
              error={errors.checkOut?.message ?? required(checkOut)}
            />
          </>
        )}
        <Field
          label={t('time-entries:fields.reason')}
          hint={t('request.reasonHint')}
          error={errors.reason?.message}
        >
          <Textarea rows={2} maxLength={500} required {...register('reason')} />
        </Field>
        {isIncomplete && kind === 'edit' && (
          <Alert tone="attention" role="alert">
            {t('request.unchanged')}
          </Alert>
        )}
        <FormError>{refusal}</FormError>
        <DialogFooter>
          <Button variant="secondary" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" pending={isSubmitting}>
            {t('request.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Only what is to be changed. */
function bodyOf({ kind, locationId, checkIn, checkOut, reason }: Values, entry?: RequestedEntry): Body {
  if (kind === 'delete') return { kind, timeEntryId: entry?.id, reason };
  const changed = (value: string, before: string | null | undefined) =>
    value !== '' && value !== before ? value : null;
  return {
    kind,
    timeEntryId: entry?.id,
    locationId: changed(locationId, entry?.locationId),
    checkIn: changed(checkIn, entry?.checkIn),
    checkOut: changed(checkOut, entry?.checkOut),
    reason,
  };
}

type PlaceSelectProps = Omit<Parameters<typeof Select>[0], 'children'> & {
  /** An entry's place need not be one where people can work now. */
  current: RequestedEntry | undefined;
};

function PlaceSelect({ current, ...props }: PlaceSelectProps) {
  const { t } = useTranslation('time-entries');
  const { data: places = [] } = useQuery(placesQuery);
  const isListed = !current || places.some(({ id }) => id === current.locationId);
  const options = isListed ? places : [...places, { id: current.locationId, ...current.location }];
  return (
    // What is chosen may come later than the choice.
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
