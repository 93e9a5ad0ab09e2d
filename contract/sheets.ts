import * as z from 'zod/mini';
import { CSV, PDF, XLSX } from '#domain/media-types.ts';
import { get, put } from './endpoint.ts';
import { calendarMonth, emailField, id, optionalText } from './fields.ts';

/** The country's monthly sheet and the files for payroll (docs/spec/sheets.md). */

const SHEET_FORMATS = ['pdf', 'xlsx', 'json'] as const;
/** Programs that read check-ins and check-outs as lines of text. */
export const PUNCH_FORMATS = ['symfonia', 'comarch', 'enova'] as const;
export type PunchFormat = (typeof PUNCH_FORMATS)[number];
const PAYROLL_FORMATS = ['csv', 'xlsx', ...PUNCH_FORMATS] as const;

const yesOrNo = z.optional(z.enum(['true', 'false'], 'invalid'));
const shade = z.nullable(z.enum(['weekend', 'holiday']));

const sheetCell = z.object({
  /** As it is printed. */
  text: z.string(),
  /** The figure in it: whole minutes, or a number of days; null where there is none. */
  minutes: z.nullable(z.number()),
  count: z.nullable(z.number()),
});

/** One table: that of all people, or a person's card. Texts are in the country's language. */
const monthSheet = z.object({
  language: z.string(),
  title: z.string(),
  head: z.array(z.string()),
  /** Not everybody's month is approved; null if it is. */
  warning: z.nullable(z.string()),
  columns: z.array(z.object({ key: z.string(), label: z.string(), group: z.nullable(z.string()), shade })),
  /** `line`: belongs to the `first` before it. Cells by the column's key; empty ones are left out. */
  rows: z.array(
    z.object({
      kind: z.enum(['first', 'line', 'total']),
      cells: z.record(z.string(), sheetCell),
    }),
  ),
  summary: z.array(z.string()),
  notes: z.array(z.string()),
});
export type MonthSheet = z.infer<typeof monthSheet>;

const payrollPreview = z.object({
  fileName: z.string(),
  people: z.number(),
  /** Whose number is missing, does not fit the format, or is the same as another person's there. */
  issues: z.array(
    z.object({ userId: id, name: z.string(), reason: z.enum(['missing', 'unusable', 'shared']) }),
  ),
  /** People whose month is not approved. */
  notApproved: z.array(z.string()),
  /** Of an event file: whose lines add up to another length than the sheet has, in milliseconds (sheets.md "Event files"). */
  differences: z.array(z.object({ userId: id, name: z.string(), inFile: z.number(), onSheet: z.number() })),
  /** The file's first lines; of a workbook those of the CSV file. */
  lines: z.array(z.string()),
});
export type PayrollPreview = z.infer<typeof payrollPreview>;

/** The longest mask that the payroll programs take. */
const MAX_MASK = 50;
const runs = (mask: string) => mask.match(/([A-Za-z])\1*/g) ?? [];

/**
 * A line by letters: R year (2 or 4), M month, D day, g or h hour, m minute (2 each), N number, O operation, X ignored. Each
 * occurs once, the year or X perhaps not at all; anything else that is no letter stands for itself.
 */
function isMask(mask: string): boolean {
  const fields = runs(mask);
  const lengthOf = (letters: string) => {
    const found = fields.filter((run) => letters.includes(run.charAt(0)));
    return found.length === 1 ? (found[0]?.length ?? 0) : found.length * -1;
  };
  const year = lengthOf('R');
  return (
    fields.every((run) => 'RMDghmNOX'.includes(run.charAt(0))) &&
    [0, 2, 4].includes(year) &&
    ['M', 'D', 'gh', 'm'].every((letters) => lengthOf(letters) === 2) &&
    lengthOf('N') > 0 &&
    lengthOf('O') > 0
  );
}

const operation = z.string('operation').check(z.regex(/^[\dA-Za-z]{1,10}$/, 'operation'));
/** A line of an event file, and what stands for a check-in and a check-out. */
const punchMask = z
  .object({
    mask: z
      .string('mask')
      .check(
        z.maxLength(MAX_MASK, { error: 'mask', abort: true }),
        z.regex(/^[\x20-\x7e]+$/, { error: 'mask', abort: true }),
        z.refine(isMask, 'mask'),
      ),
    in: operation,
    out: operation,
  })
  .check(
    z.refine(
      ({ mask, in: entering, out }) => {
        const width = runs(mask).find((run) => run.startsWith('O'))?.length ?? 0;
        const [first, second] = [entering.padStart(width, '0'), out.padStart(width, '0')];
        return first.length === width && second.length === width && first !== second;
      },
      { error: 'operation', path: ['in'] },
    ),
  );
export type PunchMask = z.infer<typeof punchMask>;

/** Who gets an approved month by e-mail. */
const MAX_ACCOUNTANTS = 5;
const accountants = z.array(emailField, 'invalid').check(
  z.maxLength(MAX_ACCOUNTANTS, 'tooMany'),
  z.refine((all) => new Set(all.map((email) => email.toLowerCase())).size === all.length, 'sameAddress'),
);

const code = z.nullable(z.string('invalid').check(z.trim(), z.maxLength(4, 'tooLong')));
/** What a day's cell shows beside or instead of hours. */
export const DAY_CODES = [
  'restDay',
  'scheduledOff',
  'sunday',
  'holiday',
  'shortDay',
  'restDayWork',
  'holidayWork',
  'notEmployed',
] as const;
export type DayCode = (typeof DAY_CODES)[number];
/**
 * Lines below a person's hours; one without a figure is left out. `equalToWork`: absences that count as working time. The country's
 * own `plan` is for those with a published schedule; where a company has chosen it, for everybody.
 */
export const SHEET_LINES = ['plan', 'night', 'overtime', 'equalToWork'] as const;

/** Columns of the payroll table. An absence has its own by code and unit, as `A:days`. */
export const PAYROLL_COLUMNS = [
  'payrollNo',
  'name',
  'position',
  'norm',
  'toBeWorked',
  'total',
  'normal',
  'overtime',
  'overtime50',
  'overtime100',
  'overContract',
  'night',
  'nightWork',
  'restDay',
  'holiday',
  'sundayHoliday',
  'additional',
  'break',
  'workDays',
  'corrected',
  'provisional',
  'approved',
] as const;
/** Whole days with a plan, calendar days without holidays, hours. */
export const PAYROLL_ABSENCES = ['days', 'calendarDays', 'hours'] as const;

const payrollColumn = z
  .string('invalid')
  .check(
    z.refine(
      (column) =>
        PAYROLL_COLUMNS.some((known) => known === column) ||
        /^[\p{L}\p{N}]{1,5}:(days|calendarDays|hours)$/u.test(column),
      'invalid',
    ),
  );
const MAX_PAYROLL_COLUMNS = 60;

const sheetSettingsInput = z.object({
  /** Printed in the head. */
  unit: optionalText(100),
  /** Position and name of who approves and who prepares the sheet; null: an empty line. */
  approver: optionalText(100),
  preparer: optionalText(100),
  /** Codes instead of the country's: null is the country's, an empty one shows nothing. */
  dayCodes: z.object({
    restDay: code,
    scheduledOff: code,
    sunday: code,
    holiday: code,
    shortDay: code,
    restDayWork: code,
    holidayWork: code,
    notEmployed: code,
  } satisfies Record<DayCode, typeof code>),
  /** Columns of the table by their keys, and lines, in their order; no columns, or null: the country's. */
  columns: z.array(z.string('invalid').check(z.maxLength(20, 'tooLong'))).check(z.maxLength(30, 'tooMany')),
  lines: z.nullable(z.array(z.enum(SHEET_LINES, 'invalid')).check(z.maxLength(4, 'tooMany'))),
  masks: z.object({ symfonia: punchMask, comarch: punchMask, enova: punchMask }),
  /**
   * Columns of the payroll table in their order, each with the heading that the payroll program expects (null: ours); none: those
   * that the month's hours need. Left out, they stay as they are.
   */
  payrollColumns: z.optional(
    z.array(z.object({ column: payrollColumn, heading: optionalText(60) })).check(
      z.maxLength(MAX_PAYROLL_COLUMNS, 'tooMany'),
      z.refine((all) => new Set(all.map(({ column }) => column)).size === all.length, 'invalid'),
    ),
  ),
  accountants,
});
const shownText = z.nullable(z.string());
const sheetSettings = z.extend(sheetSettingsInput, {
  unit: shownText,
  approver: shownText,
  preparer: shownText,
  payrollColumns: z.array(z.object({ column: z.string(), heading: shownText })),
  accountants: z.array(z.string()),
  /** What today's country has, and what can be chosen for its sheet; labels in the request's language. */
  country: z.object({
    kind: z.enum(['team', 'card']),
    columns: z.array(z.string()),
    lines: z.array(z.enum(SHEET_LINES)),
    dayCodes: z.array(z.object({ key: z.enum(DAY_CODES), label: z.string(), code: z.string() })),
    /** Without those that are `needed` a sheet says nothing. */
    choices: z.array(z.object({ key: z.string(), label: z.string(), needed: z.boolean() })),
    /** What a payroll table without absences has, and what can be chosen for it. */
    payrollColumns: z.array(z.string()),
    payrollChoices: z.array(z.object({ key: z.string(), label: z.string() })),
  }),
});
export type SheetSettings = z.infer<typeof sheetSettings>;

const month = z.object({ month: calendarMonth });

export const sheetsEndpoints = {
  /**
   * The country's sheet of the month, in the country's language: of everybody, or of one person. Employees and managers get
   * their own. `format` pdf (default) and xlsx answer with the file, json as described.
   */
  getMonthSheet: get('/api/months/:month/sheet', 'books-or-own', {
    cost: 10,
    replica: true,
    audit: 'sheet.downloaded',
    files: [PDF, XLSX],
    params: month,
    query: z.object({ format: z._default(z.enum(SHEET_FORMATS, 'invalid'), 'pdf'), userId: z.optional(id) }),
    response: z.array(monthSheet),
  }),
  /**
   * A file for payroll, part of Growth. With `preview=true` answers as described instead. `leaveOut=true` leaves out the
   * people whose number an event file cannot have. `decimals=point` writes CSV with commas between cells and decimal
   * points, whatever the country.
   */
  getMonthPayroll: get('/api/months/:month/payroll', 'books', {
    cost: 10,
    replica: true,
    audit: 'payroll.downloaded',
    files: [CSV, 'text/plain', XLSX],
    params: month,
    query: z.object({
      format: z._default(z.enum(PAYROLL_FORMATS, 'invalid'), 'csv'),
      preview: yesOrNo,
      leaveOut: yesOrNo,
      decimals: z.optional(z.enum(['comma', 'point'], 'invalid')),
    }),
    response: payrollPreview,
    throws: ['plan_limit_reached', 'payroll_number_missing'],
  }),
  getSheetSettings: get('/api/company/sheet-settings', 'books', {
    reads: ['company'],
    response: sheetSettings,
  }),
  /** The people who got approved months before are told when the addresses change. */
  updateSheetSettings: put('/api/company/sheet-settings', 'admin', {
    changes: ['company', 'months'],
    audit: 'sheet-settings.changed',
    body: sheetSettingsInput,
    response: sheetSettings,
    throws: ['email_unconfirmed'],
  }),
};
