/* The fixed questions that the assistant may ask of the company's own data; every one only reads. */
import type { AskResult, AskToolName } from '#contract/ask.ts';
import { rangeOfDates } from '#domain/calendar.ts';
import { type DatePeriod, dateIn, timeIn } from '#domain/dates.ts';
import { roundHalfUp } from '#domain/hours.ts';
import { type Language, LOCALES } from '#domain/languages.ts';
import { fold, fullName } from '#domain/names.ts';
import { type Context, countingOf } from '#server/context.ts';
import { type CheckedFacts, isFormOf } from '#server/platform/ai/check.ts';
import { unitLabel } from '#server/platform/ai/wording.ts';
import type { Db } from '#server/platform/database/database.ts';
import * as queries from './ask.queries.ts';

const maxRows = 200;

/** Whom and what a question is about; null: everybody, everywhere. */
export type Subject = { people: queries.Named[] | null; places: queries.Named[] | null };

/** A cell: its words, and the figures and dates in them as the check of an answer compares them. */
type Cell = { text: string; figure?: string; date?: string; isName?: true };

/** A result with what an answer may take from it. */
export type ToolResult = { result: AskResult; facts: Pick<CheckedFacts, 'subjects' | 'figures' | 'dates'> };

type Table = {
  columns: { label: string; isNumber: boolean }[];
  rows: Cell[][];
  sum?: Cell[];
  total?: number;
};
type Column =
  | 'employee'
  | 'location'
  | 'hours'
  | 'since'
  | 'date'
  | 'quantity'
  | 'unit'
  | 'reports'
  | 'employees';

/** Runs a tool in a transaction that cannot write. `period` counts in company time; `onSiteNow` knows none. */
export async function runTool(
  tool: AskToolName,
  context: Context,
  period: DatePeriod,
  subject: Subject,
): Promise<ToolResult> {
  const table = await context.db
    .transaction()
    .setAccessMode('read only')
    .execute((db) => tools[tool](db, context, period, subject));
  const { t, language, viewer, clock } = context;
  const isNow = tool === 'onSiteNow';
  const now = clock.now();
  const time = timeIn(now, viewer.timeZone);
  const rows = table.rows.slice(0, maxRows);
  const total = table.total ?? table.rows.length;
  const shown = table.sum && table.rows.length > 1 ? [...rows, table.sum] : rows;
  const result: AskResult = {
    tool,
    title: t(`ask:titles.${tool}`, { period: periodText(period, language), time }),
    columns: table.columns,
    rows: shown.map((row) => row.map(({ text }) => text)),
    total,
    params: {
      startDate: isNow ? null : period.start,
      endDate: isNow ? null : period.end,
      people: subject.people?.map(({ name }) => name) ?? null,
      locations: subject.places?.map(({ name }) => name) ?? null,
    },
  };
  const figuresOf = (row: Cell[]) => row.flatMap(({ figure }) => (figure === undefined ? [] : [figure]));
  const named = rows.filter((row) => row.some(({ isName }) => isName));
  const ofTheWhole = shown.filter((row) => !named.includes(row) || rows.length === 1);
  return {
    result,
    facts: {
      subjects: [
        ...[...(subject.people ?? []), ...(subject.places ?? [])].map(({ name }) => ({ name, figures: [] })),
        ...named.flatMap((row) =>
          row.filter(({ isName }) => isName).map(({ text }) => ({ name: text, figures: figuresOf(row) })),
        ),
      ],
      figures: [...ofTheWhole.flatMap(figuresOf), String(total), ...(isNow ? [time] : [])],
      dates: [
        ...(isNow ? [dateIn(now, viewer.timeZone)] : [period.start, period.end]),
        ...rows.flat().flatMap(({ date }) => (date === undefined ? [] : [date])),
      ],
    },
  };
}

/** Whom the words may mean: each of them is the beginning or a case of a part of the name. */
export function findByName<T extends { name: string }>(words: string, all: T[], language: Language): T[] {
  const parts = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const asked = parts(words);
  return all.filter(({ name }) =>
    asked.every((word) =>
      parts(name).some((part) => isFormOf(word, part, language) || fold(part).startsWith(fold(word))),
    ),
  );
}

function periodText({ start, end }: DatePeriod, language: Language): string {
  const day = (date: string) => new Date(`${date}T00:00:00Z`);
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(day(start), day(end));
}

type Tool = (db: Db, context: Context, period: DatePeriod, subject: Subject) => Promise<Table>;

const tools: Record<AskToolName, Tool> = {
  async hoursByPerson(db, context, period, subject) {
    const { companyId, timeZone } = context.viewer;
    const range = rangeOfDates(period.start, period.end, timeZone);
    const rows = await queries.sumHoursByPerson(db, companyId, idsOf(subject), range, countingOf(context));
    const cells = cellsFor(context);
    return {
      columns: columnsFor(context, 'employee', 'hours'),
      rows: rows.map((row) => [cells.name(fullName(row)), cells.hours(row.hours)]),
      sum: [cells.text(context.t('ask:total')), cells.hours(sumOf(rows))],
    };
  },

  async hoursByPlace(db, context, period, subject) {
    const { companyId, timeZone } = context.viewer;
    const range = rangeOfDates(period.start, period.end, timeZone);
    const rows = await queries.sumHoursByPlace(db, companyId, idsOf(subject), range, countingOf(context));
    const cells = cellsFor(context);
    return {
      columns: columnsFor(context, 'location', 'hours', 'employees'),
      rows: rows.map(({ name, hours, people }) => [
        cells.name(name),
        cells.hours(hours),
        cells.number(people),
      ]),
      // The same person may be counted at several places, so people are not added up.
      sum: [cells.text(context.t('ask:total')), cells.hours(sumOf(rows)), cells.text('')],
    };
  },

  async onSiteNow(db, context, _period, subject) {
    const { companyId } = context.viewer;
    const rows = await queries.listOpenEntries(db, companyId, idsOf(subject), countingOf(context));
    const cells = cellsFor(context);
    return {
      columns: columnsFor(context, 'employee', 'location', 'date', 'since'),
      rows: rows.map((row) => [
        cells.name(fullName(row)),
        cells.name(row.place),
        cells.date(row.checkIn),
        cells.time(row.checkIn),
      ]),
    };
  },

  async missingReports(db, context, period, subject) {
    const { companyId, timeZone } = context.viewer;
    const range = rangeOfDates(period.start, period.end, timeZone);
    const narrowing = idsOf(subject);
    const rows = await queries.listEntriesWithoutReport(db, companyId, narrowing, range, maxRows);
    const cells = cellsFor(context);
    return {
      columns: columnsFor(context, 'employee', 'location', 'date', 'since'),
      rows: rows.map((row) => [
        cells.name(fullName(row)),
        cells.name(row.place),
        cells.date(row.checkIn),
        cells.time(row.checkIn),
      ]),
      total: rows[0]?.total ?? 0,
    };
  },

  async reportedQuantities(db, context, period, subject) {
    const { companyId, timeZone } = context.viewer;
    const range = rangeOfDates(period.start, period.end, timeZone);
    const rows = await queries.sumQuantities(db, companyId, idsOf(subject), range);
    const cells = cellsFor(context);
    return {
      columns: columnsFor(context, 'unit', 'quantity', 'reports'),
      rows: rows.map(({ units, quantity, reports }) => [
        cells.text(unitLabel(units, context.t)),
        cells.number(quantity),
        cells.number(reports),
      ]),
    };
  },
};

const sumOf = (rows: { hours: number }[]) => rows.reduce((sum, { hours }) => sum + hours, 0);

const idsOf = ({ people, places }: Subject): queries.Narrowing => ({
  userIds: people?.map(({ id }) => id) ?? null,
  locationIds: places?.map(({ id }) => id) ?? null,
});

const numberColumns: Column[] = ['hours', 'quantity', 'reports', 'employees'];

function columnsFor({ t }: Context, ...columns: Column[]): Table['columns'] {
  return columns.map((column) => ({
    label: t(`ask:columns.${column}`),
    isNumber: numberColumns.includes(column),
  }));
}

function cellsFor({ language, viewer }: Context) {
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 });
  const oneDecimal = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const day = new Intl.DateTimeFormat(LOCALES[language], {
    ...({ day: '2-digit', month: '2-digit', year: 'numeric' } as const),
    timeZone: viewer.timeZone,
  });
  return {
    text: (text: string): Cell => ({ text }),
    name: (text: string): Cell => ({ text, isName: true }),
    number: (value: number): Cell => ({ text: number.format(value), figure: String(value) }),
    hours(value: number): Cell {
      const rounded = roundHalfUp(value, 1);
      return { text: oneDecimal.format(rounded), figure: String(rounded) };
    },
    date: (instant: string): Cell => ({
      text: day.format(new Date(instant)),
      date: dateIn(instant, viewer.timeZone),
    }),
    time(instant: string): Cell {
      const time = timeIn(instant, viewer.timeZone);
      return { text: time, figure: time };
    },
  };
}
