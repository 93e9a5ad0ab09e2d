/**
 * Who may call what, and about whom. Each endpoint names a row; services ask it through the scope in their
 * context, and the role tests are made from it.
 */

/** What an API key may do: read what is the company's, or change that part of it in the name of who made it. */
export const KEY_SCOPES = ['read', 'people', 'time-entries', 'schedules'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

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
  /** Absences: administrators record them, everyone else asks for their own. */
  'admin-or-own': { admin: 'all', manager: 'own', accountant: 'own', employee: 'own' },
  /** What goes on at the locations, and what has to be settled there. */
  team: { admin: 'all', manager: 'locations' },
  'team-or-own': { admin: 'all', manager: 'locations', accountant: 'own', employee: 'own' },
  /** Recorded time of everybody, or at the manager's locations, whoever worked there. */
  reports: { admin: 'all', manager: 'locations', accountant: 'all' },
  /** Whether one gets reports by e-mail: whoever may read them. */
  'own-reports': { admin: 'own', manager: 'own', accountant: 'own' },
  /** What leaves the company: sheets, payroll, the ledger, daily summaries. */
  books: { admin: 'all', accountant: 'all' },
  /** The sheets of everybody, or one's own: employees may have a copy (LT DK 120, PL KP 149). */
  'books-or-own': { admin: 'all', manager: 'own', accountant: 'all', employee: 'own' },
  /** Everybody's months. */
  months: { admin: 'all', manager: 'locations', accountant: 'all' },
  'months-or-own': { admin: 'all', manager: 'locations', accountant: 'all', employee: 'own' },
} as const satisfies Record<string, Partial<Record<Role, Reach>>>;

/** A row of the policy, everybody, or a device that is paired as a kiosk, whoever is signed in there. */
export type Access = 'public' | 'kiosk' | keyof typeof policy;

/** How far a role reaches at an endpoint; undefined if it may not call it. */
export function reachOf(access: Access, role: Role): Reach | undefined {
  if (access === 'kiosk') return undefined;
  return access === 'public' ? 'own' : (policy[access] as Partial<Record<Role, Reach>>)[role];
}

/** The page each role begins with. */
export const HOME = {
  admin: 'dashboard',
  manager: 'dashboard',
  accountant: 'reports',
  employee: 'employee',
} as const satisfies Record<Role, string>;
