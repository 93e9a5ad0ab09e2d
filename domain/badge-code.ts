import { type RandomBytes, randomSymbols, readSymbols } from './crockford.ts';

/** Tells a badge from a location code, which is shorter and never begins so. */
const MARK = 'MB';
const randomLength = 26;

/** A new code of a badge: 130 random bits. It is no address, so that a phone's camera opens nothing. */
export const generateBadgeCode = (random: RandomBytes): string => MARK + randomSymbols(randomLength, random);

/** Parses what a camera or a barcode reader has read to a badge's code; null if it cannot be one. */
export function readBadgeCode(text: string): string | null {
  const code = readSymbols(text, MARK.length + randomLength);
  return code?.startsWith(MARK) ? code : null;
}
