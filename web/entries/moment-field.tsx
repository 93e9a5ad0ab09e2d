import { type ReactNode, useId, useState } from 'react';
import { dateIn, timeIn } from '#domain/dates.ts';
import { utcOffsetIn } from '#domain/time-zones.ts';
import { instantsAt } from '#domain/wall-clock.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { DateInput } from '#web/time/date-input.tsx';
import { TimeInput } from '#web/time/time-input.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { RadioCard } from '#web/ui/radio-cards.tsx';

type MomentFieldProps = {
  legend: string;
  /** At the end of the legend's line: a note such as "optional". */
  aside?: ReactNode;
  /** An instant, or the date `yyyy-MM-dd` to start with, or empty. */
  initial: string;
  /** Receives the instant as ISO 8601, or an empty string while the input is incomplete or invalid. */
  onChange: (instant: string) => void;
  /** The time gets the focus when the field appears. */
  hasFocus?: boolean;
  /** The form's error about the instant; incomplete and invalid input have their own messages. */
  error?: string | undefined;
};

const toMinute = (instant: string) => Math.floor(Date.parse(instant) / 60_000);

/**
 * A date and a time in the company's time zone. A time skipped by a DST change is rejected; for an ambiguous one it
 * asks which is meant. Needs the area `time-entries`.
 */
export function MomentField({ legend, aside, initial, onChange, hasFocus, error }: MomentFieldProps) {
  const { t } = useTranslation('time-entries');
  const { timeZone, formatDate, formatTime } = useCompanyTime();
  const id = useId();
  const [typed, setTyped] = useState(() => {
    if (!initial.includes('T')) return { date: initial, time: '', instant: '' };
    return { date: dateIn(initial, timeZone), time: timeIn(initial, timeZone), instant: initial };
  });
  const { date, time, instant } = typed;
  const found = date && time ? instantsAt(date, time, timeZone) : undefined;
  const isSkipped = found?.length === 0;
  const isDoubled = found?.length === 2;

  const take = (next: { date: string; time: string; instant: string }) => {
    setTyped(next);
    onChange(next.instant);
  };
  const type = (change: { date: string } | { time: string }) => {
    const next = { date, time, ...change };
    // The field shows no seconds; those of the original instant are kept.
    const isInitial =
      initial.includes('T') &&
      dateIn(initial, timeZone) === next.date &&
      timeIn(initial, timeZone) === next.time;
    const [only, second] = next.date && next.time ? instantsAt(next.date, next.time, timeZone) : [];
    take({ ...next, instant: isInitial ? initial : only && !second ? only.toISOString() : '' });
  };

  const problem = () => {
    if (isSkipped) return t('moment.skipped', { time, date: formatDate(date) });
    if (!error || instant) return error;
    return t(isDoubled ? 'moment.chooseWhich' : 'moment.required');
  };
  const shown = problem();
  const wiring = { 'aria-describedby': shown ? `${id}-error` : undefined, 'aria-invalid': Boolean(shown) };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 font-medium text-sm">
        {legend}
        {aside && <span className="font-normal text-ink-muted">{aside}</span>}
      </legend>
      {/* Not the fieldset itself: Safari would count the legend's height twice. */}
      <div className="flex flex-col gap-1.5">
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-2">
          <DateInput
            {...wiring}
            aria-label={t('moment.date', { legend })}
            value={date}
            onChange={({ target }) => type({ date: target.value })}
          />
          <TimeInput
            // The only thing that is missing.
            autoFocus={hasFocus}
            {...wiring}
            aria-label={t('moment.time', { legend })}
            value={time}
            onChange={({ target }) => type({ time: target.value })}
          />
        </div>
        {isDoubled && (
          <div className="grid gap-2 pt-1 sm:grid-cols-2">
            <p className="text-sm sm:col-span-2">{t('moment.doubled', { time })}</p>
            {found.map((candidate, index) => (
              <RadioCard
                key={candidate.getTime()}
                name={`${id}-which`}
                title={t(index === 0 ? 'moment.first' : 'moment.second')}
                text={`${formatTime(candidate)}, UTC${utcOffsetIn(candidate, timeZone)}`}
                checked={instant !== '' && toMinute(instant) === candidate.getTime() / 60_000}
                onChange={() => take({ date, time, instant: candidate.toISOString() })}
              />
            ))}
          </div>
        )}
        {shown && <FieldError id={`${id}-error`}>{shown}</FieldError>}
      </div>
    </fieldset>
  );
}
