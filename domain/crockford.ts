/** Crockford's base32: no I, L, O or U; parsing accepts characters that are easily confused. */

export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns `count` cryptographically random bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** `length` symbols of 5 random bits each. */
export function randomSymbols(length: number, random: RandomBytes): string {
  // 32 divides 256, so masking keeps every symbol equally likely.
  return Array.from(random(length), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/**
 * Returns the intended symbols, whatever case, spaces, dashes, O/0 and I/L/1; null if there are not `length` of them.
 */
export function readSymbols(text: string, length: number): string | null {
  if (text.length > 200) return null;
  const symbols = text
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return symbols.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(symbols) ? symbols : null;
}
