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

/** Null for a text that is not such a token. */
export function readResetToken(token: string): { password: string; companyId: string } | null {
  const [text = '', companyId = ''] = token.split(separator);
  const password = normalizeTemporaryPassword(text);
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(companyId);
  return password !== null && isUuid ? { password, companyId } : null;
}

/**
 * Normalizes a typed password to the form it was generated in (any case, spaces, dashes, O/0, I/L/1); null if it is not
 * one.
 */
export function normalizeTemporaryPassword(text: string): string | null {
  const symbols = readSymbols(text, temporaryLength);
  return symbols && inGroups(symbols);
}
