import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_PASSWORD_LENGTH } from '#domain/passwords.ts';
import { invalidField } from '#server/platform/errors.ts';

/** The 10,000 most common passwords that are long enough; in lower case. */
const COMMON = new Set(
  dictionary['passwords-common'].filter((text) => text.length >= MIN_PASSWORD_LENGTH).slice(0, 10_000),
);

/** What people in our countries choose first, which the list of the whole world leaves out; without accents. */
const LOCAL = new Set(
  (
    'parole mana manaparole labdien sveiki latvija latvia riga jelgava liepaja daugavpils saule saulite milestiba ' +
    'mansmilulis zakis kakis lacplesis ' +
    'slaptazodis slaptas mano labas labadiena lietuva lithuania vilnius kaunas klaipeda zalgiris basketbolas meile saulute ' +
    'mylimas mylimasis mylimoji zuikis katinas kompiuteris ' +
    'haslo mojehaslo polska poland warszawa krakow poznan gdansk wroclaw kochamcie kocham kochanie kochana misiek misiaczek ' +
    'myszka slonko slonce kwiatek komputer kasia polskagurom ' +
    'password passwort geslo qwerty qwertz azerty admin administrator welcome letmein maina'
  ).split(' '),
);

/** Keys side by side, from left to right, and the alphabet and the digits. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
];

type Person = { firstName: string; lastName: string; email: string | null };

const reversed = (text: string) => [...text].reverse().join('');

/** Lower case without accents, digits and symbols, so that "Anna-1990" is the name Anna. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}]/gu, '');

/** Lower case without blanks and invisible characters, full-width letters and digits as ordinary ones. */
const plainOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/** One to four characters repeated, two in any order, or part of a row of keys, the alphabet or the digits. */
const isPattern = (plain: string) =>
  /^(.{1,4})\1+$/u.test(plain) ||
  new Set(plain).size <= 2 ||
  ROWS.some((row) => row.includes(plain) || reversed(row).includes(plain));

/** Whether it is a common word with nothing beside it but up to five digits and signs, or a row of digits. */
function isCommonWord(plain: string): boolean {
  const word = lettersOf(plain);
  const rest = plain.normalize('NFD').replace(/[\p{L}\p{M}]/gu, '');
  return (COMMON.has(word) || LOCAL.has(word)) && (rest.length <= 5 || isPattern(rest));
}

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
  const plain = plainOf(password);
  if (COMMON.has(plain) || isPattern(plain) || isCommonWord(plain))
    throw invalidField(field, 'passwordCommon');
  if (isOwnName(password, person)) throw invalidField(field, 'passwordOwnName');
}
