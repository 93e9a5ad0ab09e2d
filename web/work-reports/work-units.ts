import { useMemo } from 'react';
import { LOCALES } from '#domain/languages.ts';
import { quantityText } from '#domain/quantity.ts';
import { isWorkUnit } from '#domain/work-units.ts';
import { useLanguage } from '#web/i18n/language.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Formats amounts of work in the language on screen; stable until it changes. */
export function useWorkUnits() {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const quantities = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 });
    /** The name of a unit of work in the plural form for the quantity; custom units stay as they are. */
    const unit = (units: string, quantity?: number) =>
      isWorkUnit(units) ? t(`units.${units}`, { count: quantity }) : units;
    return {
      unit,
      /** Quantity and unit: "1 order", "2.5 kg"; empty for 0: none was typed. */
      amount: (quantity: number, units: string) =>
        quantity > 0 ? `${quantities.format(quantity)} ${unit(units, quantity)}` : '',
      /** The same in a file, where a thousand has no separator. */
      amountInFile: (quantity: number, units: string) =>
        quantity > 0 ? `${quantityText(quantity, language)} ${unit(units, quantity)}` : '',
    };
  }, [language, t]);
}
