/** Where the time comes from, so that tests can choose it. */
export type Clock = {
  now(): Date;
  /** Set in tests only: the instant that the database takes for now as well. */
  fixed?: () => Date;
};

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that stands still until it is moved. */
export function fixedClock(start: string): Clock & { set(instant: string): void } {
  let now = new Date(start);
  return {
    now: () => now,
    fixed: () => now,
    set: (instant) => {
      now = new Date(instant);
    },
  };
}
