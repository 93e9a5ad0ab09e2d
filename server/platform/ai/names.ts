/* Finds names in text that people type, so that they can be replaced before it is sent to a model. */
import { type Language, LOCALES } from '#domain/languages.ts';
import { fold } from '#domain/names.ts';

/** A person (p) or a location (l) of the company; `label` tells people of the same name apart (`fullName`). */
export type Named = { kind: 'p' | 'l'; id: string; name: string; label?: string };

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const wordsOf = (text: string) => text.match(wordPattern) ?? [];
const mailOrLongNumber = /\S+@\S+|\d{5,}/g;

/** How the last consonant of a stem changes when Latvian, Lithuanian or Polish names are declined. */
const alternations: Record<string, string> = { d: '(?:dz?|z)', t: '[tcs]', k: '[kc]', g: '(?:g|dz)' };

/** For each word of the name, a pattern of the folded forms that it may have in a sentence. */
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
  // Only names that end in s have forms in s: "Jānis" is not a form of "Jana".
  const genitive = word.endsWith('s') ? 'i?aus' : 'i?[aeo]s';
  const shortest = stem === word ? 0 : 1;
  return new RegExp(`^(?:${RegExp.escape(word)}|${flexible}(?:[aeiouyjmgwch]{${shortest},4}|${genitive}))$`);
}

/** Distinguishes months from people: "martā" and "March" are months, "Marta" and "Martai" are not. */
function monthsIn(language: Language): (word: string) => boolean {
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index)));
  const forms = months.flatMap(nameForms);
  return (word) =>
    /^\p{Lu}/u.test(word) ? months.includes(word) : forms.some((form) => form.test(fold(word)));
}

/**
 * Replaces each run of words that names people or locations by what `replace` returns for the possible matches, and
 * e-mail addresses and numbers of five digits or more by "…". A run matches a name if all its words are parts of it, in
 * any case and inflected form, as far as comparing stems can tell.
 */
export function replaceNames(
  text: string,
  all: Named[],
  language: Language,
  replace: (found: Named[]) => string,
): string {
  const isMonth = monthsIn(language);
  const known = all.map((named) => ({ named, parts: partsOf(named) }));
  const clean = text.replace(mailOrLongNumber, '…');
  const words = [...clean.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word,
    folded: fold(word),
    start: index,
    end: index + word.length,
  }));

  /** The matches of the longest run of words from there, and where it ends. */
  function readRun(first: number): { found: Named[]; last: number } | null {
    let run: { found: Named[]; last: number } | null = null;
    let candidates = known.map(({ named, parts }) => ({ named, parts, isTelling: false }));
    for (const [offset, { word, folded, end }] of words.slice(first).entries()) {
      candidates = candidates.flatMap(({ named, parts, isTelling }) => {
        const at = parts.findIndex(({ form }) => form.test(folded));
        const part = parts[at];
        if (!part || isMonth(word)) return [];
        return [{ named, parts: parts.toSpliced(at, 1), isTelling: isTelling || part.isTelling }];
      });
      const telling = candidates.filter(({ isTelling, parts }) => isTelling || parts.length === 0);
      if (telling.length > 0) run = { found: telling.map(({ named }) => named), last: first + offset };
      const gap = clean.slice(end, words[first + offset + 1]?.start);
      if (candidates.length === 0 || gap.trim() !== '') break;
    }
    return run;
  }

  let result = '';
  let end = 0;
  for (let index = 0; index < words.length; index += 1) {
    const run = readRun(index);
    if (!run) continue;
    result += clean.slice(end, words[index]?.start) + replace(run.found);
    end = words[run.last]?.end ?? clean.length;
    index = run.last;
  }
  return result + clean.slice(end);
}

/** `isTelling`: the word alone identifies its bearer. "the" and "2" in the name of a location do not. */
function partsOf({ kind, name }: Named) {
  return wordsOf(name).map((word) => ({
    form: formsOf(word),
    isTelling: word.length >= 3 && (kind === 'p' || /^\p{Lu}/u.test(word)),
  }));
}
