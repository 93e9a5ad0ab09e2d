import type { AdminStats } from '#contract/dashboard.ts';

/** After this many check-ins a company is set up, even if its owner works alone. */
const SETTLED_AFTER_CHECK_INS = 5;

export const doneSteps = ({ totalLocations, totalEmployees, recentActivity }: AdminStats) => ({
  location: totalLocations > 0,
  poster: recentActivity.length > 0,
  people: totalEmployees > 0,
});

/** Whether the company still has something to set up before its employees can check in. */
export function hasFirstSteps(stats: AdminStats): boolean {
  const { location, poster, people } = doneSteps(stats);
  const isSettled = stats.recentActivity.length >= SETTLED_AFTER_CHECK_INS;
  return !isSettled && !(location && poster && people);
}
