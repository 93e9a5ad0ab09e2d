import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { weekdayDateText } from '#domain/date-text.ts';
import { addDays, isDate, monthOf, weekOf } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { monthText } from '#domain/month-text.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { withMonth } from './typed-format.ts';

type CalendarProps = {
  /** The chosen date, or empty. */
  value: string;
  today: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (date: string) => void;
};

/** A month of days, Monday first, to choose one from. Takes the focus. */
export function Calendar({ value, today, min = '', max = '9999', onChoose }: CalendarProps) {
  const { t } = useTranslation('dates');
  const language = useLanguage();
  const titleId = useId();
  const isOffered = (date: string) => date >= min && date <= max;
  // The day that the keyboard is on; its month is shown.
  const [current, setCurrent] = useState(() => (isDate(value) ? value : today));
  const day = useRef<HTMLButtonElement>(null);
  const byKey = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day that the keyboard is on.
  useEffect(() => {
    if (byKey.current) day.current?.focus();
    byKey.current = false;
  }, [current]);

  const month = monthOf(current);
  const weeks: string[] = [];
  for (let monday = weekOf(month.start).start; monday <= month.end; monday = addDays(monday, 7)) {
    weeks.push(monday);
  }
  const daysOf = (monday: string) => Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const weekdays = t('weekdays').split(' ');
  const weekdayName = (date: string) =>
    new Date(date).toLocaleDateString(LOCALES[language], { weekday: 'long', timeZone: 'UTC' });

  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event, current);
    if (!next || !isDate(next)) return;
    event.preventDefault();
    byKey.current = true;
    setCurrent(next);
  };
  const turn = (by: number) => {
    const next = withMonth(current, by);
    if (isDate(next)) setCurrent(next);
  };
  return (
    <div className="sm:w-80">
      <div className="flex items-center gap-1">
        <IconButton variant="ghost" label={t('previousMonth')} onClick={() => turn(-1)}>
          <ChevronLeft className="size-5" aria-hidden="true" />
        </IconButton>
        <p
          id={titleId}
          aria-live="polite"
          className="flex-1 text-center font-semibold first-letter:uppercase"
        >
          {monthText(current.slice(0, 7), language)}
        </p>
        <IconButton variant="ghost" label={t('nextMonth')} onClick={() => turn(1)}>
          <ChevronRight className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <table aria-labelledby={titleId} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {daysOf(weeks[0] ?? '').map((date, index) => (
              <th
                key={date}
                scope="col"
                abbr={weekdayName(date)}
                className="h-8 font-normal text-ink-muted text-sm"
              >
                {weekdays[index]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((monday) => (
            <tr key={monday}>
              {daysOf(monday).map((date) => (
                <td key={date} className="p-0">
                  {date >= month.start && date <= month.end && (
                    <button
                      ref={date === current ? day : null}
                      type="button"
                      onKeyDown={move}
                      tabIndex={date === current ? 0 : -1}
                      aria-label={weekdayDateText(date, language)}
                      aria-pressed={date === value}
                      aria-current={date === today ? 'date' : undefined}
                      aria-disabled={!isOffered(date) || undefined}
                      onClick={() => {
                        if (isOffered(date)) onChoose(date);
                      }}
                      className={clsx(
                        'figures grid h-11 w-full place-items-center rounded-md',
                        'aria-disabled:cursor-not-allowed aria-disabled:text-ink-muted aria-disabled:line-through',
                        date === value ? 'bg-primary font-semibold text-on-primary' : 'hover:bg-sunken',
                        date === today && 'font-bold underline underline-offset-4',
                      )}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The day that a key leads to; undefined for other keys. */
function dayByKey({ key, shiftKey }: KeyboardEvent, from: string): string | undefined {
  const week = weekOf(from);
  const months = shiftKey ? 12 : 1;
  const days: Record<string, () => string> = {
    ArrowLeft: () => addDays(from, -1),
    ArrowRight: () => addDays(from, 1),
    ArrowUp: () => addDays(from, -7),
    ArrowDown: () => addDays(from, 7),
    Home: () => week.start,
    End: () => week.end,
    PageUp: () => withMonth(from, -months),
    PageDown: () => withMonth(from, months),
  };
  return days[key]?.();
}
