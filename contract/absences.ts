import * as z from 'zod/mini';
import { daysBetween } from '#domain/dates.ts';
import { MS_PER_HOUR } from '#domain/hours.ts';
import { del, get, post, put } from './endpoint.ts';
import {
  calendarDate,
  clearableText,
  id,
  idParams,
  namedPerson,
  optionalLongText,
  optionalText,
} from './fields.ts';
import { endNotBeforeStart } from './reports.ts';
import { approval } from './time-tracking.ts';

/** Three years of child care and a little more. */
const MAX_ABSENCE_DAYS = 1100;
/** A year and a day, so that a list of one year shows it whole. */
const MAX_LISTED_DAYS = 367;
const MAX_CODES = 100;
const MINUTE = 60_000;

const code = z.string('absenceCode').check(z.regex(/^[\p{L}\p{N}]{1,5}$/u, 'absenceCode'));

const within = (days: number) =>
  z.refine<{ startDate: string; endDate: string }>(
    ({ startDate, endDate }) => daysBetween(startDate, endDate) < days,
    { error: 'absenceTooLong', path: ['endDate'] },
  );

const absenceFields = {
  startDate: calendarDate,
  /** Included. */
  endDate: calendarDate,
  code,
  /** Milliseconds of one day, in whole minutes; absent or null: whole days. */
  part: z.nullish(
    z
      .number('absencePart')
      .check(
        z.minimum(MINUTE, 'absencePart'),
        z.maximum(24 * MS_PER_HOUR, 'absencePart'),
        z.multipleOf(MINUTE, 'absencePart'),
      ),
  ),
  note: optionalLongText(500),
  /** On-call time only: the minute of the day, by the company's clock, at which it begins; it lasts for `part`. */
  begins: z.nullish(z.int('invalid').check(z.minimum(0, 'invalid'), z.maximum(1439, 'invalid'))),
  place: optionalText(100),
};
const isOneDay = z.refine<{ startDate: string; endDate: string; part?: number | null | undefined }>(
  ({ startDate, endDate, part }) => part === undefined || part === null || startDate === endDate,
  { error: 'absencePartOfDay', path: ['endDate'] },
);
const hasLength = z.refine<{ begins?: number | null | undefined; part?: number | null | undefined }>(
  ({ begins, part }) => (begins ?? null) === null || (part ?? null) !== null,
  { error: 'absencePart', path: ['part'] },
);
const absenceChanges = z
  .object(absenceFields)
  .check(endNotBeforeStart, within(MAX_ABSENCE_DAYS), isOneDay, hasLength);
/** With `userId` an administrator records it; without, the viewer asks for it. */
const absenceInput = z
  .object({ ...absenceFields, userId: z.nullish(id) })
  .check(endNotBeforeStart, within(MAX_ABSENCE_DAYS), isOneDay, hasLength);

/** The days of an absence that are to stay; null if it is to be cancelled. */
export const keptDays = z.nullable(z.object({ startDate: calendarDate, endDate: calendarDate }));

const changeInput = z.object({
  /** Days within the absence, fewer than it has. */
  kept: z.nullable(z.object({ startDate: calendarDate, endDate: calendarDate }).check(endNotBeforeStart)),
  reason: optionalLongText(500),
});

/** An absence, or a request for one that is pending or was rejected. */
const absence = z.object({
  id,
  user: z.object({ id, ...namedPerson }),
  startDate: calendarDate,
  endDate: calendarDate,
  code: z.string(),
  part: z.nullable(z.number()),
  begins: z.nullable(z.number()),
  place: z.nullable(z.string()),
  note: z.nullable(z.string()),
  status: approval,
  /** Why the request was rejected. */
  decisionReason: z.nullable(z.string()),
  /** Whole days on which the person has worked; false for a rejected request. */
  overlapsWork: z.boolean(),
  /** What its person asks to change and nobody has decided. */
  change: z.nullable(z.object({ requestId: id, kept: keptDays })),
});
export type ListedAbsence = z.infer<typeof absence>;

const absenceCode = {
  code,
  /** Whether it is paid, and whether it lowers the norm to be worked (work-rules.md §4). */
  paid: z.boolean('invalid'),
  lowersNorm: z.boolean('invalid'),
  /** An inactive code cannot be chosen; what was recorded with it stays. */
  isActive: z.boolean('invalid'),
};
const companyAbsenceCode = z.object({
  ...absenceCode,
  name: z.string(),
  /** The company's own name; null: the country's, which is in the request's language. */
  ownName: z.nullable(z.string()),
  /** Whether it is one of the country's codes, which cannot be deleted. */
  isPreset: z.boolean(),
  /** Of on-call time, which administrators record with its begin and place. */
  isOnCall: z.boolean(),
});
export type CompanyAbsenceCode = z.infer<typeof companyAbsenceCode>;

const codesInput = z.object({
  codes: z.array(z.object({ ...absenceCode, ownName: clearableText(100) }), 'invalid').check(
    z.maxLength(MAX_CODES, 'tooMany'),
    z.refine(
      (codes) => new Set(codes.map((each) => each.code.toLocaleUpperCase('en'))).size === codes.length,
      'absenceCodeTwice',
    ),
  ),
});

export const absencesEndpoints = {
  /**
   * Absences with a day in the period, and requests for such: an employee's own, for administrators those of all people or
   * of `userId`. By start.
   */
  listAbsences: get('/api/absences', 'months-or-own', {
    reads: ['time-records'],
    query: z
      .object({ startDate: calendarDate, endDate: calendarDate, userId: z.optional(id) })
      .check(endNotBeforeStart, within(MAX_LISTED_DAYS)),
    response: z.array(absence),
    throws: ['not_found'],
  }),
  /**
   * With `userId` an administrator records the absence of a person; without it the viewer asks for an own absence, which
   * administrators decide as any correction request.
   */
  createAbsence: post('/api/absences', 'admin-or-own', {
    changes: ['time-records'],
    audit: 'absence.added',
    body: absenceInput,
    response: absence,
    status: 201,
    throws: [
      'not_found',
      'needs_another_admin',
      'month_locked',
      'absence_overlaps',
      'request_pending',
      'request_limit',
      'email_unconfirmed',
    ],
  }),
  /**
   * Records that a person is ill today, in company time, by the country's code for it: administrators, and managers for
   * employees of their locations.
   */
  recordIllToday: post('/api/employees/:id/ill-today', 'team', {
    changes: ['time-records'],
    audit: 'absence.added',
    params: idParams,
    response: absence,
    status: 201,
    throws: [
      'validation_failed',
      'needs_another_admin',
      'month_locked',
      'absence_overlaps',
      'email_unconfirmed',
    ],
  }),
  /**
   * The viewer asks to cancel or shorten an own absence that counts; administrators decide as on any correction request,
   * and until then it stays as it is.
   */
  requestAbsenceChange: post('/api/absences/:id/changes', 'admin-or-own', {
    changes: ['time-records'],
    params: idParams,
    body: changeInput,
    response: absence,
    status: 201,
    throws: ['request_pending', 'request_limit', 'email_unconfirmed'],
  }),
  /** Changes an absence that counts. */
  updateAbsence: put('/api/absences/:id', 'admin', {
    changes: ['time-records'],
    audit: 'absence.changed',
    params: idParams,
    body: absenceChanges,
    response: absence,
    throws: ['needs_another_admin', 'month_locked', 'absence_overlaps', 'email_unconfirmed'],
  }),
  /** Deletes an absence (administrators), or withdraws the viewer's own pending request. */
  deleteAbsence: del('/api/absences/:id', 'admin-or-own', {
    changes: ['time-records'],
    audit: 'absence.deleted',
    params: idParams,
    response: z.null(),
    status: 204,
    throws: ['needs_another_admin', 'already_decided', 'month_locked', 'email_unconfirmed'],
  }),
  /** The codes of the company's country with its changes, and its own ones. */
  listAbsenceCodes: get('/api/absence-codes', 'signed-in', {
    reads: ['time-records'],
    response: z.array(companyAbsenceCode),
  }),
  /**
   * Sets all codes. One of the country's that is absent becomes inactive, and so does an own one that is in use; another
   * own one is deleted. What is recorded already does not change.
   */
  updateAbsenceCodes: put('/api/absence-codes', 'admin', {
    changes: ['time-records'],
    audit: 'absence-codes.changed',
    body: codesInput,
    response: z.array(companyAbsenceCode),
  }),
};
