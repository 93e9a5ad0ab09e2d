/**
 * Every endpoint as plain values, so that a page can call one without loading a schema library.
 * Its schemas have the same name in `contract/<feature>.ts`.
 */

import type { Access } from './policy.ts';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  /** The row of the policy that says who may call it, and about whom. */
  access: Access;
  /** Allowed while the viewer still has to choose a password of their own. */
  beforePasswordChange?: true;
  /**
   * Whether visitors of the shared demo company may call it (docs/decisions/0070-live-demo.md). By default they only read:
   * false hides what tells of other visitors; true lets them write what holds no text and mails nobody.
   */
  demo?: boolean;
  /** The points of one call in the general rate limit: 1 for reading and 3 for anything else by default. */
  cost?: number;
} & (
  | { apiKey?: never }
  /** An API key of the company may call it as well (docs/decisions/0050-api-keys.md): keys only read. */
  | { apiKey: true; method: 'GET'; access: Exclude<Access, 'public' | 'kiosk' | 'signed-in'> }
) &
  (
    | { replica?: never }
    /** Only reads, and much: a replica of the database may answer. */
    | { replica: true; method: 'GET' }
  );

export const table = {
  getUser: { method: 'GET', path: '/api/user', access: 'signed-in', beforePasswordChange: true },
  updateUser: { method: 'PUT', path: '/api/user', access: 'signed-in' },
  setPin: { method: 'PUT', path: '/api/user/pin', access: 'signed-in' },
  dismissNotice: { method: 'DELETE', path: '/api/user/notice', access: 'signed-in' },
  getUserData: {
    method: 'GET',
    path: '/api/user/data',
    access: 'signed-in',
    cost: 10,
    demo: false,
    replica: true,
  },
  listSessions: { method: 'GET', path: '/api/user/sessions', access: 'signed-in', demo: false },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    access: 'signed-in',
  },
  listPasskeys: { method: 'GET', path: '/api/user/passkeys', access: 'signed-in' },
  beginPasskey: { method: 'POST', path: '/api/user/passkeys/begin', access: 'signed-in' },
  addPasskey: { method: 'POST', path: '/api/user/passkeys', access: 'signed-in' },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    access: 'signed-in',
  },
  getSecondFactor: { method: 'GET', path: '/api/user/second-factor', access: 'signed-in' },
  proposeSecondFactor: {
    method: 'GET',
    path: '/api/user/second-factor/proposal',
    access: 'signed-in',
    demo: false,
  },
  enableSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor',
    access: 'signed-in',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/user/second-factor/recovery-codes',
    access: 'signed-in',
  },
  disableSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor/disable',
    access: 'signed-in',
  },
  endAllSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'signed-in',
  },
  beginPasskeySignIn: { method: 'POST', path: '/api/login/passkey/begin', access: 'public' },
  signInWithPasskey: { method: 'POST', path: '/api/login/passkey', access: 'public' },
  login: { method: 'POST', path: '/api/login', access: 'public' },
  logout: { method: 'POST', path: '/api/logout', access: 'public' },
  register: { method: 'POST', path: '/api/register', access: 'public' },
  registerCompany: {
    method: 'POST',
    path: '/api/register-company',
    access: 'public',
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgot-password',
    access: 'public',
  },
  resetPassword: { method: 'POST', path: '/api/reset-password', access: 'public' },
  changePassword: {
    method: 'POST',
    path: '/api/change-password',
    access: 'signed-in',
    beforePasswordChange: true,
  },

  listPeople: { method: 'GET', path: '/api/people', access: 'months', apiKey: true },
  listEmployees: { method: 'GET', path: '/api/employees', access: 'admin' },
  listFormerEmployees: { method: 'GET', path: '/api/employees/former', access: 'admin' },
  getEmployee: { method: 'GET', path: '/api/employees/:id', access: 'months' },
  listEmployeeHistory: { method: 'GET', path: '/api/employees/:id/history', access: 'months', cost: 5 },
  createEmployee: { method: 'POST', path: '/api/employees', access: 'admin' },
  importEmployees: { method: 'POST', path: '/api/employees/import', access: 'admin', cost: 30 },
  exportEmployees: { method: 'GET', path: '/api/employees/export', access: 'admin', replica: true },
  updateEmployee: { method: 'PUT', path: '/api/employees/:id', access: 'admin' },
  resetSecondFactor: {
    method: 'POST',
    path: '/api/employees/:id/reset-second-factor',
    access: 'admin',
  },
  getPersonalCode: { method: 'GET', path: '/api/employees/:id/personal-code', access: 'admin' },
  inviteEmployee: { method: 'POST', path: '/api/employees/:id/invitation', access: 'team' },
  revokeInvitation: { method: 'DELETE', path: '/api/employees/:id/invitation', access: 'admin' },
  inviteEmployees: { method: 'POST', path: '/api/employees/invitations', access: 'admin', cost: 30 },
  createInvitations: { method: 'POST', path: '/api/employees/invitations/links', access: 'admin', cost: 30 },
  deactivateEmployees: { method: 'POST', path: '/api/employees/deactivate', access: 'admin', cost: 30 },
  getInvitation: { method: 'GET', path: '/api/invitations/:token', access: 'public' },
  beginInvitedPasskey: { method: 'POST', path: '/api/invitations/:token/passkey', access: 'public' },
  acceptInvitation: { method: 'POST', path: '/api/invitations/:token/accept', access: 'public' },
  acceptWithPin: { method: 'POST', path: '/api/invitations/:token/accept/pin', access: 'public' },
  acceptWithPasskey: { method: 'POST', path: '/api/invitations/:token/accept/passkey', access: 'public' },
  confirmEmail: { method: 'POST', path: '/api/confirm-email', access: 'public' },
  undoEmailChange: {
    method: 'POST',
    path: '/api/undo-email-change',
    access: 'public',
  },
  deleteEmployee: {
    method: 'DELETE',
    path: '/api/employees/:id',
    access: 'admin',
  },

  listLocations: { method: 'GET', path: '/api/locations', access: 'admin', apiKey: true },
  createLocation: { method: 'POST', path: '/api/locations', access: 'admin' },
  importLocations: { method: 'POST', path: '/api/locations/import', access: 'admin', cost: 30 },
  exportLocations: { method: 'GET', path: '/api/locations/export', access: 'admin', replica: true },
  updateLocation: { method: 'PUT', path: '/api/locations/:id', access: 'admin' },
  renewLocationCode: {
    method: 'POST',
    path: '/api/locations/:id/renew-code',
    access: 'admin',
  },
  deleteLocation: {
    method: 'DELETE',
    path: '/api/locations/:id',
    access: 'admin',
  },
  getLocationQr: { method: 'GET', path: '/api/locations/:id/qr', access: 'team' },
  listLocationNames: { method: 'GET', path: '/api/places', access: 'signed-in' },
  listDistances: { method: 'GET', path: '/api/location-distances', access: 'admin' },
  updateDistances: { method: 'PUT', path: '/api/location-distances', access: 'admin' },

  getActiveEntry: { method: 'GET', path: '/api/time-tracking/active', access: 'signed-in' },
  scan: { method: 'POST', path: '/api/time-tracking/scan', access: 'signed-in', demo: true },
  checkOut: { method: 'POST', path: '/api/time-tracking/check-out', access: 'signed-in', demo: true },
  undoCheckOut: {
    method: 'POST',
    path: '/api/time-tracking/undo-check-out',
    access: 'signed-in',
    demo: true,
  },
  recordBreak: { method: 'POST', path: '/api/time-tracking/break', access: 'signed-in' },
  getCrew: { method: 'GET', path: '/api/time-tracking/crew/:id', access: 'team' },
  recordCrew: { method: 'POST', path: '/api/time-tracking/crew', access: 'team', cost: 10 },
  getLocationOfCode: { method: 'GET', path: '/api/time-tracking/location', access: 'signed-in' },
  getMissingCheckOut: { method: 'GET', path: '/api/time-tracking/missing-check-out', access: 'signed-in' },
  answerMissingCheckOut: {
    method: 'POST',
    path: '/api/time-tracking/missing-check-out',
    access: 'signed-in',
    demo: true,
  },

  listAttention: { method: 'GET', path: '/api/time-entries/attention', access: 'team' },
  settleRefusedScan: {
    method: 'POST',
    path: '/api/time-entries/refused-scans/:id/settle',
    access: 'team',
  },
  createKioskPairingCode: { method: 'POST', path: '/api/kiosks/pairing-codes', access: 'team' },
  listKiosks: { method: 'GET', path: '/api/kiosks', access: 'team' },
  revokeKiosk: { method: 'DELETE', path: '/api/kiosks/:id', access: 'team' },
  pairKiosk: { method: 'POST', path: '/api/kiosk/pair', access: 'public' },
  getKiosk: { method: 'GET', path: '/api/kiosk', access: 'kiosk' },
  listKioskPeople: { method: 'GET', path: '/api/kiosk/people', access: 'kiosk', cost: 5 },
  scanAtKiosk: { method: 'POST', path: '/api/kiosk/scan', access: 'kiosk' },
  getKioskLastScan: { method: 'POST', path: '/api/kiosk/last-scan', access: 'kiosk' },
  getKioskMissingCheckOut: { method: 'POST', path: '/api/kiosk/missing-check-out', access: 'kiosk' },
  recordKioskBreak: { method: 'POST', path: '/api/kiosk/break', access: 'kiosk' },
  createKioskWorkReport: { method: 'POST', path: '/api/kiosk/work-report', access: 'kiosk' },
  undoKioskCheckOut: { method: 'POST', path: '/api/kiosk/undo-check-out', access: 'kiosk' },
  setPinAtKiosk: { method: 'POST', path: '/api/kiosk/pin', access: 'kiosk' },
  getKioskCode: { method: 'GET', path: '/api/kiosk/code', access: 'kiosk' },
  leaveKiosk: { method: 'POST', path: '/api/kiosk/leave', access: 'kiosk' },
  getBadge: { method: 'GET', path: '/api/employees/:id/badge', access: 'team', demo: false },
  renewBadge: { method: 'POST', path: '/api/employees/:id/badge/renew', access: 'team' },
  removePin: { method: 'DELETE', path: '/api/employees/:id/pin', access: 'admin' },
  listBadges: { method: 'POST', path: '/api/badges', access: 'team', cost: 20 },
  listFlags: { method: 'GET', path: '/api/flags', access: 'team' },
  listOwnFlags: { method: 'GET', path: '/api/flags/own', access: 'signed-in' },
  dismissFlag: { method: 'POST', path: '/api/flags/:id/dismiss', access: 'team' },
  createTimeEntry: { method: 'POST', path: '/api/time-entries', access: 'admin' },
  updateTimeEntry: {
    method: 'PUT',
    path: '/api/time-entries/:id',
    access: 'team',
  },
  deleteTimeEntry: {
    method: 'DELETE',
    path: '/api/time-entries/:id',
    access: 'admin',
  },
  getTimeEntryHistory: { method: 'GET', path: '/api/time-entries/:id/history', access: 'months-or-own' },

  listOwnCorrectionRequests: { method: 'GET', path: '/api/correction-requests/own', access: 'signed-in' },
  listCorrectionRequests: { method: 'GET', path: '/api/correction-requests', access: 'team' },
  createCorrectionRequest: { method: 'POST', path: '/api/correction-requests', access: 'signed-in' },
  withdrawCorrectionRequest: { method: 'DELETE', path: '/api/correction-requests/:id', access: 'signed-in' },
  decideCorrectionRequest: {
    method: 'POST',
    path: '/api/correction-requests/:id/decision',
    access: 'team',
  },

  listAbsences: { method: 'GET', path: '/api/absences', access: 'months-or-own' },
  recordIllToday: { method: 'POST', path: '/api/employees/:id/ill-today', access: 'team' },
  createAbsence: { method: 'POST', path: '/api/absences', access: 'admin-or-own' },
  requestAbsenceChange: { method: 'POST', path: '/api/absences/:id/changes', access: 'admin-or-own' },
  updateAbsence: { method: 'PUT', path: '/api/absences/:id', access: 'admin' },
  deleteAbsence: { method: 'DELETE', path: '/api/absences/:id', access: 'admin-or-own' },
  listAbsenceCodes: { method: 'GET', path: '/api/absence-codes', access: 'signed-in' },
  updateAbsenceCodes: { method: 'PUT', path: '/api/absence-codes', access: 'admin' },

  listMonth: { method: 'GET', path: '/api/months', access: 'months', apiKey: true, replica: true },
  approveMonth: { method: 'POST', path: '/api/months/approve', access: 'admin' },
  listDependentMonths: { method: 'GET', path: '/api/months/dependent', access: 'admin' },
  unlockMonth: { method: 'POST', path: '/api/months/unlock', access: 'admin' },
  listOwnMonths: { method: 'GET', path: '/api/months/own', access: 'signed-in' },
  answerOwnMonth: { method: 'POST', path: '/api/months/own', access: 'signed-in' },

  getMonthSheet: {
    method: 'GET',
    path: '/api/months/:month/sheet',
    access: 'books-or-own',
    cost: 10,
    replica: true,
  },
  getMonthPayroll: {
    method: 'GET',
    path: '/api/months/:month/payroll',
    access: 'books',
    cost: 10,
    replica: true,
  },
  getSheetSettings: { method: 'GET', path: '/api/company/sheet-settings', access: 'books' },
  updateSheetSettings: { method: 'PUT', path: '/api/company/sheet-settings', access: 'admin' },

  explainHours: { method: 'GET', path: '/api/hours/explanation', access: 'months-or-own', replica: true },
  getMonthHours: {
    method: 'GET',
    path: '/api/months/:month/hours',
    access: 'months-or-own',
    cost: 5,
    replica: true,
  },
  listWarnings: { method: 'GET', path: '/api/warnings', access: 'months', cost: 10, replica: true },

  getLedgerDigest: { method: 'GET', path: '/api/ledger/digest', access: 'books', apiKey: true },
  listLedger: { method: 'GET', path: '/api/ledger', access: 'books', apiKey: true },

  listWorkReports: { method: 'GET', path: '/api/work-reports', access: 'signed-in' },
  createWorkReports: { method: 'POST', path: '/api/work-reports', access: 'signed-in' },
  updateWorkReport: { method: 'PUT', path: '/api/work-reports/:id', access: 'signed-in' },

  listMessages: { method: 'GET', path: '/api/messages', access: 'team-or-own' },
  getUnreadCount: { method: 'GET', path: '/api/messages/unread-count', access: 'signed-in' },
  getMessage: { method: 'GET', path: '/api/messages/:id', access: 'team-or-own' },
  createMessage: { method: 'POST', path: '/api/messages', access: 'team' },
  markMessageRead: { method: 'PUT', path: '/api/messages/:id/read', access: 'team-or-own', demo: true },
  listMessageRecipients: { method: 'GET', path: '/api/messages/:id/recipients', access: 'team' },

  getDashboardStats: { method: 'GET', path: '/api/dashboard/stats', access: 'team-or-own' },
  getDashboardLocations: { method: 'GET', path: '/api/dashboard/locations', access: 'team', apiKey: true },

  getTimeline: { method: 'GET', path: '/api/dashboard/timeline', access: 'team', cost: 3, replica: true },
  getBoard: { method: 'GET', path: '/api/board', access: 'team' },
  getKioskBoard: { method: 'GET', path: '/api/kiosk/board', access: 'kiosk' },

  getOverviewReport: {
    method: 'GET',
    path: '/api/reports/overview',
    access: 'reports',
    cost: 10,
    replica: true,
  },
  getNormReport: { method: 'GET', path: '/api/reports/norm', access: 'reports', cost: 10, replica: true },
  getOutputReport: { method: 'GET', path: '/api/reports/output', access: 'reports', cost: 10, replica: true },
  listOutputTargets: { method: 'GET', path: '/api/output-targets', access: 'admin' },
  updateOutputTargets: { method: 'PUT', path: '/api/output-targets', access: 'admin' },
  getReportSubscription: { method: 'GET', path: '/api/report-subscriptions', access: 'own-reports' },
  updateReportSubscription: { method: 'PUT', path: '/api/report-subscriptions', access: 'own-reports' },
  stopReportSubscription: { method: 'POST', path: '/api/report-subscriptions/stop', access: 'public' },
  getTimeEntriesReport: {
    method: 'GET',
    path: '/api/reports/time-entries',
    access: 'reports',
    apiKey: true,
    cost: 10,
    replica: true,
  },
  getDailySummariesReport: {
    method: 'GET',
    path: '/api/reports/daily-summaries',
    access: 'books',
    apiKey: true,
    cost: 10,
    replica: true,
  },

  createAiReport: { method: 'POST', path: '/api/locations/:id/ai-report', access: 'admin', demo: true },
  listAskPresets: { method: 'GET', path: '/api/ask/presets', access: 'admin' },
  askPreset: { method: 'POST', path: '/api/ask/presets', access: 'admin', demo: true },
  ask: { method: 'POST', path: '/api/ask', access: 'admin' },
  getAiEndpoint: { method: 'GET', path: '/api/company/ai-endpoint', access: 'admin' },
  updateAiEndpoint: {
    method: 'PUT',
    path: '/api/company/ai-endpoint',
    access: 'admin',
  },
  testAiEndpoint: {
    method: 'POST',
    path: '/api/company/ai-endpoint/test',
    access: 'admin',
  },

  listApiKeys: { method: 'GET', path: '/api/api-keys', access: 'admin' },
  createApiKey: { method: 'POST', path: '/api/api-keys', access: 'admin' },
  revokeApiKey: { method: 'DELETE', path: '/api/api-keys/:id', access: 'admin' },

  listPlans: { method: 'GET', path: '/api/subscription/plans', access: 'signed-in' },
  getSubscriptionStatus: { method: 'GET', path: '/api/subscription/status', access: 'admin' },
  upgradeFromTrial: {
    method: 'POST',
    path: '/api/subscription/upgrade-from-trial',
    access: 'admin',
  },
  confirmSandboxPayment: {
    method: 'POST',
    path: '/api/subscription/sandbox/confirm',
    access: 'admin',
  },
  changePlan: {
    method: 'POST',
    path: '/api/subscription/change-plan',
    access: 'admin',
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/subscription/cancel',
    access: 'admin',
  },
  resumeSubscription: {
    method: 'POST',
    path: '/api/subscription/resume',
    access: 'admin',
  },
  listInvoices: { method: 'GET', path: '/api/subscription/invoices', access: 'admin' },

  getCompany: { method: 'GET', path: '/api/company', access: 'admin', apiKey: true },
  getPrivacyFacts: { method: 'GET', path: '/api/company/privacy-facts', access: 'admin' },
  updateCompany: { method: 'PUT', path: '/api/company', access: 'admin' },
  renewCompanyCode: { method: 'POST', path: '/api/company/code', access: 'admin' },
  getWorkRules: { method: 'GET', path: '/api/company/work-rules', access: 'admin' },
  updateWorkRules: { method: 'PUT', path: '/api/company/work-rules', access: 'admin' },
  listHolidays: { method: 'GET', path: '/api/holidays', access: 'signed-in' },
  getConfirmation: { method: 'GET', path: '/api/company/confirmation', access: 'admin' },
  resendConfirmation: {
    method: 'POST',
    path: '/api/company/confirmation',
    access: 'admin',
  },
  handOverCompany: {
    method: 'POST',
    path: '/api/company/owner',
    access: 'admin',
  },
  deleteCompany: { method: 'POST', path: '/api/company/delete', access: 'admin' },
  restoreCompany: {
    method: 'POST',
    path: '/api/company/restore',
    access: 'public',
  },

  sendContactMessage: { method: 'POST', path: '/api/contact', access: 'public' },
  openDemo: { method: 'POST', path: '/api/demo', access: 'public' },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof table;

/** Whether visitors of the shared demo company may call the endpoint. */
export const isOpenInDemo = ({ demo, method }: Endpoint): boolean => demo ?? method === 'GET';
