/** People and locations from a file, and back (decisions.md §11 "Import"). */
import * as z from 'zod/mini';
import { CSV, XLSX } from '#domain/media-types.ts';
import { errorCode, PLAN_ERRORS } from './error.ts';

const FILE_FORMATS = ['csv', 'xlsx'] as const;

const OUTCOMES = ['new', 'changed', 'unchanged', 'invalid'] as const;

export const yesOrNo = z._default(z.enum(['true', 'false'], 'invalid'), 'false');
const column = { path: z.string() };

const importRow = z.object({
  /** The row's number in a spreadsheet, from 1. */
  line: z.number(),
  /** Whom or what it is about, as the file has it. */
  name: z.string(),
  outcome: z.enum(OUTCOMES),
  /** What would be replaced, or was. */
  changes: z.array(z.object({ ...column, before: z.string(), after: z.string() })),
  /** Why the row is invalid, or what to look at in another one. `path` is empty for the whole row. */
  issues: z.array(z.object({ ...column, message: z.string() })),
  /** What to look at before it is imported, although it prevents nothing: something was assumed, or looks like a mistake. */
  notes: z.array(z.object({ ...column, message: z.string() })),
});
export type ImportRow = z.infer<typeof importRow>;

const importAnswer = z.object({
  rows: z.array(importRow),
  /** Whether the file was written; never if a row is invalid. */
  applied: z.boolean(),
  /** Headings that are not recognised; their columns are left out. */
  unknownColumns: z.array(z.string()),
  /** Why an import is refused although every row is valid: the plan, or a subscription that has ended. */
  refusal: z.nullable(z.object({ code: errorCode, message: z.string() })),
  /** How many were mailed a link, and how many are left because of the limits on mails; null if nobody was to be. */
  invited: z.nullable(z.object({ sent: z.number(), left: z.number() })),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** An endpoint that takes a file as its body; a caller who accepts application/x-ndjson also gets the number of rows done. */
export const importEndpoint = {
  upload: [CSV, XLSX],
  drafts: true,
  /** `invite` mails a link to everybody in the file who has an e-mail address and was never given a link. */
  query: z.object({ dryRun: yesOrNo, invite: yesOrNo }),
  response: importAnswer,
  throws: ['file_unreadable', 'file_columns', 'file_too_long', 'file_too_complex', ...PLAN_ERRORS],
} as const;

/** A file that `importEndpoint` takes back; with `template=true` only its headings. */
export const exportEndpoint = {
  files: [CSV, XLSX],
  query: z.object({ format: z._default(z.enum(FILE_FORMATS, 'invalid'), 'csv'), template: yesOrNo }),
  response: z.null(),
} as const;
