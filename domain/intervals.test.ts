import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Interval, intersect, lengthOf, subtract, union } from './intervals.ts';

/** The definitions: every interval against every other. */
const everyPair = <T extends Interval>(list: readonly T[], others: readonly Interval[]): T[] =>
  list.flatMap((item) =>
    others
      .map((other) => ({ ...item, from: Math.max(item.from, other.from), to: Math.min(item.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );
const isIn = (instant: number, list: readonly Interval[]) =>
  list.some(({ from, to }) => from <= instant && instant < to);

const END = 40;
const instants = Array.from({ length: END }, (_, instant) => instant);
/** In any order: touching, empty, equal and nested ones included. */
const anyList = fc.array(
  fc
    .tuple(fc.nat(END), fc.oneof(fc.nat(3), fc.nat(END)))
    .map(([from, length]) => ({ from, to: Math.min(END, from + length) })),
  { maxLength: 12 },
);
/** Ordered and free of overlaps; touching and empty ones included. */
const ordered = fc.array(fc.tuple(fc.nat(3), fc.nat(4)), { maxLength: 12 }).map((steps) => {
  let at = 0;
  return steps.map(([gap, length]) => {
    const from = at + gap;
    at = from + length;
    return { from, to: at };
  });
});
const named = (list: Interval[]) => list.map((interval, index) => ({ ...interval, index }));

it('intersect finds the parts that comparing every pair finds, in the same order', () => {
  fc.assert(
    fc.property(anyList, fc.oneof(ordered, anyList.map(union)), (list, others) => {
      expect(intersect(named(list), others)).toEqual(everyPair(named(list), others));
    }),
  );
});

it('subtract leaves what lies in none of the others', () => {
  fc.assert(
    fc.property(anyList, fc.oneof(ordered, anyList.map(union)), (list, others) => {
      const edges = [-1, ...others.flatMap(({ from, to }) => [from, to]), END * 3];
      const gaps = edges.flatMap((from, index) =>
        index % 2 ? [] : [{ from, to: edges[index + 1] ?? from }],
      );
      expect(subtract(named(list), others)).toEqual(everyPair(named(list), gaps));
      for (const item of list) {
        const left = subtract([item], others);
        for (const instant of instants)
          expect(isIn(instant, left)).toBe(isIn(instant, [item]) && !isIn(instant, others));
      }
    }),
  );
});

it('union covers the same instants with ordered intervals that neither overlap nor touch', () => {
  fc.assert(
    fc.property(anyList, (list) => {
      const joined = union(list);
      for (const instant of instants) expect(isIn(instant, joined)).toBe(isIn(instant, list));
      expect(lengthOf(joined)).toBe(instants.filter((instant) => isIn(instant, list)).length);
      const edges = joined.flatMap(({ from, to }) => [from, to]);
      expect(edges).toEqual([...new Set(edges)].toSorted((a, b) => a - b));
    }),
  );
});

it('cuts by many intervals without reading all of them for each one', () => {
  let reads = 0;
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    from: index * 2,
    get to() {
      reads += 1;
      return index * 2 + 1;
    },
  }));
  const list = many.map(({ from }) => ({ from, to: from + 2 }));
  expect(intersect(list, many)).toHaveLength(20_000);
  // Every pair would be 400 million.
  expect(reads).toBeLessThan(20_000 * 25);
});
