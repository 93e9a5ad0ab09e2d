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

/** The parts of `list` that lie in one of `others`. Both are ordered and free of overlaps. */
export function intersect<T extends Interval>(list: readonly T[], others: readonly Interval[]): T[] {
  return list.flatMap((item) =>
    others
      .map((other) => ({ ...item, from: Math.max(item.from, other.from), to: Math.min(item.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );
}

/** The parts of `list` that lie in none of `others`. Both are ordered and free of overlaps. */
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
