import { DAY_CODES, PAYROLL_ABSENCES, PAYROLL_COLUMNS, type SheetSettings } from '#contract/sheets.ts';
import { dateIn } from '#domain/dates.ts';
import { fullName } from '#domain/names.ts';
import { validOn } from '#domain/work-rules.ts';
import type { CompanyViewer, Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { invalidField } from '#server/platform/errors.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { appendToLedger } from '#server/platform/ledger/ledger.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { listAbsenceCodes } from '../absences/absences.service.ts';
import { findOwner, lockCompany } from '../company/company.queries.ts';
import { countsOf } from '../hours/month-seal.ts';
import { readCompanyTime } from '../work-rules/work-rules.service.ts';
import { countryColumns, payrollLabel } from './payroll-table.ts';
import { PUNCH_PRESETS } from './punch-lines.ts';
import {
  CARD_COLUMNS,
  type ColumnSpec,
  SHEET_LAYOUTS,
  type SheetLayout,
  TEAM_COLUMNS,
} from './sheet-layouts.ts';
import { shownAs, windowText } from './sheet-model.ts';
import { monthRecipientsMail } from './sheets.emails.ts';
import { findSettings, type StoredSettings, saveSettings } from './sheets.queries.ts';

const PRESET: StoredSettings = {
  unit: null,
  approver: null,
  preparer: null,
  dayCodes: {
    restDay: null,
    scheduledOff: null,
    sunday: null,
    holiday: null,
    shortDay: null,
    restDayWork: null,
    holidayWork: null,
    notEmployed: null,
  },
  columns: [],
  lines: null,
  masks: PUNCH_PRESETS,
  payrollColumns: [],
  accountants: [],
};

export async function readSettings(db: Db, companyId: string): Promise<StoredSettings> {
  const own = await findSettings(db, companyId);
  return { ...PRESET, ...own, dayCodes: { ...PRESET.dayCodes, ...own?.dayCodes } };
}

/** Columns without which a sheet says nothing. */
const needed = { team: ['name', 'days', 'total'], card: ['date', 'total'] };

/** Whether the table of this kind has these columns, and each once. */
const areColumns = (kind: SheetLayout['kind'], columns: string[]) =>
  columns.every((key) => key in (kind === 'team' ? TEAM_COLUMNS : CARD_COLUMNS)) &&
  new Set(columns).size === columns.length &&
  needed[kind].every((key) => columns.includes(key));

/** The country's layout as the company has changed it; columns of another country's sheet are ignored. */
export function layoutOf(
  preset: SheetLayout,
  { columns, lines, dayCodes }: Pick<StoredSettings, 'columns' | 'lines' | 'dayCodes'>,
): SheetLayout {
  const codes = Object.entries(dayCodes).filter(([, code]) => code !== null);
  return {
    ...preset,
    ...(areColumns(preset.kind, columns) && { columns: columns as never, isOwn: true as const }),
    ...(lines && { lines, hasOwnLines: true as const }),
    dayCodes: { ...preset.dayCodes, ...Object.fromEntries(codes) },
  };
}

/** What the company has set for its sheets and payroll files, and what it can choose. */
export const getSheetSettings: Handler<'getSheetSettings'> = async (context) => {
  const { db, viewer } = context;
  return describe(context, await readSettings(db, viewer.companyId));
};

async function describe(context: Context, settings: StoredSettings): Promise<SheetSettings> {
  const { db, viewer, clock, t } = context;
  const { layout, night, counts } = await currentLayout(db, viewer, clock.now());
  const codes = (await listAbsenceCodes(context)).filter(({ isActive, isOnCall }) => isActive && !isOnCall);
  const codeNames = new Map(codes.map(({ code, name }) => [code, name === code ? code : `${code} ${name}`]));
  const absences = codes.flatMap(({ code }) => PAYROLL_ABSENCES.map((unit) => `${code}:${unit}`));
  const { kind, columns, lines, dayCodes } = layout;
  const specs: Record<string, ColumnSpec> = kind === 'team' ? TEAM_COLUMNS : CARD_COLUMNS;
  const country = {
    kind,
    columns,
    lines,
    dayCodes: DAY_CODES.map((key) => ({
      key,
      label: t(`sheets:dayCode.${key}`),
      code: dayCodes[shownAs(key, layout)] ?? '',
    })),
    choices: Object.entries(specs).map(([key, { group }]) => {
      const label = t(`sheets:column.${key}` as 'sheets:column.night', windowText(night));
      const above = group && t(`sheets:group.${group}`);
      return {
        key,
        label: key === 'days' ? (above ?? '') : above ? `${above}: ${label}` : label,
        needed: needed[kind].includes(key),
      };
    }),
    payrollColumns: countryColumns(counts),
    payrollChoices: [...PAYROLL_COLUMNS, ...absences].map((key) => ({
      key,
      label: payrollLabel(key, t, (code) => codeNames.get(code) ?? code),
    })),
  };
  return { ...settings, country };
}

/**
 * Changes the settings. A change of who gets approved months goes into the ledger, and the owner and everybody who got
 * them before are told.
 */
export const updateSheetSettings: Handler<'updateSheetSettings'> = async (
  context,
  { body: { payrollColumns, ...input } },
) => {
  const { db, viewer, clock, throttle } = context;
  const { companyId } = viewer;
  const { kind } = (await currentLayout(db, viewer, clock.now())).layout;
  if (input.columns.length > 0 && !areColumns(kind, input.columns)) {
    throw invalidField('columns', 'sheetColumns');
  }
  const settings = await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId);
    await context.refuseIfChanged(transaction);
    const before = await readSettings(transaction, companyId);
    const after = { ...input, payrollColumns: payrollColumns ?? before.payrollColumns };
    await saveSettings(transaction, companyId, after);
    if (new Set(before.accountants).symmetricDifference(new Set(after.accountants)).size > 0) {
      await throttle.take('monthRecipients', companyId);
      await noteMonthRecipients(context, transaction, before.accountants, after.accountants);
    }
    return after;
  });
  return describe(context, settings);
};

/** Removes the addresses of people who leave from the recipients of approved months, and announces the change. */
export async function removeMonthRecipients(
  context: Context,
  transaction: Db,
  emails: string[],
): Promise<void> {
  const { companyId } = context.viewer;
  const settings = await readSettings(transaction, companyId);
  const leaving = new Set(emails.map((email) => email.toLowerCase()));
  const accountants = settings.accountants.filter((email) => !leaving.has(email.toLowerCase()));
  if (accountants.length === settings.accountants.length) return;
  await saveSettings(transaction, companyId, { ...settings, accountants });
  await noteMonthRecipients(context, transaction, settings.accountants, accountants);
}

/** Records in the ledger that others get approved months, and tells the owner and everybody who got them before. */
async function noteMonthRecipients(
  context: Context,
  transaction: Db,
  before: string[],
  after: string[],
): Promise<void> {
  const { viewer, clock } = context;
  const { companyId } = viewer;
  const [old, now] = [new Set(before), new Set(after)];
  await appendToLedger(transaction, companyId, {
    kind: 'month-recipients-changed',
    actorId: viewer.userId,
    at: clock.now(),
    why: {
      ...{ before: old.size, after: now.size },
      ...{ added: now.difference(old).size, removed: old.difference(now).size },
    },
  });
  const owner = await findOwner(transaction, companyId);
  const isRecipient = before.some((email) => email.toLowerCase() === owner?.email.toLowerCase());
  const told = [
    ...(owner && !isRecipient ? [owner] : []),
    ...before.map((email) => ({ email, firstName: null })),
  ];
  for (const to of told) {
    const change = { before, after, by: fullName(viewer) };
    await sendMail(context, transaction, companyId, monthRecipientsMail(context, to, change));
  }
}

/** The layout of today's country, and its night. */
async function currentLayout(db: Db, viewer: CompanyViewer, now: Date) {
  const { rules } = await readCompanyTime(db, viewer);
  const today = validOn(rules, dateIn(now, viewer.timeZone));
  return { layout: SHEET_LAYOUTS[today.country], night: today.night, counts: countsOf(today) };
}
