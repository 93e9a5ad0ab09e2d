/**
 * Correction requests about what is recorded already and awaits approval: `estimate`, a check-out that the person stated
 * from memory; `overlong`, one whose scan came after the longest shift; `late`, an entry whose scans arrived long after they
 * were made.
 */
export const RECORDED_KINDS = ['estimate', 'overlong', 'late'] as const;

/** A break with an end; instants in UTC as they are stored. */
type EndedBreak = { startedAt: string; endedAt: string; isPaid: boolean };
type Break = { startedAt: string; endedAt: string | null; isPaid: boolean };
/** What a request changes: breaks that were taken, and the starts of recorded ones that were not. */
export type BreakChanges = { added: EndedBreak[]; removed: string[] };

const overlap = (one: Break, other: Break) =>
  (other.endedAt === null || one.startedAt < other.endedAt) &&
  (one.endedAt === null || other.startedAt < one.endedAt);

/**
 * The breaks of an entry after these changes, oldest first. An added break replaces those that it overlaps; what was
 * recorded since the request stays otherwise.
 */
export function breaksAfter(recorded: readonly Break[], { added, removed }: BreakChanges): Break[] {
  const kept = recorded.filter(
    (each) => !removed.includes(each.startedAt) && !added.some((taken) => overlap(taken, each)),
  );
  return [...kept, ...added].toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

/** Whether what is to be approved is recorded already. */
export const isRecorded = (kind: string): kind is (typeof RECORDED_KINDS)[number] =>
  RECORDED_KINDS.some((recorded) => recorded === kind);

/** How many questions wait for an administrator. */
export const attentionCount = (waiting: {
  missingCheckOuts: readonly unknown[];
  requestCount: number;
  refusedScans: readonly unknown[];
  flags: readonly unknown[];
}): number =>
  waiting.missingCheckOuts.length + waiting.requestCount + waiting.refusedScans.length + waiting.flags.length;
