import { randomUUIDv7 } from 'node:crypto';
import type { EndpointRequest } from '#contract/index.ts';
import { type BreakChanges, breaksAfter } from '#domain/corrections.ts';
import { MAX_BREAKS } from '#domain/shifts.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { invalidField } from '#server/platform/errors.ts';
import { breakRulesFor } from '../work-rules/work-rules.service.ts';
import * as queries from './breaks.queries.ts';
import type { StoredEntry } from './time-entry-changes.queries.ts';

/** An instant with any offset, as it is stored: ISO 8601 in UTC. */
export const utc = (instant: string) => new Date(instant).toISOString();

type Entry = Pick<StoredEntry, 'id' | 'checkIn' | 'checkOut'>;
type Times = { startedAt: string; endedAt: string | null };
export type GivenBreaks = NonNullable<EndpointRequest<'updateTimeEntry'>['body']['breaks']>;

/**
 * Each break must have a length and lie within the entry (up to `now` while that is open), and none may overlap another.
 * Those that are recorded as they are (`kept`) may lie outside. Paths begin with `path`.
 */
function requirePossible(
  { checkIn, checkOut }: Pick<Entry, 'checkIn' | 'checkOut'>,
  now: string,
  breaks: (Times & { kept?: unknown })[],
  path: string,
): void {
  const latest = checkOut ?? now;
  let last = '';
  for (const { startedAt, endedAt, kept, index } of breaks
    .map((each, index) => ({ ...each, index }))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))) {
    const refuse = (field: keyof Times, key: 'breakOutside' | 'breakOverlap' | 'breakOrder') =>
      invalidField(`${path}.${index}.${field}`, key);
    if (startedAt < last) throw refuse('startedAt', 'breakOverlap');
    last = endedAt ?? '9999';
    if (kept) continue;
    if (startedAt < checkIn || startedAt > latest) throw refuse('startedAt', 'breakOutside');
    if (endedAt !== null && endedAt <= startedAt) throw refuse('endedAt', 'breakOrder');
    if (endedAt !== null && endedAt > latest) throw refuse('endedAt', 'breakOutside');
  }
}

/**
 * Replaces the breaks of an entry as an administrator states them, in the act set by `actAs`; those that stay as they are
 * keep their source. A new one must lie within the entry, and none may overlap another.
 */
export async function setBreaks(
  { viewer, clock }: Context,
  transaction: Db,
  entry: Entry & Pick<StoredEntry, 'userId'>,
  given: GivenBreaks,
  path = 'breaks',
): Promise<void> {
  const { companyId } = viewer;
  const now = clock.now().toISOString();
  const stored = await queries.listBreaks(transaction, companyId, entry.id);
  const wanted = given.map((each) => {
    // One that lasts ends with the entry.
    const endedAt = each.endedAt === null ? entry.checkOut : utc(each.endedAt);
    const times = { startedAt: utc(each.startedAt), endedAt, isPaid: each.isPaid };
    const isKept = (one: queries.StoredBreak) => isSame(one, times) && one.isPaid === times.isPaid;
    return { ...times, kept: stored.find(isKept) };
  });
  requirePossible(entry, now, wanted, path);
  const kept = new Set(wanted.map((each) => each.kept?.id));
  for (const { id } of stored.filter((each) => !kept.has(each.id))) {
    await queries.deleteBreak(transaction, companyId, entry.userId, id);
  }
  for (const { startedAt, endedAt, isPaid } of wanted.filter((each) => !each.kept)) {
    const end = endedAt === null ? {} : { endedAt, endId: randomUUIDv7(), endSource: 'admin' as const };
    const start = { startedAt, startSource: 'admin' as const, isPaid, receivedAt: now, ...end };
    const ids = { companyId, userId: entry.userId, id: randomUUIDv7(), timeEntryId: entry.id };
    await queries.insertBreak(transaction, { ...ids, ...start });
  }
}

const isSame = (one: Times, other: Times) =>
  one.startedAt === other.startedAt && one.endedAt === other.endedAt;

type Stated = Pick<EndpointRequest<'createCorrectionRequest'>['body'], 'breaks' | 'knownBreaks'>;

/**
 * What an employee's statement changes of the entry's recorded breaks, null if nothing; `entry` has the times that are
 * asked for. Added breaks are paid as those that they replace, or by the rules of the check-in's date.
 */
export async function statedChanges(
  { viewer, clock }: Context,
  transaction: Db,
  entry: Entry,
  { breaks, knownBreaks = [] }: Stated,
): Promise<BreakChanges | null> {
  if (!breaks) return null;
  const stored = await queries.listBreaks(transaction, viewer.companyId, entry.id);
  const rules = await breakRulesFor(transaction, viewer, entry.checkIn);
  const wanted = breaks.map(({ startedAt, endedAt }) => {
    const times = { startedAt: utc(startedAt), endedAt: endedAt === null ? null : utc(endedAt) };
    return { ...times, kept: stored.find((one) => isSame(one, times)) };
  });
  requirePossible(entry, clock.now().toISOString(), wanted, 'breaks');
  const starts = new Set(wanted.map(({ startedAt }) => startedAt));
  const removed = knownBreaks.map(utc).filter((start) => !starts.has(start));
  const added = wanted.flatMap(({ startedAt, endedAt, kept }, index) => {
    if (kept) return [];
    if (endedAt === null) throw invalidField(`breaks.${index}.endedAt`, 'invalid');
    const replaced = stored.find(
      (one) => one.startedAt < endedAt && (one.endedAt === null || one.endedAt > startedAt),
    );
    return [{ startedAt, endedAt, isPaid: replaced?.isPaid ?? rules.isPaid }];
  });
  const gone = stored.flatMap(({ startedAt }) => (removed.includes(startedAt) ? [startedAt] : []));
  if (added.length + gone.length === 0) return null;
  const changes = { added, removed: gone };
  if (breaksAfter(stored, changes).length > MAX_BREAKS) throw invalidField('breaks', 'tooMany');
  return changes;
}
