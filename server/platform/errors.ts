import type { ErrorCode, UPGRADE_ACTIONS } from '#contract/error.ts';
import type { Quota } from './throttle.ts';

type Details = {
  /** Values for the translated sentence. */
  params?: Record<string, string | number>;
  /** Field errors; `message` is a key of the validation texts. */
  issues?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  /** The rate limit that the request was counted against. */
  quota?: Quota;
  action?: (typeof UPGRADE_ACTIONS)[number];
};

/** An error response. Services throw it; the HTTP layer words it in the reader's language. */
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

/** Refuses to change hours of these approved months `yyyy-MM`, in order; another date would not touch them. */
export const monthsLocked = (months: string[]) =>
  new AppError('month_locked', { params: { context: 'dated', months: months.join() } });

/** A field of the input is invalid in a way that only the server can know. */
export const invalidField = (path: string, messageKey: string) =>
  new AppError('validation_failed', { issues: [{ path, message: messageKey }] });
