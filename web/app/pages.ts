/* Which pages a role has: those whose rows of the policy reach beyond the person's own. */
import { type Access, type Role, reachOf } from '#contract/policy.ts';

/** The row of what each page begins with; the pages that are not listed are everybody's. */
const ROWS: Partial<Record<string, Access>> = {
  dashboard: 'team',
  employees: 'admin',
  badges: 'team',
  invitationSheets: 'admin',
  person: 'months',
  kiosks: 'team',
  locations: 'admin',
  reports: 'months',
  corrections: 'team',
  absences: 'months-or-own',
  schedule: 'months',
  crew: 'team',
  subscription: 'admin',
  payment: 'admin',
  settings: 'admin',
  settingsTime: 'admin',
  settingsAbsences: 'admin',
  settingsPayroll: 'admin',
  settingsData: 'admin',
  locationPoster: 'team',
  privacyNotice: 'admin',
  rollCall: 'team',
};

export function hasPage(role: Role, page: string): boolean {
  const row = ROWS[page];
  const reach = row && reachOf(row, role);
  return !row || reach === 'all' || reach === 'locations';
}
