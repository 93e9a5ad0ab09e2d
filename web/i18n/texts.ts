/* How a text is found and filled in; without React, for the public pages too. */
import type { Language } from '#domain/languages.ts';

/** What a file in `locales/<lang>/` holds. */
export type Texts = { readonly [name: string]: string | Texts };

/** What is filled in. `count` also chooses the form of a plural. */
export type Values = Readonly<Record<string, string | number | undefined>>;

const pluralRules = new Map<Language, Intl.PluralRules>();

function pluralForm(count: number, language: Language): Intl.LDMLPluralRule {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(count);
}

/** The text of a key such as `status.idle`, or undefined; with `count` its plural form, if it has any. */
export function textOf(texts: Texts, key: string, language: Language, values: Values): string | undefined {
  const { count } = values;
  const counted = typeof count === 'number' && find(texts, `${key}_${pluralForm(count, language)}`);
  const text = counted || find(texts, key);
  return typeof text === 'string' ? fillIn(text, language, values) : undefined;
}

function find(texts: Texts, key: string): string | Texts | undefined {
  return key
    .split('.')
    .reduce<string | Texts | undefined>(
      (found, name) => (typeof found === 'object' ? found[name] : undefined),
      texts,
    );
}

/**
 * Fills in `{{name}}`, and `{{name, number}}` as the language writes numbers. A mark without a value stays as it is. Values
 * are never searched for marks.
 */
export function fillIn(text: string, language: Language, values: Values): string {
  return text.replace(/\{\{(\w+)(, number)?\}\}/g, (mark, name: string, isNumber) => {
    const value = values[name];
    if (value === undefined) return mark;
    return isNumber ? Number(value).toLocaleString(language) : String(value);
  });
}
