/** Sheets as tables with texts, from which PDF, XLSX and JSON are written alike (sheets.md, work-rules.md §7). */

import type { TFunction } from 'i18next';
import { DAY_CODES } from '#contract/sheets.ts';
import { apportion, MINUTE_MS, minutesText } from '#domain/apportion.ts';
import { dateIn, timeIn, weekdayOf } from '#domain/dates.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { roundColumn } from '#domain/work-hours.ts';
import { withRepetition } from '#server/platform/time-text.ts';
import {
  type AbsenceGroup,
  CARD_COLUMNS,
  type CardColumn,
  type ColumnSpec,
  type SheetLayout,
  type SheetLine,
  TEAM_COLUMNS,
  type TeamColumn,
} from './sheet-layouts.ts';
import { isCorrected, isProvisional, type SheetDay, type SheetPerson } from './sheet-person.ts';

/** A cell prints `before`, its text or figure, and `after`. */
export type Cell = {
  text?: string;
  /** Whole minutes, printed as h:mm. */
  minutes?: number;
  /** Printed as it is. */
  count?: number;
  before?: string;
  after?: string;
  /**
   * The figure is a sum: of the column's rows, or of the days `line` rows below and of `extra` minutes that belong to no
   * day.
   */
  sum?: 'column' | { line: number; extra: number };
};

export type Shade = 'weekend' | 'holiday';
export type Column = {
  key: string;
  label: string;
  group: string | null;
  width: number;
  isLeft: boolean;
  isUpright: boolean;
  isDay: boolean;
  shade: Shade | null;
};
export type Row = { kind: 'first' | 'line' | 'total'; shade: Shade | null; cells: Record<string, Cell> };

export type Sheet = {
  language: Language;
  isLandscape: boolean;
  /** Of the tab in a workbook. */
  name: string;
  title: string;
  /** Who employs, and on a card about whom: label and value. */
  head: [label: string, value: string][];
  /** Lines of the block in which the sheet is approved by signature. */
  approvalBlock: string[];
  /** Printed across the page: not everybody's month is approved. */
  warning: string | null;
  columns: Column[];
  rows: Row[];
  summary: [label: string, value: string][];
  notes: string[];
  signatures: string[];
};

export type SheetInput = {
  /** `yyyy-MM`. */
  month: string;
  language: Language;
  layout: SheetLayout;
  company: { name: string; registrationNo: string | null; unit: string | null };
  /** Who signs; null: an empty line. */
  approver: string | null;
  preparer: string | null;
  night: { from: number; to: number };
  timeZone: string;
  isHoliday: (date: string) => boolean;
  /** What absence codes mean. */
  codeNames: Record<string, string>;
  preparedAt: Date;
  /** The last record of the ledger that approves one of these months; null: none. */
  digest: { seq: number; hash: string } | null;
};

/** A cell as it is printed. */
export function cellText({ before = '', text, minutes, count, after = '' }: Cell): string {
  const figure = minutes === undefined ? (count ?? '') : minutesText(minutes);
  return `${before}${text ?? figure}${after}`;
}

const signed = (ms: number) => {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  return (ms < 0 && minutes > 0 ? '−' : '') + minutesText(minutes);
};
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const time = (minutes: number | undefined): Cell => (minutes ? { minutes } : {});
const count = (value: number): Cell => (value ? { count: value } : {});

/** The sheets of these people: one table of all, or a card for each. The title says whose and when. */
export function* monthSheets(input: SheetInput, t: TFunction, people: SheetPerson[]): Generator<Sheet> {
  const { layout } = input;
  if (layout.kind === 'team') yield teamSheet(input, layout, t, people);
  else for (const person of people) yield cardSheet(input, layout, t, person);
}

const monthTitle = ({ month, layout }: SheetInput, t: TFunction) =>
  t(`sheets:title.${layout.kind}`, {
    year: month.slice(0, 4),
    month: t(`sheets:month.${month.slice(5)}` as 'sheets:month.01'),
  });

const columnOf = ({ width, group, align, upright }: ColumnSpec, t: TFunction) => ({
  width,
  group: group ? t(`sheets:group.${group}`) : null,
  isLeft: align === 'left',
  isUpright: upright === true,
});

const dayLabel = (date: string, t: TFunction) => t(`sheets:weekday.${weekdayOf(date)}` as 'sheets:weekday.1');
const shadeOf = (date: string, isHoliday: SheetInput['isHoliday']): Shade | null =>
  isHoliday(date) ? 'holiday' : weekdayOf(date) > 5 ? 'weekend' : null;

function mark(day: SheetDay): { after?: string } {
  const marks = (isCorrected(day) ? '*' : '') + (isProvisional(day) ? '?' : '');
  return marks ? { after: marks } : {};
}

/** Everything around the table that all sheets have alike. */
function frame(input: SheetInput, t: TFunction, people: SheetPerson[]) {
  const { company, language, layout, digest, preparedAt, timeZone } = input;
  const unapproved = people.filter(({ isApproved }) => !isApproved).map(({ name }) => name);
  const prepared = Temporal.PlainDate.from(dateIn(preparedAt, timeZone)).toLocaleString(LOCALES[language]);
  const someNames = (names: string[]) => names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '');
  const periods = people.filter((person) => person.month.normal < 0);
  const otherNorms = people.filter((person) => person.month.plan !== person.month.norm);
  return {
    language,
    title: monthTitle(input, t),
    warning: unapproved.length > 0 ? t('sheets:notApproved') : null,
    head: [
      [t('sheets:company'), company.name],
      [t('sheets:registrationNo'), company.registrationNo ?? ''],
      [t('sheets:unit'), company.unit ?? ''],
    ] as [string, string][],
    approvalBlock: layout.approvalBlock
      ? [t('sheets:approve'), input.approver ?? '', t('sheets:signatureLine'), t('sheets:dateLine')]
      : [],
    notes: [
      ...(people.length > 1 && unapproved.length > 0
        ? [t('sheets:notApprovedNames', { names: someNames(unapproved) })]
        : []),
      ...otherNorms
        .slice(0, 20)
        .map(({ name, month: { plan, norm } }) =>
          t('sheets:otherNorm', { name, plan: signed(plan), norm: signed(norm) }),
        ),
      ...periods.map(({ name, period }) =>
        t('sheets:periodLine', {
          name,
          start: period.start,
          end: period.end,
          total: signed(period.total),
          norm: signed(period.normToBeWorked),
          overtime: signed(period.overtime),
        }),
      ),
      t('sheets:independent'),
      t('sheets:marks'),
      legend(input, t, people),
      `${t('sheets:prepared', { date: prepared })} · ${digest ? t('sheets:digest', digest) : t('sheets:noDigest')}`,
    ],
    signatures: [
      `${t('sheets:preparedBy')}: ${input.preparer ?? ''} ${t('sheets:signatureLine')}`,
      layout.kind === 'card'
        ? `${t('sheets:employeeSignature')}: ${t('sheets:signatureLine')}`
        : layout.approvalBlock
          ? ''
          : `${t('sheets:employerSignature')}: ${input.approver ?? ''} ${t('sheets:signatureLine')}`,
    ].filter(Boolean),
  };
}

/** The codes that the sheet shows, with their meaning. */
function legend({ layout, codeNames }: SheetInput, t: TFunction, people: SheetPerson[]): string {
  const days = people.flatMap((person) => person.days);
  const meanings = new Map<string, string>();
  const used = new Set(days.map(({ code }) => code));
  for (const key of DAY_CODES.filter((code) => used.has(code))) {
    const code = layout.dayCodes[key];
    if (!code) continue;
    const known = meanings.get(code);
    const meaning = t(`sheets:dayCode.${key}`);
    meanings.set(code, known ? `${known}, ${meaning}` : meaning);
  }
  for (const { code } of days.flatMap(({ absences }) => absences)) {
    if (!meanings.has(code)) meanings.set(code, codeNames[code] ?? t('sheets:absent'));
  }
  return `${t('sheets:legend')}: ${[...meanings].map(([code, meaning]) => `${code} – ${meaning}`).join('; ')}`;
}

type Days = Map<string, number>;
/** The days' figures in minutes, which add up to `total` if it is given. */
function dayMinutes(days: SheetDay[], value: (day: SheetDay) => number, total?: number): Days {
  const minutes = apportion(days.map(value), MINUTE_MS, total);
  return new Map(days.map(({ date }, index) => [date, minutes[index] ?? 0]));
}

function teamSheet(
  input: SheetInput,
  layout: SheetLayout & { kind: 'team' },
  t: TFunction,
  people: SheetPerson[],
): Sheet {
  const { month, isHoliday } = input;
  const dates = people[0]?.days.map(({ date }) => date) ?? [];
  const window = { from: clock(input.night.from), to: clock(input.night.to) };
  const columns = layout.columns.flatMap((key): Column[] => {
    const common = columnOf(TEAM_COLUMNS[key], t);
    if (key !== 'days') {
      const label = t(`sheets:column.${key}`, window);
      return [{ ...common, key, label, isDay: false, shade: null }];
    }
    return dates.map((date) => ({
      ...common,
      key: date,
      label: `${dayLabel(date, t)}\n${Number(date.slice(8))}`,
      group: t('sheets:group.days'),
      isDay: true,
      shade: shadeOf(date, isHoliday),
    }));
  });

  // The column of each figure is rounded as a whole, and the days of a person to the figure in it.
  const figures = layout.columns.flatMap((key) => {
    const name = TEAM_COLUMNS[key].figure;
    if (!name) return [];
    return [
      {
        key,
        minutes: roundColumn(
          people.map((person) => Number(person.month[name])),
          MINUTE_MS,
        ),
      },
    ];
  });
  const minutesOf = (key: string, index: number) =>
    figures.find((column) => column.key === key)?.minutes[index];

  const rows = people.flatMap((person, index) => personRows(person, index, layout, minutesOf, t));
  const totals = columns.flatMap(({ key, isDay }): [string, Cell][] => {
    const cells = rows.flatMap((row) => row.cells[key] ?? []);
    const minutes = sum(cells.map((cell) => cell.minutes ?? 0));
    const counted = sum(cells.map((cell) => cell.count ?? 0));
    if (isDay || key === 'index' || minutes + counted === 0) return [];
    return [[key, { ...(minutes ? { minutes } : { count: counted }), sum: 'column' }]];
  });
  rows.push({
    kind: 'total',
    shade: null,
    cells: { ...Object.fromEntries(totals), name: { text: t('sheets:total') } },
  });
  return {
    ...frame(input, t, people),
    isLandscape: true,
    name: month,
    columns,
    rows,
    summary: [],
  };
}

function personRows(
  person: SheetPerson,
  index: number,
  layout: SheetLayout & { kind: 'team' },
  minutesOf: (key: string, index: number) => number | undefined,
  t: TFunction,
): Row[] {
  const { days, month } = person;
  const total = minutesOf('total', index) ?? 0;
  const worked = dayMinutes(days, (day) => day.total, total);
  const nights = dayMinutes(days, ({ night }) => night, minutesOf('night', index));
  const lines: Record<SheetLine, Days> = {
    night: nights,
    overtime: dayMinutes(days, ({ overtime }) => overtime),
    plan: dayMinutes(days, ({ plan }) => plan),
    equalToWork: dayMinutes(days, ({ absences }) =>
      sum(absences.map(({ code, ms }) => (layout.equalToWork.includes(code) ? ms : 0))),
    ),
  };
  const shown = layout.lines.filter((line) => sum([...lines[line].values()]) > 0);

  const figure = (key: TeamColumn): Cell => {
    const minutes = minutesOf(key, index);
    const line = key === 'total' ? 0 : (shown as string[]).indexOf(key) + 1;
    if (!minutes) return {};
    if (key !== 'total' && line === 0) return { minutes };
    const added = key === 'total' ? worked : lines[key as SheetLine];
    return { minutes, sum: { line, extra: minutes - sum([...added.values()]) } };
  };
  const groupOf = (code: string) =>
    (Object.keys(layout.absenceGroups) as AbsenceGroup[]).find((group) =>
      layout.absenceGroups[group].includes(code),
    ) ?? 'otherAbsence';
  const absent = (group: AbsenceGroup | 'otherAbsence') =>
    month.absences.filter(({ code }) => groupOf(code) === group);
  const daysAbsent = (group: AbsenceGroup | 'otherAbsence') =>
    count(sum(absent(group).map((absence) => absence.days)));
  const corrected = days.filter(isCorrected).length;
  const provisional = days.filter(isProvisional).length;
  const parts = month.absences.filter((absence) => absence.ms > 0 && absence.days === 0);

  const cells: { [K in TeamColumn]?: Cell } = {
    index: { count: index + 1 },
    payrollNo: { text: person.payrollNo ?? '' },
    name: { text: person.name },
    position: { text: person.position ?? '' },
    norm: time(minutesOf('norm', index)),
    workDays: count(days.filter((day) => day.total > 0).length),
    ...Object.fromEntries(
      (['total', 'night', 'nightWork', 'overtime', 'restDay', 'holiday'] as const).map((key) => [
        key,
        figure(key),
      ]),
    ),
    downtime: time(Math.round(sum(absent('downtime').map(({ ms }) => ms)) / MINUTE_MS)),
    leave: daysAbsent('leave'),
    sickness: daysAbsent('sickness'),
    otherAbsence: daysAbsent('otherAbsence'),
    notes: {
      text: [
        ...(corrected > 0 ? [`*${corrected}`] : []),
        ...(provisional > 0 ? [`?${provisional}`] : []),
        ...parts.map(({ code, ms }) => `${code} ${signed(ms)}`),
      ].join(' '),
    },
  };
  const dayCells = days.map((day): [string, Cell] => [day.date, dayCell(day, worked, nights, layout)]);
  const asked = layout.columns.includes('absenceCode') ? month.absences : [];
  const rowCount = Math.max(1 + shown.length, asked.length);
  return Array.from({ length: rowCount }, (_, at): Row => {
    const line = shown[at - 1];
    const absence = asked[at];
    const lineCells = line ? [...lines[line]].map(([date, minutes]) => [date, time(minutes)]) : [];
    return {
      kind: at === 0 ? 'first' : 'line',
      shade: null,
      cells: {
        ...(at === 0 ? { ...cells, ...Object.fromEntries(dayCells) } : Object.fromEntries(lineCells)),
        ...(line && { norm: { text: t(`sheets:line.${line}`) } }),
        ...(absence && {
          absenceCode: { text: absence.code },
          absenceDays: count(absence.days),
          absenceHours: time(Math.round(absence.ms / MINUTE_MS)),
        }),
      },
    };
  });
}

/** Hours, a code, or both: the code then stands before the hours that were worked. */
function dayCell(day: SheetDay, worked: Days, nights: Days, layout: SheetLayout): Cell {
  const minutes = worked.get(day.date) ?? 0;
  const night = nights.get(day.date) ?? 0;
  const absences = day.absences.map(({ code }) => code);
  const own = codeOf(day, layout);
  const code = absences.length > 0 ? absences.join(' ') : own;
  if (minutes === 0 && day.total === 0) {
    const part = day.absences.find((absence) => absence.days === 0 && absence.ms > 0);
    const [only] = day.absences;
    return part && only && day.absences.length === 1
      ? { text: `${only.code} ${signed(only.ms)}` }
      : { text: code };
  }
  const { after = '' } = mark(day);
  const suffix = (layout.nightInCell && night > 0 ? `/${minutesText(night)}` : '') + after;
  return { minutes, ...(code && { before: `${code} ` }), ...(suffix && { after: suffix }) };
}

/** The day's own code; a Sunday is a rest day where it has none. */
function codeOf({ code }: SheetDay, { dayCodes }: SheetLayout): string {
  if (code === null) return '';
  return dayCodes[code] ?? (code === 'sunday' ? dayCodes.restDay : undefined) ?? '';
}

/** Weekly hours as a part of the full ones: "1", "3/4". */
function share(weekly: number, full: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(weekly, full);
  return full === common ? String(weekly / common) : `${weekly / common}/${full / common}`;
}

function cardSheet(
  input: SheetInput,
  layout: SheetLayout & { kind: 'card' },
  t: TFunction,
  person: SheetPerson,
): Sheet {
  const { days, month, period } = person;
  const { language, isHoliday } = input;
  const framed = frame(input, t, [person]);
  const columns = layout.columns.map((key): Column => {
    return {
      ...columnOf(CARD_COLUMNS[key], t),
      key,
      label: t(`sheets:column.${key}`, { from: clock(input.night.from), to: clock(input.night.to) }),
      isDay: false,
      shade: null,
    };
  });
  const totals = new Map<CardColumn, number>();
  const figureDays = layout.columns.flatMap((key) => {
    const name = CARD_COLUMNS[key].figure;
    return name ? [{ key, minutes: dayMinutes(days, (day) => day[name]) }] : [];
  });
  const minutesOn = (key: CardColumn, date: string) =>
    figureDays.find((column) => column.key === key)?.minutes.get(date) ?? 0;
  const clockTime = (instant: number | null) =>
    instant === null
      ? '…'
      : withRepetition(timeIn(instant, person.timeZone), instant, language, person.timeZone);

  const rows = days.flatMap((day): Row[] => {
    const { date } = day;
    const dayOff = day.absences.find(({ code }) => layout.dayOffCodes.includes(code))?.code;
    const absences = day.absences.filter(({ code, ms }) => code !== dayOff && ms > 0);
    const overtime = minutesOn('overtime', date);
    // The two rates add up to the overtime as printed.
    const [lower = 0, higher = 0] =
      day.overtime50 + day.overtime100 > 0
        ? apportion([day.overtime50, day.overtime100], MINUTE_MS, overtime)
        : [];
    const printed = new Map<CardColumn, number>([
      ...figureDays.map(({ key }): [CardColumn, number] => [key, minutesOn(key, date)]),
      ['overtime50', lower],
      ['overtime100', higher],
    ]);
    for (const [key, minutes] of printed) totals.set(key, (totals.get(key) ?? 0) + minutes);
    const notes = [
      ...(isCorrected(day) ? [t('sheets:corrected')] : []),
      ...(isProvisional(day) ? [t('sheets:provisional')] : []),
      ...(day.break > 0 ? [t('sheets:break', { length: signed(day.break) })] : []),
    ].join(', ');
    const code = day.total === 0 ? codeOf(day, layout) : '';
    const lines = Math.max(1, day.spans.length, absences.length);
    return Array.from({ length: lines }, (_, at): Row => {
      const [span, absence] = [day.spans[at], absences[at]];
      return {
        kind: at === 0 ? 'first' : 'line',
        shade: shadeOf(date, isHoliday),
        cells: {
          ...(span && {
            start: { text: clockTime(span.from) },
            end: { text: clockTime(span.to) },
          }),
          ...(absence && {
            absenceCode: { text: absence.code },
            absenceHours: time(Math.round(absence.ms / MINUTE_MS)),
          }),
          ...(at === 0 && {
            date: { text: `${Number(date.slice(8))} ${dayLabel(date, t)}` },
            ...Object.fromEntries([...printed].map(([key, minutes]) => [key, time(minutes)])),
            ...(day.total > 0 && { total: { minutes: printed.get('total') ?? 0, ...mark(day) } }),
            dayOff: { text: dayOff ?? code },
            notes: { text: notes },
          }),
        },
      };
    });
  });
  const sums = [...totals].filter(([, minutes]) => minutes > 0);
  const absent = Math.round(sum(month.absences.map(({ ms }) => ms)) / MINUTE_MS);
  rows.push({
    kind: 'total',
    shade: null,
    cells: {
      date: { text: t('sheets:total') },
      ...Object.fromEntries(sums.map(([key, minutes]) => [key, { minutes, sum: 'column' as const }])),
      ...(absent > 0 && { absenceHours: { minutes: absent } }),
    },
  });
  const average = sum(
    person.periodOvertime.filter(({ reason }) => reason !== 'over-contract').map(({ ms }) => ms),
  );
  return {
    ...framed,
    isLandscape: false,
    name: person.name,
    head: [
      ...framed.head,
      [t('sheets:column.name'), person.name],
      [t('sheets:column.payrollNo'), person.payrollNo ?? ''],
      [t('sheets:column.position'), person.position ?? ''],
      [t('sheets:workShare'), share(person.weekly, person.weeklyNorm)],
      [t('sheets:settlement'), `${period.start} – ${period.end}`],
      [t('sheets:toBeWorked'), signed(month.normToBeWorked)],
      [t('sheets:nightWindow'), `${clock(input.night.from)}–${clock(input.night.to)}`],
    ],
    columns,
    rows,
    summary: [
      [t('sheets:column.norm'), signed(month.norm)],
      [t('sheets:worked'), signed(month.total)],
      [t('sheets:difference'), signed(month.difference)],
      [t('sheets:overtimeInAll'), signed(month.overtime)],
      [t('sheets:averageWeek'), signed(average)],
      ...month.absences.map(({ code, ms, days: whole }): [string, string] => [
        code,
        t('sheets:absence', { days: whole, hours: signed(ms) }),
      ]),
    ],
  };
}
