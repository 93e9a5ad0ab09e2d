import { type Language, LOCALES } from './languages.ts';

/** "March 2026" for `2026-03`. */
export function monthText(month: string, language: Language): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(month).toLocaleDateString(LOCALES[language], options);
}
