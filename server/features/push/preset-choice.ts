import { type Role, reachOf } from '#contract/policy.ts';

/** What somebody new is told: everything; who looks after others is told wherever they are, everybody else only at work. */
export const presetChoice = (role: Role) => ({
  offKinds: [] as string[],
  whenOffDuty: reachOf('team', role) !== undefined,
  showsDetails: false,
});
