import { type Endpoint, isOpenInDemo } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/error.ts';
import { ROLES, reachOf } from '#contract/policy.ts';
import { readerOf } from './preconditions.ts';

const when = (applies: unknown, ...codes: ErrorCode[]): ErrorCode[] => (applies ? codes : []);

/** Every error that an endpoint may answer: those that follow from its traits (bind.ts), and those that it `throws`. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, method, params, query, body, apiKey } = endpoint;
  const isForPeople = access !== 'public' && access !== 'kiosk';
  return [
    ...when(isForPeople, 'unauthenticated'),
    ...when(isForPeople && !endpoint.beforePasswordChange, 'password_change_required'),
    ...when(isForPeople && ROLES.some((role) => !reachOf(access, role)), 'forbidden'),
    ...when(isForPeople && !isOpenInDemo(endpoint), 'demo_read_only'),
    ...when(access === 'kiosk', 'kiosk_not_paired', 'company_deletion_pending'),
    ...when(apiKey, 'api_key_invalid', 'plan_limit_reached', 'subscription_required'),
    ...when(apiKey, 'api_key_scope_missing'),
    ...when(apiKey && apiKey !== true, 'api_key_maker_gone'),
    ...when(!apiKey, 'api_key_not_allowed'),
    ...when(params, 'not_found'),
    ...when(readerOf(endpoint), 'changed_meanwhile'),
    ...when(query || body, 'validation_failed'),
    ...when(params || query || method !== 'GET', 'malformed_request'),
    ...when(method === 'POST' && access !== 'public', 'idempotency_key_reused', 'idempotency_key_in_use'),
    ...when(method !== 'GET', 'cross_site_request', 'payload_too_large', 'unsupported_media_type'),
    ...when(true, 'two_credentials', 'client_outdated', 'too_many_requests', 'internal', 'unavailable'),
    ...(endpoint.throws ?? []),
  ];
}
