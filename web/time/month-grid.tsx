import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { addDays, monthOf, weekOf } from '#domain/dates.ts';
import { LOCALES } from '#domain/languages.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { monthText } from './date-text.ts';

type TurnHeadProps = {
  titleId?: string | undefined;
  title: string;
  previousLabel: string;
  nextLabel: string;
  isLast?: boolean;
  onTurn: (by: -1 | 1) => void;
};

/** What is shown, a month for example, between the buttons that turn to the one before and after it. */
export function TurnHead({
  titleId,
  title,
  previousLabel,
  nextLabel,
  isLast = false,
  onTurn,
}: TurnHeadProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton variant="ghost" label={previousLabel} onClick={() => onTurn(-1)}>
        <ChevronLeft className="size-5" aria-hidden="true" />
      </IconButton>
      <p id={titleId} aria-live="polite" className="flex-1 text-center font-semibold first-letter:uppercase">
        {title}
      </p>
      <IconButton variant="ghost" label={nextLabel} disabled={isLast} onClick={() => onTurn(1)}>
        <ChevronRight className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type MonthHeadProps = Pick<TurnHeadProps, 'titleId' | 'isLast' | 'onTurn'> & {
  /** `yyyy-MM`. */
  month: string;
};

/** The month's name between the buttons that turn to another month. */
export function MonthHead({ month, ...head }: MonthHeadProps) {
  const { t } = useTranslation('dates');
  const title = monthText(month, useLanguage());
  return <TurnHead {...head} title={title} previousLabel={t('previousMonth')} nextLabel={t('nextMonth')} />;
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
