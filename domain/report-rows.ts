/* What the page of a report and its files share: what a row counts, its status, and the columns by which rows are sorted. */
import type { Language } from './languages.ts';
import { fullName, nameOrder } from './names.ts';

type Status = 'working' | 'completed';
type Approval = 'pending' | 'approved' | 'rejected';
type Entry = {
  user: Parameters<typeof fullName>[0];
  location: { name: string };
  checkIn: string;
  checkOut: string | null;
  status: Status;
  approval: Approval | null;
  needsAttention: boolean;
  countedMs: number;
};
type Summary = { date: string; location: { name: string }; totalHours: number; uniqueEmployees: number };

export type ReportStatus = Status | 'needsAttention' | Approval;

/** The status of an entry in a report (product.md §4): an administrator's decision, else whether it has ended. */
export const reportStatus = ({
  approval,
  needsAttention,
  status,
}: Pick<Entry, 'approval' | 'needsAttention' | 'status'>): ReportStatus =>
  approval ?? (needsAttention ? 'needsAttention' : status);

/** Milliseconds of the entry inside the period, up to now while working; null where the check-out is missing. */
export const workedMs = ({
  countedMs,
  needsAttention,
}: Pick<Entry, 'countedMs' | 'needsAttention'>): number | null => (needsAttention ? null : countedMs);

/** Open entries have no check-out and are sorted after those that have one. */
const OPEN = '\uFFFF';

export const entryKeys = {
  employee: (entry: Entry) => fullName(entry.user),
  location: (entry: Entry) => entry.location.name,
  checkIn: (entry: Entry) => entry.checkIn,
  checkOut: (entry: Entry) => entry.checkOut ?? OPEN,
  status: (entry: Entry) => reportStatus(entry),
  hours: (entry: Entry) => workedMs(entry) ?? -1,
};
export const summaryKeys = {
  date: (summary: Summary) => summary.date,
  location: (summary: Summary) => summary.location.name,
  totalHours: (summary: Summary) => summary.totalHours,
  uniqueEmployees: (summary: Summary) => summary.uniqueEmployees,
};

export type SortKeys<Row> = Record<string, (row: Row) => string | number>;
type Sort<Keys> = { sort?: keyof Keys | undefined; direction: 'ascending' | 'descending' };

/** The rows by the column `sort`, or as they are. Names stand in the order of the language. */
export function sortRows<Row, Keys extends SortKeys<Row>>(
  rows: readonly Row[],
  keys: Keys,
  { sort, direction }: Sort<Keys>,
  language: Language,
): Row[] {
  const keyOf = sort && keys[sort];
  if (!keyOf) return [...rows];
  const byName = nameOrder(language);
  const isName = sort === 'employee' || sort === 'location';
  const compare = (a: Row, b: Row) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return isName ? byName(String(one), String(other)) : one < other ? -1 : Number(one > other);
  };
  return rows.toSorted(direction === 'ascending' ? compare : (a, b) => compare(b, a));
}
