/* The fixed queries that the assistant may make on the company's own data; all are read-only. */

import type { AskResult, AskToolName } from '#contract/ask.ts';
import { MINUTE_MS, roundedSteps } from '#domain/apportion.ts';
import { rangeOfDates } from '#domain/calendar.ts';
import { dateText, periodText } from '#domain/date-text.ts';
import { type DatePeriod, dateIn, timeIn } from '#domain/dates.ts';
import { byFullName, fullName, nameOrder } from '#domain/names.ts';
import { isWorkUnit } from '#domain/work-units.ts';
import { type CompanyContext, type SettledCounting, settledCounting } from '#server/context.ts';
import type { Named } from '#server/platform/ai/names.ts';
import type { FigureKind, Scope, StandIns } from '#server/platform/ai/stand-ins.ts';
import { figureFormat } from '#server/platform/ai/wording.ts';
import type { Db } from '#server/platform/database/database.ts';
import { withRepetition } from '#server/platform/texts/time-text.ts';
import { unitLabel } from '#server/platform/texts/work-text.ts';
import * as queries from './ask.queries.ts';

/** Whoever asks: an administrator, or a program with a key of the company. */
export type AskContext = Pick<CompanyContext, 'db' | 'viewer' | 'clock' | 'language' | 't' | 'settleHours'>;

const maxRows = 200;

/** The subject of a question; null: all people, all locations. */
export type Subject = { people: Named[] | null; locations: Named[] | null };

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

/** The text of a cell, and what a model gets for it. */
type Cell = { text: string } & (
  | { named: Named }
  /** `filled` is what a sentence says instead of the cell's text. */
  | { kind: FigureKind; filled?: string }
  | { code: string }
);
type Table = { columns: Column[]; rows: Cell[][]; sum?: Cell[]; total?: number };

/** A table for the reader, and the same for a model. */
export type ToolResult = { result: AskResult; forModel: (standIns: StandIns) => unknown };

/** Runs a tool in a transaction that cannot write. `period` counts in company time; `onSiteNow` ignores it. */
export async function runTool(
  tool: AskToolName,
  context: AskContext,
  period: DatePeriod,
  subject: Subject,
): Promise<ToolResult> {
  const counting = await settledCounting(context);
  const table = await context.db
    .transaction()
    .setAccessMode('read only')
    .execute((db) => tools[tool](db, { ...context, counting }, period, subject));
  const { t, language, viewer, clock } = context;
  const isNow = tool === 'onSiteNow';
  const time = timeIn(clock.now(), viewer.timeZone);
  const when = periodText(period, language);
  const rows = table.rows.slice(0, maxRows);
  const total = table.total ?? table.rows.length;
  const sum = table.rows.length > 1 ? table.sum : undefined;
  const result: AskResult = {
    tool,
    title: t(`ask:titles.${tool}`, { period: when, time }),
    columns: table.columns.map((column) => ({
      label: t(`ask:columns.${column}`),
      isNumber: numberColumns.includes(column),
    })),
    rows: [...rows, ...(sum ? [sum] : [])].map((row) => row.map(({ text }) => text)),
    total,
    params: {
      startDate: isNow ? null : period.start,
      endDate: isNow ? null : period.end,
      people: subject.people?.map(({ name, label = name }) => label) ?? null,
      locations: subject.locations?.map(({ name }) => name) ?? null,
    },
  };
  return { result, forModel };

  function forModel(standIns: StandIns) {
    const marksOf = (cells: Cell[]) =>
      cells.flatMap((cell) => ('named' in cell ? [standIns.subject(cell.named)] : []));
    const people = (subject.people ?? []).map(standIns.subject);
    const locations = (subject.locations ?? []).map(standIns.subject);
    // If a question is about several, a figure belongs to all of them, so that it cannot be given to one.
    const narrowed = [people, locations].flatMap((marks) => (marks.length === 1 ? marks : []));
    const owners = rows.flatMap((row) => marksOf(row).slice(0, 1));
    // What the same question finds is one list.
    const list = JSON.stringify([tool, result.params]);
    const ofAll: Scope = {
      list,
      about: owners.length > 0 ? [...new Set(owners)] : people.length > 0 ? people : locations,
      also: narrowed,
      isTotal: true,
    };
    const standInOf = (cell: Cell, scope: Scope): string => {
      if ('named' in cell) return standIns.subject(cell.named);
      return 'code' in cell ? cell.code : standIns.figure(cell.kind, cell.filled ?? cell.text, scope);
    };
    const rowFor = (row: Cell[], scope: Scope) =>
      Object.fromEntries(
        table.columns.flatMap((column, index) => {
          const cell = row[index];
          return cell ? [[column, standInOf(cell, scope)]] : [];
        }),
      );
    return {
      caption: standIns.figure('c', result.title, {
        about: [],
        also: [...people, ...locations, ...rows.flatMap(marksOf)],
        list,
      }),
      when: standIns.figure('d', isNow ? time : when),
      rows: rows.map((row) => {
        const [owner, ...others] = marksOf(row);
        return rowFor(row, owner ? { about: [owner], also: [...others, ...narrowed], list } : ofAll);
      }),
      total: sum && rowFor(sum, ofAll),
      numberOfRows: standIns.figure('n', figureFormat(language).number(total), ofAll),
      isCutOff: total > rows.length,
    };
  }
}

type Tool = (
  db: Db,
  context: AskContext & { counting: SettledCounting },
  period: DatePeriod,
  subject: Subject,
) => Promise<Table>;

const tools: Record<AskToolName, Tool> = {
  async hoursByPerson(db, context, period, subject) {
    const { companyId } = context.viewer;
    const found = await queries.sumHoursByPerson(db, companyId, idsOf(subject), period, context.counting);
    const rows = found.toSorted(byFullName(context.language));
    const cells = cellsFor(context);
    return {
      columns: ['employee', 'hours'],
      rows: rows.map((row) => [cells.person(row), cells.hours(minutesOf(row))]),
      sum: [cells.words(context.t('ask:total')), cells.hours(totalOf(rows))],
    };
  },

  async hoursByPlace(db, context, period, subject) {
    const { companyId } = context.viewer;
    const found = await queries.sumHoursByLocation(db, companyId, idsOf(subject), period, context.counting);
    const order = nameOrder(context.language);
    const rows = found.toSorted((a, b) => order(a.location, b.location));
    const cells = cellsFor(context);
    return {
      columns: ['location', 'hours', 'employees'],
      rows: rows.map((row) => [cells.location(row), cells.hours(minutesOf(row)), cells.number(row.people)]),
      // The same person may be counted at several locations, so there is no total of people.
      sum: [cells.words(context.t('ask:total')), cells.hours(totalOf(rows)), cells.words('')],
    };
  },

  async onSiteNow(db, context, _period, subject) {
    const { companyId } = context.viewer;
    return entriesTable(
      context,
      await queries.listOpenEntries(db, companyId, idsOf(subject), context.counting),
    );
  },

  async missingReports(db, context, period, subject) {
    const { companyId, timeZone } = context.viewer;
    const range = rangeOfDates(period.start, period.end, timeZone);
    const narrowing = idsOf(subject);
    const rows = await queries.listEntriesWithoutReport(db, companyId, narrowing, range, maxRows);
    return { ...entriesTable(context, rows), total: rows[0]?.total ?? 0 };
  },

  async reportedQuantities(db, context, period, subject) {
    const { companyId, timeZone } = context.viewer;
    const range = rangeOfDates(period.start, period.end, timeZone);
    const rows = await queries.sumQuantities(db, companyId, idsOf(subject), range);
    const cells = cellsFor(context);
    return {
      columns: ['unit', 'quantity', 'reports'],
      rows: rows.map((row) => [cells.unit(row.units), cells.quantity(row), cells.number(row.reports)]),
    };
  },
};

type EntryRow = Awaited<ReturnType<typeof queries.listOpenEntries>>[number];

function entriesTable(context: AskContext, rows: EntryRow[]): Table {
  const cells = cellsFor(context);
  return {
    columns: ['employee', 'location', 'date', 'since'],
    rows: rows.map((row) => [
      cells.person(row),
      cells.location(row),
      cells.date(row.checkIn),
      cells.time(row.checkIn),
    ]),
  };
}

const minutesOf = ({ ms }: { ms: number }) => roundedSteps(ms, MINUTE_MS);
/** The total adds up what is shown. */
const totalOf = (rows: { ms: number }[]) => rows.reduce((sum, row) => sum + minutesOf(row), 0);

const idsOf = ({ people, locations }: Subject): queries.Narrowing => ({
  userIds: people?.map(({ id }) => id) ?? null,
  locationIds: locations?.map(({ id }) => id) ?? null,
});

const numberColumns: Column[] = ['hours', 'quantity', 'reports', 'employees'];

type PersonRow = { userId: string; firstName: string; lastName: string; nameTag: string | null };

/** A person whose name is looked for without what tells them apart, and shown with it. */
export const namedPerson = ({ id, nameTag, ...name }: Omit<PersonRow, 'userId'> & { id: string }) => ({
  kind: 'p' as const,
  id,
  name: fullName(name),
  label: fullName({ ...name, nameTag }),
});

function cellsFor({ language, viewer, t }: AskContext) {
  const format = figureFormat(language);
  return {
    words: (text: string): Cell => ({ text, code: '' }),
    person({ userId: id, ...person }: PersonRow): Cell {
      const named = namedPerson({ id, ...person });
      return { text: named.label, named };
    },
    location: ({ locationId: id, location: name }: { locationId: string; location: string }): Cell => ({
      text: name,
      named: { kind: 'l', id, name },
    }),
    number: (value: number): Cell => ({ text: format.number(value), kind: 'n' }),
    /** A unit that an employee typed is not sent. */
    unit: (units: string): Cell => ({
      text: unitLabel(units, t),
      code: isWorkUnit(units) ? units : 'other',
    }),
    quantity({ quantity, units }: { quantity: number; units: string }): Cell {
      const text = format.number(quantity);
      return { text, kind: 'q', filled: `${text} ${unitLabel(units, t, quantity)}` };
    },
    hours(minutes: number): Cell {
      const text = format.hours(minutes);
      return { text, kind: 'h', filled: t('common:hours', { hours: text }) };
    },
    date: (instant: string): Cell => ({
      text: dateText(dateIn(instant, viewer.timeZone), language),
      kind: 'd',
    }),
    time(instant: string): Cell {
      const { timeZone } = viewer;
      return { text: withRepetition(timeIn(instant, timeZone), instant, language, timeZone), kind: 't' };
    },
  };
}
