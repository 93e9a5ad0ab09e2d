import { clsx } from 'clsx';
import { CalendarDays } from 'lucide-react';
import { type ToggleEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { dateText } from '#domain/date-text.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { placeBeside } from '#web/ui/dropdown-menu.tsx';
import { Calendar } from './calendar.tsx';
import { useCompanyTime } from './company-time.ts';
import { dateFormat } from './typed-format.ts';
import { TypedInput, type TypedValueProps } from './typed-input.tsx';

type DateInputProps = Omit<TypedValueProps, 'min' | 'max'> & {
  /** Calendar dates; the calendar offers none before or after. */
  min?: string;
  max?: string;
};

/** Where the calendar is a sheet at the lower edge. */
const isPhone = () => !matchMedia('(min-width: 40rem)').matches;

/** A calendar date as the language writes it, typed or chosen in a calendar; the value is `yyyy-MM-dd`. Use it inside a `Field`. */
export function DateInput({ min, max, className, onKeyDown, ...props }: DateInputProps) {
  const { t } = useTranslation('dates');
  const language = useLanguage();
  const { today } = useCompanyTime();
  const format = useMemo(() => dateFormat(language), [language]);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { value, onChange, disabled, readOnly } = props;

  // The calendar is fixed in the window: it follows its field.
  useEffect(() => {
    if (!isOpen) return;
    const place = () => {
      if (box.current && sheet.current && !isPhone()) placeBeside(box.current, sheet.current);
    };
    place();
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [isOpen]);

  return (
    <div ref={box} className={clsx('relative min-w-0', className)}>
      <TypedInput
        placeholder={t('placeholder')}
        {...props}
        format={format}
        start={today}
        problem={t('noDate', { example: dateText(today(), language) })}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (!event.altKey || event.key !== 'ArrowDown' || disabled || readOnly) return;
          event.preventDefault();
          sheet.current?.showPopover();
        }}
        className="pr-11!"
      />
      <IconButton
        variant="quiet"
        label={t('open')}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={disabled || readOnly}
        className="absolute top-0 right-0 print:hidden"
      >
        <CalendarDays className="size-5" aria-hidden="true" />
      </IconButton>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('calendar')}
        onToggle={(event: ToggleEvent) => setIsOpen(event.newState === 'open')}
        className={clsx(
          'fixed inset-auto m-0 overflow-y-auto border border-hairline bg-surface p-2 text-ink shadow-float open:animate-fade-in',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-t-lg max-sm:px-1 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]',
          'backdrop:bg-transparent max-sm:backdrop:bg-scrim sm:rounded-lg print:hidden',
        )}
      >
        {isOpen && (
          <Calendar
            value={value}
            today={today()}
            min={min}
            max={max}
            onChoose={(date) => {
              onChange({ target: { name: props.name ?? '', value: date } });
              sheet.current?.hidePopover();
            }}
          />
        )}
      </div>
    </div>
  );
}
