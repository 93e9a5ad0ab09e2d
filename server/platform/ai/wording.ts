/* Words that every prompt or text about figures shares. */
import type { TFunction } from 'i18next';
import type { Language } from '#domain/languages.ts';
import { WORK_UNITS } from '#domain/work-units.ts';
import { languageWords } from './language-words.ts';

/** A unit of work in the reader's language; what is not on the list stays as it was typed. */
export function unitLabel(units: string, t: TFunction): string {
  return WORK_UNITS.some((unit) => unit === units) ? t(`common:units.${units}`) : units;
}

const names: Record<Language, string> = { en: 'English', lv: 'Latvian', pl: 'Polish', lt: 'Lithuanian' };

/** What a text must keep to for `findFault` to let it pass. */
export function writingRules(language: Language): string {
  return `Write in ${names[language]}, in plain text: no headings, no Markdown, no links.
State only names and figures of the data and copy both exactly as they are written there: do not decline names, do not
calculate, do not round, do not use percentages, ordinals or number words. A figure of a person or place stands in a
sentence that names this person or place. Never rank, score, praise or blame people.
Begin every sentence with such a name or with one of these words: ${languageWords[language].openers.join(', ')}.
Write no other word with a capital letter.`;
}

/** Data between two lines of a boundary that nobody who wrote the data can know. */
export function fence(data: unknown, boundary: string): string {
  return `${boundary}\n${JSON.stringify(data, null, 1)}\n${boundary}`;
}
