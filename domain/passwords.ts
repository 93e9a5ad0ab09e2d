import { type RandomBytes, randomSymbols, readSymbols } from './crockford.ts';

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;

const temporaryLength = 20;
const inGroups = (symbols: string) => symbols.replace(/.{5}(?=.)/g, '$&-');

/** 100 random bits as `XXXXX-XXXXX-XXXXX-XXXXX` in Crockford's base32 (decisions.md §4). */
export function generateTemporaryPassword(random: RandomBytes): string {
  return inGroups(randomSymbols(temporaryLength, random));
}

const separator = '.';

/** The token of a mailed link: the temporary password, and the company in which it is looked up. */
export const formatResetToken = ({ password, companyId }: { password: string; companyId: string }) =>
  password + separator + companyId;

/** Null for a text that cannot be such a token. */
export function readResetToken(token: string): { password: string; companyId: string } | null {
  const [text = '', companyId = ''] = token.split(separator);
  const password = normalizeTemporaryPassword(text);
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(companyId);
  return password !== null && isUuid ? { password, companyId } : null;
}

/** A typed password in the form it was generated (case, spaces, dashes, O/0, I/L/1 forgiven); null if it cannot be one. */
export function normalizeTemporaryPassword(text: string): string | null {
  const symbols = readSymbols(text, temporaryLength);
  return symbols && inGroups(symbols);
}
