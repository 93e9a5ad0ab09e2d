import * as z from 'zod/mini';
import { isDate } from '#domain/dates.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/passwords.ts';

/**
 * Building blocks of the contract. The error texts are keys of `locales/<lang>/validation.json`:
 * the server and the forms translate them into the reader's language.
 */

// One line of text without control characters; PostgreSQL rejects NUL in any text, and half a surrogate pair is not a
// character.
const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
const noNul = /^[^\0\p{Cs}]*$/u;

/** One line of text, trimmed, that must not be empty. */
export const requiredText = (requiredKey: string, maxLength = 200) =>
  z
    .string(requiredKey)
    .check(
      z.trim(),
      z.minLength(1, requiredKey),
      z.maxLength(maxLength, 'tooLong'),
      z.regex(oneLine, 'controlCharacters'),
    );

// Format characters (zero-width, bidirectional controls, soft hyphens) and letters without a glyph: with them, names
// that look alike differ, and a name reads differently from what is stored.
const showsNothing = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
// Joiners within an emoji are invisible too, but part of it.
const emoji =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*/gu;

/** The name of a person, company or location: `requiredText` in which every character is visible. */
export const nameText = (requiredKey: string, maxLength = 200) =>
  requiredText(requiredKey, maxLength).check(
    z.refine((text) => !showsNothing.test(text.replace(emoji, '')), 'controlCharacters'),
  );

/** A location's code as it is stored: 9 capitals and digits. */
export const locationCode = z.string('codeRequired').check(z.regex(/^[0-9A-Z]{9}$/, 'invalid'));

/** Several lines of text, trimmed, that must not be empty. */
export const requiredLongText = (requiredKey: string, maxLength = 2000) =>
  z
    .string(requiredKey)
    .check(
      z.trim(),
      z.minLength(1, requiredKey),
      z.maxLength(maxLength, 'tooLong'),
      z.regex(noNul, 'controlCharacters'),
    );

/** One optional line of text; blank counts as missing. */
export const optionalText = (maxLength = 200) =>
  z.pipe(
    z.nullish(
      z
        .string('invalid')
        .check(z.trim(), z.maxLength(maxLength, 'tooLong'), z.regex(oneLine, 'controlCharacters')),
    ),
    z.transform((text) => text || null),
  );

/** One line of text, or null; blank counts as null. */
export const clearableText = (maxLength: number) =>
  z.nullable(
    z.pipe(
      z
        .string('invalid')
        .check(z.trim(), z.maxLength(maxLength, 'tooLong'), z.regex(oneLine, 'controlCharacters')),
      z.transform((text) => text || null),
    ),
  );

/** Optional text of several lines; blank counts as missing. */
export const optionalLongText = (maxLength = 2000) =>
  z.pipe(
    z.nullish(
      z
        .string('invalid')
        .check(z.trim(), z.maxLength(maxLength, 'tooLong'), z.regex(noNul, 'controlCharacters')),
    ),
    z.transform((text) => text || null),
  );

export const emailField = z
  .string('email')
  .check(z.trim(), z.maxLength(254, { error: 'email', abort: true }), z.email('email'));

/** An e-mail address, or null; blank counts as null. */
export const optionalEmailField = z.nullable(
  z.union(
    [
      z.pipe(
        z.string().check(z.trim(), z.maxLength(0)),
        z.transform(() => null),
      ),
      emailField,
    ],
    'email',
  ),
);

/** A new password (product.md §5). */
export const newPasswordField = z.string('passwordLength').check(
  z.minLength(MIN_PASSWORD_LENGTH, 'passwordLength'),
  z.maxLength(MAX_PASSWORD_LENGTH, 'tooLong'),
  // A mail with a temporary password could not be stored.
  z.regex(oneLine, 'controlCharacters'),
);

/** A password typed for authentication. */
export const givenPasswordField = z
  .string('passwordRequired')
  .check(z.minLength(1, 'passwordRequired'), z.maxLength(MAX_PASSWORD_LENGTH, 'tooLong'));

/** The name of a person in an answer. */
export const personName = { firstName: z.string(), lastName: z.string() };
/** The name of a person in an answer to administrators. */
export const namedPerson = {
  ...personName,
  /** Tells people of the same name apart, such as the e-mail address; null or absent where the name is enough. */
  nameTag: z.nullish(z.string()),
};

export const id = z.uuid('invalid');
export const instant = z.iso.datetime({ error: 'invalid' });
/** `HH:mm` on the company's clock. */
export const clockTime = z.string('clockTime').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clockTime'));
export const calendarDate = z.string('date').check(z.refine(isDate, 'date'));
export const calendarMonth = z
  .string('month')
  .check(z.refine((text) => /^\d{4}-\d{2}$/.test(text) && isDate(`${text}-01`), 'month'));
export const idParams = z.object({ id });
/** The response of an action that returns nothing. */
export const empty = z.object({});

/** Six digits of an authenticator app, or a recovery code. */
export const codeField = z
  .string('codeRequired')
  .check(z.trim(), z.minLength(1, 'codeRequired'), z.maxLength(50, 'tooLong'));

/**
 * The query of a list that can be read in pages. Without either parameter, the answer is the whole list. `limit` asks for a page
 * of that many rows; its `Link` header has the `cursor` of the next one.
 */
export const askedPage = {
  limit: z.optional(
    z.coerce.number('invalid').check(z.int('invalid'), z.minimum(1, 'invalid'), z.maximum(1000, 'invalid')),
  ),
  cursor: z.optional(z.string('invalid').check(z.maxLength(200, 'tooLong'))),
};
export type AskedPage = { limit?: number | undefined; cursor?: string | undefined };
