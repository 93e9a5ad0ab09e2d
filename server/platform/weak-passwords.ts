import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_PASSWORD_LENGTH } from '#domain/passwords.ts';
import { invalidField } from './errors.ts';

/** The 10,000 most common passwords that are long enough; in lower case. */
const COMMON = new Set(
  dictionary['passwords-common'].filter((text) => text.length >= MIN_PASSWORD_LENGTH).slice(0, 10_000),
);

type Person = { firstName: string; lastName: string; email: string | null };

/** Lower case without accents, digits and symbols, so that "Anna-1990" is the name Anna. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Lower case without blanks and invisible characters, full-width letters and digits as ordinary ones. */
const plainOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/** Whether nothing of the password but digits and signs is beside the person's names or e-mail address. */
function isOwnName(password: string, { firstName, lastName, email }: Person): boolean {
  const mailbox = email?.split('@')[0];
  const addresses = email && mailbox ? [mailbox, email] : [];
  const names = [firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`, ...addresses];
  const letters = lettersOf(password);
  return (
    names.some((name) => letters !== '' && lettersOf(name) === letters) ||
    addresses.includes(password.toLowerCase())
  );
}

/**
 * Rejects a password that attackers try first (decisions.md §11).
 * @throws validation_failed (passwordCommon, passwordOwnName) for the field
 */
export function refuseWeakPassword(password: string, person: Person, field = 'password'): void {
  if (COMMON.has(plainOf(password))) throw invalidField(field, 'passwordCommon');
  if (isOwnName(password, person)) throw invalidField(field, 'passwordOwnName');
}
