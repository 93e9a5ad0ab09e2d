import type { TFunction } from 'i18next';
import type { EndpointRequest } from '#contract/index.ts';
import type { MonthSheet, PunchFormat } from '#contract/sheets.ts';
import { PUNCH_FORMATS } from '#contract/sheets.ts';
import { datesBetween, monthOf } from '#domain/dates.ts';
import type { Country } from '#domain/holidays.ts';
import type { Language } from '#domain/languages.ts';
import { PDF, XLSX } from '#domain/media-types.ts';
import { bySurname } from '#domain/names.ts';
import { hasFeature } from '#domain/plans.ts';
import { createWorkCalendar } from '#domain/work-calendar.ts';
import { ABSENCE_CODES } from '#domain/work-rules.ts';
import type { CompanyContext } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { FileAnswer } from '#server/platform/http/file-answer.ts';
import type { Handler } from '#server/platform/http/handler.ts';
import { inTurn, ownInTurn } from '#server/platform/in-turn.ts';
import { personAsked } from '#server/platform/scope.ts';
import { tablesXlsx } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { listCodes } from '../absences/absences.queries.ts';
import { findCompany } from '../company/company.queries.ts';
import { readMonthPeople } from '../hours/month-people.service.ts';
import { countsOf, type SheetFacts, sealedPerson } from '../hours/month-seal.ts';
import { type SheetPerson, sheetPerson } from '../hours/sheet-person.ts';
import { readCompanyTime } from '../work-rules/work-rules.service.ts';
import { payrollCsv, payrollTable, payrollWorkbook } from './payroll-table.ts';
import { punchDifferences, punchIssues, punchLines } from './punch-lines.ts';
import { SHEET_LAYOUTS } from './sheet-layouts.ts';
import { cellText, monthSheets, type Sheet, type SheetInput } from './sheet-model.ts';
import { layoutOf, readSettings } from './sheet-settings.service.ts';
import { findApprovalDigest } from './sheets.queries.ts';

type Reader = Pick<CompanyContext, 'db' | 'clock' | 'viewer' | 'scope'>;

/** Lines of a preview. */
const PREVIEW_LINES = 50;
/** Names in an error's message. */
const SHOWN_NAMES = 20;

/** What the company calls its absences, in the sheet's language. */
async function readCodeNames(db: Db, companyId: string, country: Country, t: TFunction) {
  const presets = ABSENCE_CODES[country].map(({ code, name }) => [code, t(`absence-codes:${name}`)]);
  const own = (await listCodes(db, companyId)).flatMap(({ code, name }) => (name ? [[code, name]] : []));
  return Object.fromEntries([...presets, ...own]);
}

/** What is printed with everybody's hours of the month, as the company has it now. */
export async function readSheetFacts(
  { db, viewer }: Pick<Reader, 'db' | 'viewer'>,
  month: string,
): Promise<SheetFacts> {
  const { companyId, timeZone, companyLanguage } = viewer;
  const time = await readCompanyTime(db, viewer);
  const calendar = createWorkCalendar({ ...time, zones: [{ validFrom: '', timeZone }] });
  const rules = calendar.rulesOn(monthOf(`${month}-01`).end);
  const { country, night } = rules;
  const company = await findCompany(db, companyId);
  if (!company) throw new AppError('not_found');
  const { unit, approver, preparer, dayCodes, columns, lines } = await readSettings(db, companyId);
  const language: Language = SHEET_LAYOUTS[country].language ?? companyLanguage;
  return {
    country,
    language,
    night,
    timeZone,
    company: { name: company.name, registrationNo: company.registrationNo },
    settings: { unit, approver, preparer, dayCodes, columns, lines },
    codeNames: await readCodeNames(db, companyId, country, translator(language)),
    holidays: datesBetween(monthOf(`${month}-01`)).filter(calendar.isHoliday),
    counts: countsOf(rules),
  };
}

/**
 * What the sheets and files of the month are made from. Of a month that is approved for everybody, that is what was sealed last,
 * dated by its approval. Without people there is still a sheet: its head and an empty table.
 */
async function readMonth(context: Reader, month: string, userId?: string) {
  const { db, viewer, clock } = context;
  const { companyId } = viewer;
  const { people: all } = await readMonthPeople(context, month, { userId });
  const people: SheetPerson[] = [];
  const sealed: { at: string; facts: SheetFacts }[] = [];
  for await (const person of all) {
    const { overview, seal } = person;
    people.push(seal ? sealedPerson(overview.user.id, month, seal) : sheetPerson(person));
    if (seal && overview.approval) sealed.push({ at: overview.approval.at, facts: seal.facts });
  }
  const last = sealed.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  const isSealed = last !== undefined && sealed.length === people.length;
  const facts = isSealed ? last.facts : await readSheetFacts(context, month);
  const { language, country, settings, night, timeZone, codeNames, counts } = facts;
  people.sort(bySurname(language));
  const approved = people.filter(({ isApproved }) => isApproved).map(({ id }) => id);
  const digest = approved.length > 0 ? await findApprovalDigest(db, companyId, month, approved) : undefined;
  const holidays = new Set(facts.holidays);
  const input: SheetInput = {
    month,
    language,
    night,
    timeZone,
    codeNames,
    layout: layoutOf(SHEET_LAYOUTS[country], settings),
    company: { ...facts.company, unit: settings.unit },
    approver: settings.approver,
    preparer: settings.preparer,
    isHoliday: (date) => holidays.has(date),
    preparedAt: isSealed ? new Date(last.at) : clock.now(),
    digest: digest ?? null,
  };
  const { masks, payrollColumns } = await readSettings(db, companyId);
  return { people, input, counts, masks, payrollColumns, t: translator(language) };
}
type Read = Awaited<ReturnType<typeof readMonth>>;

const titleOf = ({ input, t }: Read) => `${t('sheets:fileTitle')} ${input.month}, ${input.company.name}`;

async function sheetFile(read: Read, format: 'pdf' | 'xlsx'): Promise<FileAnswer> {
  const sheets = monthSheets(read.input, read.t, read.people);
  const name = `sheet-${read.input.month}.${format}`;
  // Loaded when they are first needed: their libraries would slow the start of every server.
  const [{ sheetsPdf }, { sheetsXlsx }] = [await import('./sheet-pdf.ts'), await import('./sheet-xlsx.ts')];
  return format === 'pdf'
    ? new FileAnswer(await sheetsPdf(sheets, titleOf(read)), PDF, name)
    : new FileAnswer(await sheetsXlsx(sheets, titleOf(read)), XLSX, name);
}

const toJson = ({ language, title, head, warning, columns, rows, summary, notes }: Sheet): MonthSheet => {
  return {
    language,
    title,
    warning,
    notes,
    head: head.flat(),
    summary,
    columns: columns.map(({ key, label, group, shade }) => ({ key, label, group, shade })),
    rows: rows.map(({ kind, cells }) => ({
      kind,
      cells: Object.fromEntries(
        columns.flatMap(({ key }) => {
          const cell = cells[key];
          const text = cell && cellText(cell);
          if (!cell || !text) return [];
          return [[key, { text, minutes: cell.minutes ?? null, count: cell.count ?? null }]];
        }),
      ),
    })),
  };
};

/**
 * The month's sheet of everybody or of one person, in the country's form and language; employees and managers get their own.
 */
export const getMonthSheet: Handler<'getMonthSheet'> = async (
  context,
  { params: { month }, query: { format, userId } },
) => {
  const { viewer, scope, throttle } = context;
  await throttle.take('sheets', viewer.userId);
  const asked = personAsked(scope, userId);
  const make = async () => {
    const read = await readMonth(context, month, asked);
    if (read.people.length === 0 && (asked || read.input.layout.kind === 'card')) {
      throw new AppError('not_found');
    }
    if (format !== 'json') return sheetFile(read, format);
    return [...monthSheets(read.input, read.t, read.people)].map(toJson);
  };
  return scope.kind === 'own' ? ownInTurn(make, viewer.userId) : inTurn(make);
};

export function requireExport({ viewer, clock }: Pick<Reader, 'viewer' | 'clock'>): void {
  if (!hasFeature(viewer.subscription, 'csvExport', clock.now())) {
    throw new AppError('plan_limit_reached', { action: 'upgrade_plan', params: { context: 'csvExport' } });
  }
}

const isPunchFormat = (format: string): format is PunchFormat =>
  PUNCH_FORMATS.some((program) => program === format);

type PayrollQuery = EndpointRequest<'getMonthPayroll'>['query'];
type Payroll = { name: string; type: string; lines: string[]; bytes: () => Promise<Buffer> };

/** The file for payroll, and the people whom it cannot include. */
function payrollFile(read: Read, { format, leaveOut, decimals }: Omit<PayrollQuery, 'preview'>) {
  const { input, people, counts, masks, payrollColumns, t } = read;
  if (isPunchFormat(format)) {
    const mask = masks[format];
    const issues = punchIssues(people, format, mask);
    const left = new Set(leaveOut === 'true' ? issues.map(({ person }) => person) : []);
    const lines = punchLines(
      people.filter((person) => !left.has(person)),
      mask,
    );
    const file: Payroll = {
      name: `payroll-${input.month}-${format}.txt`,
      type: 'text/plain; charset=utf-8',
      lines,
      bytes: async () => Buffer.from(lines.map((line) => `${line}\r\n`).join('')),
    };
    return { file, issues };
  }
  const { isHoliday } = input;
  const table = payrollTable(people, { counts, isHoliday, columns: payrollColumns }, t);
  const csv = payrollCsv(table, decimals === 'point' ? 'en' : decimals === 'comma' ? 'lv' : input.language);
  const isCsv = format === 'csv';
  const file: Payroll = {
    name: `payroll-${input.month}.${format}`,
    type: isCsv ? 'text/csv; charset=utf-8' : XLSX,
    lines: csv
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1),
    bytes: () =>
      isCsv ? Promise.resolve(Buffer.from(csv)) : tablesXlsx([payrollWorkbook(table, input.month)]),
  };
  // A table has a cell for the number, which may be blank; it is named all the same.
  const issues = people
    .filter(({ payrollNo }) => !payrollNo)
    .map((person) => ({ person, reason: 'missing' as const }));
  return { file, issues };
}

/** The month's file for a payroll program, or what it will contain and who is missing. */
export const getMonthPayroll: Handler<'getMonthPayroll'> = async (
  context,
  { params: { month }, query: { preview, ...query } },
) => {
  requireExport(context);
  await context.throttle.take('sheets', context.viewer.userId);
  return inTurn(async () => {
    const read = await readMonth(context, month);
    const isPreview = preview === 'true';
    const { file, issues } = payrollFile(read, isPreview ? { ...query, leaveOut: 'true' } : query);
    if (isPreview) {
      return {
        fileName: file.name,
        people: read.people.length,
        issues: issues.map(({ person, reason }) => ({ userId: person.id, name: person.name, reason })),
        differences: isPunchFormat(query.format) ? punchDifferences(read.people) : [],
        notApproved: read.people.filter(({ isApproved }) => !isApproved).map(({ name }) => name),
        lines: file.lines.slice(0, PREVIEW_LINES),
      };
    }
    if (isPunchFormat(query.format) && issues.length > 0 && query.leaveOut !== 'true') {
      throw new AppError('payroll_number_missing', { params: { names: namesOf(issues) } });
    }
    return new FileAnswer(await file.bytes(), file.type, file.name);
  });
};

function namesOf(issues: { person: SheetPerson }[]): string {
  const names = issues.slice(0, SHOWN_NAMES).map(({ person }) => person.name);
  return [...names, ...(issues.length > SHOWN_NAMES ? ['…'] : [])].join(', ');
}

/**
 * The files of a month that is approved for everybody with hours in it: the sheet and, if the plan has it, the payroll
 * table. Undefined if somebody's month is not approved.
 */
export async function approvedMonthFiles(context: Reader, month: string): Promise<FileAnswer[] | undefined> {
  return inTurn(async () => {
    const read = await readMonth(context, month);
    if (read.people.length === 0 || read.people.some(({ isApproved }) => !isApproved)) return undefined;
    const files = [await sheetFile(read, 'pdf')];
    if (hasFeature(context.viewer.subscription, 'csvExport', context.clock.now())) {
      const { file } = payrollFile(read, { format: 'csv', leaveOut: undefined, decimals: undefined });
      files.push(new FileAnswer(await file.bytes(), file.type, file.name));
    }
    return files;
  });
}
