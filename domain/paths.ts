import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from './languages.ts';

const sameName = (path: string): Record<Language, string> => ({
  en: path,
  lv: `/lv${path}`,
  pl: `/pl${path}`,
  lt: `/lt${path}`,
});

/** The canonical path of every page in every language (product.md §2, decisions.md §9). */
export const PATHS = {
  landing: { en: '/', lv: '/lv', pl: '/pl', lt: '/lt' },
  features: { en: '/features', lv: '/lv/funkcijas', pl: '/pl/funkcjonalnosci', lt: '/lt/funkcijos' },
  pricing: { en: '/pricing', lv: '/lv/cenas', pl: '/pl/cennik', lt: '/lt/kainodara' },
  contact: { en: '/contact', lv: '/lv/kontakti', pl: '/pl/kontakt', lt: '/lt/kontaktai' },
  tutorials: sameName('/tutorials'),
  auth: sameName('/auth'),
  resetPassword: sameName('/reset-password'),
  privacy: {
    en: '/privacy-policy',
    lv: '/lv/privatuma-politika',
    pl: '/pl/polityka-prywatnosci',
    lt: '/lt/privatumo-politika',
  },
  terms: {
    en: '/terms-of-service',
    lv: '/lv/pakalpojumu-noteikumi',
    pl: '/pl/warunki-uslug',
    lt: '/lt/paslaugas-salygas',
  },
  refund: sameName('/refund-policy'),
  dashboard: sameName('/dashboard'),
  employee: sameName('/employee'),
  employees: sameName('/employees'),
  /** Cards with the badges of employees, to print. */
  badges: sameName('/employees/badges'),
  /** Invitations of employees without an e-mail address, to print. */
  invitationSheets: sameName('/employees/invitations'),
  person: sameName('/employees/:id'),
  locations: sameName('/locations'),
  locationPoster: sameName('/locations/:id/poster'),
  reports: sameName('/reports'),
  corrections: sameName('/corrections'),
  absences: sameName('/absences'),
  schedule: { en: '/schedule', lv: '/lv/grafiks', pl: '/pl/grafik', lt: '/lt/grafikas' },
  rollCall: sameName('/roll-call'),
  /** The settings of the company, by subject; the devices (`kiosks`) are one more. */
  settings: sameName('/settings'),
  settingsTime: sameName('/settings/working-time'),
  settingsAbsences: sameName('/settings/absences'),
  settingsPayroll: sameName('/settings/payroll'),
  settingsData: sameName('/settings/data'),
  /** The facts of the privacy notice for employees. */
  privacyNotice: {
    en: '/privacy-notice',
    lv: '/lv/privatuma-pazinojums',
    pl: '/pl/klauzula-informacyjna',
    lt: '/lt/privatumo-pranesimas',
  },
  /** The paired devices. */
  kiosks: sameName('/kiosks'),
  /** A device at the door, and a screen that only shows the location's code. */
  kiosk: sameName('/kiosk'),
  display: sameName('/display'),
  /** The wall view: who is at work. */
  board: sameName('/board'),
  messages: sameName('/messages'),
  message: sameName('/messages/:id'),
  timeTracking: sameName('/time-tracking'),
  /** A manager checks several people in or out. */
  crew: { en: '/crew', lv: '/lv/brigade', pl: '/pl/brygada', lt: '/lt/brigada' },
  /** Opens the scanner at once. */
  scan: sameName('/scan'),
  workReports: sameName('/work-reports'),
  myHours: {
    en: '/my-hours',
    lv: '/lv/manas-stundas',
    pl: '/pl/moje-godziny',
    lt: '/lt/mano-valandos',
  },
  /** `month` is `yyyy-MM`. */
  myMonth: {
    en: '/my-hours/:month',
    lv: '/lv/manas-stundas/:month',
    pl: '/pl/moje-godziny/:month',
    lt: '/lt/mano-valandos/:month',
  },
  /** The viewer's own published shifts. */
  mySchedule: {
    en: '/my-schedule',
    lv: '/lv/mans-grafiks',
    pl: '/pl/moj-grafik',
    lt: '/lt/mano-grafikas',
  },
  subscription: sameName('/subscription'),
  payment: sameName('/payment'),
  account: sameName('/account'),
  /** The page of the link that an administrator hands over or mails. */
  invitation: sameName('/invitation'),
  /** The page of the link in the mail about a company's deletion. */
  restoreCompany: sameName('/restore-company'),
  /** The pages of the links in the mails about a change of e-mail address. */
  confirmEmail: sameName('/confirm-email'),
  undoEmailChange: sameName('/undo-email-change'),
  /** The page of the link in a mailed report. */
  stopReports: sameName('/stop-reports'),
} as const satisfies Record<string, Record<Language, string>>;

export type PageName = keyof typeof PATHS;
export type PathParams = Record<string, string>;

const pageNames = Object.keys(PATHS) as PageName[];

/** `/lv/funkcijas` and `/lv/features`; in English `/features` and `/en/features`. */
function patternsIn(page: PageName, language: Language): string[] {
  const plain = PATHS[page].en;
  return [PATHS[page][language], `/${language}${plain === '/' ? '' : plain}`];
}

/** Every path pattern, with `:id`, under which the page is reachable in any language. */
export function routePatterns(page: PageName): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => patternsIn(page, language)))];
}

/** The page's canonical path in the language. Throws if a parameter of the path is missing. */
export function pathFor(page: PageName, language: Language, params: PathParams = {}): string {
  return PATHS[page][language].replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`The path of ${page} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** The language named by the first segment; null if there is none, which means English or a redirect. */
export function languageOfPath(pathname: string): Language | null {
  const first = pathname.split('/', 2)[1]?.toLowerCase();
  return isLanguage(first) ? first : null;
}

function paramsOf(pattern: string[], segments: string[]): PathParams | null {
  if (pattern.length !== segments.length) return null;
  const params: PathParams = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (!segment && part) return null;
    if (!part.startsWith(':')) {
      if (part !== segment?.toLowerCase()) return null;
      continue;
    }
    try {
      params[part.slice(1)] = decodeURIComponent(segment ?? '');
    } catch {
      return null; // A broken percent escape.
    }
  }
  return params;
}

function segmentsOf(pathname: string): string[] {
  const segments = pathname.split('/');
  while (segments.length > 1 && segments.at(-1) === '') segments.pop();
  return segments;
}

/**
 * The page at a path, by its localized or plain name, ignoring trailing slashes and case: short QR codes have capitals
 * only. Null for an unknown one.
 */
export function matchPath(
  pathname: string,
): { page: PageName; language: Language; params: PathParams } | null {
  const language = languageOfPath(pathname) ?? DEFAULT_LANGUAGE;
  const segments = segmentsOf(pathname);
  for (const page of pageNames) {
    for (const pattern of patternsIn(page, language)) {
      const params = paramsOf(segmentsOf(pattern), segments);
      if (params) return { page, language, params };
    }
  }
  return null;
}

/**
 * The target of the language switcher: the page's canonical path in the language. A path that is not one of our pages
 * only has its two-letter prefix replaced (product.md §2).
 */
export function switchLanguage(pathname: string, language: Language): string {
  const match = matchPath(pathname);
  if (match) return pathFor(match.page, language, match.params);
  const bare = pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '');
  return language === DEFAULT_LANGUAGE ? bare || '/' : `/${language}${bare}`;
}
