import { type Language, LOCALES } from './languages.ts';

type Name = { firstName: string; lastName: string };

/** First and last name; with the tag where somebody else of the company has the same: "Jānis Bērziņš (janis@vards.lv)". */
export function fullName({
  firstName,
  lastName,
  nameTag,
}: Name & { nameTag?: string | null | undefined }): string {
  const name = `${firstName} ${lastName}`.trim();
  return nameTag ? `${name} (${nameTag})` : name;
}

/** The order of names of people and locations in a language: by its alphabet, numbers in them by their value. */
export const nameOrder = (language: Language): ((a: string, b: string) => number) =>
  new Intl.Collator(LOCALES[language], { numeric: true }).compare;

type Order<T> = (a: T, b: T) => number;

/** Orders locations, and whatever else has a name, by it. */
export function byName(language: Language): Order<{ name: string }> {
  const compare = nameOrder(language);
  return (a, b) => compare(a.name, b.name);
}

/** Orders people as lists on screen show them: by first name and last name. */
export function byFullName(language: Language): Order<Name & { nameTag?: string | null }> {
  const compare = nameOrder(language);
  return (a, b) => compare(fullName(a), fullName(b));
}

/** Orders people as sheets and payroll list them: by last name, then by first name. */
export function bySurname(language: Language): Order<Name & { nameTag?: string | null }> {
  const compare = nameOrder(language);
  return (a, b) => compare(a.lastName, b.lastName) || compare(fullName(a), fullName(b));
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first letter (grapheme) of a name, in upper case. */
export function initial(name: string): string {
  const [first] = graphemes.segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** Initials for an avatar: the first letter (grapheme) of each name that is not blank. */
export function initials({ firstName, lastName }: Name): string {
  return initial(firstName) + initial(lastName);
}

// Letters that Unicode does not decompose into a base letter and a mark.
const plainLetters: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Lower case without diacritics, for comparing what people typed. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łđøıßæœ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Returns whether each word of the query is in some field, ignoring case and diacritics. A blank query matches all. */
export function matchesSearch(query: string, ...fields: (string | null | undefined)[]): boolean {
  const texts = fields.map((field) => fold(field ?? ''));
  const words = fold(query).split(/\s+/).filter(Boolean);
  return words.every((word) => texts.some((text) => text.includes(word)));
}
