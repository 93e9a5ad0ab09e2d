export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number, both ends inclusive. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  bytes(count: number): Uint8Array;
  /** A UUIDv7 of that instant. */
  uuid(at: Date | number): string;
};

/** The same numbers for the same seed, on every machine: Mulberry32. Never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => between(0, 255));
  return {
    next,
    between,
    bytes,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    uuid(at) {
      const time = at.valueOf().toString(16).padStart(12, '0');
      const random = bytes(9).toHex();
      return [
        ...[time.slice(0, 8), time.slice(8)],
        ...[`7${random.slice(0, 3)}`, `8${random.slice(3, 6)}`, random.slice(6)],
      ].join('-');
    },
  };
}
