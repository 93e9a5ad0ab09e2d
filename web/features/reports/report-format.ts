import { useMemo } from 'react';
import { nameOrder } from '#domain/names.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

/** Formats the reports' figures and terms in the language on screen; stable until it changes. */
export function useReportFormat() {
  const { amountInFile } = useWorkUnits();
  const language = useLanguage();
  return useMemo(
    () => ({ language, compareText: nameOrder(language), amountInFile }),
    [language, amountInFile],
  );
}
