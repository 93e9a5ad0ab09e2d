import { type RandomBytes, randomSymbols, readSymbols } from './crockford.ts';

/** Tells a badge from a location code, which is shorter and never begins so. */
const MARK = 'MB';
const randomLength = 26;

/** A new code of a badge: 130 random bits. It is no address, so that a phone's camera opens nothing. */
export const generateBadgeCode = (random: RandomBytes): string => MARK + randomSymbols(randomLength, random);

/** `MB` and 26 letters or digits. */
const badgeLength = MARK.length + randomLength;

/** Parses what a camera or a barcode reader has read to a badge's code; null if it cannot be one. */
export function readBadgeCode(text: string): string | null {
  const code = readSymbols(text, badgeLength);
  return code?.startsWith(MARK) ? code : null;
}

/** The badge's code at the end of what was typed, whatever was typed before it; null if there is none. */
export const badgeAtEnd = (typed: string): string | null =>
  readBadgeCode(typed.slice(-badgeLength)) ?? readBadgeCode(typed);
