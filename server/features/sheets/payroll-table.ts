/** A month's hours for payroll: one row a person, two decimals (work-rules.md §7, domain.md §3). */

import type { TFunction } from 'i18next';
import { PAYROLL_ABSENCES, PAYROLL_COLUMNS, type SheetSettings } from '#contract/sheets.ts';
import { apportion, HUNDREDTH_MS, hundredthsText, roundedSteps } from '#domain/apportion.ts';
import { localDecimal, toCsv } from '#domain/csv.ts';
import type { Language } from '#domain/languages.ts';
import type { Table } from '#server/platform/table-files/tables.ts';
import type { SheetFacts } from '../hours/month-seal.ts';
import { isCorrected, isProvisional, type SheetPerson } from '../hours/sheet-person.ts';
import { calendarDays } from './sheet-model.ts';

/** A number is in hundredths; null: nothing to say. */
type Cell = string | number | null;
type PayrollTable = { header: string[]; rows: Cell[][] };
type Counts = SheetFacts['counts'];
type Known = (typeof PAYROLL_COLUMNS)[number];
type AbsenceUnit = (typeof PAYROLL_ABSENCES)[number];

const LABELS = {
  payrollNo: 'sheets:column.payrollNo',
  name: 'sheets:column.name',
  position: 'sheets:column.position',
  norm: 'sheets:column.norm',
  toBeWorked: 'sheets:toBeWorked',
  total: 'sheets:payroll.total',
  normal: 'sheets:payroll.normal',
  overtime: 'sheets:payroll.overtime',
  overtime50: 'sheets:payroll.overtime50',
  overtime100: 'sheets:payroll.overtime100',
  overContract: 'sheets:payroll.overContract',
  night: 'sheets:payroll.night',
  nightWork: 'sheets:column.nightWork',
  restDay: 'sheets:payroll.restDay',
  holiday: 'sheets:payroll.holiday',
  sundayHoliday: 'sheets:column.sundayHoliday',
  additional: 'sheets:column.additional',
  break: 'sheets:payroll.break',
  workDays: 'sheets:column.workDays',
  corrected: 'sheets:payroll.corrected',
  provisional: 'sheets:payroll.provisional',
  approved: 'sheets:payroll.approved',
} as const satisfies Record<Known, string>;
const ABSENCE_LABELS = {
  days: 'sheets:column.absenceDays',
  calendarDays: 'sheets:payroll.calendarDays',
  hours: 'sheets:column.absenceHours',
} as const satisfies Record<AbsenceUnit, string>;

function absenceOf(column: string): [code: string, unit: AbsenceUnit] | null {
  const [code = '', name] = column.split(':');
  const unit = PAYROLL_ABSENCES.find((known) => known === name);
  return unit ? [code, unit] : null;
}

/** How the column is called; `codeName` names an absence. */
export function payrollLabel(column: string, t: TFunction, codeName = (code: string) => code): string {
  const absence = absenceOf(column);
  if (!absence) return t(LABELS[column as Known]);
  const [code, unit] = absence;
  return `${codeName(code)}, ${t(ABSENCE_LABELS[unit])}`;
}

/** The columns that the country's table has; those of absences come before the corrected days. */
export function countryColumns({ rates, nightWork, sundays }: Counts, absences: string[] = []) {
  const uncounted = new Set<string>([
    ...(rates ? [] : (['overtime50', 'overtime100', 'overContract'] as const)),
    ...(nightWork ? [] : (['nightWork'] as const)),
    ...(sundays ? [] : (['sundayHoliday'] as const)),
    'additional',
  ]);
  const columns = PAYROLL_COLUMNS.filter((column) => !uncounted.has(column));
  return columns.flatMap((column): string[] => (column === 'corrected' ? [...absences, column] : [column]));
}

/** Every column's cells, a person each. Each figure is rounded alone; rates add up to the overtime. */
function cellsOf(people: SheetPerson[], isHoliday: (date: string) => boolean, t: TFunction) {
  type Figure = Exclude<keyof SheetPerson['month'], 'absences' | 'month' | 'isProvisional'>;
  const rounded = (value: (person: SheetPerson) => number) =>
    people.map((person) => roundedSteps(value(person), HUNDREDTH_MS));
  const figure = (name: Figure) => () => rounded(({ month }) => month[name]);
  const [total, overtime] = [figure('total')(), figure('overtime')()];
  const rates = people.map(({ month }, index) =>
    month.overtime50 + month.overtime100 > 0
      ? apportion([month.overtime50, month.overtime100], HUNDREDTH_MS, overtime[index])
      : [0, 0],
  );
  const daysWith = (has: (day: SheetPerson['days'][number]) => boolean) => () =>
    people.map(({ days }) => 100 * days.filter(has).length);
  const known: Record<Known, () => Cell[]> = {
    payrollNo: () => people.map(({ payrollNo }) => payrollNo ?? ''),
    name: () => people.map(({ name }) => name),
    position: () => people.map(({ position }) => position ?? ''),
    norm: figure('norm'),
    toBeWorked: figure('normToBeWorked'),
    total: () => total,
    normal: () => total.map((value, index) => value - (overtime[index] ?? 0)),
    overtime: () => overtime,
    overtime50: () => rates.map(([lower]) => lower ?? 0),
    overtime100: () => rates.map(([, higher]) => higher ?? 0),
    overContract: figure('overContract'),
    night: figure('night'),
    nightWork: figure('nightWork'),
    restDay: figure('restDay'),
    holiday: figure('holiday'),
    sundayHoliday: figure('sundayHoliday'),
    additional: () => rounded(({ additional }) => additional),
    break: figure('break'),
    workDays: daysWith((day) => day.total > 0),
    corrected: daysWith(isCorrected),
    provisional: daysWith(isProvisional),
    approved: () =>
      people.map(({ isApproved }) => t(isApproved ? 'sheets:payroll.yes' : 'sheets:payroll.no')),
  };
  const absent = (person: SheetPerson, code: string) =>
    person.month.absences.find((each) => each.code === code);
  const units: Record<AbsenceUnit, (code: string) => Cell[]> = {
    days: (code) => people.map((person) => 100 * (absent(person, code)?.days ?? 0)),
    calendarDays: (code) => people.map(({ days }) => 100 * calendarDays(days, [code], isHoliday)),
    hours: (code) => rounded((person) => absent(person, code)?.ms ?? 0),
  };
  return (column: string): Cell[] => {
    const absence = absenceOf(column);
    if (!absence) return known[column as Known]();
    const [code, unit] = absence;
    return units[unit](code);
  };
}

/**
 * The table in the company's columns. Without any it has those of the country, and those of absences and additional work only if
 * somebody has some.
 */
export function payrollTable(
  people: SheetPerson[],
  {
    counts,
    isHoliday,
    columns: own,
  }: { counts: Counts; isHoliday: (date: string) => boolean; columns: SheetSettings['payrollColumns'] },
  t: TFunction,
): PayrollTable {
  const cells = cellsOf(people, isHoliday, t);
  const codes = [
    ...new Set(people.flatMap(({ month }) => month.absences.map(({ code }) => code))),
  ].toSorted();
  const absences = codes.flatMap((code): string[] => [`${code}:days`, `${code}:hours`]);
  const hasAdditional = people.some(({ additional }) => additional > 0);
  const usual = countryColumns(counts, hasAdditional ? ['additional', ...absences] : absences);
  const columns = own.length > 0 ? own : usual.map((column) => ({ column, heading: null }));
  const all = columns.map(({ column }) => cells(column));
  return {
    header: columns.map(({ column, heading }) => heading ?? payrollLabel(column, t)),
    rows: people.map((_, index) => all.map((column) => column[index] ?? null)),
  };
}

/** The table for a workbook, where hundredths are numbers with two decimals. */
export const payrollWorkbook = ({ header, rows }: PayrollTable, name: string): Table => ({
  name,
  columns: header.map((label) => ({ label, kind: 'decimal' })),
  rows: rows.map((row, index) => ({
    key: String(index),
    cells: row.map((cell) => (typeof cell === 'number' ? cell / 100 : cell || null)),
  })),
});

/** The table as CSV with the language's separator and decimal mark. */
export function payrollCsv({ header, rows }: PayrollTable, language: Language): string {
  const text = (cell: Cell) =>
    typeof cell === 'number'
      ? (cell < 0 ? '-' : '') + localDecimal(hundredthsText(Math.abs(cell)), language)
      : (cell ?? '');
  return toCsv([header, ...rows.map((row) => row.map(text))], language);
}
