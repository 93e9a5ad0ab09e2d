import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { addDays, monthOf, weekOf } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { monthText } from './date-text.ts';

type MonthHeadProps = {
  titleId?: string;
  /** `yyyy-MM`. */
  month: string;
  isLast?: boolean;
  onTurn: (months: number) => void;
};

/** The month's name between the buttons that turn to another month. */
export function MonthHead({ titleId, month, isLast = false, onTurn }: MonthHeadProps) {
  const { t } = useTranslation('dates');
  const language = useLanguage();
  return (
    <div className="flex items-center gap-1">
      <IconButton variant="ghost" label={t('previousMonth')} onClick={() => onTurn(-1)}>
        <ChevronLeft className="size-5" aria-hidden="true" />
      </IconButton>
      <p id={titleId} aria-live="polite" className="flex-1 text-center font-semibold first-letter:uppercase">
        {monthText(month, language)}
      </p>
      <IconButton variant="ghost" label={t('nextMonth')} disabled={isLast} onClick={() => onTurn(1)}>
        <ChevronRight className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type MonthGridProps = Omit<ComponentProps<'table'>, 'children'> & {
  /** `yyyy-MM`. */
  month: string;
  caption?: ReactNode;
  children: (date: string) => ReactNode;
};

/** A month as a table of weeks, Monday first. */
export function MonthGrid({ month, caption, children, ...table }: MonthGridProps) {
  const { t } = useTranslation('dates');
  const language = useLanguage();
  const { start, end } = monthOf(`${month}-01`);
  const weeks: string[] = [];
  for (let monday = weekOf(start).start; monday <= end; monday = addDays(monday, 7)) weeks.push(monday);
  const daysOf = (monday: string) => Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const weekdays = t('weekdays').split(' ');
  const weekdayName = (date: string) =>
    new Date(date).toLocaleDateString(LOCALES[language], { weekday: 'long', timeZone: 'UTC' });
  return (
    <table {...table}>
      {caption}
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
                {date >= start && date <= end && children(date)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
