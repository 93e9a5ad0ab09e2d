/* Keeps the poster's code for people who need an invitation first, so they check in where they began. */
import { parseLocationCode, readCodeLink } from '#domain/location-code.ts';

const STORED_AS = 'maina_poster';
const validMs = 24 * 60 * 60 * 1000;

/** The code of the poster, if `next`, the page that asked for a sign-in, is that of one; otherwise null. */
export function posterIn(next: string | null): string | null {
  if (!next || !URL.canParse(next, location.origin)) return null;
  const { code } = readCodeLink(new URL(next, location.origin).searchParams);
  const parsed = parseLocationCode(code ?? '');
  return parsed.ok ? parsed.code : null;
}

export function rememberPoster(code: string): void {
  try {
    localStorage.setItem(STORED_AS, `${code} ${Date.now() + validMs}`);
  } catch {
    // Without storage the person scans the poster again.
  }
}

/** The code of a poster scanned within the last day; null if there is none. */
export function scannedPoster(): string | null {
  try {
    const [code = '', until] = localStorage.getItem(STORED_AS)?.split(' ') ?? [];
    const parsed = parseLocationCode(code);
    return parsed.ok && Number(until) > Date.now() ? parsed.code : null;
  } catch {
    return null;
  }
}

export function forgetPoster(): void {
  try {
    localStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was kept.
  }
}
