import { type ComponentProps, useState } from 'react';
import { get, useWatch } from 'react-hook-form';
import type { EndProposals } from '#contract/time-tracking.ts';
import { durationText } from '#domain/apportion.ts';
import { dateIn } from '#domain/dates.ts';
import { byName } from '#domain/names.ts';
import { useSurroundingForm } from '#web/forms/fields.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { BreakFields, type BreakValues } from './break-fields.tsx';
import { MomentField } from './moment-field.tsx';
import { OverlongNote } from './overlong-note.tsx';

/** Instants as ISO 8601 UTC, empty where there is none. */
export type EntryFieldValues = {
  locationId: string;
  checkIn: string;
  checkOut: string;
  breaks: BreakValues[];
};
type Named = { id: string; name: string };

type EntryFieldsProps = {
  /** The name of the field that holds these, if the form has more than one level. */
  within?: string;
  locations: readonly Named[];
  /** The entry's location, which may have been deleted or deactivated since. */
  current: Named | undefined;
  /** The date `yyyy-MM-dd` at which a new entry is looked for. */
  date: string;
  isNew?: boolean;
  /** Shown beside the check-out, which then may be empty. */
  openNote?: string | false;
  isEndOnly?: boolean;
  /** The check-out is missing: the date is filled in, the focus is on the time, and these are proposed. */
  endProposals?: EndProposals | undefined;
  /** An empty field is an error. */
  isIncomplete?: boolean;
  /** Undefined if breaks cannot be changed here. */
  breaks?: Pick<ComponentProps<typeof BreakFields>, 'canSetPaid' | 'isOpen'> | undefined;
};

/** Location, check-in, check-out and breaks of a time entry. Needs the area `time-entries`. */
export function EntryFields({
  within,
  locations,
  current,
  date,
  isNew = false,
  openNote,
  isEndOnly = false,
  endProposals,
  isIncomplete = false,
  breaks,
}: EntryFieldsProps) {
  const { t } = useTranslation(['time-entries', 'common']);
  const { timeZone } = useCompanyTime();
  const form = useSurroundingForm<EntryFieldValues>();
  // The types know the fields without `within`.
  const at = <Name extends keyof EntryFieldValues>(name: Name) =>
    (within ? `${within}.${name}` : name) as Name;
  const { control, formState, setValue } = form;
  const [initial] = useState(() => form.getValues([at('checkIn'), at('checkOut')]));
  const [locationId, checkIn, checkOut] = useWatch({
    control,
    name: [at('locationId'), at('checkIn'), at('checkOut')],
  });
  const errorAt = (name: keyof EntryFieldValues, value: string, missing: string) =>
    get<object, { message?: string } | undefined>(formState.errors, at(name))?.message ??
    (isIncomplete && !value ? missing : undefined);
  const setMoment = (name: 'checkIn' | 'checkOut') => (instant: string) =>
    setValue(at(name), instant, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const [proposed, setProposed] = useState<string>();
  const propose = (instant: string) => {
    setProposed(instant);
    setMoment('checkOut')(instant);
  };
  const lengthMs = checkIn && checkOut ? Date.parse(checkOut) - Date.parse(checkIn) : 0;
  const isListed = !current || locations.some(({ id }) => id === current.id);
  const options = useNamedOptions()(isListed ? locations : [...locations, current]);
  const [firstCheckIn, firstCheckOut] = initial;
  const firstDate = firstCheckIn ? dateIn(firstCheckIn, timeZone) : date;
  return (
    <>
      {!isEndOnly && (
        <>
          <form.SelectField
            // The options may load after the choice was set.
            key={options.length}
            name={at('locationId')}
            label={t('fields.location')}
            error={errorAt('locationId', locationId, '') !== undefined && t('fields.locationRequired')}
            emptyLabel={t('fields.choose')}
            options={options}
          />
          <MomentField
            legend={t('fields.checkIn')}
            initial={firstCheckIn || date}
            onChange={setMoment('checkIn')}
            error={errorAt('checkIn', checkIn, t('moment.required'))}
          />
        </>
      )}
      <MomentField
        key={proposed}
        legend={t('fields.checkOut')}
        aside={openNote}
        hasFocus={endProposals !== undefined}
        initial={proposed ?? (firstCheckOut || (isNew || endProposals ? firstDate : ''))}
        onChange={setMoment('checkOut')}
        error={errorAt('checkOut', checkOut, t('moment.required'))}
      />
      {endProposals && endProposals.length > 0 && (
        <EndProposalButtons proposals={endProposals} onChoose={propose} />
      )}
      {lengthMs > 0 && (
        <p className="figures text-ink-muted text-sm">
          {t('fields.length', { duration: t('common:hours', { hours: durationText(lengthMs) }) })}
        </p>
      )}
      <OverlongNote lengthMs={lengthMs} />
      {breaks && <BreakFields name={at('breaks')} date={checkIn || date} {...breaks} />}
    </>
  );
}

type EndProposalButtonsProps = { proposals: EndProposals; onChoose: (instant: string) => void };

function EndProposalButtons({ proposals, onChoose }: EndProposalButtonsProps) {
  const { t } = useTranslation('working-time');
  const { formatTime } = useCompanyTime();
  return (
    <div className="flex flex-wrap gap-2">
      {proposals.map(({ kind, at }) => (
        <Button key={kind} variant="secondary" size="small" onClick={() => onChoose(at)}>
          <span className="figures font-semibold">{formatTime(at)}</span>
          <span className="font-normal">{t(`missing.proposals.${kind}`)}</span>
        </Button>
      ))}
    </div>
  );
}

/** Makes options of a select, sorted by name. */
export function useNamedOptions() {
  const order = byName(useLanguage());
  return (named: readonly Named[]) =>
    named.toSorted(order).map(({ id, name }) => ({ value: id, label: name }));
}
