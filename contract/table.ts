/**
 * Every endpoint as plain values, so that a page can call one without loading a schema library.
 * Its schemas have the same name in `contract/<feature>.ts`.
 */

/** Who may call: anyone, anyone signed in, or an administrator of the company. */
export type Access = 'public' | 'signed-in' | 'admin';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  access: Access;
  /** Allowed while the viewer still has to choose a password of their own. */
  beforePasswordChange?: true;
  /** What one call counts towards the general limit on requests: 1 for reading and 3 for anything else unless set. */
  cost?: number;
  /** The event under which the audit logs each call (docs/operations.md "The audit"). */
  audit?: string;
} & (
  | { apiKey?: never }
  /** An API key of the company may call it as well (docs/decisions/0050-api-keys.md): keys only read. */
  | { apiKey: true; method: 'GET'; access: 'admin' }
);

export const table = {
  getUser: { method: 'GET', path: '/api/user', access: 'signed-in', beforePasswordChange: true },
  updateUser: { method: 'PUT', path: '/api/user', access: 'signed-in' },
  getUserData: { method: 'GET', path: '/api/user/data', access: 'signed-in', cost: 10 },
  listSessions: { method: 'GET', path: '/api/user/sessions', access: 'signed-in' },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    access: 'signed-in',
    audit: 'session.ended',
  },
  listPasskeys: { method: 'GET', path: '/api/user/passkeys', access: 'signed-in' },
  beginPasskey: { method: 'POST', path: '/api/user/passkeys/begin', access: 'signed-in' },
  addPasskey: { method: 'POST', path: '/api/user/passkeys', access: 'signed-in', audit: 'passkey.added' },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    access: 'signed-in',
    audit: 'passkey.removed',
  },
  getSecondFactor: { method: 'GET', path: '/api/user/second-factor', access: 'signed-in' },
  proposeSecondFactor: { method: 'GET', path: '/api/user/second-factor/proposal', access: 'signed-in' },
  enableSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor',
    access: 'signed-in',
    audit: 'second-factor.on',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/user/second-factor/recovery-codes',
    access: 'signed-in',
    audit: 'recovery-codes.renewed',
  },
  disableSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor/disable',
    access: 'signed-in',
    audit: 'second-factor.off',
  },
  endAllSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'signed-in',
    audit: 'session.all-ended',
  },
  beginPasskeySignIn: { method: 'POST', path: '/api/login/passkey/begin', access: 'public' },
  signInWithPasskey: { method: 'POST', path: '/api/login/passkey', access: 'public', audit: 'sign-in' },
  login: { method: 'POST', path: '/api/login', access: 'public', audit: 'sign-in' },
  logout: { method: 'POST', path: '/api/logout', access: 'public', audit: 'sign-out' },
  register: { method: 'POST', path: '/api/register', access: 'public', audit: 'company.registered' },
  registerCompany: {
    method: 'POST',
    path: '/api/register-company',
    access: 'public',
    audit: 'company.registered',
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgot-password',
    access: 'public',
    audit: 'password.reset-requested',
  },
  resetPassword: { method: 'POST', path: '/api/reset-password', access: 'public', audit: 'password.reset' },
  changePassword: {
    method: 'POST',
    path: '/api/change-password',
    access: 'signed-in',
    beforePasswordChange: true,
    audit: 'password.changed',
  },

  listPeople: { method: 'GET', path: '/api/people', access: 'admin', apiKey: true },
  listEmployees: { method: 'GET', path: '/api/employees', access: 'admin' },
  createEmployee: { method: 'POST', path: '/api/employees', access: 'admin', audit: 'employee.added' },
  updateEmployee: { method: 'PUT', path: '/api/employees/:id', access: 'admin', audit: 'employee.changed' },
  resetSecondFactor: {
    method: 'POST',
    path: '/api/employees/:id/reset-second-factor',
    access: 'admin',
    audit: 'second-factor.reset',
  },
  confirmEmail: { method: 'POST', path: '/api/confirm-email', access: 'public', audit: 'email.confirmed' },
  undoEmailChange: {
    method: 'POST',
    path: '/api/undo-email-change',
    access: 'public',
    audit: 'email.change-undone',
  },
  deleteEmployee: {
    method: 'DELETE',
    path: '/api/employees/:id',
    access: 'admin',
    audit: 'employee.deleted',
  },

  listLocations: { method: 'GET', path: '/api/locations', access: 'admin', apiKey: true },
  createLocation: { method: 'POST', path: '/api/locations', access: 'admin', audit: 'location.added' },
  updateLocation: { method: 'PUT', path: '/api/locations/:id', access: 'admin', audit: 'location.changed' },
  deleteLocation: {
    method: 'DELETE',
    path: '/api/locations/:id',
    access: 'admin',
    audit: 'location.deleted',
  },
  getLocationQr: { method: 'GET', path: '/api/locations/:id/qr', access: 'admin' },
  listLocationNames: { method: 'GET', path: '/api/places', access: 'signed-in' },

  getActiveEntry: { method: 'GET', path: '/api/time-tracking/active', access: 'signed-in' },
  scan: { method: 'POST', path: '/api/time-tracking/scan', access: 'signed-in' },
  checkOut: { method: 'POST', path: '/api/time-tracking/check-out', access: 'signed-in' },
  getMissingCheckOut: { method: 'GET', path: '/api/time-tracking/missing-check-out', access: 'signed-in' },
  answerMissingCheckOut: {
    method: 'POST',
    path: '/api/time-tracking/missing-check-out',
    access: 'signed-in',
  },

  listAttention: { method: 'GET', path: '/api/time-entries/attention', access: 'admin' },
  createTimeEntry: { method: 'POST', path: '/api/time-entries', access: 'admin', audit: 'time-entry.added' },
  updateTimeEntry: {
    method: 'PUT',
    path: '/api/time-entries/:id',
    access: 'admin',
    audit: 'time-entry.changed',
  },
  deleteTimeEntry: {
    method: 'DELETE',
    path: '/api/time-entries/:id',
    access: 'admin',
    audit: 'time-entry.deleted',
  },
  getTimeEntryHistory: { method: 'GET', path: '/api/time-entries/:id/history', access: 'signed-in' },

  listOwnCorrectionRequests: { method: 'GET', path: '/api/correction-requests/own', access: 'signed-in' },
  listCorrectionRequests: { method: 'GET', path: '/api/correction-requests', access: 'admin' },
  createCorrectionRequest: { method: 'POST', path: '/api/correction-requests', access: 'signed-in' },
  withdrawCorrectionRequest: { method: 'DELETE', path: '/api/correction-requests/:id', access: 'signed-in' },
  decideCorrectionRequest: {
    method: 'POST',
    path: '/api/correction-requests/:id/decision',
    access: 'admin',
    audit: 'correction.decided',
  },

  listMonth: { method: 'GET', path: '/api/months', access: 'admin', apiKey: true },
  approveMonth: { method: 'POST', path: '/api/months/approve', access: 'admin', audit: 'month.approved' },
  unlockMonth: { method: 'POST', path: '/api/months/unlock', access: 'admin', audit: 'month.unlocked' },
  listOwnMonths: { method: 'GET', path: '/api/months/own', access: 'signed-in' },
  answerOwnMonth: { method: 'POST', path: '/api/months/own', access: 'signed-in' },

  explainHours: { method: 'GET', path: '/api/hours/explanation', access: 'signed-in' },

  getLedgerDigest: { method: 'GET', path: '/api/ledger/digest', access: 'admin', apiKey: true },
  listLedger: { method: 'GET', path: '/api/ledger', access: 'admin', apiKey: true },

  listWorkReports: { method: 'GET', path: '/api/work-reports', access: 'signed-in' },
  createWorkReports: { method: 'POST', path: '/api/work-reports', access: 'signed-in' },
  updateWorkReport: { method: 'PUT', path: '/api/work-reports/:id', access: 'signed-in' },

  listMessages: { method: 'GET', path: '/api/messages', access: 'signed-in' },
  getUnreadCount: { method: 'GET', path: '/api/messages/unread-count', access: 'signed-in' },
  getMessage: { method: 'GET', path: '/api/messages/:id', access: 'signed-in' },
  createMessage: { method: 'POST', path: '/api/messages', access: 'admin' },
  markMessageRead: { method: 'PUT', path: '/api/messages/:id/read', access: 'signed-in' },
  listMessageRecipients: { method: 'GET', path: '/api/messages/:id/recipients', access: 'admin' },

  getDashboardStats: { method: 'GET', path: '/api/dashboard/stats', access: 'signed-in' },
  getDashboardLocations: { method: 'GET', path: '/api/dashboard/locations', access: 'admin', apiKey: true },

  getTimeEntriesReport: {
    method: 'GET',
    path: '/api/reports/time-entries',
    access: 'admin',
    apiKey: true,
    cost: 10,
  },
  getDailySummariesReport: {
    method: 'GET',
    path: '/api/reports/daily-summaries',
    access: 'admin',
    apiKey: true,
    cost: 10,
  },

  createAiReport: { method: 'POST', path: '/api/locations/:id/ai-report', access: 'admin' },
  listAskPresets: { method: 'GET', path: '/api/ask/presets', access: 'admin' },
  askPreset: { method: 'POST', path: '/api/ask/presets', access: 'admin' },
  ask: { method: 'POST', path: '/api/ask', access: 'admin' },
  getAiEndpoint: { method: 'GET', path: '/api/company/ai-endpoint', access: 'admin' },
  updateAiEndpoint: {
    method: 'PUT',
    path: '/api/company/ai-endpoint',
    access: 'admin',
    audit: 'ai-endpoint.changed',
  },
  testAiEndpoint: {
    method: 'POST',
    path: '/api/company/ai-endpoint/test',
    access: 'admin',
    audit: 'ai-endpoint.tested',
  },

  listApiKeys: { method: 'GET', path: '/api/api-keys', access: 'admin' },
  createApiKey: { method: 'POST', path: '/api/api-keys', access: 'admin', audit: 'api-key.created' },
  revokeApiKey: { method: 'DELETE', path: '/api/api-keys/:id', access: 'admin', audit: 'api-key.revoked' },

  listPlans: { method: 'GET', path: '/api/subscription/plans', access: 'signed-in' },
  getSubscriptionStatus: { method: 'GET', path: '/api/subscription/status', access: 'admin' },
  upgradeFromTrial: {
    method: 'POST',
    path: '/api/subscription/upgrade-from-trial',
    access: 'admin',
    audit: 'subscription.chosen',
  },
  confirmSandboxPayment: {
    method: 'POST',
    path: '/api/subscription/sandbox/confirm',
    access: 'admin',
    audit: 'subscription.paid-in-sandbox',
  },
  changePlan: {
    method: 'POST',
    path: '/api/subscription/change-plan',
    access: 'admin',
    audit: 'subscription.plan-changed',
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/subscription/cancel',
    access: 'admin',
    audit: 'subscription.cancelled',
  },
  resumeSubscription: {
    method: 'POST',
    path: '/api/subscription/resume',
    access: 'admin',
    audit: 'subscription.resumed',
  },
  listInvoices: { method: 'GET', path: '/api/subscription/invoices', access: 'admin' },

  getCompany: { method: 'GET', path: '/api/company', access: 'admin', apiKey: true },
  getPrivacyFacts: { method: 'GET', path: '/api/company/privacy-facts', access: 'admin' },
  updateCompany: { method: 'PUT', path: '/api/company', access: 'admin', audit: 'company.changed' },
  getConfirmation: { method: 'GET', path: '/api/company/confirmation', access: 'admin' },
  resendConfirmation: {
    method: 'POST',
    path: '/api/company/confirmation',
    access: 'admin',
    audit: 'company.confirmation-sent',
  },
  handOverCompany: {
    method: 'POST',
    path: '/api/company/owner',
    access: 'admin',
    audit: 'company.owner-changed',
  },
  deleteCompany: { method: 'POST', path: '/api/company/delete', access: 'admin', audit: 'company.deleted' },
  restoreCompany: {
    method: 'POST',
    path: '/api/company/restore',
    access: 'public',
    audit: 'company.restored',
  },

  sendContactMessage: { method: 'POST', path: '/api/contact', access: 'public' },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof table;
