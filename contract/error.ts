import * as z from 'zod/mini';

/**
 * Every error code of the product: its HTTP status and its meaning for programs. The sentences for people are in
 * `locales/<lang>/errors.json`; the API document shows this table.
 */
export const ERRORS = {
  malformed_request: {
    status: 400,
    meaning: 'The request is not valid JSON, or holds a value that cannot be stored.',
  },
  validation_failed: { status: 400, meaning: 'A field is missing or wrong; `issues` names each.' },
  wrong_password: { status: 400, meaning: 'The current password, asked for as a proof, is wrong.' },
  wrong_pin: { status: 400, meaning: 'The PIN, asked for as a proof, is wrong.' },
  wrong_code: { status: 400, meaning: 'The two-factor or recovery code is wrong or has been used.' },
  passkey_refused: { status: 400, meaning: 'The passkey is unknown or its signature does not fit.' },
  reset_token_invalid: {
    status: 400,
    meaning: 'The password reset link or temporary password has expired or been used.',
  },
  location_code_malformed: { status: 400, meaning: 'The text is not a location code.' },
  location_code_mistyped: {
    status: 400,
    meaning: 'The location code’s check character does not fit: a typing mistake.',
  },
  qr_code_foreign: { status: 400, meaning: 'The QR code is an address of another site.' },
  pin_weak: {
    status: 400,
    meaning:
      'The PIN is too easy to guess: one digit repeated, a run, a pattern on the pad, a year or date, or the employee number.',
  },
  pairing_code_invalid: { status: 400, meaning: 'The pairing code is unknown, used or has expired.' },
  card_refused: { status: 400, meaning: 'The payment provider refused the card.' },
  restore_token_invalid: {
    status: 400,
    meaning: 'The link that undoes a company’s deletion is unknown or has expired.',
  },
  email_link_invalid: {
    status: 400,
    meaning: 'The link that confirms or undoes a change of e-mail address is unknown, used or has expired.',
  },
  invitation_invalid: {
    status: 404,
    meaning: 'The invitation is unknown, was used, replaced or revoked, or has expired.',
  },
  single_sign_on_expired: {
    status: 400,
    meaning:
      'The sign-in at the company’s provider began in another browser or more than ten minutes ago, or its answer was used.',
  },
  two_credentials: { status: 400, meaning: 'The request carries both an API key and a session cookie.' },
  invalid_credentials: { status: 401, meaning: 'Unknown e-mail or wrong password.' },
  second_factor_required: {
    status: 401,
    meaning: 'The password is right; repeat the sign-in with a two-factor code.',
  },
  unauthenticated: { status: 401, meaning: 'No session, or it has ended.' },
  api_key_invalid: { status: 401, meaning: 'The API key is unknown, mistyped, expired or revoked.' },
  pin_wrong: { status: 401, meaning: 'Unknown employee number or wrong PIN.' },
  kiosk_not_paired: {
    status: 401,
    meaning: 'The device is not paired as a kiosk, or an administrator has ended its pairing.',
  },
  plan_limit_reached: { status: 402, meaning: 'The plan includes no more of these, or not this feature.' },
  subscription_required: { status: 402, meaning: 'The trial or the subscription has ended.' },
  account_inactive: { status: 403, meaning: 'An administrator has deactivated the account.' },
  company_deletion_pending: {
    status: 403,
    meaning: 'The company was deleted; its administrators can still undo it.',
  },
  password_change_required: { status: 403, meaning: 'A password of one’s own has to be chosen first.' },
  proof_required: {
    status: 403,
    meaning:
      'This change takes the viewer’s password as `currentPassword` and, with a second factor, a `code` in the same body.',
  },
  pin_session: {
    status: 403,
    meaning: 'A session that came from a PIN ends no other one and removes no passkey of another one.',
  },
  owner_only: {
    status: 403,
    meaning: 'Only the company’s owner may change their own account or hand over the company.',
  },
  email_unconfirmed: {
    status: 403,
    meaning:
      'The company’s owner has not confirmed the e-mail address yet, and this, or more mails to others, have to wait for it.',
  },
  single_sign_on_unconfirmed: {
    status: 403,
    meaning: 'The provider does not say that it has confirmed the person’s e-mail address.',
  },
  single_sign_on_unknown: {
    status: 403,
    meaning: 'Nobody in the company has the e-mail address that the provider has confirmed.',
  },
  single_sign_on_own_way: {
    status: 403,
    meaning:
      'The owner, and people with two-factor authentication, sign in with their password or a passkey, not by single sign-on.',
  },
  demo_read_only: {
    status: 403,
    meaning: 'Visitors of the shared demo company may read and check in; nothing else can be changed there.',
  },
  forbidden: { status: 403, meaning: 'The role does not permit this.' },
  api_key_not_allowed: { status: 403, meaning: 'This endpoint does not take API keys.' },
  api_key_scope_missing: {
    status: 403,
    meaning: 'The API key was made without the scope that this endpoint takes.',
  },
  api_key_maker_gone: {
    status: 403,
    meaning: 'Whoever made the API key is an administrator no more: it still reads, but changes nothing.',
  },
  cross_site_request: { status: 403, meaning: 'The request came from another site’s page.' },
  not_found: { status: 404, meaning: 'No such endpoint or record, or it belongs to another company.' },
  single_sign_on_off: {
    status: 404,
    meaning: 'No company with this code has single sign-on in its plan and set up.',
  },
  location_code_unknown: { status: 404, meaning: 'The company has no location with this code.' },
  badge_unknown: { status: 404, meaning: 'The company has no such badge.' },
  idempotency_key_reused: {
    status: 409,
    meaning: 'Another request was sent with this `Idempotency-Key` within 24 hours.',
  },
  idempotency_key_in_use: {
    status: 409,
    meaning:
      'A request with this `Idempotency-Key` is still being handled, or its outcome is unknown because the server broke off. Check what has been done before you send it with another key.',
  },
  changed_meanwhile: {
    status: 412,
    meaning:
      'Somebody has changed this since you read it: the `ETag` in `If-Match` is out of date. Nothing was saved.',
  },
  email_taken: { status: 409, meaning: 'Another account has this e-mail address.' },
  personal_number_taken: { status: 409, meaning: 'Another employee has this employee number.' },
  too_many_kiosks: { status: 409, meaning: 'The company has as many kiosks as it may have.' },
  too_many_api_keys: { status: 409, meaning: 'The company has as many API keys as it may have.' },
  too_many_webhooks: { status: 409, meaning: 'The company has as many webhooks as it may have.' },
  pin_exists: {
    status: 409,
    meaning: 'The person has a PIN; a kiosk asks for it before it sets another one.',
  },
  own_account: { status: 409, meaning: 'Nobody may delete, deactivate or demote their own account.' },
  own_password: { status: 409, meaning: 'One’s own password is changed by the `changePassword` operation.' },
  second_factor_on: { status: 409, meaning: 'Two-factor authentication is on already.' },
  last_admin: { status: 409, meaning: 'The company would have no active administrator left.' },
  location_code_retired: {
    status: 410,
    meaning: 'The location got a new code before this scan was made: the poster is out of date.',
  },
  badge_retired: { status: 410, meaning: 'The person has got a new badge, or has left.' },
  rotating_code_expired: {
    status: 410,
    meaning: 'The rotating code was not on the screen at the time of the scan.',
  },
  rotating_code_required: {
    status: 409,
    meaning: 'The location takes the code on its screen only, no poster and no typed code.',
  },
  location_inactive: { status: 409, meaning: 'The location has been deactivated.' },
  billing_not_configured: { status: 409, meaning: 'This server has no payment provider.' },
  plan_too_small: { status: 409, meaning: 'More locations or employees are in use than that plan includes.' },
  already_subscribed: { status: 409, meaning: 'The company has this plan already.' },
  not_subscribed: { status: 409, meaning: 'There is no subscription to change, cancel or resume.' },
  scan_too_old: {
    status: 409,
    meaning: 'The scan was made more than 72 hours ago, or before the account or the location existed.',
  },
  scan_in_future: { status: 409, meaning: 'The scan is dated more than two minutes ahead of the server.' },
  scan_out_of_order: { status: 409, meaning: 'A later check-in or check-out has been recorded already.' },
  scan_contradicts: {
    status: 409,
    meaning: 'The scan would not do what the person was shown (`expectedAction`); nothing changed.',
  },
  scan_repeated: {
    status: 409,
    meaning:
      'The person was checked in or out here less than 60 s ago; the kiosk asks whether to go on (`asksIfRepeated`).',
  },
  scan_of_another_person: {
    status: 409,
    meaning: 'The scan or report was made by somebody else on the same device.',
  },
  not_checked_in: { status: 409, meaning: 'The person is not checked in.' },
  breaks_not_recorded: { status: 409, meaning: 'The company’s rules do not record breaks.' },
  already_on_break: { status: 409, meaning: 'The person is on a break already.' },
  not_on_break: { status: 409, meaning: 'The person is not on a break.' },
  break_limit: {
    status: 409,
    meaning: 'The time entry, or the person within 24 hours, has as many breaks as it may have.',
  },
  entry_limit: {
    status: 429,
    meaning: 'As many time entries of the person begin within 24 hours as may; a retry is refused as well.',
  },
  undo_too_late: { status: 409, meaning: 'A check-out can be undone for a minute after it was received.' },
  changed_since_check_out: {
    status: 409,
    meaning: 'The check-out cannot be undone: the person’s time entries have changed since.',
  },
  check_out_missing: { status: 409, meaning: 'An earlier check-out is missing and has to be stated first.' },
  check_out_not_missing: { status: 409, meaning: 'No check-out is missing for this time entry.' },
  left_before_check_in: { status: 409, meaning: 'The stated check-out lies before the check-in.' },
  left_in_future: { status: 409, meaning: 'The stated check-out lies in the future.' },
  left_beyond_longest_shift: {
    status: 409,
    meaning: 'The stated check-out lies more than 24 hours after the check-in.',
  },
  entry_overlaps: { status: 409, meaning: 'The person has another time entry in that period.' },
  absence_overlaps: { status: 409, meaning: 'The person has another absence on one of these days.' },
  schedule_overlaps: {
    status: 409,
    meaning: 'Two planned shifts of a person overlap; the message names them.',
  },
  schedule_changed: {
    status: 409,
    meaning: 'Somebody else has changed a day since the version that was sent; the message names it.',
  },
  schedule_too_large: {
    status: 409,
    meaning: 'The copy or the rotation would set more than 10,000 days of people.',
  },
  notice_needs_reason: {
    status: 409,
    meaning: 'A changed shift is nearer than the notice; say why.',
  },
  request_limit: {
    status: 409,
    meaning: 'The person has as many open requests as they may have.',
  },
  entry_in_future: { status: 409, meaning: 'A time entry cannot begin or end in the future.' },
  request_pending: {
    status: 409,
    meaning: 'Another request for this time entry, or for these days, is waiting already.',
  },
  already_decided: { status: 409, meaning: 'The request has been approved, rejected or withdrawn.' },
  own_record: { status: 409, meaning: 'A manager does not decide on a late scan that they recorded.' },
  needs_another_admin: { status: 409, meaning: 'One’s own hours are decided by another administrator.' },
  month_locked: {
    status: 409,
    meaning: 'The month is approved; unlock it before changing its time entries or absences.',
  },
  month_not_ended: { status: 409, meaning: 'The month is not over, so it cannot be approved.' },
  month_not_approved: { status: 409, meaning: 'The month is not approved, so it cannot be unlocked.' },
  payroll_number_missing: {
    status: 409,
    meaning: 'People have no payroll number that can stand in the file; the message names them.',
  },
  work_report_limit: {
    status: 409,
    meaning: 'The time entry, or the person on this day, has as many work reports as it may have.',
  },
  report_too_large: {
    status: 409,
    meaning:
      'The period has more than 50,000 time entries or 10,000,000 characters of work reports; ask for a shorter one, an employee or a location.',
  },
  file_unreadable: {
    status: 400,
    meaning: 'The file is no CSV or XLSX file that can be read, is encrypted or unpacks to too much.',
  },
  file_columns: {
    status: 400,
    meaning: 'A required column of the file is missing, or a column is there twice.',
  },
  file_too_long: { status: 400, meaning: 'The file has more than 2,000 rows or 100 columns.' },
  file_too_complex: {
    status: 400,
    meaning: 'Reading the file takes more than 15 seconds or 256 MB of memory.',
  },
  report_closed: { status: 409, meaning: 'The time in which a work report can be changed is over.' },
  ai_not_configured: { status: 409, meaning: 'No language model is set up.' },
  payload_too_large: { status: 413, meaning: 'The body is too large.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body must be `application/json`, or a type of file that the endpoint takes.',
  },
  client_outdated: { status: 426, meaning: 'The page is of an older release; reload it.' },
  too_many_requests: { status: 429, meaning: 'Too many attempts; wait as long as `Retry-After` says.' },
  internal: { status: 500, meaning: 'A fault of the server; nothing about it is told.' },
  ai_unavailable: { status: 502, meaning: 'The language model cannot be reached or refuses.' },
  single_sign_on_failed: {
    status: 502,
    meaning: 'The company’s provider cannot be reached, refuses, or answers what cannot be trusted.',
  },
  billing_unavailable: {
    status: 503,
    meaning: 'The payment provider cannot be reached; nothing has been changed.',
  },
  unavailable: { status: 503, meaning: 'The database cannot be reached for the moment; try again.' },
  ai_timeout: { status: 504, meaning: 'The language model took too long.' },
} satisfies Record<string, { status: number; meaning: string }>;
/** Stable machine-readable reasons; the message sent with a code is for people, in their language. */
export type ErrorCode = keyof typeof ERRORS;

/* What several endpoints have in common in their `throws`. */
export const PROOF_ERRORS = ['wrong_password', 'wrong_code'] as const;
export const CHANGE_PROOF_ERRORS = ['proof_required', ...PROOF_ERRORS] as const;
export const PLAN_ERRORS = ['plan_limit_reached', 'subscription_required'] as const;

export const errorCode = z.enum(Object.keys(ERRORS) as ErrorCode[]);

/** What to do about a 402. */
export const UPGRADE_ACTIONS = ['upgrade_plan', 'subscribe'] as const;

export const errorBody = z.object({
  message: z.string(),
  code: errorCode,
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requiresUpgrade: z.optional(z.boolean()),
  action: z.optional(z.enum(UPGRADE_ACTIONS)),
});
export type ErrorBody = z.infer<typeof errorBody>;
