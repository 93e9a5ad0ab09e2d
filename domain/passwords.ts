import { type RandomBytes, randomSymbols, readSymbols } from './crockford.ts';

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;

const temporaryLength = 20;
const inGroups = (symbols: string) => symbols.replace(/.{5}(?=.)/g, '$&-');

/** 100 random bits as `XXXXX-XXXXX-XXXXX-XXXXX` in Crockford's base32 (decisions.md §4). */
export function generateTemporaryPassword(random: RandomBytes): string {
  return inGroups(randomSymbols(temporaryLength, random));
}

/** A typed password in the form it was generated (case, spaces, dashes, O/0, I/L/1 forgiven); null if it cannot be one. */
export function normalizeTemporaryPassword(text: string): string | null {
  const symbols = readSymbols(text, temporaryLength);
  return symbols && inGroups(symbols);
}
