/** What the monthly sheet of each country looks like, as data (sheets.md). A company can edit codes, columns and lines. */

import type { DAY_CODES, SHEET_LINES } from '#contract/sheets.ts';
import type { Country } from '#domain/holidays.ts';
import type { Language } from '#domain/languages.ts';
import type { Figures } from '#domain/work-hours.ts';

export type DayCode = (typeof DAY_CODES)[number];
export type SheetLine = (typeof SHEET_LINES)[number];

/** On-call time at home (LT: BN); any other is at work. */
export const ON_CALL_AT_HOME = 'BN';

/** Absences in a column of their own; all others are `otherAbsence`. */
export type AbsenceGroup = 'downtime' | 'leave' | 'sickness';

type Figure = Exclude<keyof Figures, 'absences'>;
export type ColumnSpec = {
  /** The heading above it and its neighbours of the same group. */
  group?: 'days' | 'worked' | 'workTime' | 'included' | 'onCall' | 'absences';
  /** In points, before the table is stretched to the page. */
  width: number;
  align?: 'left';
  figure?: Figure;
  /** The heading is written upwards. */
  upright?: true;
  /** The country's sheet leaves the column out where nobody has anything in it. */
  ifUsed?: true;
};

const figure = (name: Figure, width = 22): ColumnSpec => ({
  figure: name,
  group: 'worked',
  width,
  upright: true,
});

function columns<Key extends string>(specs: Record<Key, ColumnSpec>) {
  return specs;
}

/** All columns of sheets with a row for each person; `days` stands for the dates of the month. */
export const TEAM_COLUMNS = columns({
  index: { width: 13, upright: true },
  payrollNo: { width: 28, upright: true },
  name: { width: 78, align: 'left' },
  position: { width: 46, align: 'left' },
  norm: { width: 24, figure: 'norm', upright: true },
  days: { group: 'days', width: 13.6 },
  workDays: { width: 13, upright: true },
  total: figure('total', 25),
  night: figure('night'),
  nightWork: figure('nightWork'),
  overtime: figure('overtime'),
  restDay: figure('restDay'),
  holiday: figure('holiday'),
  onCallHome: { group: 'worked', width: 22, upright: true, ifUsed: true },
  onCallWork: { group: 'worked', width: 22, upright: true, ifUsed: true },
  additional: { group: 'worked', width: 22, upright: true, ifUsed: true },
  downtime: { width: 20, upright: true },
  leave: { width: 13, upright: true },
  leaveCalendar: { width: 13, upright: true },
  sickness: { width: 13, upright: true },
  sicknessCalendar: { width: 13, upright: true },
  otherAbsence: { width: 13, upright: true },
  absenceCode: { group: 'absences', width: 16, upright: true },
  absenceDays: { group: 'absences', width: 13, upright: true },
  absenceHours: { group: 'absences', width: 22, upright: true },
  notes: { width: 30, align: 'left', upright: true },
});

/** All columns of a sheet of one person, with a row for each date. */
export const CARD_COLUMNS = columns({
  date: { width: 38 },
  start: { group: 'workTime', width: 34, upright: true },
  end: { group: 'workTime', width: 34, upright: true },
  total: { group: 'workTime', width: 32, figure: 'total', upright: true },
  night: { ...figure('night', 30), group: 'included' },
  overtime: { ...figure('overtime', 30), group: 'included' },
  overtime50: { ...figure('overtime50', 30), group: 'included' },
  overtime100: { ...figure('overtime100', 30), group: 'included' },
  sundayHoliday: { ...figure('sundayHoliday', 30), group: 'included' },
  dayOff: { width: 28, upright: true },
  onCallFrom: { group: 'onCall', width: 24, upright: true },
  onCallTo: { group: 'onCall', width: 24, upright: true },
  onCallHours: { group: 'onCall', width: 24, upright: true },
  onCallPlace: { group: 'onCall', width: 30, upright: true },
  absenceCode: { group: 'absences', width: 28, upright: true },
  absenceHours: { group: 'absences', width: 32, upright: true },
  notes: { width: 72, align: 'left' },
});

export type TeamColumn = keyof typeof TEAM_COLUMNS;
export type CardColumn = keyof typeof CARD_COLUMNS;

export type SheetLayout = {
  /** Null: the company's language. */
  language: Language | null;
  /** Absences are in these groups by code. */
  absenceGroups: Record<AbsenceGroup, string[]>;
  /** Absences whose hours the line `equalToWork` shows. */
  equalToWork: string[];
  /** Absences that are a day off with a title rather than an absence. */
  dayOffCodes: string[];
  dayCodes: Partial<Record<DayCode, string>>;
  /** Night hours follow a day's hours after a slash. */
  nightInCell: boolean;
  /** A block by which the sheet is approved with a signature. */
  approvalBlock: boolean;
  /** `plan` only for people with a published schedule, unless the company has chosen the lines. */
  lines: SheetLine[];
  hasOwnLines?: true;
  /** The company has chosen the columns. */
  isOwn?: true;
} & ({ kind: 'team'; columns: TeamColumn[] } | { kind: 'card'; columns: CardColumn[] });

const codes = (text: string) => text.split(' ').filter(Boolean);

const team: SheetLayout & { kind: 'team' } = {
  kind: 'team',
  language: null,
  columns: [
    'index',
    'payrollNo',
    'name',
    'position',
    'norm',
    'days',
    'workDays',
    'total',
    'night',
    'overtime',
    'restDay',
    'holiday',
    'leave',
    'sickness',
    'otherAbsence',
    'notes',
  ],
  lines: ['night', 'overtime'],
  absenceGroups: { downtime: [], leave: ['A'], sickness: ['S'] },
  equalToWork: [],
  dayOffCodes: [],
  dayCodes: { restDay: '·', holiday: 'H', holidayWork: 'H', notEmployed: '–' },
  nightInCell: false,
  approvalBlock: false,
};

export const SHEET_LAYOUTS: Record<Country, SheetLayout> = {
  LV: {
    ...team,
    language: 'lv',
    columns: [
      'index',
      'payrollNo',
      'name',
      'position',
      'days',
      'norm',
      'workDays',
      'total',
      'night',
      'overtime',
      'restDay',
      'holiday',
      'downtime',
      'leave',
      'leaveCalendar',
      'sickness',
      'sicknessCalendar',
      'otherAbsence',
      'notes',
    ],
    absenceGroups: {
      downtime: ['D'],
      leave: codes('A AM AC AN AD AP AB'),
      sickness: codes('SA SB SN'),
    },
    lines: ['plan', 'night', 'overtime'],
    dayCodes: {
      restDay: 'B',
      holiday: 'S',
      shortDay: 'DP',
      holidayWork: 'DS',
      notEmployed: '–',
    },
    approvalBlock: true,
  },
  LT: {
    ...team,
    language: 'lt',
    columns: [
      'index',
      'payrollNo',
      'name',
      'position',
      'norm',
      'days',
      'workDays',
      'total',
      'night',
      'overtime',
      'onCallHome',
      'onCallWork',
      'restDay',
      'holiday',
      'additional',
      'absenceCode',
      'absenceDays',
      'absenceHours',
      'notes',
    ],
    lines: ['plan', 'overtime', 'equalToWork'],
    equalToWork: codes('K KV MD D PN V VV M ID'),
    dayCodes: { restDay: 'P', holiday: 'S', restDayWork: 'DP', holidayWork: 'DP', notEmployed: '–' },
    nightInCell: true,
  },
  PL: {
    ...team,
    kind: 'card',
    language: 'pl',
    columns: Object.keys(CARD_COLUMNS) as CardColumn[],
    lines: [],
    absenceGroups: { downtime: [], leave: codes('UW UŻ'), sickness: codes('CH') },
    dayOffCodes: ['W5', 'WNŚ'],
    dayCodes: { restDay: 'W', scheduledOff: 'X', sunday: 'N', holiday: 'N', notEmployed: '–' },
  },
  other: team,
};
