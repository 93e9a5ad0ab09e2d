import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { weekdayDateText } from '#domain/date-text.ts';
import { addDays, isDate, weekOf } from '#domain/dates.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { MonthGrid, MonthHead } from './month-grid.tsx';
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
  const month = current.slice(0, 7);
  return (
    <div className="sm:w-80">
      <MonthHead titleId={titleId} month={month} onTurn={turn} />
      <MonthGrid month={month} aria-labelledby={titleId} className="w-full table-fixed border-collapse">
        {(date) => (
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
      </MonthGrid>
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
