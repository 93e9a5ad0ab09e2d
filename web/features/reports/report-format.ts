import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { roundHalfUp } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { WORK_UNITS } from '#domain/work-units.ts';
import { useLanguage } from '#web/language.ts';

/** Figures and words of the reports in the language on screen; the same object until it changes. */
export function useReportFormat() {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  return useMemo(() => {
    const twoDecimals = new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    return {
      language,
      compareText: new Intl.Collator(language).compare,
      /** Hours with two decimals, rounded half up. */
      formatHours: (hours: number) => twoDecimals.format(roundHalfUp(hours, 2)),
      unit: (units: string) => {
        const known = WORK_UNITS.find((unit) => unit === units);
        return known ? t(`units.${known}`) : units;
      },
    };
  }, [language, t]);
}
