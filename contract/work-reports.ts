import * as z from 'zod/mini';
import { isWorkUnit } from '#domain/work-units.ts';
import { get, post, put } from './endpoint.ts';
import {
  calendarMonth,
  id,
  idParams,
  instant,
  optionalLongText,
  requiredLongText,
  requiredText,
} from './fields.ts';
import { workReport } from './time-tracking.ts';

/**
 * Limits of what one person can write: items, and characters as stored (each item stores the general notes). Those of a
 * day include versions replaced by corrections.
 */
export const WORK_REPORT_LIMITS = {
  timeEntry: { rows: 100, characters: 30_000 },
  day: { rows: 300, characters: 60_000 },
} as const;

/** The maximum of `numeric(12, 2)`. */
const maxQuantity = 9_999_999_999.99;

export const quantity = z
  .number('quantity')
  .check(z.gte(0, 'quantity'), z.lte(maxQuantity, 'quantityTooLarge'));

/** Of the list (product.md §3). Stored reports may have another one. */
export const workUnit = requiredText('unitsRequired', 30).check(z.refine(isWorkUnit, 'unitsUnknown'));

const workReportItem = z.object({
  units: workUnit,
  quantity,
  description: requiredLongText('descriptionRequired', 1000),
});

const workReportInput = z.object({
  /** If missing, it belongs to the open time entry, else to the latest. */
  timeEntryId: z.nullish(id),
  items: z
    .array(workReportItem, 'workReportItems')
    .check(z.minLength(1, 'workReportItems'), z.maxLength(50, 'tooMany')),
  generalNotes: optionalLongText(2000),
  /** Generated once for each dialog, so that a retry is harmless. */
  clientReportId: z.optional(id),
  /** Who wrote it: a report stored on a shared phone is never recorded for a person who signed in later. */
  userId: z.optional(id),
});

/** One submission of the dialog: its first row, and in `items` all of its rows (decisions.md §3). */
export const workReportSubmission = z.extend(workReport, { items: z.array(workReport) });
export type WorkReportSubmission = z.infer<typeof workReportSubmission>;

export const ownWorkReport = z.extend(workReport, {
  location: z.nullable(z.object({ name: z.string() })),
  /** Until when the person may correct it: the end of the day after, in company time. */
  correctableUntil: instant,
  /** Earlier versions, newest first. */
  corrections: z.array(
    z.object({
      correctedAt: instant,
      author: z.object({ firstName: z.string(), lastName: z.string() }),
      units: z.string(),
      quantity: z.number(),
      description: z.string(),
      generalNotes: z.nullable(z.string()),
    }),
  ),
});
export type OwnWorkReport = z.infer<typeof ownWorkReport>;

export const workReportsEndpoints = {
  /** The viewer's own reports, newest first: the last 100, or those of a month of company time, at most 1,000. */
  listWorkReports: get('/api/work-reports', 'signed-in', {
    reads: ['time-records'],
    query: z.object({ month: z.optional(calendarMonth) }),
    response: z.array(ownWorkReport),
  }),
  createWorkReports: post('/api/work-reports', 'signed-in', {
    changes: ['time-records'],
    body: workReportInput,
    response: workReportSubmission,
    status: 201,
    throws: ['not_found', 'month_locked', 'scan_of_another_person', 'work_report_limit'],
  }),
  /** `units` are of the list, or stay as they are. */
  updateWorkReport: put('/api/work-reports/:id', 'signed-in', {
    changes: ['time-records'],
    params: idParams,
    body: z.extend(workReportItem, {
      units: requiredText('unitsRequired', 30),
      generalNotes: optionalLongText(2000),
    }),
    response: ownWorkReport,
    throws: ['report_closed', 'work_report_limit'],
  }),
};
