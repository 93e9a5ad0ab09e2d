import { useMemo } from 'react';
import { roundHalfUp } from '#domain/hours.ts';
import { LOCALES } from '#domain/languages.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

/** Formats the reports' figures and terms in the language on screen; stable until it changes. */
export function useReportFormat() {
  const { unit } = useWorkUnits();
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
      unit,
    };
  }, [language, unit]);
}
