/** A month's hours for payroll: one row a person, two decimals (work-rules.md §7, domain.md §3). */

import type { TFunction } from 'i18next';
import { apportion, HUNDREDTH_MS, hundredthsText, roundedSteps } from '#domain/apportion.ts';
import { localDecimal, toCsv } from '#domain/csv.ts';
import type { Language } from '#domain/languages.ts';
import type { Table } from '#server/platform/tables.ts';
import type { SheetFacts } from '../hours/month-seal.ts';
import { isCorrected, isProvisional, type SheetPerson } from '../hours/sheet-person.ts';

/** A number is in hundredths; null: nothing to say. */
type PayrollTable = { header: string[]; rows: (string | number | null)[][] };

/** Categories that only some countries count are columns only there. Each figure is rounded alone; rates add up to the overtime. */
export function payrollTable(
  people: SheetPerson[],
  counts: SheetFacts['counts'],
  t: TFunction,
): PayrollTable {
  type Figure = Exclude<keyof SheetPerson['month'], 'absences' | 'month' | 'isProvisional'>;
  const rounded = (figure: Figure) => people.map(({ month }) => roundedSteps(month[figure], HUNDREDTH_MS));
  const [total, overtime] = [rounded('total'), rounded('overtime')];
  const rates = people.map(({ month }, index) =>
    month.overtime50 + month.overtime100 > 0
      ? apportion([month.overtime50, month.overtime100], HUNDREDTH_MS, overtime[index])
      : [0, 0],
  );
  const hours: [label: string, values: number[]][] = [
    [t('sheets:column.norm'), rounded('norm')],
    [t('sheets:toBeWorked'), rounded('normToBeWorked')],
    [t('sheets:payroll.total'), total],
    [t('sheets:payroll.normal'), total.map((value, index) => value - (overtime[index] ?? 0))],
    [t('sheets:payroll.overtime'), overtime],
    ...(counts.rates
      ? ([
          [t('sheets:payroll.overtime50'), rates.map(([lower]) => lower ?? 0)],
          [t('sheets:payroll.overtime100'), rates.map(([, higher]) => higher ?? 0)],
          [t('sheets:payroll.overContract'), rounded('overContract')],
        ] satisfies [string, number[]][])
      : []),
    [t('sheets:payroll.night'), rounded('night')],
    ...(counts.nightWork
      ? ([[t('sheets:column.nightWork'), rounded('nightWork')]] satisfies [string, number[]][])
      : []),
    [t('sheets:payroll.restDay'), rounded('restDay')],
    [t('sheets:payroll.holiday'), rounded('holiday')],
    ...(counts.sundays
      ? ([[t('sheets:column.sundayHoliday'), rounded('sundayHoliday')]] satisfies [string, number[]][])
      : []),
    [t('sheets:payroll.break'), rounded('break')],
  ];
  const codes = [
    ...new Set(people.flatMap(({ month }) => month.absences.map(({ code }) => code))),
  ].toSorted();
  const absence = (person: SheetPerson, code: string) =>
    person.month.absences.find((each) => each.code === code);
  const absentHours = codes.map((code) =>
    people.map((person) => roundedSteps(absence(person, code)?.ms ?? 0, HUNDREDTH_MS)),
  );
  return {
    header: [
      ...[t('sheets:column.payrollNo'), t('sheets:column.name'), t('sheets:column.position')],
      ...hours.map(([label]) => label),
      t('sheets:column.workDays'),
      ...codes.flatMap((code) => [
        `${code}, ${t('sheets:column.absenceDays')}`,
        `${code}, ${t('sheets:column.absenceHours')}`,
      ]),
      ...[t('sheets:payroll.corrected'), t('sheets:payroll.provisional'), t('sheets:payroll.approved')],
    ],
    rows: people.map((person, index) => [
      ...[person.payrollNo ?? '', person.name, person.position ?? ''],
      ...hours.map(([, values]) => values[index] ?? 0),
      100 * person.days.filter((day) => day.total > 0).length,
      ...codes.flatMap((code, at) => [
        100 * (absence(person, code)?.days ?? 0),
        absentHours[at]?.[index] ?? 0,
      ]),
      100 * person.days.filter(isCorrected).length,
      100 * person.days.filter(isProvisional).length,
      t(person.isApproved ? 'sheets:payroll.yes' : 'sheets:payroll.no'),
    ]),
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
  const text = (cell: string | number | null) =>
    typeof cell === 'number'
      ? (cell < 0 ? '-' : '') + localDecimal(hundredthsText(Math.abs(cell)), language)
      : (cell ?? '');
  return toCsv([header, ...rows.map((row) => row.map(text))], language);
}
