/** The texts of each area: one line for each file in `locales/en/`. The other languages have the same keys. */
export type Resources = {
  'absence-details': typeof import('../../locales/en/absence-details.json');
  absences: typeof import('../../locales/en/absences.json');
  account: typeof import('../../locales/en/account.json');
  'ai-endpoint': typeof import('../../locales/en/ai-endpoint.json');
  'ai-reports': typeof import('../../locales/en/ai-reports.json');
  'api-keys': typeof import('../../locales/en/api-keys.json');
  ask: typeof import('../../locales/en/ask.json');
  auth: typeof import('../../locales/en/auth.json');
  'auth-steps': typeof import('../../locales/en/auth-steps.json');
  breaks: typeof import('../../locales/en/breaks.json');
  charts: typeof import('../../locales/en/charts.json');
  common: typeof import('../../locales/en/common.json');
  company: typeof import('../../locales/en/company.json');
  notice: typeof import('../../locales/en/notice.json');
  confirmation: typeof import('../../locales/en/confirmation.json');
  corrections: typeof import('../../locales/en/corrections.json');
  crew: typeof import('../../locales/en/crew.json');
  dashboard: typeof import('../../locales/en/dashboard.json');
  'dashboard-figures': typeof import('../../locales/en/dashboard-figures.json');
  dates: typeof import('../../locales/en/dates.json');
  demo: typeof import('../../locales/en/demo.json');
  distances: typeof import('../../locales/en/distances.json');
  'employee-dashboard': typeof import('../../locales/en/employee-dashboard.json');
  employees: typeof import('../../locales/en/employees.json');
  employment: typeof import('../../locales/en/employment.json');
  errors: typeof import('../../locales/en/errors.json');
  'first-steps': typeof import('../../locales/en/first-steps.json');
  flags: typeof import('../../locales/en/flags.json');
  hours: typeof import('../../locales/en/hours.json');
  import: typeof import('../../locales/en/import.json');
  invitation: typeof import('../../locales/en/invitation.json');
  kiosk: typeof import('../../locales/en/kiosk.json');
  locations: typeof import('../../locales/en/locations.json');
  messages: typeof import('../../locales/en/messages.json');
  'month-export': typeof import('../../locales/en/month-export.json');
  nav: typeof import('../../locales/en/nav.json');
  nfc: typeof import('../../locales/en/nfc.json');
  'not-found': typeof import('../../locales/en/not-found.json');
  overview: typeof import('../../locales/en/overview.json');
  'own-schedule': typeof import('../../locales/en/own-schedule.json');
  'schedule-feed': typeof import('../../locales/en/schedule-feed.json');
  'own-time': typeof import('../../locales/en/own-time.json');
  person: typeof import('../../locales/en/person.json');
  'push-settings': typeof import('../../locales/en/push-settings.json');
  'privacy-notice': typeof import('../../locales/en/privacy-notice.json');
  pwa: typeof import('../../locales/en/pwa.json');
  reports: typeof import('../../locales/en/reports.json');
  'roll-call': typeof import('../../locales/en/roll-call.json');
  schedules: typeof import('../../locales/en/schedules.json');
  'sign-up': typeof import('../../locales/en/sign-up.json');
  'single-sign-on': typeof import('../../locales/en/single-sign-on.json');
  subscription: typeof import('../../locales/en/subscription.json');
  'time-entries': typeof import('../../locales/en/time-entries.json');
  'time-tracking': typeof import('../../locales/en/time-tracking.json');
  upgrade: typeof import('../../locales/en/upgrade.json');
  validation: typeof import('../../locales/en/validation.json');
  webhooks: typeof import('../../locales/en/webhooks.json');
  'work-reports': typeof import('../../locales/en/work-reports.json');
  'work-rules': typeof import('../../locales/en/work-rules.json');
  'working-time': typeof import('../../locales/en/working-time.json');
};

/** An area of texts: the name of a file in `locales/<lang>/`. */
export type Area = keyof Resources;

type PluralForm = 'zero' | 'one' | 'few' | 'many' | 'other';
/** The forms of a plural are one key. */
type WithoutForm<Name> = Name extends `${infer Base}_${PluralForm}` ? Base : Name;
type KeysOf<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? WithoutForm<Name>
    : `${Name}.${KeysOf<Texts[Name]>}`;
}[keyof Texts & string];

/** `status.idle`: the keys of one area. */
export type AreaKey<A extends Area> = { [Each in Area]: KeysOf<Resources[Each]> }[A];
/** `common:cancel`: the keys of every area. */
export type FullKey = { [Each in Area]: `${Each}:${KeysOf<Resources[Each]>}` }[Area];
