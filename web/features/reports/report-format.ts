import { useMemo } from 'react';
import { useLanguage } from '#web/i18n/language.ts';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

/** Order and units of the reports in the language on screen; the same object until it changes. */
export function useReportFormat() {
  const { amountInFile } = useWorkUnits();
  const language = useLanguage();
  return useMemo(
    () => ({ language, compareText: new Intl.Collator(language).compare, amountInFile }),
    [language, amountInFile],
  );
}
