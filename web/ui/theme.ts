import { useEffect, useSyncExternalStore } from 'react';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The key is shared with web/public/theme.js, which applies the choice before the first paint. */
const STORAGE_KEY = 'maina-theme';

const listeners = new Set<() => void>();
let current: Theme | undefined;

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function readTheme(): Theme {
  current ??= storedTheme();
  return current;
}

function applyTheme(theme: Theme) {
  current = theme;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void) {
  // Follows a change in another tab of the same browser.
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) applyTheme(storedTheme());
  };
  listeners.add(notify);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', onStorage);
  };
}

function setTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be disabled; the choice then lasts until the page is left.
  }
  applyTheme(theme);
}

/** The person's choice of theme on this device; `system` follows the operating system. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, readTheme, () => 'system' as const);
  return { theme, setTheme };
}

/** While mounted, the page is light whatever was chosen: for reading outdoors. */
export function useAlwaysLight(): void {
  useEffect(() => {
    document.documentElement.dataset.theme = 'light';
    return () => applyTheme(readTheme());
  }, []);
}
