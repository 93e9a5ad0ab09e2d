/*
 * The parts of the house (docs/ARCHITECTURE.md). A part may import itself and the parts listed beside it; nothing else.
 * `*` in a part's name is a feature; a feature of the server imports another one only where `featureEdges` says so, a
 * feature of the web never does.
 */
export const parts: Record<string, string[]> = {
  contract: ['domain'],
  domain: [],
  locales: ['contract', 'domain'],
  'server/platform': ['contract', 'domain', 'server', 'locales'],
  'server/features/*': ['contract', 'domain', 'server', 'server/platform', 'server/testing'],
  'server/testing': ['contract', 'domain', 'server', 'server/platform'],
  'server/demo': ['contract', 'domain', 'server', 'server/platform'],
  server: ['contract', 'domain', 'server/platform', 'server/features/*', 'server/demo'],
  'web/ui': [],
  'web/styles': [],
  'web/reload': [],
  'web/files': ['domain'],
  'web/scanning': ['contract', 'domain'],
  'web/offline': ['contract', 'domain'],
  'web/i18n': ['domain', 'locales', 'web/ui'],
  'web/api': ['contract', 'domain', 'web/i18n', 'web/offline', 'web/reload'],
  'web/pwa': ['domain', 'web/i18n', 'web/offline', 'web/reload'],
  'web/time': ['domain', 'web/i18n', 'web/api', 'web/ui'],
  'web/loading': ['web/i18n', 'web/ui', 'web/api', 'web/time'],
  'web/lists': ['domain', 'web/i18n', 'web/ui', 'web/loading', 'web/forms'],
  'web/forms': ['contract', 'web/i18n', 'web/ui', 'web/api', 'web/reload'],
  'web/work-reports': ['domain', 'web/i18n', 'web/ui'],
  'web/working-time': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/api',
    'web/time',
    'web/loading',
    'web/forms',
  ],
  'web/features/*': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/reload',
    'web/files',
    'web/scanning',
    'web/api',
    'web/time',
    'web/loading',
    'web/forms',
    'web/lists',
    'web/work-reports',
    'web/working-time',
  ],
  'web/app': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/reload',
    'web/loading',
    'web/files',
    'web/working-time',
    'web/api',
    'web/pwa',
    'web/features/*',
  ],
  'web/site': ['contract', 'domain', 'locales', 'web/i18n', 'web/ui', 'web/pwa'],
  // `main.tsx`, `routes.tsx` and `prerender-sign-in.tsx`, which nothing else of the web imports.
  web: ['domain', 'web/styles', 'web/i18n', 'web/api', 'web/pwa', 'web/loading', 'web/features/*', 'web/app'],
  scripts: [
    'contract',
    'domain',
    'server',
    'server/platform',
    'server/demo',
    'server/testing',
    'locales',
    'web',
    'web/site',
  ],
  bench: ['contract', 'domain', 'server', 'server/platform', 'server/testing', 'server/demo', 'scripts'],
  failure: ['contract', 'domain', 'server', 'server/platform', 'server/testing', 'bench', 'scripts'],
  e2e: [
    'contract',
    'domain',
    'server',
    'server/platform',
    'server/testing',
    'server/demo',
    'scripts',
    'locales',
  ],
  architecture: [],
};

/** The only files directly in `web/`. The first and the last import the second; the build runs the last. */
export const webRootFiles = ['web/main.tsx', 'web/routes.tsx', 'web/prerender-sign-in.tsx'];

/** The root files of the server that any part of it may import: types and settings, nothing that runs features. */
export const sharedServerFiles = ['server/config.ts', 'server/context.ts'];

/** Feature of the server → features whose queries and services it uses. No circles; an edge nobody uses is an error. */
export const featureEdges: Record<string, string[]> = {
  absences: ['company', 'time-entries', 'work-rules'],
  'ai-reports': ['ai-endpoint', 'locations', 'subscription', 'time-entries'],
  'api-keys': ['company'],
  ask: ['ai-endpoint'],
  auth: ['company', 'employees', 'passkeys', 'work-rules'],
  'company-deletion': ['company', 'subscription'],
  corrections: ['absences', 'company', 'time-entries'],
  dashboard: ['locations', 'subscription', 'time-entries'],
  employees: ['company', 'messages', 'passkeys', 'subscription', 'time-entries', 'work-rules'],
  hours: ['absences', 'months', 'time-entries', 'work-rules'],
  ledger: ['company'],
  locations: ['subscription', 'time-entries'],
  messages: ['company', 'subscription'],
  months: ['company', 'time-entries', 'work-rules'],
  'own-data': ['auth', 'employees', 'ledger', 'passkeys'],
  privacy: ['ai-endpoint', 'company'],
  reports: ['time-entries'],
  retention: ['company', 'employees'],
  'second-factor': ['company', 'employees', 'passkeys'],
  sheets: ['absences', 'company', 'hours', 'months', 'work-rules'],
  subscription: ['company'],
  'time-entries': ['company', 'work-reports', 'work-rules'],
  'work-rules': ['company'],
  'time-tracking': ['corrections', 'subscription', 'time-entries', 'work-rules'],
};

/** Written by functions and triggers of the database only. */
const database = 'the database';

/** Table → the one feature or part whose queries insert, update and delete its rows; beside it only functions of the database. */
export const tableWriters: Record<string, string> = {
  absence: 'absences',
  absence_code: 'absences',
  account_access: 'employees',
  ai_endpoint: 'ai-endpoint',
  ai_report: 'ai-reports',
  api_key: 'server/platform',
  applied_functions: 'server/platform',
  badge: 'badges',
  billing_event: 'subscription',
  company: 'company',
  correction_request: 'corrections',
  dev_mail: 'server/platform',
  directory: 'server/platform',
  email_change: 'employees',
  former_time_zone: 'company',
  held_mail: 'server/platform',
  kiosk: 'kiosks',
  kiosk_pairing: 'kiosks',
  ledger_pending: database,
  ledger_record: database,
  location: 'locations',
  message: 'messages',
  message_recipient: 'messages',
  month_answer: 'months',
  month_approval: 'months',
  passkey: 'passkeys',
  password_reset_token: 'server/platform',
  rate_limit: 'server/platform',
  recovery_code: 'server/platform',
  refused_scan: 'time-tracking',
  retired_location_code: 'locations',
  sandbox_invoice: 'server/platform',
  sandbox_subscription: 'server/platform',
  scan: 'time-entries',
  second_factor: 'server/platform',
  session: 'server/platform',
  sheet_settings: 'sheets',
  time_entry: 'time-entries',
  trial_reminder: 'subscription',
  used_passkey_challenge: 'passkeys',
  user_location: 'employees',
  users: 'employees',
  work_break: 'time-entries',
  work_report: 'work-reports',
  work_report_correction: 'work-reports',
  work_rules: 'work-rules',
};

/** The exceptions: what erases records past their retention, and what restores a backup or fills the demo company. */
export const writersOfAll: { file: string; may: 'insert' | 'update' | 'delete' }[] = [
  { file: 'server/features/retention/retention.queries.ts', may: 'delete' },
  { file: 'server/demo/seed-demo.queries.ts', may: 'insert' },
  { file: 'server/platform/backup/restore.ts', may: 'insert' },
  { file: 'server/platform/backup/before-baseline.ts', may: 'update' },
];

/** Outside the configuration, only programs that start others, or are told by their caller what to test. */
export const readersOfEnvironment = [
  'server/config.ts',
  'server/testing/test-cluster.ts',
  'server/testing/contract-fuzz.test.ts',
  'scripts/postgres-candidate.ts',
  'scripts/test.ts',
  'bench/processes.ts',
  'failure/drill.test.ts',
  'e2e/global-setup.ts',
  'e2e/second-server.ts',
  'e2e/support.ts',
  'e2e/offline.spec.ts',
  'e2e/own-time.spec.ts',
];

/** Neither the static pages with their one form nor the service worker have the API client. */
export const callersOfFetch = ['web/api/request.ts', 'web/site/enhance.ts', 'web/offline/background-sync.ts'];
