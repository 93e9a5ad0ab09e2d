import { CSV_FORMAT, type Language } from './languages.ts';

/** The maximum of `numeric(12, 2)`. */
const TYPED = /^\d{0,10}(?:[.,]\d{0,2})?$/;
/** Hundredths of a unit in one step: 0.1 (product.md §9). */
const STEP = 10;

/**
 * Returns the new content of a quantity field for a typed or pasted `text`, without blanks; a decimal point and a
 * decimal comma are both accepted. Null if that is not a quantity of at least 0: the field then keeps its content.
 */
export function typedQuantity(text: string): string | null {
  const compact = text.replace(/\s/g, '');
  return TYPED.test(compact) ? compact : null;
}

/** The number in the field; an empty one is 0 (product.md §5). */
export function quantityOf(typed: string): number {
  return Number(typed.replace(',', '.')) || 0;
}

/** A quantity in the language's format, for the input field: "2,5". */
export function quantityText(quantity: number, language: Language): string {
  return String(quantity).replace('.', CSV_FORMAT[language].decimal);
}

/** One step of 0.1 up or down, at least 0. */
export function stepQuantity(quantity: number, direction: 1 | -1): number {
  return Math.max(0, Math.round(quantity * 100) + direction * STEP) / 100;
}
