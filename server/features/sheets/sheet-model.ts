/** Sheets as tables with texts, from which PDF, XLSX and JSON are written alike (sheets.md, work-rules.md §7). */

import type { TFunction } from 'i18next';
import { DAY_CODES, type DayCode } from '#contract/sheets.ts';
import { apportion, MINUTE_MS, minutesText, roundedSteps } from '#domain/apportion.ts';
import { dateText } from '#domain/date-text.ts';
import { dateIn, timeIn, weekdayOf } from '#domain/dates.ts';
import type { Language } from '#domain/languages.ts';
import { remember } from '#domain/work-calendar.ts';
import type { AbsenceTotal } from '#domain/work-hours.ts';
import { withRepetition } from '#server/platform/texts/time-text.ts';
import { isCorrected, isProvisional, type SheetDay, type SheetPerson } from '../hours/sheet-person.ts';
import {
  type AbsenceGroup,
  CARD_COLUMNS,
  type CardColumn,
  type ColumnSpec,
  ON_CALL_AT_HOME,
  type SheetLayout,
  type SheetLine,
  TEAM_COLUMNS,
  type TeamColumn,
} from './sheet-layouts.ts';

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
  /** Nothing but a bar of these parts, each so much of the column wide (0 to 1); its figures are in other cells. In PDF only. */
  bar?: readonly number[];
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

/** Texts stand side by side above and below the table: each list is a column of them. */
export type Sheet = {
  language: Language;
  isLandscape: boolean;
  /** Of the tab in a workbook. */
  name: string;
  title: string;
  /** Who employs, on a card about whom, and the block in which the sheet is approved by signature. */
  head: string[][];
  /** Printed across the page: not everybody's month is approved. */
  warning: string | null;
  columns: Column[];
  rows: Row[];
  summary: string[];
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

/** Names listed in a note. */
const MAX_NAMES = 20;

const inMinutes = (ms: number) => Math.round(ms / MINUTE_MS);
function hours(ms: number): string {
  const minutes = inMinutes(Math.abs(ms));
  return (ms < 0 && minutes > 0 ? '−' : '') + minutesText(minutes);
}
const clock = (minutes: number) => minutesText(minutes).padStart(5, '0');
const sum = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);
const time = (minutes: number | undefined): Cell => (minutes ? { minutes } : {});
const count = (value: number): Cell => (value ? { count: value } : {});
const texts = (list: (string | null | false)[]) => list.filter((text) => text !== null && text !== false);

/** The sheets of these people: one table of all, or a card for each. The title says whose and when. */
export function* monthSheets(input: SheetInput, t: TFunction, people: SheetPerson[]): Generator<Sheet> {
  const { layout } = input;
  // Each card asks for the same texts; a look-up takes as long as a line of the card.
  const look = t as unknown as (key: string, values?: object) => string;
  const known = remember((key) => look(key));
  const say = ((key: string, values?: object) =>
    values ? look(key, values) : known(key)) as unknown as TFunction;
  if (layout.kind === 'team') yield teamSheet(input, layout, say, people);
  else for (const person of people) yield cardSheet(input, layout, say, person);
}

const dayLabel = (date: string, t: TFunction) => t(`sheets:weekday.${weekdayOf(date)}` as 'sheets:weekday.1');

/** Where Sundays have a code of their own they look like holidays. */
function shadeOf(date: string, { isHoliday, layout }: SheetInput): Shade | null {
  const weekday = weekdayOf(date);
  if (isHoliday(date) || (weekday === 7 && layout.dayCodes.sunday)) return 'holiday';
  return weekday > 5 ? 'weekend' : null;
}

const mark = (day: SheetDay) => (isCorrected(day) ? '*' : '') + (isProvisional(day) ? '?' : '');

/** The hours between which it is night, "22:00" and "06:00". */
export const windowText = ({ from, to }: SheetInput['night']) => ({ from: clock(from), to: clock(to) });

function columnOf(input: SheetInput, t: TFunction, key: string, spec: ColumnSpec): Column {
  return {
    key,
    label: t(`sheets:column.${key}` as 'sheets:column.night', windowText(input.night)),
    group: spec.group ? t(`sheets:group.${spec.group}`) : null,
    width: spec.width,
    isLeft: spec.align === 'left',
    isUpright: spec.upright === true,
    isDay: false,
    shade: null,
  };
}

/** Everything around the table that all sheets have alike; `about` is said of the person of a card. */
function frame(input: SheetInput, t: TFunction, people: SheetPerson[], about: [string, string | null][]) {
  const { company, month, language, layout, digest, preparedAt, timeZone } = input;
  const unapproved = people.filter(({ isApproved }) => !isApproved);
  const prepared = dateText(dateIn(preparedAt, timeZone), language);
  const lines = [
    [t('sheets:company'), company.name],
    [t('sheets:registrationNo'), company.registrationNo],
    [t('sheets:unit'), company.unit],
    ...about,
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  const line = t('sheets:signatureLine');
  const signature = (label: string, name?: string | null) =>
    texts([`${label}:`, name ?? null, line]).join(' ');
  const half = Math.ceil(lines.length / 2);
  const names = unapproved.slice(0, MAX_NAMES).map(({ name }) => name);
  return {
    language,
    title: t(`sheets:title.${layout.kind}`, {
      year: month.slice(0, 4),
      month: t(`sheets:month.${month.slice(5)}` as 'sheets:month.01'),
    }),
    warning: unapproved.length > 0 ? t('sheets:notApproved') : null,
    head:
      about.length > 0
        ? [lines.slice(0, half), lines.slice(half)]
        : [
            lines,
            [],
            layout.approvalBlock
              ? [t('sheets:approve'), input.approver ?? t('sheets:postLine'), line, t('sheets:dateLine')]
              : [],
          ],
    notes: texts([
      people.length > 1 &&
        names.length > 0 &&
        t('sheets:notApprovedNames', {
          names: names.join(', ') + (unapproved.length > MAX_NAMES ? ', …' : ''),
        }),
      ...people
        .filter((person) => person.month.plan !== person.month.norm)
        .slice(0, MAX_NAMES)
        .map(({ name, month: { plan, norm } }) =>
          t('sheets:otherNorm', { name, plan: hours(plan), norm: hours(norm) }),
        ),
      ...people
        .filter((person) => person.month.normal < 0)
        .map(({ name, period: { start, end, total, normToBeWorked, overtime } }) => {
          const figures = { total: hours(total), norm: hours(normToBeWorked), overtime: hours(overtime) };
          return t('sheets:periodLine', { name, start, end, ...figures });
        }),
      t('sheets:independent'),
      t('sheets:marks'),
      legend(input, t, people),
      `${t('sheets:prepared', { date: prepared })} · ${digest ? t('sheets:digest', digest) : t('sheets:noDigest')}`,
    ]),
    signatures: texts([
      signature(t('sheets:preparedBy'), input.preparer),
      layout.kind === 'card'
        ? signature(t('sheets:employeeSignature'))
        : !layout.approvalBlock && signature(t('sheets:employerSignature'), input.approver),
    ]),
  };
}

/** The codes that the sheet shows, with their meaning. */
function legend({ layout, codeNames }: SheetInput, t: TFunction, people: SheetPerson[]): string {
  const days = people.flatMap((person) => person.days);
  const used = new Set(days.map(({ code }) => code));
  const meanings = new Map<string, string[]>();
  const keys = new Set(DAY_CODES.filter((code) => used.has(code)).map((code) => shownAs(code, layout)));
  for (const key of keys) {
    const code = layout.dayCodes[key];
    if (code) meanings.set(code, [...(meanings.get(code) ?? []), t(`sheets:dayCode.${key}`)]);
  }
  for (const { code } of days.flatMap(({ absences }) => absences)) {
    if (!meanings.has(code)) meanings.set(code, [codeNames[code] ?? t('sheets:absent')]);
  }
  const listed = [...meanings].map(([code, meaning]) => `${code} – ${meaning.join(', ')}`);
  return `${t('sheets:legend')}: ${listed.join('; ')}`;
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
  const dates = people[0]?.days.map(({ date }) => date) ?? [];
  const columns = layout.columns.flatMap((key): Column[] => {
    if (!layout.isOwn && TEAM_COLUMNS[key].ifUsed && people.every((person) => unplanned(person, key) === 0))
      return [];
    const column = columnOf(input, t, key, TEAM_COLUMNS[key]);
    if (key !== 'days') return [column];
    return dates.map((date) => ({
      ...column,
      key: date,
      label: `${dayLabel(date, t)}\n${Number(date.slice(8))}`,
      isDay: true,
      shade: shadeOf(date, input),
    }));
  });
  // Each person's figure is rounded alone, and their days to it.
  const rounded = new Map(
    layout.columns.flatMap((key) => {
      const { figure } = TEAM_COLUMNS[key];
      const values = figure ? people.map(({ month }) => month[figure]) : [];
      return figure ? [[key, values.map((ms) => roundedSteps(ms, MINUTE_MS))] as const] : [];
    }),
  );
  const rows = people.flatMap((person, index) =>
    personRows(person, index, input, layout, (key) => rounded.get(key)?.[index], t),
  );
  const totals = columns.flatMap(({ key, isDay }): [string, Cell][] => {
    const cells = rows.flatMap((row) => row.cells[key] ?? []);
    const minutes = sum(cells.map((cell) => cell.minutes ?? 0));
    const counted = sum(cells.map((cell) => cell.count ?? 0));
    if (isDay || key === 'index' || minutes + counted === 0) return [];
    return [[key, { ...(minutes ? { minutes } : { count: counted }), sum: 'column' }]];
  });
  const cells = { ...Object.fromEntries(totals), name: { text: t('sheets:total') } };
  rows.push({ kind: 'total', shade: null, cells });
  return { ...frame(input, t, people, []), isLandscape: true, name: input.month, columns, rows, summary: [] };
}

function personRows(
  person: SheetPerson,
  index: number,
  { isHoliday }: SheetInput,
  layout: SheetLayout & { kind: 'team' },
  minutesOf: (key: TeamColumn) => number | undefined,
  t: TFunction,
): Row[] {
  const { days, month } = person;
  const worked = dayMinutes(days, (day) => day.total, minutesOf('total') ?? 0);
  const lines: Record<SheetLine, Days> = {
    night: dayMinutes(days, ({ night }) => night, minutesOf('night')),
    overtime: dayMinutes(days, ({ overtime }) => overtime),
    plan: dayMinutes(days, ({ plan }) => plan),
    equalToWork: dayMinutes(days, ({ absences }) =>
      sum(absences.map(({ code, ms }) => (layout.equalToWork.includes(code) ? ms : 0))),
    ),
  };
  const isPlanShown = layout.hasOwnLines || days.some(({ isScheduled }) => isScheduled);
  const shown = layout.lines.filter(
    (line) => sum(lines[line].values()) > 0 && (line !== 'plan' || isPlanShown),
  );

  /** The month's figure: a sum of the days, where a line of the person shows these. */
  function figure(key: TeamColumn): Cell {
    const minutes = minutesOf(key);
    if (!minutes) return {};
    const line = key === 'total' ? 0 : (shown as string[]).indexOf(key) + 1;
    if (key !== 'total' && line === 0) return { minutes };
    const added = key === 'total' ? worked : lines[key as SheetLine];
    return { minutes, sum: { line, extra: minutes - sum(added.values()) } };
  }
  const unplannedCell = (key: TeamColumn) => time(inMinutes(unplanned(person, key)));
  const groups = Object.entries(layout.absenceGroups) as [AbsenceGroup, string[]][];
  const absent = (group: AbsenceGroup | 'otherAbsence') =>
    month.absences.filter(
      ({ code }) => (groups.find(([, codes]) => codes.includes(code))?.[0] ?? 'otherAbsence') === group,
    );
  const daysAbsent = (group: AbsenceGroup | 'otherAbsence') =>
    count(sum(absent(group).map((each) => each.days)));
  const [corrected, provisional] = [days.filter(isCorrected).length, days.filter(isProvisional).length];

  const cells: Record<string, Cell> = {
    ...Object.fromEntries(layout.columns.map((key) => [key, figure(key)])),
    index: { count: index + 1 },
    payrollNo: { text: person.payrollNo ?? '' },
    name: { text: person.name },
    position: { text: person.position ?? '' },
    workDays: count(days.filter((day) => day.total > 0).length),
    onCallHome: unplannedCell('onCallHome'),
    onCallWork: unplannedCell('onCallWork'),
    additional: unplannedCell('additional'),
    downtime: time(inMinutes(sum(absent('downtime').map(({ ms }) => ms)))),
    leave: daysAbsent('leave'),
    leaveCalendar: count(calendarDays(days, layout.absenceGroups.leave, isHoliday)),
    sickness: daysAbsent('sickness'),
    sicknessCalendar: count(calendarDays(days, layout.absenceGroups.sickness, isHoliday)),
    otherAbsence: daysAbsent('otherAbsence'),
    notes: {
      text: texts([
        corrected > 0 && `*${corrected}`,
        provisional > 0 && `?${provisional}`,
        ...month.absences.flatMap(({ code, ms, days: whole }) =>
          ms > 0 && whole === 0 ? [`${code} ${hours(ms)}`] : [],
        ),
      ]).join(' '),
    },
    ...Object.fromEntries(days.map((day) => [day.date, dayCell(day, worked, lines.night, layout)])),
  };
  const absences = layout.columns.includes('absenceCode') ? notWorked(days) : [];
  return Array.from({ length: Math.max(1 + shown.length, absences.length) }, (_, at): Row => {
    const [line, absence] = [shown[at - 1], absences[at]];
    return {
      kind: at === 0 ? 'first' : 'line',
      shade: null,
      cells: {
        ...(at === 0 && cells),
        ...(line && {
          ...Object.fromEntries([...lines[line]].map(([date, minutes]) => [date, time(minutes)])),
          norm: { text: t(`sheets:line.${line}`) },
          // A text, since the column's sum is of what was worked.
          ...(line === 'plan' && { total: { text: minutesText(sum(lines.plan.values())) } }),
        }),
        ...(absence && { ...absenceCells(absence), absenceDays: count(absence.days) }),
      },
    };
  });
}

/** Milliseconds of a person's month in a column beside the categories of work: on-call time, additional work. */
function unplanned({ onCall, additional }: SheetPerson, key: TeamColumn): number {
  if (key === 'additional') return roundedSteps(additional, MINUTE_MS) * MINUTE_MS;
  const isAtHome = key === 'onCallHome';
  return sum(onCall.map(({ code, from, to }) => ((code === ON_CALL_AT_HOME) === isAtHome ? to - from : 0)));
}

const absenceCells = ({ code, ms }: { code: string; ms: number }) => ({
  absenceCode: { text: code },
  absenceHours: time(inMinutes(ms)),
});

/** How many dates, holidays apart, whole absences with these codes cover, also without a plan. */
export function calendarDays(
  days: readonly SheetDay[],
  codes: readonly string[],
  isHoliday: SheetInput['isHoliday'],
): number {
  return days.filter(
    ({ date, absences }) =>
      !isHoliday(date) &&
      absences.some(({ code, ms, days: whole }) => codes.includes(code) && (whole > 0 || ms === 0)),
  ).length;
}

/** Of the absences of each code, the hours that were planned and not worked. */
function notWorked(days: readonly SheetDay[]): AbsenceTotal[] {
  const found = new Map<string, AbsenceTotal>();
  for (const { plan, total, absences } of days) {
    let left = Math.max(0, plan - total);
    for (const { code, ms, days: whole } of absences) {
      const missed = Math.min(ms, left);
      left -= missed;
      const known = found.get(code) ?? { code, ms: 0, days: 0 };
      if (missed > 0) found.set(code, { code, ms: known.ms + missed, days: known.days + whole });
    }
  }
  return [...found.values()];
}

/** Hours, a code, or both: the code then comes before the hours that were worked. Without a plan nobody is absent. */
function dayCell(day: SheetDay, worked: Days, nights: Days, layout: SheetLayout): Cell {
  const missed = day.absences.filter(({ ms }) => ms > 0);
  const absences = missed.map(({ code, ms, days: whole }) =>
    day.total === 0 && missed.length === 1 && whole === 0 ? `${code} ${hours(ms)}` : code,
  );
  const code = absences.join(' ') || codeOf(day, layout);
  const minutes = worked.get(day.date) ?? 0;
  if (day.total === 0) return { text: code };
  const night = layout.nightInCell ? (nights.get(day.date) ?? 0) : 0;
  const after = (night > 0 ? `/${minutesText(night)}` : '') + mark(day);
  return { minutes, ...(code && { before: `${code} ` }), ...(after && { after }) };
}

/** Under which code a day is shown: Sundays and days off by the schedule are rest days where they have none of their own. */
export const shownAs = (code: DayCode, { dayCodes }: SheetLayout): DayCode =>
  (code === 'sunday' || code === 'scheduledOff') && dayCodes[code] === undefined ? 'restDay' : code;

const codeOf = ({ code }: SheetDay, layout: SheetLayout): string =>
  code === null ? '' : (layout.dayCodes[shownAs(code, layout)] ?? '');

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
  const { days, month, period, periodOvertime } = person;
  const rounded = layout.columns.flatMap((key) => {
    const { figure } = CARD_COLUMNS[key];
    return figure ? [[key, dayMinutes(days, (day) => day[figure])] as const] : [];
  });
  const rows = days.flatMap((day) =>
    dayRows(
      input,
      layout,
      t,
      person,
      day,
      new Map(rounded.map(([key, minutes]) => [key, minutes.get(day.date) ?? 0])),
    ),
  );
  const totals = layout.columns.flatMap((key) => {
    const minutes = sum(rows.map(({ cells }) => cells[key]?.minutes ?? 0));
    return minutes > 0 ? [[key, { minutes, sum: 'column' as const }]] : [];
  });
  const cells = { ...Object.fromEntries(totals), date: { text: t('sheets:total') } };
  const average = periodOvertime.filter(({ reason }) => reason !== 'over-contract').map(({ ms }) => ms);
  return {
    ...frame(
      input,
      t,
      [person],
      [
        [t('sheets:column.name'), person.name],
        [t('sheets:column.payrollNo'), person.payrollNo],
        [t('sheets:column.position'), person.position],
        [t('sheets:workShare'), share(person.weekly, person.weeklyNorm)],
        [t('sheets:settlement'), `${period.start} – ${period.end}`],
        [t('sheets:toBeWorked'), hours(month.normToBeWorked)],
        [t('sheets:nightWindow'), `${clock(input.night.from)}–${clock(input.night.to)}`],
      ],
    ),
    isLandscape: false,
    name: person.name,
    columns: layout.columns.map((key) => columnOf(input, t, key, CARD_COLUMNS[key])),
    rows: [...rows, { kind: 'total', shade: null, cells }],
    summary: [
      `${t('sheets:column.norm')}: ${hours(month.norm)}`,
      `${t('sheets:worked')}: ${hours(month.total)}`,
      `${t('sheets:difference')}: ${hours(month.difference)}`,
      `${t('sheets:overtimeInAll')}: ${hours(month.overtime)}`,
      `${t('sheets:averageWeek')}: ${hours(sum(average))}`,
      ...month.absences.map(({ code, ms, days: whole }) => {
        const counted = `${code}: ${t('sheets:absence', { days: whole, hours: hours(ms) })}`;
        const { leave, sickness } = layout.absenceGroups;
        if (![...leave, ...sickness].includes(code)) return counted;
        const dates = calendarDays(days, [code], input.isHoliday);
        return `${counted}, ${t('sheets:calendarDays', { days: dates })}`;
      }),
      ...person.daysOffDue.map(({ code, days: due }) => `${t('sheets:daysOffDue', { code })}: ${due}`),
    ],
  };
}

/** A date of a card: a row, and further ones for further shifts, absences and on-call time. */
function dayRows(
  input: SheetInput,
  layout: SheetLayout & { kind: 'card' },
  t: TFunction,
  { timeZone, onCall: allOnCall }: SheetPerson,
  day: SheetDay,
  minutes: Map<CardColumn, number>,
): Row[] {
  const { date, spans } = day;
  const clockTime = (instant: number | null) =>
    instant === null ? '…' : withRepetition(timeIn(instant, timeZone), instant, input.language, timeZone);
  const onCall = allOnCall.filter((each) => each.date === date);
  const dayOff = day.absences.find(({ code }) => layout.dayOffCodes.includes(code))?.code;
  const absences = day.absences.filter(({ code, ms }) => code !== dayOff && ms > 0);
  // The two rates add up to the overtime as printed.
  const [lower = 0, higher = 0] =
    day.overtime50 + day.overtime100 > 0
      ? apportion([day.overtime50, day.overtime100], MINUTE_MS, minutes.get('overtime') ?? 0)
      : [];
  minutes.set('overtime50', lower).set('overtime100', higher);
  const notes = texts([
    isCorrected(day) && t('sheets:corrected'),
    isProvisional(day) && t('sheets:provisional'),
    day.break > 0 && t('sheets:break', { length: hours(day.break) }),
  ]);
  const first: Record<string, Cell> = {
    date: { text: `${Number(date.slice(8))} ${dayLabel(date, t)}` },
    ...Object.fromEntries([...minutes].map(([key, value]) => [key, time(value)])),
    ...(day.total > 0 && { total: { minutes: minutes.get('total') ?? 0, after: mark(day) } }),
    dayOff: { text: dayOff ?? (day.total === 0 ? codeOf(day, layout) : '') },
    notes: { text: notes.join(', ') },
  };
  return Array.from({ length: Math.max(1, spans.length, absences.length, onCall.length) }, (_, at): Row => {
    const [span, absence, duty] = [spans[at], absences[at], onCall[at]];
    return {
      kind: at === 0 ? 'first' : 'line',
      shade: shadeOf(date, input),
      cells: {
        ...(at === 0 && first),
        ...(span && { start: { text: clockTime(span.from) }, end: { text: clockTime(span.to) } }),
        ...(absence && absenceCells(absence)),
        ...(duty && {
          onCallFrom: { text: clockTime(duty.from) },
          onCallTo: { text: clockTime(duty.to) },
          onCallHours: time(inMinutes(duty.to - duty.from)),
          onCallPlace: { text: duty.place ?? '' },
        }),
      },
    };
  });
}
