export const LANGUAGES = ['en', 'lv', 'pl', 'lt'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  lv: 'Latviešu',
  pl: 'Polski',
  lt: 'Lietuvių',
};

/** BCP 47 tags for `Intl`. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', lv: 'lv-LV', pl: 'pl-PL', lt: 'lt-LT' };

type CsvFormat = { separator: ',' | ';'; decimal: '.' | ',' };
const commaDecimals: CsvFormat = { separator: ';', decimal: ',' };

/** The CSV format that a spreadsheet set to the language expects. */
export const CSV_FORMAT: Record<Language, CsvFormat> = {
  en: { separator: ',', decimal: '.' },
  lv: commaDecimals,
  pl: commaDecimals,
  lt: commaDecimals,
};

export function isLanguage(text: string | undefined | null): text is Language {
  return LANGUAGES.some((language) => language === text);
}

const languageRange =
  /^\s*([a-z]{1,8}|\*)(?:-[a-z\d]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** By header: browsers send few different ones, each with every request. */
const answered = new Map<string, Language>();
const mostAnswered = 200;

/**
 * Returns the most preferred of our languages in an `Accept-Language` header (RFC 9110 §12.5.4, RFC 4647 by primary
 * subtag): `lv-LV` means lv, `q=0` refuses, malformed members are skipped; English if none of ours is accepted.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const header = acceptLanguage ?? '';
  const known = answered.get(header);
  if (known) return known;
  if (answered.size >= mostAnswered) answered.clear();
  const language = readPreference(header);
  answered.set(header, language);
  return language;
}

function readPreference(acceptLanguage: string): Language {
  const ranges = acceptLanguage.split(',').flatMap((member, position) => {
    const parts = languageRange.exec(member);
    return parts?.[1] ? [{ tag: parts[1].toLowerCase(), quality: Number(parts[2] ?? 1), position }] : [];
  });
  const [best] = LANGUAGES.flatMap((language) => {
    const named = ranges.filter(({ tag }) => tag === language);
    const matching = named.length > 0 ? named : ranges.filter(({ tag }) => tag === '*');
    return matching.map(({ quality, position }) => ({ language, quality, position }));
  })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position);
  return best?.language ?? DEFAULT_LANGUAGE;
}
