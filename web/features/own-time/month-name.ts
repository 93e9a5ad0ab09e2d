import { type Language, LOCALES } from '#domain/languages.ts';

/** "November 2026" for `2026-11`. */
export function monthName(month: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}-01`));
}
