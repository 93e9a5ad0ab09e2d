/** Half-open ranges of milliseconds since 1970: `from` belongs to them, `to` does not. */
export type Interval = { from: number; to: number };

/** Milliseconds of all intervals together. */
export function lengthOf(list: readonly Interval[]): number {
  return list.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Orders the intervals and joins those that overlap or touch. Empty ones are dropped. */
export function union(list: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of list.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) joined.push({ from, to });
  }
  return joined;
}

/** The index of the first of the ordered intervals that ends after the instant. */
function firstEndingAfter(instant: number, ordered: readonly Interval[]): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.to ?? instant) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The parts of `list` that lie in one of `others`, which are ordered and free of overlaps. Time grows with the list and
 * the parts, and only with the logarithm of `others`: cut the few by the many.
 */
export function intersect<T extends Interval>(list: readonly T[], others: readonly Interval[]): T[] {
  const parts: T[] = [];
  for (const item of list) {
    for (let index = firstEndingAfter(item.from, others); index < others.length; index += 1) {
      const other = others[index];
      if (!other || other.from >= item.to) break;
      const [from, to] = [Math.max(item.from, other.from), Math.min(item.to, other.to)];
      if (from < to) parts.push({ ...item, from, to });
    }
  }
  return parts;
}

/** The parts of `list` that lie in none of `others`, which are ordered and free of overlaps. */
export function subtract<T extends Interval>(list: readonly T[], others: readonly Interval[]): T[] {
  const ends = [Number.NEGATIVE_INFINITY, ...others.map(({ to }) => to)];
  const starts = [...others.map(({ from }) => from), Number.POSITIVE_INFINITY];
  return intersect(
    list,
    ends.map((from, index) => ({ from, to: starts[index] ?? from })),
  );
}

/** At most `length` milliseconds of the ordered list, after its first `skip` ones. */
export function take<T extends Interval>(list: readonly T[], skip: number, length: number): T[] {
  let passed = -skip;
  return list.flatMap((item) => {
    const from = item.from + Math.max(0, -passed);
    const to = Math.min(item.to, item.from + length - passed);
    passed += item.to - item.from;
    return from < to ? [{ ...item, from, to }] : [];
  });
}
