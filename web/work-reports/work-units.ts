import { useMemo } from 'react';
import { LOCALES } from '#domain/languages.ts';
import { WORK_UNITS } from '#domain/work-units.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Formats amounts of work in the language on screen; stable until it changes. */
export function useWorkUnits() {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const quantities = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 });
    /** The name of a unit of work; custom units stay as they are. */
    const unit = (units: string) => {
      const known = WORK_UNITS.find((name) => name === units);
      return known ? t(`units.${known}`) : units;
    };
    return {
      unit,
      /** Quantity and unit: "2.5 kg". */
      amount: (quantity: number, units: string) => `${quantities.format(quantity)} ${unit(units)}`,
    };
  }, [language, t]);
}
