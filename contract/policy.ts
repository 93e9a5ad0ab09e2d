/**
 * Who may call what, and about whom. Each endpoint of `table.ts` names a row; services ask it through the scope in their
 * context, and the role tests are made from it.
 */

/** The owner is an administrator with `isOwner`. */
export const ROLES = ['admin', 'manager', 'accountant', 'employee'] as const;
export type Role = (typeof ROLES)[number];

/**
 * `all`: everything of the company. `locations`: the manager's own locations, and the people who work there
 * (decisions.md §11 "Roles"). `own`: the caller's own.
 */
export type Reach = 'all' | 'locations' | 'own';

export const policy = {
  'signed-in': { admin: 'own', manager: 'own', accountant: 'own', employee: 'own' },
  admin: { admin: 'all' },
  /** People's hours and absences, in which everyone sees their own. */
  hours: { admin: 'all', manager: 'own', accountant: 'own', employee: 'own' },
  /** The company's messages, of which everyone sees those to them. */
  messages: { admin: 'all', manager: 'own', accountant: 'own', employee: 'own' },
} as const satisfies Record<string, Partial<Record<Role, Reach>>>;

/** A row of the policy, or everybody. */
export type Access = 'public' | keyof typeof policy;

/** How far a role reaches at an endpoint; undefined if it may not call it. */
export const reachOf = (access: Access, role: Role): Reach | undefined =>
  access === 'public' ? 'own' : (policy[access] as Partial<Record<Role, Reach>>)[role];
