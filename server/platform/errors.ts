import type { ErrorCode, UPGRADE_ACTIONS } from '#contract/error.ts';

/** The HTTP status of every error the product answers with. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  malformed_request: 400,
  validation_failed: 400,
  wrong_password: 400,
  wrong_code: 400,
  passkey_refused: 400,
  reset_token_invalid: 400,
  location_code_malformed: 400,
  location_code_mistyped: 400,
  qr_code_foreign: 400,
  card_refused: 400,
  restore_token_invalid: 400,
  two_credentials: 400,
  invalid_credentials: 401,
  second_factor_required: 401,
  unauthenticated: 401,
  api_key_invalid: 401,
  plan_limit_reached: 402,
  subscription_required: 402,
  account_inactive: 403,
  company_deletion_pending: 403,
  password_change_required: 403,
  forbidden: 403,
  api_key_not_allowed: 403,
  cross_site_request: 403,
  not_found: 404,
  location_code_unknown: 404,
  email_taken: 409,
  too_many_api_keys: 409,
  own_account: 409,
  own_password: 409,
  second_factor_on: 409,
  last_admin: 409,
  location_inactive: 409,
  billing_not_configured: 409,
  plan_too_small: 409,
  already_subscribed: 409,
  not_subscribed: 409,
  scan_too_old: 409,
  scan_in_future: 409,
  scan_out_of_order: 409,
  scan_of_another_person: 409,
  not_checked_in: 409,
  check_out_missing: 409,
  check_out_not_missing: 409,
  left_before_check_in: 409,
  left_in_future: 409,
  left_beyond_longest_shift: 409,
  entry_overlaps: 409,
  entry_in_future: 409,
  entry_too_long: 409,
  request_pending: 409,
  already_decided: 409,
  needs_another_admin: 409,
  month_locked: 409,
  month_not_ended: 409,
  month_not_approved: 409,
  report_closed: 409,
  ai_not_configured: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  client_outdated: 426,
  too_many_requests: 429,
  internal: 500,
  ai_unavailable: 502,
  ai_timeout: 504,
  billing_unavailable: 503,
  unavailable: 503,
};

type Details = {
  /** Values for the translated sentence. */
  params?: Record<string, string | number>;
  /** Field errors; `message` is a key of the validation texts. */
  issues?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  action?: (typeof UPGRADE_ACTIONS)[number];
};

/** An answer other than success. Services throw it; the HTTP layer words it in the reader's language. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** A field of the input is wrong in a way that only the server can know. */
export const invalidField = (path: string, messageKey: string) =>
  new AppError('validation_failed', { issues: [{ path, message: messageKey }] });
