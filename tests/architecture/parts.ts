/*
 * The parts of the house (docs/ARCHITECTURE.md). A part may import itself and the parts listed beside it; nothing else.
 * `*` in a part's name is a feature; a feature of the server imports another one only where `featureEdges` says so, a
 * feature of the web never does.
 */
export const parts: Record<string, string[]> = {
  contract: ['domain'],
  domain: [],
  locales: ['contract', 'domain'],
  // Made by `npm run db:types`.
  'server/generated': [],
  'server/platform': ['contract', 'domain', 'server', 'server/generated', 'locales'],
  'server/features/*': ['contract', 'domain', 'server', 'server/generated', 'server/platform'],
  'server/demo': ['contract', 'domain', 'server', 'server/generated', 'server/features/*', 'server/platform'],
  server: ['contract', 'domain', 'server/platform', 'server/features/*', 'server/demo'],
  'web/ui': [],
  'web/styles': [],
  'web/reload': [],
  'web/files': ['domain'],
  'web/scanning': ['contract', 'domain'],
  'web/queue': ['contract', 'domain'],
  'web/i18n': ['domain', 'locales', 'web/ui'],
  'web/call': ['contract', 'domain', 'web/files', 'web/i18n', 'web/queue', 'web/reload'],
  'web/recording': ['contract', 'domain', 'web/call', 'web/i18n', 'web/queue', 'web/reload'],
  'web/pwa': ['contract', 'domain', 'web/call', 'web/i18n', 'web/queue', 'web/reload'],
  'web/time': ['domain', 'web/i18n', 'web/call', 'web/ui'],
  'web/loading': ['web/i18n', 'web/ui', 'web/call', 'web/time'],
  'web/importing': ['contract', 'domain', 'web/i18n', 'web/ui', 'web/call', 'web/files', 'web/loading'],
  'web/lists': ['domain', 'web/i18n', 'web/ui', 'web/loading', 'web/forms', 'web/importing'],
  'web/forms': ['contract', 'web/i18n', 'web/ui', 'web/call', 'web/reload', 'web/time'],
  'web/work-reports': ['domain', 'web/i18n', 'web/ui'],
  'web/entries': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/call',
    'web/recording',
    'web/time',
    'web/loading',
    'web/forms',
  ],
  'web/working-time': [
    'contract',
    'domain',
    'web/i18n',
    'web/ui',
    'web/call',
    'web/time',
    'web/loading',
    'web/entries',
  ],
  'web/charts': ['domain', 'web/i18n', 'web/ui'],
  'web/features/*': [
    'contract',
    'domain',
    'web/charts',
    'web/i18n',
    'web/ui',
    'web/reload',
    'web/files',
    'web/scanning',
    'web/call',
    'web/recording',
    'web/time',
    'web/loading',
    'web/forms',
    'web/importing',
    'web/lists',
    'web/work-reports',
    'web/entries',
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
    'web/call',
    'web/recording',
    'web/pwa',
    'web/features/*',
  ],
  'web/site': ['contract', 'domain', 'locales', 'web/i18n', 'web/ui', 'web/pwa'],
  // `main.tsx`, `routes.tsx` and `prerender-sign-in.tsx`, which nothing else of the web imports.
  web: [
    'domain',
    'web/styles',
    'web/i18n',
    'web/call',
    'web/pwa',
    'web/loading',
    'web/features/*',
    'web/app',
  ],
  // Programs around the product. The bench retries as phones do.
  tools: [
    'contract',
    'domain',
    'locales',
    'server',
    'server/platform',
    'server/demo',
    'web',
    'web/call',
    'web/site',
    'tests/support',
  ],
  // Only tests and tools import these. Tests of any part may.
  'tests/support': [
    'contract',
    'domain',
    'locales',
    'server',
    'server/features/*',
    'server/platform',
    'tools',
  ],
  // Run in the browser's place as well: without anything of a server.
  'tests/support/oracles': ['domain'],
  // What stands outside the product: whole processes, every page, every endpoint.
  tests: ['contract', 'domain', 'locales', 'server', 'server/platform', 'tests/support', 'tools'],
};

/** The only files directly in `web/`. The first and the last import the second; the build runs the last. */
export const webRootFiles = ['web/main.tsx', 'web/routes.tsx', 'web/prerender-sign-in.tsx'];

/** The root files of the server that any part of it may import: types and settings, nothing that runs features. */
export const sharedServerFiles = ['server/config.ts', 'server/context.ts'];

/** Feature of the server → features whose queries and services it uses. No circles; an edge nobody uses is an error. */
export const featureEdges: Record<string, string[]> = {
  absences: ['company', 'time-entries', 'work-rules'],
  approvals: ['company', 'hours', 'months', 'sheets', 'time-entries', 'work-rules'],
  'ai-reports': ['ai-endpoint', 'locations', 'subscription', 'time-entries'],
  'api-keys': ['company', 'identity'],
  ask: ['ai-endpoint'],
  auth: ['company', 'employees', 'identity', 'kiosks', 'work-rules'],
  badges: ['employees'],
  'company-deletion': ['company', 'identity', 'subscription'],
  contact: ['identity'],
  corrections: ['absences', 'company', 'flags', 'time-entries'],
  crew: ['badges', 'locations', 'time-tracking'],
  dashboard: ['company', 'locations', 'subscription', 'time-entries'],
  employees: ['company', 'identity', 'messages', 'subscription', 'time-entries', 'work-rules'],
  flags: ['locations'],
  hours: ['absences', 'months', 'time-entries', 'work-rules'],
  invitations: ['auth', 'company', 'employees', 'identity'],
  kiosks: [
    'badges',
    'company',
    'employees',
    'identity',
    'locations',
    'time-tracking',
    'work-reports',
    'work-rules',
  ],
  ledger: ['company'],
  locations: ['company', 'subscription', 'time-entries'],
  messages: ['company', 'subscription'],
  months: ['time-entries'],
  'own-data': ['auth', 'employees', 'flags', 'identity', 'ledger'],
  privacy: ['ai-endpoint', 'api-keys', 'company'],
  reports: ['company', 'hours', 'locations', 'sheets', 'time-entries', 'work-rules'],
  retention: ['company', 'employees'],
  sheets: ['absences', 'company', 'hours', 'months', 'work-rules'],
  subscription: ['company'],
  'time-entries': ['company', 'work-reports', 'work-rules'],
  'work-rules': ['company'],
  'time-tracking': ['corrections', 'subscription', 'time-entries', 'work-rules'],
};

/** Features that only work in the background. */
export const withoutEndpoints = new Set(['retention']);

/** Endpoints of `server/demo`, which puts its companies together of every feature. */
export const answeredElsewhere = new Set(['demo']);

/** Written by functions and triggers of the database only. */
const database = 'the database';

/** Table → the one feature or part whose queries insert, update and delete its rows; beside it only functions of the database. */
export const tableWriters: Record<string, string> = {
  absence: 'absences',
  absence_code: 'absences',
  account_access: 'employees',
  ai_endpoint: 'ai-endpoint',
  ai_report: 'ai-reports',
  api_key: 'api-keys',
  applied_functions: 'server/platform',
  applied_migration: 'server/platform',
  badge: 'badges',
  billing_event: 'subscription',
  company: 'company',
  correction_request: 'corrections',
  dev_mail: 'server/platform',
  directory: 'server/platform',
  email_change: 'employees',
  entry_hours: 'hours',
  flag: 'flags',
  flag_check: 'flags',
  former_time_zone: 'company',
  held_mail: 'server/platform',
  invitation: 'identity',
  kiosk: 'kiosks',
  kiosk_pairing: 'kiosks',
  ledger_pending: database,
  ledger_record: database,
  location: 'locations',
  location_distance: 'locations',
  message: 'messages',
  message_recipient: 'messages',
  month_answer: 'months',
  month_approval: 'months',
  month_seal: 'hours',
  output_target: 'reports',
  own_origin: 'server/platform',
  passkey: 'identity',
  password_reset_token: 'identity',
  rate_limit: 'server/platform',
  recovery_code: 'identity',
  refused_scan: 'time-tracking',
  report_subscription: 'reports',
  retired_location_code: 'locations',
  sandbox_invoice: 'server/platform',
  sandbox_subscription: 'server/platform',
  scan: 'time-entries',
  second_factor: 'identity',
  session: 'identity',
  sheet_settings: 'sheets',
  time_entry: 'time-entries',
  trial_reminder: 'subscription',
  unsettled_hours: 'hours',
  used_passkey_challenge: 'identity',
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
];

/** Outside the configuration, only programs that start others, or are told by their caller what to test. */
export const readersOfEnvironment = [
  'server/config.ts',
  'tests/support/test-cluster.ts',
  'tests/walks/contract-fuzz.test.ts',
  'tools/checks/postgres-candidate.ts',
  'tools/checks/test.ts',
  'tools/checks/test-times.ts',
  'tools/checks/processor-time-reporter.ts',
  'tools/bench/processes.ts',
  'tests/support/processes/container.ts',
  'tools/bench/rehearsal.ts',
  'tests/failure/drill.test.ts',
  'tests/support/browser/engine.ts',
  'tests/support/browser/webkit.ts',
  'tests/support/browser/global-setup.ts',
  'tests/support/browser/second-server.ts',
  'tests/support/browser/repetition.ts',
  'tests/support/browser/support.ts',
  'tests/e2e/offline.spec.ts',
  'tests/e2e/own-time.spec.ts',
];

/** The static pages with their one form do not have the API client. */
export const callersOfFetch = ['web/call/fetch.ts', 'web/site/enhance.ts'];
