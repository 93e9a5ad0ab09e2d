/* Ordered by precedence: most browsers name others beside themselves. */
const BROWSERS: [mark: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const SYSTEMS: [mark: string, name: string][] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/**
 * Returns browser and system as people know them, "Firefox, Windows"; null for a program that names neither. Coarse on
 * purpose: enough to tell one's own devices apart.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (list: [mark: string, name: string][]) =>
    list.find(([mark]) => userAgent?.includes(mark))?.[1] ?? null;
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== null).join(', ') || null;
}
