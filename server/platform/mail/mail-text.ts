import type { Language } from '#domain/languages.ts';
import type texts from '../../../locales/en/mail.json';
import { translator } from '../texts/i18n.ts';

type WithoutCount<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;
type MailKey = `mail:${WithoutCount<keyof typeof texts>}`;

/** The longest name in a mail, in characters. */
const maxLength = 60;

/**
 * Returns text that a person typed, without anything that a mail client would turn into a link: URLs with a scheme,
 * `www.` or a path become "…", other host names get a space after each dot.
 */
export function withoutLinks(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) =>
      /:\/\/|^\W*www[.。．｡]|[.。．｡][\p{L}\d-]{2,}(?::\d+)?[/?#]/iu.test(word)
        ? '…'
        : word.replace(/(?<=[\p{L}\d])[.。．｡](?=[\p{L}-]{2,}|xn--)/gu, '. '),
    )
    .join('');
}

/** Returns the name of a person, company or location for a mail: without links and shortened. */
export function nameInMail(name: string): string {
  const characters = [...withoutLinks(name)];
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('');
}

/**
 * Returns the texts of mails in one language. Filled-in strings are treated as names (`nameInMail`), but for a text in which
 * names are treated already (`{ text }`); `names` can be used in every text.
 */
export function mailTranslator(language: Language, names: Record<string, string> = {}) {
  const t = translator(language);
  return (key: MailKey, params: Record<string, string | number | { text: string }> = {}): string =>
    t(
      key,
      Object.fromEntries(
        Object.entries({ ...names, ...params }).map(([name, value]) => [
          name,
          typeof value === 'string' ? nameInMail(value) : typeof value === 'object' ? value.text : value,
        ]),
      ),
    );
}
