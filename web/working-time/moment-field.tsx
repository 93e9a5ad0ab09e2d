import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dateIn, type Instant, timeIn } from '#domain/dates.ts';
import { instantsAt } from '#domain/wall-clock.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { DateInput, Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

/** What somebody types: a calendar date, `HH:mm`, and which of two where the clock was turned back over it. */
export type Moment = { date: string; time: string; isSecond: boolean };

/** As the zone's wall clock shows the instant, seconds left out. */
export function momentOf(instant: Instant, timeZone: string): Moment {
  const [date, time] = [dateIn(instant, timeZone), timeIn(instant, timeZone)];
  const [, second] = instantsAt(date, time, timeZone);
  return { date, time, isSecond: second !== undefined && new Date(instant) >= second };
}

/** ISO 8601 UTC; null where nothing, no time at all, or one that the clock skipped was typed. */
export function instantOf({ date, time, isSecond }: Moment, timeZone: string): string | null {
  const [first, second] = instantsAt(date, time, timeZone);
  return ((isSecond && second) || first)?.toISOString() ?? null;
}

type MomentFieldProps = {
  legend: string;
  value: Moment;
  onChange: (value: Moment) => void;
  /** Latest date that can be chosen, `yyyy-MM-dd`. */
  maxDate?: string;
  error?: string | undefined;
};

/** A date and a time in company time. Area `working-time`. */
export function MomentField({ legend, value, onChange, maxDate, error }: MomentFieldProps) {
  const { t } = useTranslation('working-time');
  const { timeZone } = useCompanyTime();
  const errorId = useId();
  const instants = instantsAt(value.date, value.time, timeZone);
  const isSkipped = value.date !== '' && value.time !== '' && instants.length === 0;
  const shownError = isSkipped ? t('moment.skipped') : error;
  const wiring = shownError ? { 'aria-invalid': true, 'aria-describedby': errorId } : {};
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3">
        <Field label={t('moment.date')}>
          <DateInput
            {...wiring}
            value={value.date}
            max={maxDate}
            onChange={({ target }) => onChange({ ...value, date: target.value })}
          />
        </Field>
        <Field label={t('moment.time')}>
          <Input
            {...wiring}
            type="time"
            className="figures"
            value={value.time}
            onChange={({ target }) => onChange({ ...value, time: target.value })}
          />
        </Field>
      </div>
      {instants.length > 1 && (
        <Field label={t('moment.twice')}>
          <Select
            value={value.isSecond ? 'second' : 'first'}
            onChange={({ target }) => onChange({ ...value, isSecond: target.value === 'second' })}
          >
            {(['first', 'second'] as const).map((which, index) => (
              <option key={which} value={which}>
                {t(`moment.${which}`, { offset: offsetText(instants[index] ?? 0, timeZone) })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {shownError && <FieldError id={errorId}>{shownError}</FieldError>}
    </fieldset>
  );
}

/** "+03:00". */
function offsetText(instant: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name =
    format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
}
