import { type Language, LOCALES } from '#domain/languages.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago something was, in the largest whole unit: "3 hours ago"; "now" below a minute. */
export function ageText(ageMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(ageMs / unitMs);
    if (count > 0) return format.format(-count, unit);
  }
  return format.format(0, 'second');
}
