import { ALPHABET, type RandomBytes, randomSymbols, readSymbols } from './crockford.ts';
import { matchPath, PATHS } from './paths.ts';

const randomLength = 8;
const codeLength = randomLength + 1;

/** Multiplication by x in GF(32) = GF(2)[x] / (x⁵ + x² + 1), where x is primitive. */
const timesX = (element: number) => ((element << 1) ^ (element & 16 ? 0b100101 : 0)) & 31;

/*
 * A code is valid if the sum of xⁱ·symbolᵢ, i counted from the right, is 0 in GF(32). Changing one symbol by d adds
 * xⁱ·d ≠ 0. Swapping symbols a ≠ b at positions i ≠ j adds (xⁱ − xʲ)(b − a), and x has order 31, so that factor is not
 * zero either: every single substitution and every transposition, adjacent or not, is detected.
 */
const weightedSum = (symbols: string) =>
  [...symbols].reduce((sum, symbol) => timesX(sum) ^ ALPHABET.indexOf(symbol), 0);

/** Returns a new location code as stored: 8 random symbols and the check character (decisions.md §2). */
export function generateLocationCode(random: RandomBytes): string {
  const symbols = randomSymbols(randomLength, random);
  return symbols + ALPHABET.charAt(timesX(weightedSum(symbols)));
}

export type ParsedLocationCode = { ok: true; code: string } | { ok: false; reason: 'malformed' | 'mistyped' };

/** Parses a typed code to its stored form. `mistyped`: the right length with a wrong check character. */
export function parseLocationCode(text: string): ParsedLocationCode {
  const code = readSymbols(text, codeLength);
  if (!code) return { ok: false, reason: 'malformed' };
  return weightedSum(code) === 0 ? { ok: true, code } : { ok: false, reason: 'mistyped' };
}

/** `XXXXXXXXC` as people read it: `XXXX-XXXX-C`. */
export function formatLocationCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

/** The link in a location's QR code, which a phone's camera app can open. */
export function locationCodeUrl(origin: string, code: string): string {
  return `${origin}${PATHS.timeTracking.en}?code=${code}`;
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Reads the code and the rotating part from the query of such a link, whose names may be in capitals. */
export function readCodeLink(query: URL['searchParams']): { code: string | null; rotating: string | null } {
  const named = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  return { code: named.get('code') ?? null, rotating: named.get('t') ?? null };
}

/** The address of the rotating code, as screens show it: the poster's and the rotating part. */
export const rotatingCodeUrl = (origin: string, code: string, rotating: string): string =>
  `${locationCodeUrl(origin, code)}&t=${rotating}`;

const rotatingLength = 10;

export type ScannedLocationCode =
  /** `rotating`: the rotating part, empty if it can be none; null for a poster and a typed code. */
  | { ok: true; code: string; form: 'url' | 'code'; rotating: string | null }
  | { ok: false; reason: 'malformed' | 'mistyped' | 'foreign' };

/**
 * Finds the location code in a scanned or typed text: a bare code or our own link to it, in any language. Anything else
 * with a scheme (another site's link, Wi-Fi details, a contact card) is `foreign`. `acceptedOrigins` have the format of
 * `URL.origin`.
 */
export function locationCodeFromScan(text: string, acceptedOrigins: string[]): ScannedLocationCode {
  const trimmed = text.trim();
  if (!/^[a-z][a-z\d+.-]*:/i.test(trimmed)) {
    const parsed = parseLocationCode(trimmed);
    return parsed.ok ? { ...parsed, form: 'code', rotating: null } : parsed;
  }
  const url = trimmed.length <= 500 ? urlOf(trimmed) : null;
  const isOurs =
    url && acceptedOrigins.includes(url.origin) && matchPath(url.pathname)?.page === 'timeTracking';
  if (!isOurs) return { ok: false, reason: 'foreign' };
  const { code, rotating } = readCodeLink(url.searchParams);
  const parsed = parseLocationCode(code ?? '');
  if (!parsed.ok) return parsed;
  return {
    ...parsed,
    form: 'url',
    rotating: rotating === null ? null : (readSymbols(rotating, rotatingLength) ?? ''),
  };
}
