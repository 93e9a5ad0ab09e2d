import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { TFunction } from 'i18next';
import pg from 'pg';
import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/error.ts';
import { AppError } from '../errors.ts';
import { quotaHeaders } from '../throttle.ts';

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

// PostgreSQL is starting, stopping, full or gone (class 08, 53, 57P), has just become a standby (25006), or rolled a
// transaction back to end a deadlock, as a migration under load may cause (class 40); Node's socket errors mean the same.
const databaseGone =
  /^(08\w{3}|25006|40\w{3}|53\w{3}|57P0[1-5]|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;
const poolGone =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|read timeout|not queryable/i;

function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return databaseGone.test(code) || poolGone.test(error.message);
}

/** Errors of the database's own rules, whatever the code does. */
const byConstraint: Record<string, ErrorCode> = {
  time_entry_no_overlap: 'entry_overlaps',
  time_entry_month_locked: 'month_locked',
  absence_no_overlap: 'absence_overlaps',
  correction_request_no_overlap: 'request_pending',
  correction_request_pending_key: 'request_pending',
  correction_request_pending_add_key: 'request_pending',
  users_personal_number_key: 'personal_number_taken',
};

/** By its message: a node of Citus sends only that, and adds a number to the name. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string =>
  (constraint ?? /constraint "(\w+)"/.exec(message)?.[1] ?? '').replace(/_\d{6,}$/, '');

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof pg.DatabaseError) {
    const refusal = byConstraint[constraintOf(error)];
    const params = refusal === 'month_locked' && { context: 'named', months: error.detail ?? '' };
    if (refusal) return new AppError(refusal, params ? { params } : {});
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return new AppError('not_found');
    return new AppError('validation_failed', {
      issues: error.validation.map((issue) => ({
        path: issue.instancePath.slice(1).replaceAll('/', '.'),
        message: issue.message ?? 'invalid',
      })),
    });
  }
  // Class 22: a value that no column can hold, such as text with a lone surrogate.
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22'))
    return new AppError('malformed_request');
  if (isDatabaseGone(error)) return new AppError('unavailable', { retryAfterSeconds: 2 });
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = byFastifyCode[code];
  if (known) return new AppError(known);
  return new AppError(statusCode >= 400 && statusCode < 500 ? 'malformed_request' : 'internal');
}

/** Returns the stable code with which an error is answered. */
export const codeOf = (error: unknown): ErrorCode => toAppError(error).code;

/** Returns any error as `{message, code}` in the reader's language; internal details go only to the log. */
export function errorBodyOf(error: unknown, request: FastifyRequest, t: TFunction) {
  const { code, details } = toAppError(error);
  const status = ERRORS[code].status;
  if (status >= 500) request.log.error({ err: error, code }, 'request failed');
  else request.log.debug({ code }, 'request refused');

  const issues = details.issues?.map((issue) => ({
    path: issue.path,
    message: t(`validation:${issue.message}`, { defaultValue: t('validation:invalid') }),
  }));
  const body: ErrorBody = {
    message: issues?.[0]?.message ?? t(`errors:${code}`, details.params ?? {}),
    code,
  };
  if (issues) body.issues = issues;
  if (status === 402) {
    body.requiresUpgrade = true;
    body.action = details.action ?? 'subscribe';
  }
  return { status, body, retryAfterSeconds: details.retryAfterSeconds, quota: details.quota };
}

/** Answers any error with its status and `errorBodyOf`. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, t: TFunction) {
  const { status, body, retryAfterSeconds, quota } = errorBodyOf(error, request, t);
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  if (quota) reply.headers(quotaHeaders(quota));
  // RFC 6750 §3.
  if (body.code === 'api_key_invalid') reply.header('www-authenticate', 'Bearer error="invalid_token"');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
