import { useMemo } from 'react';
import type { PeriodOverview } from '#contract/reports.ts';
import { durationText } from '#domain/apportion.ts';
import { monthOf } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useLanguage, usePathTo } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { monthText, periodText, weekdayDateText } from '#web/time/date-text.ts';
import { writeFilters } from './report-filters.ts';

type Grain = PeriodOverview['grain'];
type Span = { startDate: string; endDate: string };

/** How the charts of the reports write their figures and periods, and where their bars lead. */
export function useChartTexts() {
  const { t } = useTranslation();
  const language = useLanguage();
  const pathTo = usePathTo();
  return useMemo(() => {
    const locale = LOCALES[language];
    const whole = new Intl.NumberFormat(locale);
    const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const hundredths = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    const dayText = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
    const text = (hours: string) => t('hours', { hours });
    return {
      language,
      /** Milliseconds on an axis of hours. */
      hours: {
        text,
        format: (ms: number) => text(durationText(ms)),
        unit: MS_PER_HOUR,
        formatUnit: whole.format,
      },
      /** People on average. */
      people: { format: tenths.format, unit: 1, formatUnit: whole.format },
      /** Quantities per hour. */
      rate: { format: hundredths.format, unit: 1, formatUnit: whole.format },
      periodLabel: (grain: Grain, { startDate: start, endDate: end }: Span) => {
        if (grain === 'day') return weekdayDateText(start, language);
        const { start: first, end: last } = monthOf(start);
        const isWhole = grain === 'month' && first === start && last === end;
        return isWhole ? monthText(start.slice(0, 7), language) : periodText({ start, end }, language);
      },
      /** For the axis; days of one month are enough as numbers. */
      periodShort: (grain: Grain, { startDate }: Span, count: number) => {
        const date = new Date(startDate);
        if (grain === 'month') return shortMonth.format(date);
        return grain === 'day' && count <= 31 ? String(date.getUTCDate()) : dayText.format(date);
      },
      /** The entries that a figure is made of. */
      entries: (filter: Span & { locationId?: string; employeeId?: string }) => ({
        pathname: pathTo('reports'),
        search: `?${writeFilters({
          report: 'time-entries',
          period: { start: filter.startDate, end: filter.endDate },
          employeeId: filter.employeeId,
          locationId: filter.locationId,
        })}`,
      }),
    };
  }, [t, language, pathTo]);
}
