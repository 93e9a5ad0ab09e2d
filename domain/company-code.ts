import { readSymbols } from './crockford.ts';

/* A company's code, by which people without an e-mail address find it at sign-in: 8 hexadecimal digits. */

const length = 8;

/** `3F0A91C2` as people read it: `3F0A-91C2`. */
export const formatCompanyCode = (code: string) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;

/** The stored form of a typed code, whatever case, spaces, dashes, O/0 and I/L/1; null for a text that cannot be one. */
export const readCompanyCode = (text: string): string | null => readSymbols(text, length);
