/* How far a caller reaches (contract/policy.ts), as conditions of queries: what is outside is never read. */
import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '#contract/policy.ts';
import type { Scope, Viewer } from '#server/context.ts';
import { AppError } from './errors.ts';

/** A person belongs to a location for this long after the end of their last time entry there (decisions.md §11 "Roles"). */
export const LOCATION_PEOPLE_DAYS = 60;

/** Of API keys and jobs, whose endpoints and queues say what they do. */
export const everything: Scope = { kind: 'all' };

export function scopeOf(
  { companyId, userId, locationIds }: Pick<Viewer, 'companyId' | 'userId' | 'locationIds'>,
  reach: Reach | undefined,
  now: Date,
): Scope {
  if (reach === 'all') return everything;
  if (reach !== 'locations') return { kind: 'own', userId };
  const since = new Date(now.getTime() - LOCATION_PEOPLE_DAYS * 24 * 60 * 60 * 1000).toISOString();
  return { kind: 'locations', companyId, userId, locationIds, since };
}

/** Whether the person in a column is within the scope: of a manager the people of the locations, and themselves. */
export function personIn(scope: Scope, column: string | RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql`true`;
  const user = typeof column === 'string' ? sql.ref(column) : column;
  const isSelf = sql<boolean>`${user} = ${scope.userId}`;
  if (scope.kind === 'own') return isSelf;
  const { companyId, locationIds, since } = scope;
  return sql`(${isSelf} or ${user} in (
    select people_of_locations(${companyId}, ${locationIds}::uuid[], ${since})))`;
}

/**
 * Whether the caller may act for the person of these columns, such as hand over a link or a badge: administrators for anybody,
 * managers for employees who work at their locations.
 */
export const mayActFor = (scope: Scope, { user, role }: { user: string; role: string }) =>
  scope.kind === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(role)} = 'employee' and ${personIn(scope, user)})`;

/** Whether the location in a column is one of a manager's; everybody else may choose any. */
export const locationIn = (scope: Scope, location: string): RawBuilder<boolean> =>
  scope.kind === 'locations' ? sql`${sql.ref(location)} = any (${scope.locationIds}::uuid[])` : sql`true`;

/** Whether a row about a person at a location, such as a time entry, is within the scope: for a manager the location decides. */
export const workIn = (scope: Scope, { user, location }: { user: string; location: string }) =>
  scope.kind === 'locations' ? locationIn(scope, location) : personIn(scope, user);

/** The person asked about, who outside of `own` may be everybody (undefined). Refuses somebody else for `own`. */
export function personAsked(scope: Scope, userId: string | undefined): string | undefined {
  const asked = userId?.toLowerCase();
  if (scope.kind !== 'own') return asked;
  if (asked !== undefined && asked !== scope.userId) throw new AppError('not_found');
  return scope.userId;
}
