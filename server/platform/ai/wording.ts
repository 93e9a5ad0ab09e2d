/* Terms and formats shared by every prompt and text with figures. */
import { minutesText } from '#domain/apportion.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { vocabulary } from './vocabulary.ts';

/** Numbers with at most two decimals, and minutes as hours: 7:30. */
export function figureFormat(language: Language) {
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 });
  return {
    number: (value: number) => number.format(value),
    hours: minutesText,
  };
}

const names: Record<Language, string> = { en: 'English', lv: 'Latvian', pl: 'Polish', lt: 'Lithuanian' };

/** Rules for a model's text, so that it can be filled in. */
export function writingRules(language: Language): string {
  return `Write in ${names[language]}. Answer only with JSON of the form {"elements": ["...", "..."]}, one short sentence of
plain text in each element.
Instead of names and figures you see stand-ins in square brackets; the reader sees what they stand for: [p1] a person,
[l1] a location, [h1] hours with their unit, [t1] a time of day or the times from when to when, [d1] a date or period,
[q1] a quantity with its unit, [n1] a number, [w1] what an employee wrote, in quotation marks, [c1] the caption of a list,
which says what its people and figures have in common.
Copy stand-ins exactly, with a space before and no ending after them, and word each sentence so that it is right whatever
they stand for, for example "[p1]: [h1] ([t1])". Between two figures there is a word or a comma.
Write no digits, no names and no quotation marks. Use only stand-ins and these words, in no other form:
${vocabulary[language].split(/\s+/).join(' ')}.
Each sentence has at least one figure, and for each person that it names a figure of theirs. A caption stands only beside
figures of its list, for example "[c1]: [p1] ([t1])". A figure of a person or location stands in a sentence that names this person or location and nobody else. A total stands
in a sentence that names nobody. Leave out what cannot be said so.`;
}
