/* Which language the screens are in, and the paths that go with it (product.md §2, decisions.md §9). */
import { useSyncExternalStore } from 'react';

import { isLanguage, type Language, preferredLanguage } from '#domain/languages.ts';
import { languageOfPath, type PageName, type PathParams, pathFor } from '#domain/paths.ts';
import { currentLanguage, onLanguageChange } from './i18n.ts';
import { STORED_AS } from './remember-language.ts';

/** First segment of the path, else cookie, else local storage, else the browser's own languages. */
export function detectLanguage(): Language {
  const candidates = [languageOfPath(location.pathname), readCookie(), readStorage()];
  return (
    candidates.find((candidate) => isLanguage(candidate)) ?? preferredLanguage(navigator.languages.join())
  );
}

function readCookie(): string | undefined {
  return new RegExp(`(?:^|; )${STORED_AS}=(\\w+)`).exec(document.cookie)?.[1];
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
}

/** Paths in the language on screen: `const pathTo = usePathTo(); <Link to={pathTo('employees')}>`. */
export function usePathTo(): (page: PageName, params?: PathParams) => string {
  const language = useLanguage();
  return (page, params) => pathFor(page, language, params);
}
