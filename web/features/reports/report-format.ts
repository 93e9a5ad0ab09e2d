import { useMemo } from 'react';
import { useLanguage } from '#web/i18n/language.ts';
import { useWorkUnits } from '#web/work-reports/work-units.ts';

/** Formats the reports' figures and terms in the language on screen; stable until it changes. */
export function useReportFormat() {
  const { amountInFile } = useWorkUnits();
  const language = useLanguage();
  return useMemo(() => ({ language, amountInFile }), [language, amountInFile]);
}
