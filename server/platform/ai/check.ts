/* Whether a text states only what the facts hold. It errs on the side of refusing: a refused text costs a repetition. */
import { type Language, LOCALES } from '#domain/languages.ts';
import { fold, fullName } from '#domain/names.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { languageWords } from './language-words.ts';

/** A figure is a decimal number (`7.5`) or a time of day (`07:30`). */
export type CheckedFacts = {
  /** People and places. A sentence about some of them may state their figures beside those of the whole. */
  subjects: { name: string; figures: string[] }[];
  /** Figures of the whole: totals and counts. */
  figures: string[];
  /** Calendar dates that may be named. */
  dates: string[];
  /** Other texts whose words may have a capital letter. */
  words: string[];
  /** What employees typed. It may be repeated whole, in quotation marks, and vouches for nothing else. */
  quotable: string[];
  /** Everybody in the company; who is no subject must not be named. */
  people: { firstName: string; lastName: string }[];
};

export type Fault = 'length' | 'markup' | 'number' | 'name' | 'judgement';

const maxLength = 6000;

// Links, mail addresses, HTML, Markdown beyond emphasis, percentages, money, control and invisible characters,
// digits that are not plain ones.
const markup =
  /https?:|www\.|[\w-]\.(?:com|net|org|io|eu|lv|lt|pl)\b|[@<>[\]{}`|\\~^=%‰]|\p{Sc}|[\p{Cf}\p{Co}\p{Cs}]|(?![\n\t])\p{Cc}|(?![0-9²])\p{N}/iu;
const quotation = /"([^"\n]*)"|“([^”\n]*)[”“]|„([^”“"\n]*)[”“"]|«([^»\n]*)»/gu;
const wordPattern = /\p{L}[\p{L}\p{M}]*/gu;
const namePairPattern = /(?<![\p{L}\p{M}])(\p{Lu}[\p{L}\p{M}]*)\s+(?=(\p{Lu}[\p{L}\p{M}]*))/gu;
const numberPattern = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,:]\d+)*/g;

/** A place in Unicode's private area stands for each subject that is named in full. */
const firstMark = 0xe000;
const markPattern = /[\ue000-\uf8ff]/g;

const wordsOf = (text: string) => text.match(wordPattern) ?? [];
const foldedWordsOf = (text: string) => wordsOf(text).map(fold);
const plain = (text: string) =>
  fold(text)
    .replace(/\s+/g, ' ')
    .replace(/[.!?…]+$/, '')
    .trim();

const patternsOf = ({ judgements, numbers }: (typeof languageWords)[Language]) => ({
  judgement: new RegExp(`(?<!\\p{L})(?:${judgements})`, 'u'),
  numbers: numbers.map(([value, forms]) => ({
    figure: String(value),
    forms: new RegExp(`^(?:${forms})$`, 'u'),
  })),
});
const patterns: Record<Language, ReturnType<typeof patternsOf>> = {
  en: patternsOf(languageWords.en),
  lv: patternsOf(languageWords.lv),
  pl: patternsOf(languageWords.pl),
  lt: patternsOf(languageWords.lt),
};

/** Takes off the emphasis and headings that models like to write. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/\*\*|__/g, '')
    .replace(/^#+[ \t]*/gm, '')
    .replace(/^[ \t]*\*[ \t]/gm, '- ')
    .trim();
}

/** What is wrong with the text, or null. */
export function findFault(text: string, facts: CheckedFacts, language: Language): Fault | null {
  if (text.length > maxLength || text.trim() === '') return 'length';
  if (markup.test(text)) return 'markup';
  if (patterns[language].judgement.test(fold(text))) return 'judgement';

  const subjects = mergeByName(facts.subjects);
  const marked = markSubjects(
    withoutDates(withoutQuotes(text, facts.quotable), facts.dates, language),
    subjects,
  );
  const known = {
    names: subjects.map(({ name }) => foldedWordsOf(name)),
    others: new Set(
      foldedWordsOf([PRODUCT_NAME, ...facts.words, ...dateWords(facts.dates, language)].join(' ')),
    ),
    openers: new Set(languageWords[language].openers.map(fold)),
    strangers: strangersOf(facts, subjects),
  };
  for (const sentence of marked.split(/(?<=[.!?])\s+|\n+/)) {
    const named = new Set((sentence.match(markPattern) ?? []).map((mark) => mark.charCodeAt(0) - firstMark));
    if (hasForeignName(sentence, known, named, language)) return 'name';
    const figures = new Set([
      ...facts.figures,
      ...[...named].flatMap((index) => subjects[index]?.figures ?? []),
    ]);
    if (hasForeignNumber(sentence, figures, language)) return 'number';
  }
  return null;
}

type Subject = CheckedFacts['subjects'][number];

function mergeByName(subjects: Subject[]): Subject[] {
  return [...Map.groupBy(subjects, ({ name }) => name)].map(([name, same]) => ({
    name,
    figures: same.flatMap(({ figures }) => figures),
  }));
}

function withoutQuotes(text: string, quotable: string[]): string {
  // Of a word or two it could not be told any more that they are a quotation.
  const allowed = new Set(quotable.filter((quote) => wordsOf(quote).length >= 3).map(plain));
  return text.replace(quotation, (whole, ...groups: (string | undefined)[]) =>
    allowed.has(plain(groups.slice(0, 4).find((group) => group !== undefined) ?? '')) ? ' ' : whole,
  );
}

function markSubjects(text: string, subjects: Subject[]): string {
  const byLength = subjects
    .map((subject, index) => ({ ...subject, index }))
    .toSorted((a, b) => b.name.length - a.name.length);
  return byLength.reduce(
    (left, { name, index }) =>
      // A name of digits alone would hide figures.
      wordsOf(name).length === 0
        ? left
        : left.replace(
            new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu'),
            String.fromCharCode(firstMark + index),
          ),
    text,
  );
}

/** Whether the word is the name in some case of the language, diacritics aside. */
export function isFormOf(word: string, name: string, language: Language): boolean {
  return isFoldedFormOf(fold(word), fold(name), language);
}

function isFoldedFormOf(form: string, nominative: string, language: Language): boolean {
  if (form === nominative) return true;
  return languageWords[language].nameEndings.some(([ending, others]) => {
    const stem = nominative.slice(0, nominative.length - ending.length);
    return stem.length >= 2 && nominative === stem + ending && others.some((other) => form === stem + other);
  });
}

/** All words in it are folded. */
type Known = {
  /** The words of each subject's name. */
  names: string[][];
  others: Set<string>;
  openers: Set<string>;
  strangers: { words: Set<string>; names: string[][] };
};

function strangersOf({ people }: CheckedFacts, subjects: Subject[]): Known['strangers'] {
  const present = new Set(subjects.map(({ name }) => fold(name)));
  const ownWords = new Set(subjects.flatMap(({ name }) => foldedWordsOf(name)));
  const absent = people.map((person) => fold(fullName(person))).filter((name) => !present.has(name));
  const names = absent.map(foldedWordsOf);
  return { words: new Set(names.flat().filter((word) => !ownWords.has(word))), names };
}

/** Adds to `named` the subjects that the sentence names in part or declined. */
function hasForeignName(sentence: string, known: Known, named: Set<number>, language: Language): boolean {
  const ownersOf = (word: string, names: string[][]) =>
    names.flatMap((parts, owner) =>
      parts.some((part) => isFoldedFormOf(fold(word), part, language)) ? [owner] : [],
    );
  const isOneOwners = (first: string, second: string, names: string[][]) =>
    ownersOf(first, names).some((owner) => ownersOf(second, names).includes(owner));
  // Two names in a row are one person's: neither somebody absent nor a mixture of two who are there.
  for (const [, first = '', second = ''] of sentence.matchAll(namePairPattern)) {
    const isKnown = isOneOwners(first, second, known.names);
    if (!isKnown && isOneOwners(first, second, known.strangers.names)) return true;
    if (!isKnown && [first, second].every((word) => ownersOf(word, known.names).length > 0)) return true;
  }
  const startsWithMark = /^[^\p{L}\p{N}]*?[\ue000-\uf8ff]/u.test(sentence);
  return wordsOf(sentence).some((word, index) => {
    const plainWord = fold(word);
    const isCapitalised = /^\p{Lu}/u.test(word);
    const isOpener = index === 0 && !startsWithMark && known.openers.has(plainWord);
    if (known.strangers.words.has(plainWord)) {
      return isCapitalised ? !isOpener : !known.openers.has(plainWord);
    }
    if (!isCapitalised || isOpener || known.others.has(plainWord)) return false;
    const owners = ownersOf(word, known.names);
    for (const owner of owners) named.add(owner);
    return owners.length === 0;
  });
}

function hasForeignNumber(sentence: string, figures: Set<string>, language: Language): boolean {
  const text = sentence.replace(/(?<!\p{L})m[2²](?!\p{L})/gu, ' ').replace(/ft²/g, ' ');
  if (text.includes('²') || /(?:^|\s)[-−–]\d/.test(text)) return true;
  const isKnown = (number: string): boolean => readingsOf(number).some((reading) => figures.has(reading));
  const numbers = text.match(numberPattern) ?? [];
  if (!numbers.every(isKnown)) return true;
  return wordsOf(text).some((word) => {
    const plainWord = fold(word);
    const number = patterns[language].numbers.find(({ forms }) => forms.test(plainWord));
    return number !== undefined && !figures.has(number.figure);
  });
}

/** What a number may mean: a time, a decimal with either separator, or grouped thousands. */
function readingsOf(number: string): string[] {
  const time = /^(\d{1,2})[:.](\d{2})$/.exec(number);
  const ungrouped = number.replace(/[ \u00a0\u202f]/g, '');
  const decimals = [
    ...(/^\d+(?:[.,]\d+)?$/.test(ungrouped) ? [ungrouped.replace(',', '.')] : []),
    ...(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(ungrouped) ? [ungrouped.replaceAll(',', '')] : []),
  ];
  return [
    ...(time ? [`${time[1]?.padStart(2, '0')}:${time[2]}`] : []),
    ...decimals.map((decimal) => String(Number(decimal))),
  ];
}

const partOfDate = (date: string, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** Names of the dates' months and days of the week, declined as in a date. */
function dateWords(dates: string[], language: Language): string[] {
  return dates.map((date) =>
    partOfDate(date, language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  );
}

/** Takes out the dates that may be named: in digits with the year, or a day beside the month's name. */
function withoutDates(text: string, dates: string[], language: Language): string {
  const patterns = [...Map.groupBy(dates, (date) => date.slice(0, 7))].flatMap(([month, ofMonth]) => {
    const [year = '', monthDigits = ''] = month.split('-');
    const days = `(?:${ofMonth.map((date) => `0?${Number(date.slice(8))}`).join('|')})`;
    const [first = month] = ofMonth;
    const name = wordsOf(partOfDate(first, language, { day: 'numeric', month: 'long' })).at(
      language === 'lt' ? 0 : -1,
    );
    const stem = (name ?? '').slice(0, (name ?? '').length <= 4 ? 3 : 4);
    const range = `(?:${days}\\.?\\s*[–—-]\\s*)?${days}`;
    const before = `(?:${year}\\.?(?:\\s*(?:m\\.|gada))?,?\\s+)?`;
    const after = `(?:,?\\s+${year}(?:\\s*(?:r\\.|m\\.))?)?`;
    return [
      `${year}-${monthDigits}-${days}`,
      `${days}[./]0?${Number(monthDigits)}[./]${year}\\.?`,
      `${before}${range}(?:\\.|st|nd|rd|th)?\\s+(?:of\\s+)?${stem}\\p{L}*${after}`,
      `${before}${stem}\\p{L}*\\s+${range}(?:st|nd|rd|th|\\s+d\\.)?${after}`,
    ].map((pattern) => new RegExp(`(?<![\\p{L}\\d.,:])${pattern}(?![\\d])`, 'giu'));
  });
  return patterns.reduce((left, pattern) => left.replace(pattern, ' '), text);
}
