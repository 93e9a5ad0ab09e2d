import type { Language } from '#domain/languages.ts';

/** Name of the cookie, which the server reads, and of the entry in local storage. */
export const STORED_AS = 'maina_language';
const ONE_YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the choice on this device; the server reads the cookie. */
export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${STORED_AS}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax${secure}`;
  try {
    localStorage.setItem(STORED_AS, language);
  } catch {
    // Storage may be forbidden; the cookie is enough.
  }
}
