/** The source of the current time, so that tests can set it. */
export type Clock = {
  now(): Date;
  /** Set in tests only: the instant that the database also takes as now. */
  fixed?: () => Date;
};

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that does not move by itself. */
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
