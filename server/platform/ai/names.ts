/* Finds names in what people type, so that they can be replaced before a text leaves the house. */
import { type Language, LOCALES } from '#domain/languages.ts';
import { fold } from '#domain/names.ts';

/** A person (p) or a location (l) of the company. */
export type Named = { kind: 'p' | 'l'; id: string; name: string };

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const wordsOf = (text: string) => text.match(wordPattern) ?? [];
const mailOrLongNumber = /\S+@\S+|\d{5,}/g;

/** How a last consonant of a stem changes when Latvian, Lithuanian or Polish names are declined. */
const alternations: Record<string, string> = { d: '[dz]', t: '[tcs]', k: '[kc]', g: '[gdz]' };

/** For each word of the name, a pattern of the folded forms that it may take in a sentence. */
export function nameForms(name: string): RegExp[] {
  return wordsOf(name).map(formsOf);
}

function formsOf(part: string): RegExp {
  const word = fold(part);
  const stem = word.replace(/(?<=..)(?:[aeiouy]|[aeiouy]?s)$/, '');
  if (stem.length < 2 || /\p{N}/u.test(word)) return new RegExp(`^${RegExp.escape(word)}$`);
  const flexible = RegExp.escape(stem)
    .replace(/e(.)$/, 'e?$1')
    .replace(/[dtkg]$/, (last) => alternations[last] ?? last);
  // Only names that do not end in s themselves have forms in s: "Jānis" is no form of "Jana".
  const genitive = word.endsWith('s') ? 'i?aus' : 'i?[aeo]s';
  const shortest = stem === word ? 0 : 1;
  return new RegExp(`^(?:${RegExp.escape(word)}|${flexible}(?:[aeiouyjmgwch]{${shortest},4}|${genitive}))$`);
}

/** Forms of the months' names, which are names of people too: "martā" is in March, "Marta" is a person. */
function monthForms(language: Language): RegExp[] {
  const month = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index))).flatMap(nameForms);
}

/**
 * Replaces each run of words that names people or locations by what `replace` says of those it may mean, and e-mail
 * addresses and numbers of five digits or more by "…". A run names those of whose name its words are parts, in any
 * case and form, as far as a comparison of stems goes.
 */
export function replaceNames(
  text: string,
  all: Named[],
  language: Language,
  replace: (found: Named[]) => string,
): string {
  const months = monthForms(language);
  const known = all.map((named) => ({ named, parts: partsOf(named) }));
  const clean = text.replace(mailOrLongNumber, '…');
  const words = [...clean.matchAll(wordPattern)];
  let result = '';
  let end = 0;
  for (let index = 0; index < words.length; index += 1) {
    let found: Named[] = [];
    let last = index;
    let candidates = known.map(({ named, parts }) => ({ named, parts, isTelling: false }));
    for (let next = index; next < words.length && candidates.length > 0; next += 1) {
      const word = words[next]?.[0] ?? '';
      const folded = fold(word);
      const isMonth = !/^\p{Lu}/u.test(word) && months.some((form) => form.test(folded));
      candidates = candidates.flatMap(({ named, parts, isTelling }) => {
        const at = isMonth ? -1 : parts.findIndex(({ form }) => form.test(folded));
        const part = parts[at];
        if (!part) return [];
        return [{ named, parts: parts.toSpliced(at, 1), isTelling: isTelling || part.isTelling }];
      });
      const telling = candidates.filter(({ isTelling }) => isTelling);
      if (telling.length === 0) continue;
      found = telling.map(({ named }) => named);
      last = next;
    }
    if (found.length === 0) continue;
    result += clean.slice(end, words[index]?.index) + replace(found);
    end = (words[last]?.index ?? 0) + (words[last]?.[0].length ?? 0);
    index = last;
  }
  return result + clean.slice(end);
}

/** `isTelling`: the word alone names its bearer. "the" and "2" in the name of a location do not. */
function partsOf({ kind, name }: Named) {
  const words = wordsOf(name);
  return words.map((word) => ({
    form: formsOf(word),
    isTelling:
      words.length === 1 ||
      (!/\p{N}/u.test(word) && word.length >= 3 && (kind === 'p' || /^\p{Lu}/u.test(word))),
  }));
}
