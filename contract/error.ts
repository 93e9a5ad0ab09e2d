import * as z from 'zod/mini';

/** Stable machine-readable reasons; the message beside a code is for people and in their language. */
export const ERROR_CODES = [
  'malformed_request',
  'validation_failed',
  'invalid_credentials',
  'second_factor_required',
  'unauthenticated',
  'account_inactive',
  'password_change_required',
  'wrong_password',
  'wrong_code',
  'passkey_refused',
  'second_factor_on',
  'reset_token_invalid',
  'forbidden',
  'cross_site_request',
  'plan_limit_reached',
  'subscription_required',
  'billing_not_configured',
  'billing_unavailable',
  'card_refused',
  'plan_too_small',
  'already_subscribed',
  'not_subscribed',
  'company_deletion_pending',
  'restore_token_invalid',
  'not_found',
  'email_taken',
  'own_account',
  'own_password',
  'last_admin',
  'location_code_malformed',
  'location_code_mistyped',
  'location_code_unknown',
  'location_inactive',
  'qr_code_foreign',
  'scan_too_old',
  'scan_in_future',
  'scan_out_of_order',
  'scan_of_another_person',
  'not_checked_in',
  'report_closed',
  'ai_not_configured',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'ai_unavailable',
  'ai_timeout',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What a 402 asks the administrator to do. */
export const UPGRADE_ACTIONS = ['upgrade_plan', 'subscribe'] as const;

export const errorBody = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requiresUpgrade: z.optional(z.boolean()),
  action: z.optional(z.enum(UPGRADE_ACTIONS)),
});
export type ErrorBody = z.infer<typeof errorBody>;
